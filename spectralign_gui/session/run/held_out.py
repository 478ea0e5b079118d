"""What held-out standards say about predictions: their values take part in no fit, their residuals give intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...core.base import Alignment
from ...core.data import SpectralDataset, Targets, every_property
from ...core.monitor import Monitor
from ...core.notes import Note
from .run_quality import Residuals

if TYPE_CHECKING:
    from .result import RunResult


def property_names(datasets: Sequence[SpectralDataset]) -> list[str]:
    """Properties of all instruments under one name each, in the order of first appearance."""
    return list(every_property(named_alike(datasets)))


def named_alike(datasets: Sequence[SpectralDataset]) -> list[SpectralDataset]:
    """The data sets with one name per property: "Moisture" of a later one is "Moisture (%)" of an earlier."""
    found: list[SpectralDataset] = []
    for d in datasets:
        t = d.targets
        names = list(t.names) if t is not None else []
        for j, (name, unit) in enumerate(zip(t.names, t.units, strict=True) if t is not None else ()):
            for earlier in (e.targets for e in found if e.targets is not None):
                at = earlier.column(name, unit)
                if at is not None and earlier.names[at] not in names:
                    names[j] = earlier.names[at]
                    break
        if t is not None and tuple(names) != t.names:
            d = d.with_(targets=Targets(tuple(names), t.values, t.units, t.censored, t.lab_errors))
        found.append(d)
    return found


def property_units(datasets: Sequence[SpectralDataset]) -> tuple[str, ...]:
    """Unit of each of `property_names`, the first that is given; "" where none is."""
    known: dict[str, str] = {}
    for d in named_alike(datasets):
        if d.targets is not None:
            for name, unit in zip(d.targets.names, d.targets.units, strict=True):
                known[name] = known.get(name) or unit
    return tuple(known[n] for n in property_names(datasets))


def without_unknown_properties(datasets: Sequence[SpectralDataset]) -> tuple[list[SpectralDataset], str]:
    """The data sets without properties of which no value is known on any instrument, and a sentence on these or ""."""
    datasets = named_alike(datasets)
    known = {name for d in datasets if d.targets is not None for j, name in enumerate(d.targets.names)
             if np.isfinite(d.targets.values[:, j]).any()}
    lost = [name for name in property_names(datasets) if name not in known]
    if not lost:
        return list(datasets), ""
    kept = []
    for d in datasets:
        if d.targets is not None:
            columns = [j for j, name in enumerate(d.targets.names) if name in known]
            d = d.with_(targets=d.targets.columns(columns) if columns else None)
        kept.append(d)
    return kept, Note("run.property_left_out" if known else "run.every_property_left_out", names=lost, n=len(lost))


def target_tables(datasets: Sequence[SpectralDataset]) -> list[np.ndarray] | None:
    """Reference values per instrument (n_k, q), one column per property of any instrument; None without any."""
    datasets = named_alike(datasets)
    names = property_names(datasets)
    if not names:
        return None
    tables = []
    for d in datasets:
        table = np.full((len(d), len(names)), np.nan)
        if d.targets is not None:
            for j, name in enumerate(d.targets.names):
                table[:, names.index(name)] = d.targets.values[:, j]
        tables.append(table)
    return tables


def without_held_out(targets: Sequence[np.ndarray] | None, held_out: np.ndarray) -> list[np.ndarray] | None:
    """The values without those of held-out samples, on any instrument: no fit may see what it is tested on."""
    if targets is None:
        return None
    masked = [np.array(t) for t in targets]
    for a, i, b, j in held_out:
        masked[a][i] = np.nan
        masked[b][j] = np.nan
    return masked


def held_out_values(tables: Sequence[np.ndarray], held_out: np.ndarray, k: int, rows: Sequence[int]) -> np.ndarray:
    """Reference values (m, q) of held-out rows of instrument `k`: its own first, then those of their partners."""
    values = tables[k][np.asarray(rows, dtype=np.intp)].copy()
    mine = held_out[held_out[:, 2] == k]
    for place, row in enumerate(rows):
        for a, i in mine[mine[:, 3] == row][:, :2]:
            values[place] = np.where(np.isfinite(values[place]), values[place], tables[a][i])
    return values


def held_out_residuals(
    estimator: Alignment, datasets: Sequence[SpectralDataset], held_out: np.ndarray,
) -> dict[str, Residuals]:
    """Predicted − measured of held-out standards per instrument other than the reference.

    Returns
    -------
    dict
        instrument name -> Residuals; empty where the method cannot predict. The values of these samples were withheld
        from the fit.
    """
    names, tables = property_names(datasets), target_tables(datasets)
    found: dict[str, Residuals] = {}
    if tables is None or not len(held_out):
        return found
    for k, d in enumerate(datasets[1:], start=1):
        mine = held_out[held_out[:, 2] == k]
        if not len(mine):
            continue
        rows = np.unique(mine[:, 3])
        measured = held_out_values(tables, held_out, k, [int(r) for r in rows])
        try:
            predicted = estimator.predict(d.spectra[rows], instrument=k)
        except NotImplementedError:
            return {}
        if predicted.shape == measured.shape and np.isfinite(predicted - measured).any():
            found[d.name] = Residuals(tuple(names), predicted - measured, tuple(int(r) for r in rows))
    return found


def held_out_spectra(
    estimator: Alignment, datasets: Sequence[SpectralDataset], held_out: np.ndarray, monitor: Monitor | None = None,
) -> dict[str, tuple[float, float]]:
    """How far held-out spectra are from the reference instrument's spectra of the same samples.

    Returns
    -------
    dict
        instrument name -> root mean square difference (before, after) `to_spectra`; before is NaN where the channels
        differ. Empty where nothing is held out or the method gives no spectra.
    """
    found: dict[str, tuple[float, float]] = {}
    for k, d in enumerate(datasets[1:], start=1):
        if monitor is not None:
            monitor.raise_if_cancelled()
        mine = held_out[(held_out[:, 0] == 0) & (held_out[:, 2] == k)]
        if not len(mine):
            continue
        wanted, own = datasets[0].spectra[mine[:, 1]], d.spectra[mine[:, 3]]
        try:
            moved = estimator.to_spectra(own, instrument=k, to=0)
        except NotImplementedError:  # only some settings of a method give spectra
            continue
        before = float(np.sqrt(np.mean((own - wanted) ** 2))) if own.shape == wanted.shape else float("nan")
        found[d.name] = before, float(np.sqrt(np.mean((moved - wanted) ** 2)))
    return found


def rebuilt_spectra(result: RunResult) -> dict[str, tuple[float, float]]:
    """`held_out_spectra` of a run; empty if its method gives no spectra or nothing was held out."""
    if "to_spectra" not in result.method.can or not len(result.held_out_pairs):
        return {}
    return held_out_spectra(result.estimator, result.datasets, result.held_out_pairs)
