"""Check samples of a day: read, matched with their reference values, predicted."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np

from ...core.data import match_key
from ...core.errors import DataError, FileError, ParameterError
from ...core.validation.updates import Judged
from ...session.lifecycle import Check, Life
from ...session.lifecycle.proposing import judged_on, stacked
from ...session.predict.model import Model
from ..atomic import is_file
from ..check_values import check_values
from ..read import read_dataset, sha256_of
from .record import Record


def check_day(life: Life, day: str) -> str:
    """The day of a check (ISO), not before the last one and not to come."""
    try:
        when = date.fromisoformat(day) if day else date.today()
    except ValueError as error:
        raise ParameterError("life.no_day", day=day) from error
    if when > date.today() + timedelta(days=1):
        raise ParameterError("life.day_to_come", day=when.isoformat())
    if life.checks and when.isoformat() < life.checks[-1].day:
        raise ParameterError("life.day_before", day=when.isoformat(), last=life.checks[-1].day)
    return when.isoformat()


def measured(record: Record, model: Model, spectra: str | Path, values: str | Path, day: str) -> Check:
    """Spectra of check samples with their reference values, predicted by a model."""
    life = record.life
    known = check_values(values, life.properties, life.units)
    dataset = read_dataset(spectra)
    found = model.predict(dataset, life.instrument).values
    rows = [k for k, n in enumerate(dataset.sample_names) if match_key(n) in known and np.isfinite(found[k]).any()]
    if not rows:
        raise DataError("life.none_with_values", name=Path(spectra).name, table=Path(values).name)
    names = tuple(dataset.sample_names[k].strip() for k in rows)
    reference = np.array([known[match_key(n)] for n in names])
    if not np.isfinite(found[rows] - reference).any(axis=0).all():
        raise DataError("life.property_unknown", table=Path(values).name)
    return Check(day, life.current, names, np.zeros(len(names), bool), reference, found[rows],
                 str(Path(spectra).resolve()), sha256_of(Path(spectra)))


def judged_anew(record: Record, model: Model, seen: frozenset[str], since: str) -> tuple[Judged, ...]:
    """Another model against the one in force, on held-back samples that it has not `seen`."""
    life = record.life
    rows = stacked(life, life.current, since)
    new, at = np.full(rows.predicted.shape, np.nan), 0
    for one in life.checks_of(life.current, since):
        source = Path(one.source)
        if not is_file(source) or sha256_of(source) != one.sha256:
            raise FileError("life.spectra_gone", file=str(source), day=one.day)
        dataset = read_dataset(source)
        values = model.predict(dataset, life.instrument).values
        waiting: dict[str, list[int]] = {}
        for row, name in enumerate(dataset.sample_names):
            waiting.setdefault(match_key(name), []).append(row)
        for k, key in enumerate(one.keys):
            new[at + k] = values[waiting[key].pop(0)]
        at += len(one.samples)
    fresh = rows.held_back & ~np.isin(rows.samples, list(seen))
    rows = replace(rows, held_back=fresh)
    return judged_on(life, rows, new[fresh])
