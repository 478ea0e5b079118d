"""What a fit left, as values with types: the window, the report and the project file ask here, not the estimator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from .numerics.reconstruction import Reconstruction

if TYPE_CHECKING:
    from .base import Alignment


@dataclass(frozen=True, eq=False)
class _Part:
    """Each field names the estimator's attribute that fills it."""

    @classmethod
    def of(cls, estimator: Any) -> Any:
        """What `estimator` has of it."""
        found = {f.name: getattr(estimator, f.metadata["attribute"], None) for f in fields(cls)}
        return cls(**{name: value for name, value in found.items() if value is not None})


@dataclass(frozen=True, eq=False)
class Embedding(_Part):
    """Joint coordinates of the training spectra.

    Parameters
    ----------
    coordinates : list of (n_k, d) arrays
        One per instrument.
    eigenvalues : (d,) array, optional
    n_components : int, optional
        The d that was used.
    """

    coordinates: Sequence[np.ndarray] = field(default=(), metadata={"attribute": "embeddings_"})
    eigenvalues: np.ndarray | None = field(default=None, metadata={"attribute": "eigenvalues_"})
    n_components: int | None = field(default=None, metadata={"attribute": "n_components_"})


@dataclass(frozen=True, eq=False)
class Convergence(_Part):
    """How an iteration ended; an exact solution has converged and no history.

    Parameters
    ----------
    converged : bool
    history : dict of str to list
        Per iteration: "objective", "primal_residual", "dual_residual".
    objective : float or list of float, optional
        At the end.
    iterations : list of int, optional
        Taken, per instrument.
    stopped : list of int or None, optional
        Iteration at which the user stopped it, per instrument.
    """

    converged: bool = field(default=True, metadata={"attribute": "converged_"})
    history: dict[str, list[float]] | None = field(default=None, metadata={"attribute": "history_"})
    objective: Any = field(default=None, metadata={"attribute": "objective_"})
    iterations: Sequence[int] | None = field(default=None, metadata={"attribute": "iterations_"})
    stopped: Sequence[int | None] | None = field(default=None, metadata={"attribute": "stopped_"})

    @property
    def steps(self) -> int:
        """Number of iterations that the history tells of."""
        return max((len(v) for v in self.history.values()), default=0) if self.history else 0

    @property
    def stopped_at(self) -> int | None:
        """Iteration at which the user stopped it, or None."""
        return next((int(n) for n in self.stopped or () if n is not None), None)


@dataclass(frozen=True, eq=False)
class Outliers(_Part):
    """Samples and entries that do not fit, of methods that look for them.

    Parameters
    ----------
    rows : list of int lists, optional
        Named samples per instrument; None where the method looks for none.
    kinds, reasons : list of lists, optional
        Of the named ones.
    unlike_others : list of (n_k,) arrays, optional
        Share of each spectrum that no other sample explains.
    own_shares : list of (n_k,) arrays, optional
        How much each sample rests on itself.
    errors : list of arrays, optional
        What was taken out of the spectra.
    standard_errors : list of arrays, optional
    """

    rows: Sequence[Sequence[int]] | None = field(default=None, metadata={"attribute": "outliers_"})
    kinds: Sequence[Sequence[str]] | None = field(default=None, metadata={"attribute": "outlier_kinds_"})
    reasons: Sequence[Sequence[str]] | None = field(default=None, metadata={"attribute": "outlier_reasons_"})
    unlike_others: Sequence[np.ndarray] | None = field(default=None, metadata={"attribute": "unlike_others_"})
    own_shares: Sequence[np.ndarray] | None = field(default=None, metadata={"attribute": "own_shares_"})
    errors: Sequence[Any] | None = field(default=None, metadata={"attribute": "errors_"})
    standard_errors: Sequence[Any] | None = field(default=None, metadata={"attribute": "standard_errors_"})


PARTS = (Embedding, Convergence, Outliers)
OTHERS = ("penalties_", "labels_")


@dataclass(frozen=True, eq=False)
class Fitted:
    """What a fit left beside its predictions.

    Parameters
    ----------
    embedding : Embedding, optional
        None of a calibration transfer.
    convergence : Convergence
    outliers : Outliers
    reconstructions : tuple of Reconstruction
        The matrix R of each instrument; empty where the method has none.
    penalties : tuple of float
        The λ that was used, per instrument.
    labels : list of (n_k,) int arrays, optional
        Clusters, of methods that find some.
    """

    embedding: Embedding | None
    convergence: Convergence
    outliers: Outliers
    reconstructions: tuple[Reconstruction, ...]
    penalties: tuple[float, ...]
    labels: Sequence[np.ndarray] | None = None

    @classmethod
    def of(cls, estimator: Alignment) -> Fitted:
        """What `estimator` left."""
        embedding = Embedding.of(estimator)
        return cls(embedding if len(embedding.coordinates) else None, Convergence.of(estimator),
                   Outliers.of(estimator), tuple(getattr(estimator, "reconstructions_", None) or ()),
                   tuple(float(p) for p in getattr(estimator, "penalties_", None) or ()),
                   getattr(estimator, "labels_", None))


def shown_attributes() -> Iterator[str]:
    """Attributes of estimators that these values are made of (R apart); a project file keeps them."""
    for part in PARTS:
        yield from (f.metadata["attribute"] for f in fields(part))
    yield from OTHERS
