"""What two to four runs have in common and where they differ: parameters, data, quality."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.errors import SpectrAlignError
from ...core.figures import percent
from ...core.leaving import can_be_left
from ...core.measures.regression import figures_per_property
from ...core.monitor import CancelOnly, Monitor, SilentMonitor
from ...core.notes import Note
from ...core.registry import method
from ...preprocessing.step import steps
from .execution import check_channels
from .held_out import held_out_residuals, held_out_values, target_tables, without_held_out
from .result import RunResult

NOTHING = "–"


@dataclass(frozen=True)
class Row:
    """A line of a comparison: what, and its text for every run."""

    title: str
    texts: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether not all runs say the same."""
        return len(set(self.texts)) > 1


def run_title(run: RunResult, number: int) -> str:
    """Name of a run for headings; `number` is its place in the history, from 1."""
    return f"{number} · {run.label or run.method.title}"


def setting_rows(runs: Sequence[RunResult]) -> list[Row]:
    """Method, parameters as used, data, standards and preprocessing of every run."""
    rows = [Row("Method", tuple(r.method.title for r in runs))]
    titles: dict[str, str] = {}
    for run in runs:
        for p in run.method.parameters:
            titles.setdefault(p.name, p.title)
    for name, title in titles.items():
        rows.append(Row(title, tuple(_parameter(r, name) for r in runs)))
    for name in dict.fromkeys(d.name for r in runs for d in r.state.datasets):
        rows.append(Row(f"Spectra of {name}", tuple(_spectra(r, name) for r in runs)))
        rows.append(Row(f"Preprocessing of {name}", tuple(_steps(r, name) for r in runs)))
    rows.append(Row("Standards", tuple(str(len(r.state.standards)) for r in runs)))
    rows.append(Row("of them held out", tuple(str(sum(s.held_out for s in r.state.standards)) for r in runs)))
    rows.append(Row("Seed", tuple(str(r.state.seed) for r in runs)))
    return rows


def _parameter(run: RunResult, name: str) -> str:
    known = {p.name: p for p in run.method.parameters}
    if name not in known:
        return NOTHING
    given = run.state.method_parameters(run.method.name).get(name, known[name].default)
    used = run.estimator.chosen_.get(name, given)
    if known[name].is_automatic(given):
        plain = isinstance(used, (int, float, str, np.generic)) and not known[name].is_automatic(used)
        return f"{_short(used)} (automatic)" if plain else "automatic"
    return _short(given)


def _short(value: Any) -> str:
    if isinstance(value, (float, np.floating)):
        return f"{value:.4g}"
    if isinstance(value, (tuple, list)) and len(value) > 6:
        return f"{len(value)} numbers"
    if isinstance(value, (tuple, list)):
        return ", ".join(_short(v) for v in value) or "none"
    return str(value)


def _spectra(run: RunResult, name: str) -> str:
    for d, kept in zip(run.state.datasets, run.kept_rows, strict=True):
        if d.name == name:
            return f"{len(kept)} of {len(d)}, {len(d.axis)} channels"
    return NOTHING


def _title(step: str, name: str) -> str:
    """What the form calls a parameter of a step."""
    return next((p.title.lower() for p in steps()[step].parameters if p.name == name), name)


def _steps(run: RunResult, name: str) -> str:
    if name not in run.state.instruments:
        return NOTHING
    return " → ".join(steps()[s.step].title + (
        f" ({', '.join(f'{_title(s.step, k)} {_short(v)}' for k, v in s.parameters.items())})" if s.parameters else "")
        for s in run.state.preprocessing.steps_for(name)) or "none"


def data_words(runs: Sequence[RunResult]) -> str:
    """Sentence on whether the runs used the same samples and values; "" if all is the same."""
    first, words = runs[0], []
    for run in runs[1:]:
        if run.state.instruments != first.state.instruments:
            words.append(Note("side_by_side.instruments"))
        elif any(a is not b and not (a.sample_names == b.sample_names and np.array_equal(a.spectra, b.spectra))
                 for a, b in zip(first.state.datasets, run.state.datasets, strict=True)):
            words.append(Note("side_by_side.spectra"))
        elif any(not np.array_equal(a, b) for a, b in zip(first.kept_rows, run.kept_rows, strict=True)):
            words.append(Note("side_by_side.left_out"))
        if _held_out(first) != _held_out(run):
            words.append(Note("side_by_side.held_out"))
    if not words:
        return ""
    return Note("side_by_side.other_data", words=list(dict.fromkeys(words)))


def _held_out(run: RunResult) -> set[Any]:
    return {tuple(sorted((k, tuple(v)) for k, v in s.rows.items())) for s in run.state.standards if s.held_out}


