"""MATLAB files that this program wrote (`io/writers/matlab.py` has the layout): read back exactly, without guessing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.data import PREPROCESSED, QUANTITIES, UNITS, Targets
from .contract import Block

_MARKS = {"spectra", "axis", "axis_unit", "quantity", "sample_names"}


def own_blocks(content: Mapping[str, Any]) -> tuple[Block, ...] | None:
    """Blocks of a file as `scipy.io.loadmat` gives it; None if this program did not write it.

    Parameters
    ----------
    content : mapping
        Variables by name, structures as record arrays (``struct_as_record=True``).
    """
    content = {k: v for k, v in content.items() if not k.startswith("__")}
    if set(content) >= _MARKS:
        return (_block(content),)
    blocks = []
    for value in content.values():
        names = getattr(getattr(value, "dtype", None), "names", None) or ()
        if not set(names) >= _MARKS or value.size != 1:
            return None
        entry = value.ravel()[0]
        blocks.append(_block({name: entry[name] for name in names}))
    return tuple(blocks) or None


def _block(fields: Mapping[str, Any]) -> Block:
    unit, quantity = _text(fields["axis_unit"]), _text(fields["quantity"])
    targets = None
    if "targets" in fields and "target_names" in fields:
        units = _texts(fields["target_units"]) if "target_units" in fields else ()
        targets = Targets(_texts(fields["target_names"]), np.atleast_2d(fields["targets"]), units)
    return Block(
        np.atleast_2d(fields["spectra"]), np.ravel(fields["axis"]), _texts(fields["sample_names"]),
        unit if unit in UNITS else "unknown", quantity if quantity in QUANTITIES else "unknown",
        _text(fields["instrument"]) if "instrument" in fields else "", targets,
        _texts(fields["groups"]) if "groups" in fields else None,
        {PREPROCESSED: _text(fields[PREPROCESSED])} if PREPROCESSED in fields else {},
        laser_nm=float(np.ravel(fields["laser_nm"])[0]) if "laser_nm" in fields else None,
        guessed=tuple(g for g in _text(fields["guessed"]).split(",") if g) if "guessed" in fields else ())


def _text(value: Any) -> str:
    return "".join(str(t) for t in np.ravel(value))


def _texts(cell: Any) -> tuple[str, ...]:
    return tuple(_text(entry) for entry in np.ravel(cell))
