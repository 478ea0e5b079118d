"""The contract that every method keeps: checking of input, fit, transform, to_spectra, predict, saving."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from .declaration import title_of
from .errors import Cancelled, DataError, ParameterError
from .estimator import Estimator
from .fitdata import FitData, check_spectra
from .leaving import leavable
from .monitor import Monitor, inherited, is_watched, watched_by
from .naming import columns_left, the_property, the_set
from .notes import Note, about, pack, unpack
from .parameters import Parameter, check_all, declared, saying_labels
from .regression.closure import close_composition


class Alignment(Estimator):
    """Base of all methods, in scikit-learn's estimator style.

    A subclass declares `parameters` (in the order of its constructor), stores the constructor's arguments
    unchanged, and implements `_fit` and, where it can, `_transform`, `_to_spectra`, `_predict`.

    Attributes
    ----------
    embeddings_ : list of (n_k, d) arrays
        Joint coordinates of the training spectra (alignments).
    eigenvalues_ : (d,) array
    n_components_ : int
        The d that was used.
    penalties_ : list of float
        The λ that was used per instrument (where R is used).
    reconstructions_ : list of Reconstruction
    history_ : dict of str to list
        Per iteration (iterative methods): "objective", "primal_residual", "dual_residual".
    converged_ : bool
    warnings_ : list of str
        Sentences the user should read.
    unknown_properties_ : list of int
        Columns of the targets without any known value: left out of the fit, NaN in predictions.
    chosen_ : dict
        Every parameter as really used, automatic ones filled in.
    """

    parameters: ClassVar[tuple[Parameter, ...]] = ()
    needs: ClassVar[frozenset[str]] = frozenset()
    min_sets: ClassVar[int] = 2
    max_sets: ClassVar[int | None] = 2
    min_standards: ClassVar[int] = 1
    """Fewest standards a fit accepts, where it needs any."""
    state_attributes: ClassVar[tuple[str, ...]] = ()
    """Fitted attributes that `transform`, `to_spectra` and `predict` need, each a *plain tree*: dict with
    str keys, list, ndarray, str, int, float, bool or None. The model file holds exactly these."""
    uses_unmarked: ClassVar[bool] = True
    """Whether spectra of B that are no standards and have no values change what it predicts; see `takes_unmarked`."""
    why_no_transform: ClassVar[str] = "this method has no map for new spectra; fit it again with them."
    why_no_spectra: ClassVar[str] = "this method gives no spectra of another instrument."
    why_no_predict: ClassVar[str] = "no target values were given to fit a regression."

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "resolve" in cls.__dict__:
            cls.resolve = saying_labels(cls.__dict__["resolve"])  # type: ignore[method-assign]

    def takes_unmarked(self) -> bool:
        """Whether it does at its present parameters."""
        return self.uses_unmarked

    # -- fitting -------------------------------------------------------------------------------------
    def fit(
        self, Xs: Sequence[ArrayLike], pairs: ArrayLike | None = None, targets: Sequence[ArrayLike] | None = None,
        groups: Sequence[ArrayLike] | None = None, monitor: Monitor | None = None,
        samples: Sequence[ArrayLike] | None = None,
    ) -> Alignment:
        """Fit on the spectra of all instruments.

        Parameters
        ----------
        Xs : list of (n_k, p_k) arrays
            Rows are samples, columns channels; the first instrument is the reference "A". Not changed.
        pairs : (m, 2) or (m, 4) int array, optional
            Rows (i, j) for two sets, or (set_a, i, set_b, j), counted from 0.
        targets : list of (n_k, q) arrays, optional
            NaN where unknown.
        groups : list of (n_k,) arrays, optional
        monitor : Monitor, optional
            Gets progress; may cancel.
        samples : list of (n_k,) int arrays, optional
            Rows of a set with one number ≥ 0 are spectra of one sample (-1: a sample of its own). A transfer's
            cross-validation leaves them out together.

        Returns
        -------
        self

        Raises
        ------
        DataError, PairsError, ParameterError
            One sentence that names the set, row or parameter at fault.
        Cancelled
            If the monitor says so; the estimator is then not fitted.
        """
        if (monitor is not None or is_watched()) and _takes_long(Xs):
            apart = copy(self)  # a fit that is left half done changes nothing here
            try:
                leavable(lambda own: apart._fit_here(Xs, pairs, targets, groups, own, samples), monitor or inherited())
            except Cancelled:
                self._forget()
                raise
            vars(self).clear()
            vars(self).update(vars(apart))
            return self
        return self._fit_here(Xs, pairs, targets, groups, monitor, samples)

    def _fit_here(
        self, Xs: Sequence[ArrayLike], pairs: ArrayLike | None, targets: Sequence[ArrayLike] | None,
        groups: Sequence[ArrayLike] | None, monitor: Monitor | None, samples: Sequence[ArrayLike] | None,
    ) -> Alignment:
        """See `fit`; in this thread."""
        values = check_all(self.parameters, self.get_params(deep=False))
        data = FitData.check(Xs, pairs, targets, groups, samples, needs=self._needed(values), min_sets=self.min_sets,
                             max_sets=self.max_sets, method=self.title)
        monitor = monitor or inherited()
        self._forget()
        try:
            monitor.raise_if_cancelled()
            self.warnings_: list[str] = []
            self.chosen_: dict[str, Any] = dict(values)
            self.converged_ = True
            self.n_channels_ = [X.shape[1] for X in data.Xs]
            width = 0 if data.targets is None else data.targets[0].shape[1]
            data, self.unknown_properties_ = self._without_unknown(data, values)
            with watched_by(monitor), declared(self.parameters), columns_left([j for j in range(width)
                                                          if j not in self.unknown_properties_]):
                self._fit(self._prepared(data, values), values, monitor)
            self._say_left_out(self.unknown_properties_)  # last: a method may begin its list of warnings anew
            monitor.raise_if_cancelled()
        except BaseException:  # cancelled or failed: half a fit must not look like one
            self._forget()
            raise
        return self

    @property
    def title(self) -> str:
        """What the window calls the method with these settings; sentences call it so."""
        return title_of(type(self), self.get_params(deep=False))

    def _needed(self, values: dict[str, Any]) -> frozenset[str]:
        """What the method cannot do without, given its parameters."""
        return self.needs

    def _without_unknown(self, data: FitData, values: dict[str, Any]) -> tuple[FitData, list[int]]:
        """The data without properties of which nothing is known, and which these were."""
        return data.without_unknown_properties()

    def _say_left_out(self, columns: list[int]) -> None:
        """Keep which properties are unknown, and say so once."""
        self.unknown_properties_ = columns
        if columns and left_out(columns) not in self.warnings_:
            self.warnings_.append(left_out(columns))

    def _forget(self) -> None:
        """Drop everything an earlier fit left."""
        for name in set(vars(self)) - {p.name for p in self.parameters}:
            delattr(self, name)

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        raise NotImplementedError

    def _prepared(self, data: FitData, values: dict[str, Any]) -> FitData:
        """The data as `_fit` takes them; a family may refuse some or put them into another unit."""
        return data

    # -- using ---------------------------------------------------------------------------------------
    def transform(self, X: ArrayLike, instrument: int = 0) -> np.ndarray:
        """Joint coordinates (n, d) of spectra (n, p_k) measured on `instrument`.

        Raises
        ------
        NotImplementedError
            With the reason, if the method has no map for new spectra.
        DataError
            If the spectra do not fit that instrument.
        """
        return self._transform(self._check_new(X, instrument), instrument)

    def to_spectra(self, X: ArrayLike, instrument: int = 1, to: int = 0) -> np.ndarray:
        """Spectra (n, p_to) as instrument `to` would have measured the samples of `X` (n, p_k).

        Raises
        ------
        NotImplementedError
            With the reason, if the method cannot.
        """
        X = self._check_new(X, instrument)
        self._check_instrument(to)
        return self._to_spectra(X, instrument, to)

    def predict(self, X: ArrayLike, instrument: int = 1) -> np.ndarray:
        """Property values (n, q) of spectra measured on `instrument`; NaN for `unknown_properties_`.

        Where the method was fitted with a `closure`, they are brought to it (see `close_composition`).

        Raises
        ------
        NotImplementedError
            With the reason, if the method cannot or no targets were given.
        """
        known = self._predict(self._check_new(X, instrument), instrument)
        total = self.chosen_.get("closure")  # models of before have none
        known = known if total is None else close_composition(known, float(total))
        lost = getattr(self, "unknown_properties_", [])
        if not lost:
            return known
        out = np.full((len(known), known.shape[1] + len(lost)), np.nan)
        out[:, np.setdiff1d(np.arange(out.shape[1]), lost)] = known
        return out

    def resolve(self, **changes: Any) -> Alignment:
        """A new fitted estimator for changed *live* parameters, without the expensive part of the fit.

        Raises
        ------
        NotImplementedError
            If the method has none.
        """
        raise NotImplementedError(Note("method.no_live_parameter", "error", title=self.title))

    def _transform(self, X: np.ndarray, instrument: int) -> np.ndarray:
        raise NotImplementedError(about(self.title, self.why_no_transform))

    def _to_spectra(self, X: np.ndarray, instrument: int, to: int) -> np.ndarray:
        raise NotImplementedError(about(self.title, self.why_no_spectra))

    def _predict(self, X: np.ndarray, instrument: int) -> np.ndarray:
        raise NotImplementedError(about(self.title, self.why_no_predict))

    def _check_instrument(self, instrument: int) -> None:
        if not hasattr(self, "n_channels_"):
            raise DataError("method.not_fitted", title=self.title)
        if not 0 <= instrument < len(self.n_channels_):
            raise ParameterError("method.no_such_instrument", last=len(self.n_channels_) - 1,
                                 instrument=instrument)

    def _check_new(self, X: ArrayLike, instrument: int) -> np.ndarray:
        self._check_instrument(instrument)
        array = check_spectra(X, Note("name.new_spectra", "info", set=the_set(instrument)))
        if array.shape[1] != self.n_channels_[instrument]:
            raise DataError("input.other_channels_than_fitted", channels=array.shape[1], set=the_set(instrument),
                            fitted=self.n_channels_[instrument])
        return array

    # -- saving --------------------------------------------------------------------------------------
    def to_state(self) -> dict[str, Any]:
        """Plain tree from which `from_state` makes an estimator that transforms alike (no pickles)."""
        state = {name: getattr(self, name) for name in self.state_attributes if hasattr(self, name)}
        return {"n_channels": list(self.n_channels_), "chosen": dict(self.chosen_),
                "warnings": list(self.warnings_), "notes": pack(self.warnings_),
                "unknown_properties": list(self.unknown_properties_), **state}

    @classmethod
    def from_state(cls, parameters: dict[str, Any], state: dict[str, Any]) -> Alignment:
        """Estimator with constructor arguments `parameters` and the fitted `state` of `to_state`."""
        self = cls(**parameters)
        self.n_channels_ = [int(n) for n in state["n_channels"]]
        self.chosen_ = dict(state["chosen"])
        self.warnings_ = unpack(state["warnings"], state.get("notes", ()))
        self.unknown_properties_ = [int(j) for j in state.get("unknown_properties", [])]
        for name in cls.state_attributes:
            if name in state:
                setattr(self, name, state[name])
        return self


LONG = 1_500_000
"""Numbers in the spectra, and in the largest matrices made from them, from which a fit may take long."""


def _takes_long(Xs: Sequence[ArrayLike]) -> bool:
    """Whether a cancel should not wait for the next check of a fit of these spectra."""
    shapes = [X.shape for X in Xs if isinstance(X, np.ndarray) and X.ndim == 2]
    return (sum(n * p for n, p in shapes) + sum(n for n, _ in shapes) ** 2
            + max((p for _, p in shapes), default=0) ** 2) > LONG


def left_out(columns: Sequence[int]) -> Note:
    """What is said of properties without any known value."""
    return Note("method.no_value_known", names=[the_property(j) for j in columns], n=len(columns))
