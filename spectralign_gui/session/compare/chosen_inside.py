"""Preprocessing that every split of a comparison chooses for itself, so that what is tested chose nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ...core.data import SpectralDataset
from ...core.data.common_axis import why_not_same_channels
from ...core.errors import DataError, SpectrAlignError
from ...core.monitor import Monitor
from ...core.notes import Note
from ...core.validation.transfer_result import TransferValidation
from ...preprocessing.pipeline import FittedPreprocessing, fit_preprocessing
from ...preprocessing.spec import PreprocessingSpec
from ..run.execution import Prepared
from ..run.preprocessing_search import best_of, chains
from ..state.session_state import SessionState


@dataclass(frozen=True, eq=False)
class ChosenInside:
    """The search of `core.validation.transfer_data.TransferData` (picklable, for several processes).

    Parameters
    ----------
    raw : tuple of SpectralDataset
        A and B, the rows that a comparison is of.
    chains : tuple of (PreprocessingSpec, tuple of str)
        See `preprocessing_search.chains`.
    same : list of two int arrays or None
        Rows that are repeats of one sample.
    """

    raw: tuple[SpectralDataset, ...]
    chains: tuple[tuple[PreprocessingSpec, tuple[str, ...]], ...]
    same: list[np.ndarray] | None = None

    @classmethod
    def of(cls, state: SessionState, prepared: Prepared) -> ChosenInside:
        """Of a session's two instruments.

        Raises
        ------
        DataError
            Their channels differ.
        """
        if reason := why_not_same_channels(prepared.datasets):
            raise DataError("search.by_channel", reason=reason)
        raw = tuple(d.take(rows) for d, rows in zip(state.datasets, prepared.kept_rows, strict=True))
        return cls(raw, tuple(chains(state.preprocessing, raw)))

    def __call__(self, rows_a: np.ndarray, rows_b: np.ndarray, pairs: np.ndarray, values_a: np.ndarray,
                 monitor: Monitor | None) -> tuple[list[np.ndarray], list[str]]:
        """See `core.validation.transfer_data.Search`."""
        from ...core.transfers.foreseen import foreseen  # loads several methods: not for a window that is only opened

        rows = {d.name: r.tolist() for d, r in zip(self.raw, (rows_a, rows_b), strict=True)}
        hidden = np.full((len(rows_b), values_a.shape[1]), np.nan)
        same = None if self.same is None else [self.same[0][rows_a], self.same[1][rows_b]]
        judged, fitted = [], []
        reason: SpectrAlignError | None = None
        for spec, added in self.chains:
            if monitor is not None:
                monitor.raise_if_cancelled()
            try:
                chain = fit_preprocessing(spec, self.raw, rows)
                A, B = (chain.apply(d.take(rows[d.name])).spectra for d in self.raw)
                found = foreseen([A, B], pairs, [values_a, hidden], same, monitor)
            except SpectrAlignError as error:  # what cannot be applied to these spectra is not chosen
                reason = reason or error
                continue
            judged.append(found)
            fitted.append((chain, added))
        if not fitted:
            if reason is not None and reason.code == "search.too_few":  # there are standards, but nothing to choose by
                return self._applied(fit_preprocessing(self.chains[0][0], self.raw, rows)), []
            raise reason or DataError("search.too_few", least=1, n=0)
        chain, added = fitted[best_of(judged)]
        return self._applied(chain), list(added)

    def _applied(self, chain: FittedPreprocessing) -> list[np.ndarray]:
        return [chain.apply(d).spectra for d in self.raw]


def chosen_steps(result: TransferValidation) -> Counter[str]:
    """How often each preprocessing was chosen, over splits and numbers of standards; "" for the spectra as given."""
    found: dict[tuple[int, int], str] = {}
    for (_, count, split), cell in result.cells.items():
        words: Iterable[str] | None = cell.get("chosen", {}).get("preprocessing")
        if words is not None:
            found[count, split] = ", ".join(words)
    return Counter(found.values())


def preprocessing_note(result: TransferValidation) -> str:
    """Which preprocessing the splits chose, as a sentence; "" where none was asked to."""
    counts = chosen_steps(result)
    if not counts:
        return ""
    return Note("search.in_splits", "info", said=[
        Note("search.times", "info", steps=steps, n=n) if steps else Note("search.times_as_given", "info", n=n)
        for steps, n in counts.most_common()])
