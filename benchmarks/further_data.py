"""Further pairs of instruments for the automatic transfer: no method was tuned on them.

The weights of the combination were last changed while the 24 of `LOOKED_AT` were in view; the others were kept aside.
(One of those, "others on B", then showed that luck at the standards was held against unmarked pairs; that was mended.)

Real: corn backwards, more directions between the sugarcane instruments. Simulated by the samples that ship with the
program: LIBS (laboratory and field), Raman. Made here: pairs whose truth is known, one difficulty each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
from transfer_data import corn, sugarcane

from spectralign_gui.core.validation.transfer_data import TransferData
from spectralign_gui.core.validation.transfer_splits import TransferSplit, explicit_split, transfer_splits

SAMPLES = Path(__file__).resolve().parents[1] / "sample_spectra"
COUNTS = (5, 10, 20, 30)


@dataclass(frozen=True)
class Case:
    """A pair of instruments with what is known of it.

    Parameters
    ----------
    data : TransferData
    split : callable
        Number of a repeat → its split.
    counts : tuple of int
        Numbers of standards.
    max_components : int
    truth : tuple of str
        Verdicts that are right (see `transfers.said`); empty where the truth is not known.
    """

    data: TransferData
    split: Callable[[int], TransferSplit]
    counts: tuple[int, ...] = COUNTS
    max_components: int = 15
    truth: tuple[str, ...] = ()


@dataclass(eq=False)
class Samples:
    """The same samples on two simulated instruments."""

    A: np.ndarray
    B: np.ndarray
    Y: np.ndarray
    properties: tuple[str, ...] = field(default=("y1", "y2", "y3"))


def rows_of(A: np.ndarray, B: np.ndarray, Y: np.ndarray, properties: tuple[str, ...], split: Callable[
        [int], np.ndarray], **more: object) -> Case:
    """Row i of A and of B are one sample; `split` gives the test rows of a repeat."""
    n = len(A)
    pairs = np.stack([np.arange(n)] * 2, axis=1)
    data = TransferData([A, B], pairs, [Y, np.full_like(Y, np.nan)], properties)
    return Case(data, lambda r: explicit_split(pairs, [n, n], split(r), r), **more)  # type: ignore[arg-type]


def corn_case(a: str, b: str) -> Case:
    """Corn from one instrument to another."""
    pair = corn(a, b)
    return rows_of(pair.A, pair.B, pair.Y, pair.properties, lambda r: pair.split(r)[1])


def cane_case(b: str, a: str) -> Case:
    """Sugarcane from instrument a to b."""
    pair = sugarcane(b, a)
    return rows_of(pair.A, pair.B, pair.Y, pair.properties, lambda r: pair.split(r)[1], max_components=10)


def _csv(path: Path) -> tuple[list[str], np.ndarray, np.ndarray]:
    rows = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()
            if line.strip() and not line.startswith("#")]
    first = 2 if rows[0][1] == "Group" else 1
    axis = np.array([float(v) for v in rows[0][first:]]) if first == 2 or rows[0][1][0].isdigit() else np.zeros(0)
    return [r[0] for r in rows[1:]], axis, np.array([[float(v) for v in r[first:]] for r in rows[1:]])


def shipped_case(folder: str, a: str, b: str, values: str, columns: dict[str, int], counts: tuple[int, ...],
                 total: bool, backwards: bool = False) -> Case:
    """A sample set of the program on A's grid within both ranges, as counts or divided by their total."""
    names_a, axis_a, A = _csv(SAMPLES / folder / f"{a}.csv")
    names_b, axis_b, B = _csv(SAMPLES / folder / f"{b}.csv")
    if backwards:
        names_a, axis_a, A, names_b, axis_b, B = names_b, axis_b, B, names_a, axis_a, A
    keep = (axis_a >= axis_b.min()) & (axis_a <= axis_b.max())
    A, B = A[:, keep], np.array([np.interp(axis_a[keep], axis_b, row) for row in B])
    if total:
        A, B = A / A.mean(axis=1, keepdims=True), B / B.mean(axis=1, keepdims=True)
    names, _, table = _csv(SAMPLES / folder / f"{values}.csv")
    table = table[:, list(columns.values())]
    YA, YB = table[[names.index(n) for n in names_a]], np.full((len(B), len(columns)), np.nan)
    common = [n for n in names_a if n in names_b]
    pairs = np.array([(names_a.index(n), names_b.index(n)) for n in common])
    data = TransferData([A, B], pairs, [YA, YB], tuple(columns))
    sizes = [len(A), len(B)]
    return Case(data, lambda r: transfer_splits(pairs, sizes, data.targets, test_share=0.28, repeats=r + 1)[r], counts)


LIBS = {"SiO2": 0, "Al2O3": 2, "FeOT": 3, "MgO": 5, "CaO": 6, "K2O": 8}
RAMAN = {"Hardness": 0, "Density": 1}


