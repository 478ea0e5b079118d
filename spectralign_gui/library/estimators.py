"""Steps of a scikit-learn pipeline: spectra of one instrument in, spectra out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from ..core.errors import DataError, ParameterError
from ..core.registry import method as method_called
from ..preprocessing.parse import parse_preprocessing
from ..preprocessing.pipeline import fit_and_apply
from .reading import spectra


class InstrumentTransfer(TransformerMixin, BaseEstimator):
    """Spectra of instrument B as instrument A would have measured them.

    The standards are fixed when the step is made; what the pipeline is fitted with does not change the map, so that
    cross-validation around it is honest.

    Parameters
    ----------
    method : str
        A registered method that gives spectra, such as "ds", "pds" or "lra".
    reference : (m, p_a) array
        Spectra of the standards on A.
    standards : (m, p_b) array
        Spectra of the same standards, in the same order, on B.
    parameters : mapping, optional
        Of the method.

    Attributes
    ----------
    estimator_ : Alignment
        The fitted method.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import Ridge
    >>> from sklearn.pipeline import make_pipeline
    >>> import spectralign_gui as sa
    >>> rng = np.random.default_rng(0)
    >>> X = rng.random((40, 3)) @ rng.random((3, 30))
    >>> model = make_pipeline(sa.InstrumentTransfer("ds", reference=X[:8], standards=1.1 * X[:8]), Ridge(1e-6))
    >>> model = model.fit(1.1 * X, X[:, 4])
    >>> bool(abs(model.predict(1.1 * X) - X[:, 4]).max() < 1e-3)
    True
    """

    def __init__(self, method: str = "pds", reference: ArrayLike | None = None, standards: ArrayLike | None = None,
                 parameters: Mapping[str, Any] | None = None) -> None:
        self.method = method
        self.reference = reference
        self.standards = standards
        self.parameters = parameters

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> InstrumentTransfer:
        """Learn the map from the standards; of `X` only the number of channels is looked at.

        Raises
        ------
        ParameterError, DataError, PairsError
            No standards, or what the method says of them.
        """
        channels = np.shape(validate_data(self, X))[1]
        if self.reference is None or self.standards is None:
            raise ParameterError("InstrumentTransfer needs the standards: give reference (their spectra on A) and "
                                 "standards (their spectra on B).")
        on_a, on_b = np.asarray(self.reference, dtype=float), np.asarray(self.standards, dtype=float)
        if on_a.ndim != 2 or on_b.ndim != 2 or len(on_a) != len(on_b):
            raise DataError(f"reference and standards must be tables with a row for each standard, but have the shapes "
                            f"{on_a.shape} and {on_b.shape}.")
        if on_b.shape[1] != channels:
            raise DataError(f"the spectra have {channels} channels, but the standards on B have {on_b.shape[1]}.")
        rows = np.arange(len(on_a))
        self.estimator_ = method_called(self.method).create(**dict(self.parameters or {}))
        self.estimator_.fit([on_a, on_b], pairs=np.column_stack([rows, rows]))
        return self

    def transform(self, X: ArrayLike) -> np.ndarray:
        """Spectra (n, p_b) of B as of A, (n, p_a).

        Raises
        ------
        NotImplementedError
            The method gives no spectra.
        """
        check_is_fitted(self)
        return self.estimator_.to_spectra(validate_data(self, X, reset=False), instrument=1, to=0)


class Preprocessing(TransformerMixin, BaseEstimator):
    """Preprocessing steps of the program as one step of a pipeline.

    Parameters
    ----------
    steps : str or iterable of str
        As on the command line: ``"snv"``, ``["crop:400-1100", "smooth:window=11"]``.
    axis : (p,) array, optional
        Positions of the channels; default 1, 2, 3 …
    unit : str
        Unit of the axis.

    Examples
    --------
    >>> import numpy as np, spectralign_gui as sa
    >>> X = np.random.default_rng(0).random((5, 20))
    >>> bool(np.allclose(sa.Preprocessing("snv").fit_transform(X).mean(axis=1), 0))
    True
    """

    def __init__(self, steps: str | Iterable[str] = (), axis: ArrayLike | None = None, unit: str = "nm") -> None:
        self.steps = steps
        self.axis = axis
        self.unit = unit

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> Preprocessing:
        """Learn what the steps learn, such as the mean spectrum of MSC.

        Raises
        ------
        SpectrAlignError
            A step that does not exist or cannot be applied.
        """
        words = [self.steps] if isinstance(self.steps, str) else list(self.steps)
        dataset = self._dataset(validate_data(self, X))
        fitted, _, left = fit_and_apply(parse_preprocessing(words, [dataset.name]), [dataset])
        if len(left[0]) < len(dataset):
            raise ParameterError("a step that leaves out spectra cannot be part of a pipeline.")
        self.fitted_ = fitted
        return self

    def transform(self, X: ArrayLike) -> np.ndarray:
        """Preprocessed spectra; channels may be fewer."""
        check_is_fitted(self)
        return np.array(self.fitted_.apply(self._dataset(validate_data(self, X, reset=False))).spectra)

    def _dataset(self, X: np.ndarray) -> Any:
        return spectra(X, axis=self.axis, unit=self.unit)
