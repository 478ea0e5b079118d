"""The sets of the field page: spectra of the same samples on two instruments, values, and how they are split."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import further_data
import numpy as np
import transfer_data
import verdicts

from spectralign_gui.core.validation.transfer_data import TransferData
from spectralign_gui.core.validation.transfer_splits import TransferSplit

GROUPS = {
    "chose": "sets that chose the weights of the automatic transfer",
    "in view": "sets of the program, simulated, that were in view while its rules were written",
    "once": "sets that chose nothing and were looked at once",
    "own": "sets from the folder",
}
COUNTS = (5, 10, 20, 30)


@dataclass(frozen=True, eq=False)
class FieldSet:
    """One pair of instruments.

    Parameters
    ----------
    name : str
    group : str
        Of `GROUPS`.
    data : TransferData
    split : callable
        Number of a repeat → its split; the same every time.
    counts : tuple of int
        Numbers of standards.
    max_components : int
    axis : (p,) array, optional
        Wavelengths in nm.
    finish : callable, optional
        What was done to the spectra after they were put on this axis.
    """

    name: str
    group: str
    data: TransferData
    split: Callable[[int], TransferSplit]
    counts: tuple[int, ...] = COUNTS
    max_components: int = 15
    axis: np.ndarray | None = None
    finish: Callable[[np.ndarray], np.ndarray] | None = None


def _paired(name: str, group: str, make: Callable[[], transfer_data.Pair], axis: Callable[[], np.ndarray],
            **more: Any) -> FieldSet:
    """A set whose rows are the same samples on both instruments, one row a sample."""
    pair = make()
    case = further_data.rows_of(pair.A, pair.B, pair.Y, pair.properties, lambda r: pair.split(r)[1])
    return FieldSet(name, group, case.data, case.split, COUNTS, pair.max_components, axis(), **more)


def _shipped(name: str, further: str) -> FieldSet:
    """A sample set of the program: fewer than 30 samples are left beside the tested ones."""
    case = further_data.REAL[further]()
    return FieldSet(name, "in view", case.data, case.split, case.counts, case.max_components)


def _corn_axis() -> np.ndarray:
    return 1100.0 + 2.0 * np.arange(700)


def _cane_axis(b: str) -> np.ndarray:
    """The MicroNIR's wavelengths within both ranges, as `transfer_data.sugarcane` takes them."""
    of_a, of_b = (np.array([float(v) for v in (transfer_data.DATA / "sugarcane" / f"{k}.CSV").read_text(
        encoding="latin-1").split("\n", 1)[0].split(";")[1:]]) for k in ("Micronir1700rep1", b))
    return of_a[(of_a >= of_b.min()) & (of_a <= of_b.max())]


def _state_axis() -> np.ndarray:
    """Every fifth channel of 350–2500 nm, as `verdicts.of_folder` takes them."""
    return np.arange(350.0, 2501.0)[::5]


def _makers() -> dict[str, Callable[[], FieldSet]]:
    found: dict[str, Callable[[], FieldSet]] = {}
    for key, make in {**verdicts.REAL, **verdicts.ONCE}.items():
        kind, _, rest = key.partition(" ")
        group = "once" if key in verdicts.ONCE else "chose"
        axis = {"corn": _corn_axis, "cane": partial(_cane_axis, rest)}.get(kind, _state_axis)
        more = {"finish": transfer_data.snv} if kind == "cane" else {}
        name = f"sugarcane Micronir1700rep1->{rest}" if kind == "cane" else key
        found[name] = partial(_paired, name, group, make, axis, **more)
    for name, further in (("LIBS lab->field (simulated)", "LIBS lab->field, total"),
                          ("Raman green->red (simulated)", "Raman green->red, total")):
        found[name] = partial(_shipped, name, further)
    return found


MAKERS: Mapping[str, Callable[[], FieldSet]] = _makers()


def at_hand() -> list[str]:
    """Sets whose files are here; those of the program always are."""
    return [n for n in MAKERS if n.startswith(("LIBS", "Raman")) or (transfer_data.DATA / n.split()[0]).is_dir()]


@cache
def field_set(name: str, folder: Path | None = None) -> FieldSet:
    """The set called `name`, of this page or of a folder of one's own."""
    if name in MAKERS:
        return MAKERS[name]()
    from .own_sets import read_set
    assert folder is not None, name
    return read_set(folder / name)