def quality_rows(runs: Sequence[RunResult], beside: Sequence[Mapping[str, Any]] = ()) -> list[Row]:
    """Quality of every run on what was held out from it.

    Parameters
    ----------
    runs : sequence of RunResult
    beside : sequence of mapping, optional
        `yardsticks` of every run: RMSEP of no transfer and of the native model on the same held-out samples.
    """
    rows = [Row("Held-out pairs", tuple(str(len(r.held_out_pairs)) for r in runs))]
    for k in dict.fromkeys(k for r in runs for k in r.quality.hit):
        for direction, words in (("a_to_b", "A → B"), ("b_to_a", "B → A")):
            rows.append(Row(f"Partner among the {k} nearest, {words}",
                            tuple(_share(r.quality.hit.get(k, {}).get(direction)) for r in runs)))
    unseen = [r.quality.unseen for r in runs]
    for nearest in sorted({n for u in unseen if u is not None for n in u.counts}):
        for way, words in ((0, "A → B"), (1, "B → A")):
            rows.append(Row(f"Unseen samples, partner among the {nearest} nearest, {words}", tuple(
                NOTHING if u is None or not u.sizes[way] else _share(u.counts[nearest][way] / u.sizes[way])
                for u in unseen)))
    for key, title in (("matched_distance", "Matched distance"), ("foscttm", "Closer than the match")):
        texts = tuple(_number(getattr(r.quality, key)) for r in runs)
        if set(texts) != {NOTHING}:
            rows.append(Row(title, texts))
    figures = [held_out_rmsep(r) for r in runs]
    for instrument, name in dict.fromkeys((i, p) for f in figures for i, found in f.items() for p in found):
        rows.append(Row(f"RMSEP of {name} on {instrument}",
                        tuple(_number(f.get(instrument, {}).get(name)) for f in figures)))
        for key, title in (("none", "no transfer"), ("native", "its own model")):
            texts = tuple(_number(b.get(key, {}).get(instrument, {}).get(name)) for b in beside)
            if texts and set(texts) != {NOTHING}:
                rows.append(Row(f"    {title}", texts))
    rows.append(Row("Joint dimensions", tuple(_dimensions(r) for r in runs)))
    rows.append(Row("Converged", tuple("yes" if r.fitted.convergence.converged else "no" for r in runs)))
    rows.append(Row("Warnings", tuple(str(len(r.warnings)) for r in runs)))
    rows.append(Row("Time (s)", tuple(f"{sum(r.seconds.values()):.3g}" for r in runs)))
    return rows


def _dimensions(run: RunResult) -> str:
    embedding = run.fitted.embedding
    return NOTHING if embedding is None or embedding.n_components is None else str(embedding.n_components)


def _share(value: float | None) -> str:
    return NOTHING if value is None else percent(value, NOTHING)


def _number(value: float | None) -> str:
    return NOTHING if value is None or not np.isfinite(value) else f"{value:.4g}"


def measured_and_predicted(run: RunResult) -> dict[str, tuple[list[str], list[int], np.ndarray, np.ndarray]]:
    """Held-out samples per instrument: properties, rows, measured (m, q), predicted (m, q)."""
    tables = target_tables(run.datasets)
    found = {}
    for k, d in enumerate(run.datasets):
        entry = run.quality.held_out.get(d.name)
        if entry is None or tables is None:
            continue
        rows = list(entry.rows)
        measured = held_out_values(tables, run.held_out_pairs, k, rows)
        found[d.name] = list(entry.properties), rows, measured, measured + entry.residuals
    return found


def held_out_rmsep(run: RunResult) -> dict[str, dict[str, float]]:
    """RMSEP of held-out samples: instrument → property."""
    return {name: {p: float(f["rmsep"]) for p, f in zip(
        properties, figures_per_property(measured, predicted), strict=True)}
        for name, (properties, _, measured, predicted) in measured_and_predicted(run).items()}


@can_be_left
def yardsticks(run: RunResult, monitor: Monitor | None = None) -> dict[str, dict[str, dict[str, float]]]:
    """RMSEP of "none" and "native" on the same held-out samples: name → instrument → property.

    Both are fitted on the run's preprocessed spectra without what is held out; one that is not possible (other
    channels, no values on B) is missing.
    """
    found: dict[str, dict[str, dict[str, float]]] = {}
    targets = without_held_out(target_tables(run.datasets), run.held_out_pairs)
    if targets is None or not len(run.held_out_pairs) or len(run.datasets) != 2:
        return found
    quiet = CancelOnly(monitor or SilentMonitor())
    for name in ("none", "native"):
        estimator = method(name).create()
        try:
            check_channels(estimator, run.datasets)
            estimator.fit([d.spectra for d in run.datasets], pairs=run.pairs, targets=targets, monitor=quiet)
        except SpectrAlignError:  # the yardstick does not exist for these data; its line stays empty
            continue
        residuals = held_out_residuals(estimator, run.datasets, run.held_out_pairs)
        found[name] = {i: {p: float(np.sqrt(np.nanmean(of_p ** 2)))
                           for p, of_p in zip(entry.properties, entry.residuals.T, strict=True)
                           if np.isfinite(of_p).any()}
                       for i, entry in residuals.items()}
    return found
