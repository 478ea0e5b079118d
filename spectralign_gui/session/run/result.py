"""What a run leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from ...core.base import Alignment
from ...core.data import SpectralDataset
from ...core.fitted import Fitted
from ...core.registry import MethodInfo
from ...preprocessing.pipeline import FittedPreprocessing
from ...version import __version__
from ..state.session_state import SessionState
from .run_quality import RunQuality


@dataclass(frozen=True, eq=False)
class RunResult:
    """One finished run.

    Parameters
    ----------
    state : SessionState
        The session as it was when the run started.
    method : MethodInfo
    estimator : Alignment
        Fitted.
    datasets : tuple of SpectralDataset
        As they went into the fit (preprocessed, excluded rows gone).
    kept_rows : tuple of int arrays
        Rows of the session's data sets that these are.
    preprocessing : FittedPreprocessing
    pairs, held_out_pairs : (m, 4) int arrays
        In rows of `datasets`.
    quality : RunQuality
        Measured on what the fit did not know.
    seconds : mapping of stage to float
    warnings : tuple of str
    started : str
        ISO time.
    label : str
        Name given by the user; "" at first.
    version : str
        Of the program.
    starred : bool
        Marked by the user as worth keeping.
    threads : int
        Threads the linear algebra of the fit used; 0 where an older program did not keep it.
    pinned : bool
        Shown side by side with the other pinned runs.
    """

    state: SessionState
    method: MethodInfo
    estimator: Alignment
    datasets: tuple[SpectralDataset, ...]
    kept_rows: tuple[np.ndarray, ...]
    preprocessing: FittedPreprocessing
    pairs: np.ndarray
    held_out_pairs: np.ndarray
    quality: RunQuality = field(default_factory=RunQuality)
    seconds: Mapping[str, float] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    started: str = ""
    label: str = ""
    version: str = __version__
    starred: bool = False
    threads: int = 0
    pinned: bool = False

    @property
    def fitted(self) -> Fitted:
        """What the fit left: embedding, convergence, outliers, reconstruction matrices."""
        return Fitted.of(self.estimator)

    @property
    def embeddings(self) -> list[np.ndarray] | None:
        """Joint coordinates per instrument, or None where the method has none."""
        embedding = self.fitted.embedding
        return None if embedding is None else list(embedding.coordinates)
