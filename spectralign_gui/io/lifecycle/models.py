"""The model files of a record's versions: where they are, whether they are those that were entered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ...core.data import match_key
from ...core.errors import FileError
from ...session.lifecycle import Version
from ...session.predict.model import Model
from ..apart import apart
from ..atomic import is_file
from ..hdf5 import INSTRUMENTS, allowance, open_own, read_dataset_group
from ..model_file import load_model, load_with_provenance
from ..read import sha256_of
from ..tree import Budget, hard_group
from .record import Record, read_record


def told_of(path: Path) -> dict[str, Any]:
    """What a model file says of its origin."""
    return load_with_provenance(path)[1]


def limits_of(model: Model, instrument: str, path: Path) -> np.ndarray:
    """The errors that limits are made from; refuses a model without."""
    model.index(instrument)
    residuals = model.residuals.get(instrument)
    if not model.properties:
        raise FileError("life.predicts_nothing", name=path.name)
    if residuals is None or not (np.isfinite(residuals).sum(axis=0) >= 3).all() or not (
            np.nanstd(residuals, axis=0) > 0).all():
        raise FileError("check_samples.too_few_held_out", instrument=instrument)
    return np.asarray(residuals, dtype=np.float64)


def units_of(model: Model) -> tuple[str, ...]:
    """One unit per property."""
    return model.units if len(model.units) == len(model.properties) else ("",) * len(model.properties)


def written(record: Path, file: Path) -> str:
    """A file as the record names it: relative where it lies beside the record, so that the folder can be moved."""
    folder, file = record.resolve().parent, file.resolve()
    return file.relative_to(folder).as_posix() if file.is_relative_to(folder) else str(file)


def model_of(record: Record, number: int) -> Model:
    """The model of a version.

    Raises
    ------
    FileError
        Its file is gone, or is not the one that was entered.
    """
    return load_model(_looked_at(record, record.life.version(number)))


def verify_files(record: Record) -> None:
    """Whether the model file of every version is there and as it was entered.

    Raises
    ------
    FileError
        See `model_of`.
    """
    for version in record.life.versions:
        _looked_at(record, version)


def _looked_at(record: Record, version: Version) -> Path:
    path = model_path(record, version)
    if not is_file(path):
        raise FileError("life.model_gone", file=str(path), number=version.number)
    if sha256_of(path) != version.sha256:
        raise FileError("life.model_changed", file=path.name, number=version.number)
    return path


def model_path(record: Record, version: Version) -> Path:
    """Where the file of a version is."""
    return record.path.resolve().parent / version.file


def current_model(path: str | Path) -> Path:
    """The model file of the version in force, after a look whether it is the one that was approved.

    Raises
    ------
    FileError
        The record is not sound, or the file is gone or another one.
    """
    record = read_record(path)
    model_of(record, record.life.current)
    return model_path(record, record.life.in_force)


def free_name(record: Path, number: int) -> Path:
    """A name for the model of a version that nothing has yet."""
    for more in ("", *(f"-{k}" for k in range(2, 1000))):
        file = record.with_name(f"{record.stem}_v{number}{more}.h5")
        if not file.exists():
            return file
    raise FileError("life.no_free_name", name=record.name)


def corrected(model: Model, instrument: str, slope: np.ndarray, offset: np.ndarray, residuals: np.ndarray) -> Model:
    """The model with a correction on top of the one that it may have already."""
    before = model.corrections.get(instrument, np.stack([np.ones_like(slope), np.zeros_like(offset)]))
    made = np.stack([before[0] * slope, before[1] * slope + offset])
    return replace(model, corrections={**model.corrections, instrument: made},
                   residuals={**model.residuals, instrument: residuals})


def fitted_names(path: Path) -> frozenset[str]:
    """Samples whose values a saved model was fitted to, as they are matched; none of a model without spectra."""
    return frozenset(match_key(n) for n in apart(read_fitted_names, path, allowance=allowance(path)) if n.strip())


def read_fitted_names(path: str) -> list[str]:
    """The same in this process: to be called apart only."""
    found: list[str] = []
    with open_own(path) as file:
        budget, parent = Budget.of(path), hard_group(file, INSTRUMENTS)
        sets = sorted((parent[k] for k in parent), key=lambda g: int(g.attrs["position"]))
        held = np.asarray(file["held_out_pairs"], dtype=int).reshape(-1, 4) if "held_out_pairs" in file else np.zeros(
            (0, 4), int)
        for k, group in enumerate(sets):
            out = {int(r) for c in (0, 2) for r in held[held[:, c] == k, c + 1]}
            names = read_dataset_group(group, budget).sample_names
            found += [n for row, n in enumerate(names) if row not in out]
    return found