def simulate(seed: int, n: int = 100, p: int = 200, noise: float = 1e-3, laboratory: float = 0.05) -> tuple[
        np.ndarray, np.ndarray, np.ndarray]:
    """Amounts (n, 6), pure spectra (6, p), values (n, 3) with a laboratory's error of that share of their spread."""
    rng = np.random.default_rng(seed)
    grid = np.linspace(0, 1, p)
    pure = np.zeros((6, p))
    for k in range(6):
        for _ in range(3):
            centre, width, height = rng.uniform(0.05, 0.95), rng.uniform(0.02, 0.07), rng.uniform(0.3, 1.0)
            pure[k] += height * np.exp(-0.5 * ((grid - centre) / width) ** 2)
    C = rng.gamma(2.0, 0.25, (n, 6))
    Y = C @ np.array([[8.0, 0, 0], [0, 3.0, 0], [0, 0, 1.0], [1.0, 0.5, 0], [0, 1.0, 0.5], [0, 0, 0.3]]) + 5.0
    Y += laboratory * Y.std(axis=0) * rng.normal(size=Y.shape)
    return C, pure, Y


def _noise(X: np.ndarray, size: float, seed: int) -> np.ndarray:
    return X + size * np.random.default_rng(seed).normal(size=X.shape)


def _moved(X: np.ndarray, channels: float) -> np.ndarray:
    at = np.arange(X.shape[1], dtype=float)
    return np.array([np.interp(at - channels, at, row) for row in X])


def _broadened(X: np.ndarray, width: float) -> np.ndarray:
    at = np.arange(X.shape[1], dtype=float)
    K = np.exp(-0.5 * ((at[:, None] - at) / width) ** 2)
    return X @ (K / K.sum(axis=0))


