"""A run as plain tables, for CSV and workbooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.data import Standard
from ..run.result import RunResult
from ..run.used_parameters import used_parameters

Table = tuple[list[str], list[list[Any]]]
"""Header and rows."""


def run_tables(result: RunResult) -> dict[str, Table]:
    """All tables of a run by title: what there is of embedding, aligned spectra, standards, quality, parameters.

    Parameters
    ----------
    result : RunResult
    """
    tables: dict[str, Table] = {}
    if result.embeddings is not None:
        tables["Embedding"] = embedding_table(result)
    tables["Standards"] = standards_table(result)
    quality = quality_table(result)
    if quality[1]:
        tables["Quality"] = quality
    tables["Eigenvalues"] = spectrum_table(result)
    if not tables["Eigenvalues"][1]:
        del tables["Eigenvalues"]
    tables["Run"] = run_table(result)
    return tables


def transferred_table(result: RunResult, instrument: int, to: int = 0) -> Table:
    """Spectra of one instrument as another would have measured them: one row per sample, one column per channel.

    Raises
    ------
    NotImplementedError
        With the reason, if the method gives no spectra.
    """
    dataset, target = result.datasets[instrument], result.datasets[to]
    spectra = result.estimator.to_spectra(dataset.spectra, instrument, to)
    header = ["sample", *(f"{v:.10g}" for v in target.axis.values)]
    return header, [[name, *map(float, row)] for name, row in zip(dataset.sample_names, spectra, strict=True)]


def _standard_numbers(result: RunResult, name: str) -> dict[int, tuple[int, Standard]]:
    numbers: dict[int, tuple[int, Standard]] = {}
    for number, standard in enumerate(result.state.standards, start=1):
        for row in standard.rows.get(name, ()):
            numbers.setdefault(int(row), (number, standard))
    return numbers


def embedding_table(result: RunResult) -> Table:
    """One row per spectrum: instrument, sample, row (counted from 1), standard, group, joint coordinates."""
    embeddings = result.embeddings or []
    d = embeddings[0].shape[1] if embeddings else 0
    header = ["instrument", "sample", "row", "standard", "held out", "group", *(f"axis {j + 1}" for j in range(d))]
    rows: list[list[Any]] = []
    for dataset, kept, embedding in zip(result.datasets, result.kept_rows, embeddings, strict=True):
        numbers = _standard_numbers(result, dataset.name)
        for k, coordinates in enumerate(embedding):
            number, standard = numbers.get(int(kept[k]), (None, None))
            rows.append([dataset.name, dataset.sample_names[k], int(kept[k]) + 1, number,
                         None if standard is None else "yes" if standard.held_out else "no",
                         dataset.groups[k] if dataset.groups is not None else None, *map(float, coordinates)])
    return header, rows


def standards_table(result: RunResult) -> Table:
    """One row per standard: its samples on every instrument; several rows are joined by `` | ``."""
    state = result.state
    names = list(state.instruments)
    datasets = {d.name: d for d in state.datasets}
    rows: list[list[Any]] = []
    for standard in state.standards:
        cells: list[Any] = []
        for name in names:
            members = standard.rows.get(name, ())
            cells.append(" | ".join(datasets[name].sample_names[r].strip() or f"#{r + 1}" for r in members) or None)
        rows.append([*cells, "yes" if standard.held_out else "no"])
    return [*names, "held out"], rows


def quality_table(result: RunResult) -> Table:
    """Hit rates and distances on held-out standards."""
    rows: list[list[Any]] = []
    for k, hit in result.quality.hit.items():
        for direction, share in hit.items():
            rows.append([f"hit@{k}", direction.replace("_to_", " to ").upper().replace(" TO ", " to "), float(share)])
    unseen = result.quality.unseen
    if unseen is not None:
        rows += [[f"hit@{k} of unseen samples", direction, count / n if n else None]
                 for k, both in sorted(unseen.counts.items())
                 for direction, count, n in zip(("A to B", "B to A"), both, unseen.sizes, strict=True)]
    q = result.quality
    rows += [[title, None, value] for title, value in (
        ("FOSCTTM", q.foscttm), ("matched distance", q.matched_distance), ("held-out pairs", q.held_out_pairs or None))
        if value is not None]
    return ["measure", "direction", "value"], rows


def spectrum_table(result: RunResult) -> Table:
    """Eigenvalues, and the singular values of every instrument where there is a reconstruction."""
    columns: list[tuple[str, Sequence[float]]] = []
    fitted = result.fitted
    eigenvalues = None if fitted.embedding is None else fitted.embedding.eigenvalues
    if eigenvalues is not None:
        columns.append(("eigenvalue", list(map(float, np.ravel(eigenvalues)))))
    for dataset, r in zip(result.datasets, fitted.reconstructions, strict=False):
        values = getattr(r, "singular_values", None)
        if values is not None:
            columns.append((f"singular value {dataset.name}", list(map(float, np.ravel(values)))))
    length = max((len(c) for _, c in columns), default=0)
    rows = [[k + 1, *(c[k] if k < len(c) else None for _, c in columns)] for k in range(length)]
    return ["number", *(title for title, _ in columns)], rows


def run_table(result: RunResult) -> Table:
    """Method, parameters as really used, times, warnings."""
    rows: list[list[Any]] = [["method", result.method.title], ["started", result.started],
                             ["SpectrAlign version", result.version]]
    for name, value in used_parameters(result).items():
        rows.append([name, value if isinstance(value, int | float) and not isinstance(value, bool) else str(value)])
    rows += [[f"seconds: {stage}", float(s)] for stage, s in result.seconds.items()]
    rows += [["threads of the fit", result.threads]] if result.threads else []
    for d in result.state.datasets:
        rows += [[f"file of {d.name}", d.source.path], [f"SHA-256 of {d.name}", d.source.sha256]]
    rows += [["warning", w] for w in result.warnings]
    return ["what", "value"], rows
