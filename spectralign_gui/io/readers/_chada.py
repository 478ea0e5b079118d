"""CHADA (.cha), the files of ramanchada2: HDF5 with data sets of two rows, x and y, and the settings as attributes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.errors import FileError
from ...core.notes import Note
from ..tree import read_array
from ._arrays import is_axis
from ._units import laser_of, unit_from_numbers
from .contract import Block, Choice, ReadResult

if TYPE_CHECKING:
    import h5py

LEAST, MOST = 10, 2000


def chada(file: h5py.File, chosen: Any) -> ReadResult | None:
    """What a file holds whose data sets are all pairs of x and y; None for any other file."""
    import h5py

    found: dict[str, np.ndarray] = {}
    if len(file) > MOST:
        return None
    for name in file:
        item = file.get(name, getlink=True)
        if not isinstance(item, h5py.HardLink) or not isinstance(file[name], h5py.Dataset):
            return None
        if file[name].ndim != 2 or file[name].shape[0] != 2 or file[name].shape[1] < LEAST or (
                file[name].dtype.kind not in "fiu"):
            return None
        pair = np.asarray(read_array(file[name]), dtype=np.float64)
        if not is_axis(pair[0]) or is_axis(pair[1]):
            return None
        found[name] = pair
    if not found:
        return None
    name = str(chosen) if chosen is not None else "raw" if "raw" in found else next(iter(found))
    if name not in found:
        raise FileError("hdf5_general.no_such_signal", label=repr(name), found=tuple(found))
    settings = {str(k): str(v)[:200] for k, v in list(file[name].attrs.items())[:200]}
    said = " ".join(f"{k} {v}" for k, v in settings.items())
    guess = unit_from_numbers(found[name][0], raman=bool(re.search(r"raman|laser|excitation", said, re.I)))
    block = Block(found[name][1], found[name][0], (), guess.value, metadata=settings,
                  laser_nm=laser_of(said) if guess.value == "raman-shift" else None,
                  guessed=("unit",) if guess.value not in ("unknown", "channel") else ())
    choices = tuple(Choice("signal", k, k, k == name) for k in found) if len(found) > 1 else ()
    others = [k for k in found if k != name]
    notes = (Note("chada.other_signals", others=others[:12]),) if others and chosen is None else ()
    return ReadResult((block,), (), {"unit": guess}, notes, choices)