def made(kind: str, seed: int = 7, n: int = 100, p: int = 200, noise: float = 1e-3) -> Samples:
    """Samples with one difficulty; see `MADE`."""
    C, pure, Y = simulate(seed, n, p)
    rng = np.random.default_rng(seed + 100)
    grid = np.linspace(0, 1, p)
    A = B = C @ pure
    properties = ("y1", "y2", "y3")
    if kind == "offset":
        B = A + 0.15 + 0.1 * grid
    elif kind == "baseline":
        B = A + rng.normal(0.2, 0.15, (n, 1)) + rng.normal(0.1, 0.15, (n, 1)) * grid + rng.normal(
            0, 0.05, (n, 1)) * grid ** 2
    elif kind == "shift":
        B = _moved(A, 0.008 * p)
    elif kind == "resolution":
        B = _broadened(A, 0.02 * p)
    elif kind == "gain":
        B = -np.log10(10 ** -A + 0.05) * 0.9
    elif kind == "scale":
        B = 40.0 * A + 3.0
    elif kind == "all of it":
        B = 0.9 * _broadened(_moved(A, 0.006 * p), 0.012 * p) + rng.normal(0.1, 0.05, (n, 1)) + 0.1 * grid ** 2
        B = B - 0.03 * B ** 2
    elif kind == "other quantity":
        B = C @ simulate(seed + 1, n, p)[1]
    elif kind in ("other quantity, noisy", "others on B, hardly any on A, noisy"):
        B = _noise(C @ simulate(seed + 1, n, p)[1], 0.1, seed + 2)
    elif kind == "B is noise":
        B = rng.normal(size=A.shape)
    elif kind == "values are noise":
        Y = rng.normal(size=Y.shape)
    elif kind == "one constant property":
        B = _moved(A, 0.004 * p) + 0.05
        Y = Y.copy()
        Y[:, 2] = 3.5
    elif kind == "one property is noise":
        B = _moved(A, 0.004 * p) + 0.05
        Y = Y.copy()
        Y[:, 2] = rng.normal(size=n)
    elif kind == "curved property":
        B = _moved(A, 0.004 * p) + 0.05
        Y = np.column_stack([np.exp(1.5 * C[:, 0]), C[:, 1] ** 3, 1.0 / (0.2 + C[:, 2])])
    elif kind == "a spoilt standard":
        B = _moved(A, 0.004 * p) + 0.05
        B = B.copy()
        for i in np.argsort(-np.linalg.norm(A - A.mean(axis=0), axis=1))[:3]:  # the ones that are chosen first
            B[i] = B[(i + 17) % n]
    elif kind == "others on B, of another kind":
        C = C * np.where(np.arange(n) < 3 * n // 4, 1.0, 1.8)[:, None] * np.where(
            (np.arange(n) < 3 * n // 4)[:, None], 1.0, np.array([0.3, 1.0, 2.0, 0.2, 1.0, 1.5]))
        A = C @ pure
        B = _moved(A, 0.004 * p) + 0.05
    elif kind != "copy":
        B = _moved(A, 0.004 * p) + 0.05
    return Samples(_noise(A, noise, seed + 200), _noise(B, noise, seed + 300), Y, properties)


MADE: dict[str, tuple[tuple[str, ...], dict[str, object]]] = {
    "copy": (("none",), {}),
    "offset": (("bias-is-enough",), {}),
    "baseline": (("transfer",), {}),
    "shift": (("transfer",), {}),
    "resolution": (("transfer",), {}),
    "gain": (("transfer", "bias-is-enough"), {}),
    "scale": (("transfer", "do-not-transfer"), {}),
    "all of it": (("transfer",), {}),
    "other quantity": (("do-not-transfer", "transfer"), {}),
    "other quantity, noisy": (("do-not-transfer", "transfer"), {}),
    "B is noise": (("nothing-learned",), {}),
    "values are noise": (("nothing-learned",), {}),
    "one constant property": ((), {}),
    "one property is noise": ((), {}),
    "curved property": ((), {}),
    "a spoilt standard": ((), {}),
    "few standards": ((), {"counts": (3, 4, 5)}),
    "12 channels": ((), {"p": 12}),
    "30 channels": ((), {"p": 30}),
    "3,000 channels": ((), {"p": 3000}),
    "noisy spectra": ((), {"noise": 0.05}),
    "400 samples": ((), {"n": 400}),
    "others on B": ((), {"n": 200}),
    "others on B, of another kind": ((), {"n": 200}),
    "others on B, hardly any on A": ((), {"n": 180, "counts": (5, 10)}),
    "others on B, hardly any on A, noisy": ((), {"n": 180, "counts": (5, 10)}),
}


def made_case(kind: str, seed: int = 7) -> Case:
    """A made pair: a quarter of the samples is tested."""
    truth, options = MADE[kind]
    options = dict(options)
    counts = options.pop("counts", COUNTS)
    s = made(kind, seed, **options)  # type: ignore[arg-type]
    n = len(s.A)
    if kind.startswith("others"):
        return strangers_case(s, counts, truth, n // 3 if "hardly any" in kind else n // 2)
    return rows_of(s.A, s.B, s.Y, s.properties, lambda r: np.random.RandomState(5000 + r).permutation(n)[-n // 4:],
                   counts=counts, truth=truth)


def strangers_case(s: Samples, counts: tuple[int, ...], truth: tuple[str, ...], both: int) -> Case:
    """The first `both` samples were measured on both instruments, half of the others on A alone, half on B alone.

    40 of the first are tested (with half of 200 measured on both, 60 are left for standards and unmarked pairs; with a
    third of 180, 20).
    """
    n = len(s.A)
    only_a = (n + both) // 2
    on_b = np.concatenate([np.arange(both), np.arange(only_a, n)])
    pairs = np.stack([np.arange(both)] * 2, axis=1)
    targets = [s.Y[:only_a], np.full((len(on_b), s.Y.shape[1]), np.nan)]
    data = TransferData([s.A[:only_a], s.B[on_b]], pairs, targets, s.properties)
    return Case(data, lambda r: transfer_splits(pairs, [only_a, len(on_b)], targets, test_share=40 / both,
                                                repeats=r + 1)[r], counts, truth=truth)


REAL: dict[str, Callable[[], Case]] = {
    **{f"corn {a}->{b}": (lambda a=a, b=b: corn_case(a, b)) for a, b in (
        ("mp5", "m5"), ("mp6", "m5"), ("mp6", "mp5"))},
    **{f"cane {a[:8]}->{b[:8]}": (lambda a=a, b=b: cane_case(b, a)) for a, b in (
        ("Micronir1700rep1", "Micronir1700rep2"), ("Nirscan_nano", "Micronir1700rep1"),
        ("F750", "Tellspec"), ("Tellspec", "F750"), ("Tellspec", "Micronir1700rep1"), ("Nirscan_nano", "F750"),
        ("Tellspec", "Nirscan_nano"))},
    "LIBS lab->field": lambda: shipped_case("libs", "libs_lab", "libs_field", "libs_composition", LIBS, (5, 10, 20),
                                            False),
    "LIBS lab->field, total": lambda: shipped_case("libs", "libs_lab", "libs_field", "libs_composition", LIBS,
                                                   (5, 10, 20), True),
    "LIBS field->lab, total": lambda: shipped_case("libs", "libs_lab", "libs_field", "libs_composition", LIBS,
                                                   (5, 10, 20), True, True),
    "Raman green->red, total": lambda: shipped_case("raman", "raman_green", "raman_red", "raman_properties", RAMAN,
                                                    (5, 10, 20), True),
}
LOOKED_AT = (
    "corn mp5->m5", "corn mp6->mp5", "cane Micronir->Micronir", "cane Nirscan_->Micronir", "cane F750->Tellspec",
    "cane Tellspec->Micronir", "cane Nirscan_->F750", "LIBS lab->field, total", *(f"made: {kind}" for kind in (
        "copy", "offset", "baseline", "shift", "gain", "scale", "all of it", "other quantity, noisy", "B is noise",
        "values are noise", "one constant property", "curved property", "a spoilt standard", "few standards",
        "12 channels", "others on B, of another kind")))
FURTHER = (*REAL, *(f"made: {kind}" for kind in MADE))


@cache
def further(name: str, repeat: int) -> tuple[Case, TransferSplit]:
    """Pair and split of one repeat; the made pairs are other samples every time."""
    case = REAL[name]() if name in REAL else made_case(name.removeprefix("made: "), 7 + repeat)
    return case, case.split(repeat)
