"""Repeats of a sample: recognised by name, averaged on request with their spread kept."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import DataError
from ..notes import Note
from .dataset import SpectralDataset
from .standards import match_key
from .targets import Targets

_SUFFIX = re.compile(
    r"(?:[\s_\-.#(\[]+(?:rep(?:eat|licate|lica)?|scan|shot|meas(?:urement)?|run|spectrum|spec|r)?[\s_\-.#]*\d{1,4}[)\]]?"
    r"|[\s_\-.]+[a-e])$", re.IGNORECASE)


def stem(name: str) -> str:
    """Name without what counts repeats: ``S12_rep3``, ``S12 (3)``, ``S12-b`` → ``S12``."""
    return _SUFFIX.sub("", name.strip()) or name.strip()


@dataclass(frozen=True)
class Repeats:
    """Repeats that names suggest.

    Parameters
    ----------
    groups : tuple of tuple of int
        Rows of every sample, in order of its first row; single ones included.
    by : {"", "name", "suffix"}
        "": no repeats were recognised.
    sentence : str
        What was recognised; "" if nothing.
    """

    groups: tuple[tuple[int, ...], ...]
    by: str = ""
    sentence: str = ""


def group_rows(keys: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Rows that share a key, in order of their first row. Empty keys stay single."""
    groups: dict[str, list[int]] = {}
    for row, key in enumerate(keys):
        groups.setdefault(key or f"\0{row}", []).append(row)
    return tuple(tuple(rows) for rows in groups.values())


def find_repeats(names: Sequence[str], expected: int = 0) -> Repeats:
    """Recognise repeats: the same name (blanks and case aside), or else names that differ in a counting suffix.

    Suffixes are only believed if they leave at least two samples and most of them have several spectra: ``sample1``,
    ``sample2`` … are no repeats. Where it is known how many spectra a sample has (`expected`), a single sample of so
    many is believed too, if a number is left in its name: ``T7_1``, ``T7_2``, ``T7_3``, but not ``Sample 1`` to 3.
    """
    single = tuple((row,) for row in range(len(names)))
    for by, keys in (("name", [match_key(n) for n in names]), ("suffix", [match_key(stem(n)) for n in names])):
        groups = group_rows(keys)
        several = [g for g in groups if len(g) > 1]
        if not several or (by == "suffix" and (len(groups) < 2 or 2 * len(several) < len(groups)) and not (
                len(groups) == 1 and len(names) == expected and any(c.isdigit() for c in stem(names[0])))):
            continue
        sizes = sorted({len(g) for g in several})
        count = sizes[0] if len(sizes) == 1 else Note("repeats.range", "info", least=sizes[0], most=sizes[-1])
        return Repeats(groups, by, Note("repeats.same_name" if by == "name" else "repeats.same_stem", "info",
                                        n=len(several), all=len(groups), count=count))
    return Repeats(single)


def average_repeats(
    dataset: SpectralDataset, groups: Sequence[Sequence[int]] | None = None, drop_first: int = 0, how: str = "mean",
) -> SpectralDataset:
    """One spectrum per sample.

    Parameters
    ----------
    dataset : SpectralDataset
    groups : sequence of sequences of int, optional
        Rows of every sample; default is what `find_repeats` recognises.
    drop_first : int
        Leave out the first n spectra of every sample (laser shots that clean the surface).
    how : {"mean", "median"}

    Returns
    -------
    SpectralDataset
        With `spread` (standard deviation, n − 1) and `repeats`. Missing values are left out; a channel missing in
        all repeats stays missing.

    Raises
    ------
    DataError
        If a sample has no spectrum left; the sentence names it.
    """
    if how not in ("mean", "median"):
        raise DataError("repeats.how", how=how)
    if groups is None:
        groups = find_repeats(dataset.sample_names).groups
    spectra = np.full((len(groups), len(dataset.axis)), np.nan)
    spread = np.full(spectra.shape, np.nan)
    names, used = [], []
    for k, rows in enumerate(groups):
        kept = list(rows)[drop_first:]
        name = dataset.sample_names[rows[0]] if rows else ""
        if not kept:
            raise DataError("repeats.none_left", name=dataset.name, name2=name, n_rows=len(rows),
                            drop_first=drop_first)
        block = dataset.spectra[kept].astype(np.float64)
        present = (~np.isnan(block)).sum(axis=0)
        some, several = present > 0, present > 1
        spectra[k, some] = (np.nanmean if how == "mean" else np.nanmedian)(block[:, some], axis=0)
        spread[k, several] = np.nanstd(block[:, several], axis=0, ddof=1)
        keys = {match_key(dataset.sample_names[r]) for r in rows}
        names.append(name if len(keys) == 1 else stem(name))
        used.append(len(kept))
    targets, notes = _targets(dataset, groups, names)
    labels = None
    if dataset.groups is not None:
        labels = tuple(dataset.groups[rows[0]] for rows in groups)
        mixed = [n for n, rows in zip(names, groups, strict=True) if len({dataset.groups[r] for r in rows}) > 1]
        if mixed:
            notes.append(Note("repeats.several_groups", mixed=repr(mixed[0])))
    dtype = dataset.spectra.dtype
    return dataset.with_(
        spectra=spectra.astype(dtype), spread=spread.astype(dtype), repeats=tuple(used), sample_names=tuple(names),
        targets=targets, groups=labels, columns=_columns(dataset, groups), warnings=(*dataset.warnings, *notes),
        source=dataclasses.replace(dataset.source, changed=True))


def _columns(dataset: SpectralDataset, groups: Sequence[Sequence[int]]) -> dict[str, tuple[str, ...]]:
    """Cells of the averages: what all repeats say, else each of it once."""
    return {title: tuple("; ".join(dict.fromkeys(cells[r] for r in rows if cells[r])) for rows in groups)
            for title, cells in dataset.columns.items()}


def _targets(
    dataset: SpectralDataset, groups: Sequence[Sequence[int]], names: Sequence[str],
) -> tuple[Targets | None, list[str]]:
    """Reference values per sample: the mean of the known ones; a sentence where they disagree."""
    if dataset.targets is None:
        return None, []
    given = dataset.targets
    values = np.full((len(groups), len(given.names)), np.nan)
    censored = np.zeros(values.shape, bool)
    notes: list[str] = []
    for k, rows in enumerate(groups):
        block = given.values[list(rows)]
        for j in range(values.shape[1]):
            known = block[np.isfinite(block[:, j]), j]
            if len(known):
                values[k, j] = known.mean()
                if np.ptp(known) > 1e-9 * np.abs(known).max() and not notes:
                    notes.append(Note("repeats.different_values", names=repr(names[k]), names2=given.names[j]))
            else:
                censored[k, j] = given.censored[list(rows), j].any()
    return Targets(given.names, values, given.units, censored, given.lab_errors), notes
