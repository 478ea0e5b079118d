"""Running a session: preprocessing → method → measures, the same for the window and the command line."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from ...core.base import Alignment
from ...core.data import SpectralDataset, expand_pairs, match_key
from ...core.data.common_axis import why_not_same_channels
from ...core.errors import DataError
from ...core.fitted import Fitted
from ...core.leaving import can_be_left
from ...core.measures.distances import matched_distance
from ...core.measures.hits import foscttm, hit_rates
from ...core.monitor import Monitor, SilentMonitor, SubMonitor
from ...core.naming import datasets_called
from ...core.notes import Note, code_of
from ...core.registry import method
from ...core.threads import limited_threads
from ...core.validation.transfer_splits import repeats_by_name
from ...preprocessing.pipeline import FittedPreprocessing, fit_and_apply
from ..state.session_state import SessionState
from .component_limit import at_the_limit
from .held_out import held_out_residuals, property_names, target_tables, without_held_out
from .own_model import fitting_targets
from .pair_check import look_at_pairs
from .result import RunResult
from .run_quality import RunQuality


def why_not(state: SessionState) -> str:
    """Why the session cannot be run yet, as a sentence; "" if it can."""
    info = method(state.method)
    n = len(state.datasets)
    if n < info.min_sets:
        code = {0: "run.too_few_instruments", 1: "run.only_one_instrument"}.get(n, "run.only_some_instruments")
        return Note(code, title=info.title, least=info.min_sets, n=n)
    if info.max_sets is not None and n > info.max_sets:
        return Note("run.too_many_instruments", title=info.title, most=info.max_sets, n=n, over=n - info.max_sets)
    needs = info.needs_at(state.method_parameters())
    if "pairs" in needs:
        if not state.standards:
            return Note("run.no_standards")
        if not any(not s.held_out and sum(bool(s.rows.get(name)) for name in state.instruments) >= 2
                   for s in state.standards):
            return Note("run.all_held_out")
    if "targets" in needs and not any(d.targets is not None and d.targets.known for d in state.datasets):
        return Note("run.no_values", title=info.title)
    if "groups" in needs and any(d.groups is None for d in state.datasets):
        return Note("run.no_groups", title=info.title)
    return ""


@dataclass(frozen=True, eq=False)
class Prepared:
    """The data of a session as they go into a fit: preprocessed, excluded rows gone, checked.

    Parameters
    ----------
    datasets : tuple of SpectralDataset
    kept_rows : tuple of int arrays
        Rows of the session's data sets that these are.
    preprocessing : FittedPreprocessing
    notes : tuple of str
        What the steps said about the spectra.
    targets : list of (n_k, q) arrays or None
    groups : list of (n_k,) arrays or None
    """

    datasets: tuple[SpectralDataset, ...]
    kept_rows: tuple[np.ndarray, ...]
    preprocessing: FittedPreprocessing
    notes: tuple[str, ...] = ()

    @property
    def targets(self) -> list[np.ndarray] | None:
        """Reference values per instrument, one column per property of any instrument."""
        return target_tables(self.datasets)

    @property
    def groups(self) -> list[np.ndarray] | None:
        """Groups per instrument, if all have them."""
        groups = [np.array(d.groups) for d in self.datasets if d.groups is not None]
        return groups if len(groups) == len(self.datasets) else None

    def repeats(self, pairs: np.ndarray) -> list[np.ndarray] | None:
        """Rows of two instruments that are repeats of one sample by their names and values; None where nothing tells.

        Parameters
        ----------
        pairs : (m, 2) or (m, 4) int array
            Of these data sets.
        """
        targets = self.targets
        if len(self.datasets) != 2 or targets is None or not any(np.isfinite(t).any() for t in targets):
            return None
        return repeats_by_name([[match_key(n) for n in d.sample_names] for d in self.datasets],
                               pairs[:, [1, 3]] if pairs.shape[1] == 4 else pairs, targets)

    def kept_pairs(self, pairs: np.ndarray) -> np.ndarray:
        """Pairs of rows of the session as pairs of rows of these data sets; those of absent rows are gone."""
        return _kept_pairs(pairs, self.kept_rows)


def prepare(state: SessionState, monitor: Monitor | None = None) -> Prepared:
    """Leave out what is excluded and preprocess.

    Raises
    ------
    SpectrAlignError
        A step cannot be applied, or a missing value is left; names the instrument and sample.
    """
    kept = tuple(np.setdiff1d(np.arange(len(d)), np.asarray(state.excluded.get(d.name, ()), dtype=np.intp))
                 for d in state.datasets)
    raw = [d.take(rows) if len(rows) < len(d) else d for d, rows in zip(state.datasets, kept, strict=True)]
    fitted, processed, left = fit_and_apply(state.preprocessing, raw, monitor or SilentMonitor())
    kept = tuple(rows[stay] for rows, stay in zip(kept, left, strict=True))
    notes = tuple(w for d, r in zip(processed, raw, strict=True) for w in d.warnings[len(r.warnings):])
    for d in processed:
        check_finite(d)
    processed, lost = fitting_targets(state.method_parameters(), processed)
    notes = (*notes, lost) if lost else notes
    return Prepared(tuple(processed), kept, fitted, notes)


@can_be_left
def execute(state: SessionState, monitor: Monitor | None = None, notes: Sequence[str] = ()) -> RunResult:
    """Run the chosen method on the session; `notes` are kept with the result.

    Raises
    ------
    SpectrAlignError
        One sentence that names the instrument, sample or parameter at fault.
    Cancelled
    """
    monitor = monitor or SilentMonitor()
    reason = why_not(state)
    if reason:
        raise DataError(reason)
    info = method(state.method)
    started, seconds = datetime.now().astimezone().isoformat(timespec="seconds"), {}
    clock = time.perf_counter()

    monitor.report("Preprocessing", 0.0)
    prepared = prepare(state, SubMonitor(monitor, 0.0, 0.05))
    monitor.raise_if_cancelled()
    seconds["preprocessing"] = time.perf_counter() - clock

    pairs = prepared.kept_pairs(expand_pairs(state.standards, state.instruments))
    held_out = prepared.kept_pairs(expand_pairs(state.standards, state.instruments, held_out=True))
    estimator = info.create(**state.method_parameters())
    if "random_state" in estimator.get_params():
        estimator.set_params(random_state=state.seed)
    check_channels(estimator, prepared.datasets)
    clock = time.perf_counter()
    with limited_threads([d.spectra.shape for d in prepared.datasets]) as threads, datasets_called(prepared.datasets):
        # what is held out is in no fit: neither its pairing nor its values
        estimator.fit([d.spectra for d in prepared.datasets], pairs=pairs,
                      targets=without_held_out(prepared.targets, held_out), groups=prepared.groups,
                      monitor=SubMonitor(monitor, 0.05, 0.95), samples=prepared.repeats(pairs))
    seconds["fit"] = time.perf_counter() - clock

    clock = time.perf_counter()
    monitor.report("Measuring quality", 0.95)
    quality = measure(estimator, held_out)
    quality = quality.with_(held_out=held_out_residuals(estimator, prepared.datasets, held_out))
    everything = prepared.kept_pairs(expand_pairs(state.standards, state.instruments, held_out=None))
    doubts, in_doubt = look_at_pairs(prepared.datasets, everything, estimator.warnings_, monitor)
    quality = quality.with_(in_doubt=in_doubt)
    names = property_names(prepared.datasets)
    warnings = (*notes, *prepared.notes, *_named(estimator, names), *at_the_limit(estimator, names), *doubts)
    result = RunResult(state, info, estimator, prepared.datasets, prepared.kept_rows, prepared.preprocessing, pairs,
                       held_out, quality, seconds, warnings, started, threads=threads)
    seconds["measures"] = time.perf_counter() - clock
    monitor.report("Done", 1.0)
    return result


def _named(estimator: Alignment, properties: Sequence[str]) -> list[str]:
    """What a fit warns of; properties known on held-out standards only by their names."""
    lost = estimator.unknown_properties_
    if not lost:
        return estimator.warnings_
    rest = [w for w in estimator.warnings_ if code_of(w) != "method.no_value_known"]
    return [*rest, Note("run.values_held_out", names=[properties[j] for j in lost])]


def check_channels(estimator: Alignment, datasets: Sequence[SpectralDataset]) -> None:
    """Refuse a method that compares channel by channel where the axes differ, even if they are equally long.

    Raises
    ------
    DataError
        Tells how the axes differ and what to do.
    """
    if "same channels" in estimator.needs and (reason := why_not_same_channels(datasets)):
        raise DataError("method.by_channel", title=estimator.title, reason=reason)


def measure(estimator: Alignment, held_out: np.ndarray) -> RunQuality:
    """Quality on pairs that were withheld from the fit; empty where there is no embedding or no such pair."""
    embedding = Fitted.of(estimator).embedding
    if embedding is None or len(embedding.coordinates) < 2 or not len(held_out):
        return RunQuality()
    embeddings = embedding.coordinates
    a, b = int(held_out[0, 0]), int(held_out[0, 2])
    return RunQuality(hit_rates(embeddings, held_out, a=a, b=b), foscttm(embeddings, held_out, a, b),
                      matched_distance(embeddings, held_out), len(held_out))


def check_finite(dataset: SpectralDataset) -> None:
    """Refuse missing values, naming instrument, sample and channel.

    Raises
    ------
    DataError
    """
    bad = ~np.isfinite(dataset.spectra)
    if bad.any():
        row, channel = (int(v) for v in np.argwhere(bad)[0])
        raise DataError(
            "run.missing_value", name=dataset.name, sample_names=repr(dataset.sample_names[row]),
            values=dataset.axis.values[channel], unit=dataset.axis.unit, sum=int(bad.sum()),
            sum2=int(bad.any(axis=1).sum()))


def _kept_pairs(pairs: np.ndarray, kept: tuple[np.ndarray, ...]) -> np.ndarray:
    rows = []
    lookup = [{int(r): i for i, r in enumerate(k)} for k in kept]
    for a, i, b, j in pairs:
        if int(i) in lookup[a] and int(j) in lookup[b]:
            rows.append((a, lookup[a][int(i)], b, lookup[b][int(j)]))
    return np.array(rows, dtype=np.int64).reshape(-1, 4)
