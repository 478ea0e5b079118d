"""MATLAB 5 file: plain matrices of one data set, or a structure per data set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import scipy

from ...core.data import PREPROCESSED, SpectralDataset
from ...core.errors import FileError
from ...core.notes import Note, about

MOST_BYTES = 2 ** 31 - 1024
LONGEST_NAME = 31


def save(path: Path, datasets: Sequence[SpectralDataset]) -> None:
    """Write ``spectra`` (samples × channels), ``axis``, ``sample_names`` and what else there is; numbers unchanged.

    Several data sets become a structure each, named after the instrument.

    Raises
    ------
    FileError
        A matrix larger than the 2 GB that the format holds.
    """
    for d in datasets:
        if d.spectra.nbytes > MOST_BYTES:
            raise FileError(about(d.name, Note("matlab.too_large_to_write", "error",
                                               size=d.spectra.nbytes / 1000000000.0)))
    if len(datasets) == 1:
        content = _fields(datasets[0])
    else:
        taken: set[str] = set()
        content = {_variable(d.name, taken): _fields(d) for d in datasets}
    with open(path, "wb") as file:
        scipy.io.savemat(file, content, do_compression=True, oned_as="row", long_field_names=True)


def _fields(d: SpectralDataset) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "spectra": np.asarray(d.spectra), "axis": d.axis.values[None], "axis_unit": d.axis.unit,
        "quantity": d.quantity, "instrument": d.name, "sample_names": _cell(d.sample_names)}
    if d.axis.laser_nm is not None:
        fields["laser_nm"] = float(d.axis.laser_nm)
    if d.guessed:
        fields["guessed"] = ",".join(d.guessed)
    if d.metadata.get(PREPROCESSED):
        fields[PREPROCESSED] = d.metadata[PREPROCESSED]
    if d.groups is not None:
        fields["groups"] = _cell(d.groups)
    if d.targets is not None:
        fields |= {"targets": d.targets.values, "target_names": _cell(d.targets.names),
                   "target_units": _cell(d.targets.units)}
    return fields


def _cell(texts: Sequence[str]) -> np.ndarray:
    """A column cell array of texts."""
    cell = np.empty((len(texts), 1), dtype=object)
    cell[:, 0] = texts
    return cell


def _variable(name: str, taken: set[str]) -> str:
    """A legal variable name that is not taken yet."""
    plain = re.sub(r"\W", "_", name, flags=re.ASCII)
    if not re.match(r"[A-Za-z]", plain):
        plain = f"x{plain}"
    plain = plain[:LONGEST_NAME]
    number, chosen = 1, plain
    while chosen in taken:
        number += 1
        chosen = f"{plain[:LONGEST_NAME - 1 - len(str(number))]}_{number}"
    taken.add(chosen)
    return chosen
