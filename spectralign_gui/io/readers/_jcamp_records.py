"""What the labelled records of a JCAMP-DX file say of its data: factors, units, quantity, names, values."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import numpy as np

from ...core.data import PREPROCESSED, Targets
from ...core.errors import FileError
from ._units import axis_unit_of, quantity_of
from .contract import Block

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d{1,3})?\Z")


def number_of(records: Mapping[str, str], key: str) -> float | None:
    text = records.get(key, "").split("\n")[0].strip().strip("()")
    text = re.sub(r"\A([+-]?\d+),(\d+)\Z", r"\1.\2", text)
    return float(text.upper().replace("D", "E")) if _NUMBER.match(text) else None


def factor_of(records: Mapping[str, str], key: str) -> float:
    """XFACTOR or YFACTOR, 1 where the file has none.

    Raises
    ------
    FileError
        It is not a number, or 0: every value would be wrong.
    """
    if not records.get(key, "").strip():
        return 1.0
    value = number_of(records, key)
    if not value:
        raise FileError("jcamp.impossible_factor", key=key, value=repr(records[key].strip()[:20]))
    return value


def decimal_comma(records: Mapping[str, str]) -> bool:
    keys = ("FIRSTX", "LASTX", "FIRSTY", "MAXY", "MINY", "DELTAX", "XFACTOR", "YFACTOR", "MAXX", "MINX", "RESOLUTION")
    return any(re.match(r"[+-]?\d+,\d+\s*\Z", records.get(k, "").split("\n")[0].strip()) for k in keys)


def _meaning(records: Mapping[str, str], x_text: str, y_text: str) -> tuple[str, str]:
    kind = records.get("DATATYPE", "").casefold()
    unit = axis_unit_of(x_text) or "unknown"
    if unit == "cm-1" and "raman" in kind:
        unit = "raman-shift"
    quantity = quantity_of(y_text) or ("raman-intensity" if "raman" in kind else "unknown")
    return unit, quantity


def block_of(records: Mapping[str, str], x: np.ndarray, y: np.ndarray, x_text: str, y_text: str,
           suffix: str = "") -> Block:
    unit, quantity = _meaning(records, x_text, y_text)
    title = _exactly(records.get("$NAME", "")) or records.get("TITLE", "").split("\n")[0].strip()
    metadata = {k: v[:500] for k, v in list(records.items())[:200] if v and not k.startswith("$")}
    if records.get("$PREPROCESSED"):
        metadata[PREPROCESSED] = records["$PREPROCESSED"].strip()
    laser = number_of(records, "$EXCITATIONWAVELENGTHNM")
    words = " ".join(records.values())
    if laser is None and unit == "raman-shift" and (found := re.search(r"(\d{3,4}(?:\.\d+)?)\s*nm", words, re.I)):
        laser = float(found[1])
    count = len(np.atleast_2d(y))
    group = records.get("$GROUP", "").strip()
    groups = (_exactly(group) or group,) * count if "$GROUP" in records else None
    return Block(y, x, (f"{title}{suffix}",), unit, quantity, f"{title}{suffix}"[:60], _properties(records, count),
                 groups, metadata, laser, _guessed(records))


def _guessed(records: Mapping[str, str]) -> tuple[str, ...]:
    """What was a guess when our own writer wrote the file."""
    return tuple(g for g in records.get("$GUESSED", "").replace(" ", "").split(",") if g in ("unit", "orientation"))


def _exactly(text: str) -> str:
    """A text as our own writer notes it where a label cannot hold it; "" if it is none."""
    try:
        found = json.loads(text) if text.startswith('"') else ""
    except ValueError:
        return ""
    return found if isinstance(found, str) else ""


def _properties(records: Mapping[str, str], spectra: int) -> Targets | None:
    """Reference values as our own writer notes them: ``##$PROPERTY 1= ["Moisture", 10.2, "%"]``."""
    found = []
    number = 1
    while (text := records.get(f"$PROPERTY{number}")) is not None:
        number += 1
        try:
            name, value, unit = json.loads(text)
            found.append((str(name), float("nan") if value is None else float(value), str(unit)))
        except (ValueError, TypeError):  # another program's label of the same name
            return None
    if not found:
        return None
    return Targets(tuple(f[0] for f in found), np.tile([f[1] for f in found], (spectra, 1)),
                   tuple(f[2] for f in found))
