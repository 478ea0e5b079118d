"""Finds spectra among named arrays (npz, MATLAB, HDF5): which is the axis, which the spectra, which the names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.data import Targets
from ...core.errors import FileError
from ...core.notes import Note
from ._units import axis_unit_of, quantity_of, unit_from_numbers, unit_of
from .contract import Block, Guess, ReadResult, Table
from .text.dialect import Dialect
from .text.evidence import counts, roughness
from .text.labels import axis_stretch
from .text.stated import wavelength_unit

_AXIS_NAME = re.compile(r"wave|wl|wn|axis|lambda|nm$|shift|freq|energy|^x$|_x$|^x_|vars|channel|abscissa|ppm|kayser",
                        re.I)
_WAVELENGTH = re.compile(r"wavelength|\blambda\b|\bwvl\b|wellenl", re.I)
_NAME_NAME = re.compile(r"name|label|sample|id", re.I)
_NO_AXIS = re.compile(r"(\A|[_/ .])(y|y\w{0,5}|ref\w*|conc\w*|prop\w*|target\w*|values?|class\w*|response\w*)\Z|"
                      r"protein|moist|oil|starch|\bfat\b|water|sugar|brix", re.I)
"""Names of reference values: sorted, they rise like an axis, and are none."""
_TARGET_NAME = re.compile(r"^y|prop|conc|target|ref|comp|value|class|oxide|wt", re.I)


@dataclass
class Arrays:
    """Named contents of a file.

    Parameters
    ----------
    numbers : mapping of str to array
        Numeric arrays, any dimension.
    texts : mapping of str to list of str
    units : mapping of str to str
        Unit text of an array, where the file gives one.
    labels : mapping of str to str
        Long names.
    pairs : list of (name, (n, 2) array)
        Spectra that come as x-y tables.
    """

    numbers: dict[str, np.ndarray] = field(default_factory=dict)
    texts: dict[str, list[str]] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    pairs: list[tuple[str, np.ndarray]] = field(default_factory=list)


def is_axis(values: np.ndarray) -> bool:
    """Whether a vector is strictly ascending or descending, all finite, and has at least three values."""
    if values.ndim != 1 or len(values) < 3 or not np.isfinite(values).all():
        return False
    steps = np.diff(values)
    return bool((steps > 0).all() or (steps < 0).all())


def _vector(array: np.ndarray) -> np.ndarray | None:
    if array.ndim >= 1 and array.size == max(array.shape, default=0) and array.size > 1:
        return np.asarray(array, dtype=np.float64).ravel()
    return None


def blocks_of_arrays(arrays: Arrays, what: str) -> ReadResult:
    """Blocks of spectra among named arrays.

    Parameters
    ----------
    arrays : Arrays
    what : str
        For messages ("MATLAB").

    Raises
    ------
    FileError
        Nothing that looks like spectra, or a single axis and a single spectrum of different length.
    """
    warnings: list[str] = []
    guesses: dict[str, Guess] = {}
    vectors = {k: v for k, a in arrays.numbers.items() if (v := _vector(a)) is not None}
    matrices = {k: np.asarray(a, dtype=np.float64) for k, a in arrays.numbers.items()
                if a.ndim >= 2 and k not in vectors and a.size > 1}
    axes = {k: v for k, v in vectors.items() if is_axis(v) and not (
        _NO_AXIS.search(k) and not _AXIS_NAME.search(k.rsplit("/", 1)[-1]))}
    axes |= _axes_of_texts(arrays)
    blocks = [_pair_block(name, table, arrays) for name, table in arrays.pairs]
    used: set[str] = set()
    for name, matrix in matrices.items():
        found = _with_axis(name, matrix, axes, arrays, warnings)
        if found is not None:
            block, axis_name = found
            blocks.append(block)
            used |= {name, axis_name}
            guesses["axis"] = Guess(axis_name, 0.9, Note("guess.as_many_values", "info", axis=axis_name, matrix=name))
    if not blocks:
        blocks += _single_spectra(vectors, axes, arrays, used)
    if not blocks:
        for name, matrix in matrices.items():
            if matrix.ndim == 2 and (inner := _inner_axis(name, matrix, arrays)) is not None:
                blocks.append(inner)
                used.add(name)
    if not blocks:
        blocks += _no_axis(matrices, axes, warnings, used)
    if not blocks:
        shown = ", ".join([*arrays.numbers, *arrays.texts][:6])
        raise FileError("arrays.no_spectra", what=what, shown=shown or 'nothing')
    blocks = [_with_names(b, arrays) for b in blocks]
    rows = {len(b.spectra) for b in blocks}
    tables: tuple[Table, ...] = ()
    candidates = {k: m for k, m in {**matrices, **{k: v[:, None] for k, v in vectors.items()}}.items()
                  if k not in used and k not in axes}
    if len(rows) == 1:
        targets = _targets(candidates, rows, arrays)
        blocks = [b.with_(targets=targets) for b in blocks] if targets is not None else blocks
    else:
        blocks = [b.with_(targets=_targets(_own_of(b, candidates, blocks), {len(b.spectra)}, arrays)) for b in blocks]
        left = [k for k in candidates if not any(b.targets is not None and any(
            n == k or n.startswith(f"{k} ") for n in b.targets.names) for b in blocks)]
        targets = _targets({k: candidates[k] for k in left}, rows, arrays)
        if targets is not None and not any(b.targets is not None for b in blocks):
            tables = (Table(targets),)
    for b in blocks:
        if b.axis is not None and "unit" not in guesses:
            guesses["unit"] = Guess(b.unit, 0.5 if b.unit != "unknown" else 0.0, Note("guess.file_or_numbers", "info"))
    several = len(blocks) > 1
    return ReadResult(tuple(b if several else b.with_(label="") for b in blocks), tables, guesses, tuple(warnings))


def unit_fields(name: str, axis: np.ndarray, arrays: Arrays) -> dict[str, Any]:
    """Unit of an axis as fields of a `Block`: from the file, its name, or (guessed) the numbers."""
    for text in (arrays.units.get(name, ""), arrays.labels.get(name, ""), name.replace("_", " ")):
        if text and (found := axis_unit_of(text)):
            raman = found == "cm-1" and re.search(r"raman", f"{arrays.labels.get(name, '')} {name}", re.I)
            return {"unit": "raman-shift" if raman else found}
    said = f"{arrays.labels.get(name, '')} {name.replace('_', ' ')}"
    guess = wavelength_unit(axis, Note("guess.title_says_wavelength", "info", title=name)) if (
        _WAVELENGTH.search(said) and len(axis)) else unit_from_numbers(axis)
    guessed = not guess.stated and guess.value not in ("unknown", "channel")
    return {"unit": str(guess.value), "guessed": ("unit",) if guessed else ()}


def _quantity(name: str, arrays: Arrays) -> str:
    for text in (arrays.labels.get(name, ""), arrays.units.get(name, ""), name.replace("_", " ")):
        if text and (found := quantity_of(text)):
            return found
    return "unknown"


def _with_axis(name: str, matrix: np.ndarray, axes: Mapping[str, np.ndarray], arrays: Arrays, warnings: list[str],
               ) -> tuple[Block, str] | None:
    best: tuple[float, str, int] | None = None
    for axis_name, axis in axes.items():
        called = bool(_AXIS_NAME.search(axis_name.rsplit("/", 1)[-1])) or axis_name in arrays.units
        for dimension, size in enumerate(matrix.shape):
            if size != len(axis):
                continue
            if not called and matrix.ndim == 2 and not _smooth_along(matrix, dimension):
                continue  # a sorted vector of no name that says so: only the spectra can tell
            score = (2.0 if _AXIS_NAME.search(axis_name.rsplit("/", 1)[-1]) else 0.0) + _likeness(name, axis_name)
            score += 0.1 * (dimension == matrix.ndim - 1) + (2.0 if unit_of(arrays.units.get(axis_name, "")) else 0.0)
            score += 1.0 if re.search(r"wave|shift|energy|lambda|axis|\bw[ln]\b", axis_name, re.I) else 0.0
            whole = np.array_equal(axis, np.arange(len(axis)) + axis[0])
            score -= 1.5 if whole and axis[0] in (0, 1) else 0.0
            if best is None or score > best[0]:
                best = (score, axis_name, dimension)
    if best is None:
        return None
    _, axis_name, dimension = best
    axis = axes[axis_name]
    if len(axis) < 10 and not (_AXIS_NAME.search(axis_name.rsplit("/", 1)[-1]) or axis_name in arrays.units):
        return None  # a few ordered numbers of unknown meaning are no axis
    if sum(size == len(axis) for size in matrix.shape) > 1:
        warnings.append(Note("arrays.square_read_by_rows", name=name))
    spectra = np.moveaxis(matrix, dimension, -1).reshape(-1, len(axis))
    return Block(spectra, axis, (), quantity=_quantity(name, arrays), label=name,
                 **unit_fields(axis_name, axis, arrays)), axis_name


def _axes_of_texts(arrays: Arrays) -> dict[str, np.ndarray]:
    """Lists of texts that are the positions of channels: "850", "852 nm" (labels of variables)."""
    found = {}
    for name, texts in arrays.texts.items():
        stretch = axis_stretch([t.strip() for t in texts], Dialect(",", ".", "")) if len(texts) >= 3 else None
        if stretch is not None and len(stretch) == len(texts) and is_axis(stretch.values) and not (
                stretch.odd_dress or (counts(stretch.values) and stretch.values[0] <= 100)):
            found[name] = stretch.values
            arrays.units.setdefault(name, stretch.unit or "")
    return found


def _smooth_along(matrix: np.ndarray, dimension: int) -> bool:
    """Whether the numbers of a matrix are smooth along a dimension, and not more so along the other."""
    rows = matrix if dimension == 1 else matrix.T
    along, across = roughness(rows), roughness(rows.T)
    if np.isnan(along):
        return dimension == 1
    return along < 0.3 and (np.isnan(across) or along < 0.7 * across or dimension == 1)


def _own_of(block: Block, candidates: Mapping[str, np.ndarray], blocks: Sequence[Block]) -> dict[str, np.ndarray]:
    """Candidates for a block's reference values: of the right length, and with the names most like its own."""
    fitting = {k: m for k, m in candidates.items() if m.ndim == 2 and len(m) == len(block.spectra)}
    rivals = [b for b in blocks if b is not block and len(b.spectra) == len(block.spectra)]
    return {k: m for k, m in fitting.items() if all(
        _likeness(block.label, k) >= _likeness(r.label, k) for r in rivals)}


def _likeness(a: str, b: str) -> float:
    parts = [set(re.split(r"[^a-z0-9]+", t.casefold())) - {""} for t in (a, b)]
    same_group = a.rsplit("/", 1)[0] == b.rsplit("/", 1)[0] if "/" in a or "/" in b else False
    return 0.5 * len(parts[0] & parts[1]) + 1.0 * same_group


def _single_spectra(vectors: Mapping[str, np.ndarray], axes: Mapping[str, np.ndarray], arrays: Arrays,
                    used: set[str]) -> list[Block]:
    named = {k: v for k, v in axes.items() if _AXIS_NAME.search(k.rsplit("/", 1)[-1])} or dict(axes)
    blocks = []
    others = {k: v for k, v in vectors.items() if k not in named}
    for axis_name, axis in named.items():
        fitting = {k: v for k, v in others.items() if len(v) == len(axis)}
        for name, values in fitting.items():
            if name in used:
                continue
            blocks.append(Block(values[None, :], axis, (name,), quantity=_quantity(name, arrays), label=name,
                                **unit_fields(axis_name, axis, arrays)))
            used |= {name, axis_name}
    if not blocks and len(named) == 1 and others:
        axis_name, axis = next(iter(named.items()))
        name, values = max(others.items(), key=lambda item: len(item[1]))
        if len(values) > 8:
            raise FileError("arrays.spectrum_and_axis_differ", name=name, values=len(values), axis=axis_name,
                            positions=len(axis))
    return blocks


def _inner_axis(name: str, matrix: np.ndarray, arrays: Arrays) -> Block | None:
    """A matrix whose first column or row is the axis."""
    for table in (matrix, matrix.T):
        if table.shape[1] >= 2 and table.shape[0] >= 10 and is_axis(table[:, 0]) and not is_axis(table[:, 1]) and (
                roughness(table[:, 1:].T) < 0.5):
            axis = table[:, 0]
            return Block(table[:, 1:].T, axis, (), quantity=_quantity(name, arrays), label=name,
                         **unit_fields(name, axis, arrays))
    return None


def _pair_block(name: str, table: np.ndarray, arrays: Arrays) -> Block:
    table = np.asarray(table, dtype=np.float64)
    if table.ndim != 2 or 2 not in table.shape:
        raise FileError("arrays.not_x_and_y", name=name)
    table = table if table.shape[1] == 2 else table.T
    return Block(table[None, :, 1], table[:, 0], (name,), label=name, **unit_fields("", table[:, 0], arrays))


def _no_axis(matrices: Mapping[str, np.ndarray], axes: Mapping[str, np.ndarray], warnings: list[str],
             used: set[str]) -> list[Block]:
    candidates = {k: m for k, m in matrices.items() if m.ndim == 2 and min(m.shape) >= 1 and max(m.shape) >= 10}
    if not candidates:
        return []
    name, matrix = max(candidates.items(), key=lambda item: item[1].size)
    along, down = roughness(matrix), roughness(matrix.T)
    smooth_rows = np.isfinite(along) and along < 0.2
    smooth_columns = np.isfinite(down) and down < 0.2
    if not smooth_rows and not smooth_columns:
        return []
    if axes and not any(len(a) in matrix.shape for a in axes.values()):
        axis_name, axis = next(iter(axes.items()))
        raise FileError("arrays.table_and_axis_differ", name=name, rows=matrix.shape[0], columns=matrix.shape[1],
                        axis=axis_name, positions=len(axis))
    if smooth_columns and not (smooth_rows and along <= down):
        matrix = matrix.T
    used.add(name)
    warnings.append(Note("axis.none_for", name=name))
    return [Block(matrix, None, (), "channel", "unknown", name)]


def _with_names(block: Block, arrays: Arrays) -> Block:
    n = len(block.spectra)
    if block.names and any(block.names) and len(block.names) == n and n > 1:
        return block
    fitting = [k for k, v in arrays.texts.items() if len(v) == n and (n > 1 or _NAME_NAME.search(k))]
    fitting.sort(key=lambda k: (not _NAME_NAME.search(k.rsplit("/", 1)[-1]), -_likeness(block.label, k)))
    if fitting and n > 1 and (_NAME_NAME.search(fitting[0]) or len(set(arrays.texts[fitting[0]])) > 1):
        return block.with_(names=tuple(t.strip() for t in arrays.texts[fitting[0]]))
    return block if len(block.names) in (0, n) else block.with_(names=())


def _targets(candidates: Mapping[str, np.ndarray], rows: set[int], arrays: Arrays) -> Targets | None:
    fitting = {k: m for k, m in candidates.items()
               if m.ndim == 2 and len(m) in rows and len(m) > 2 and m.shape[1] <= 100
               and (_TARGET_NAME.search(k.rsplit("/", 1)[-1]) or _NO_AXIS.search(k))}
    if not fitting:
        return None
    names: list[str] = []
    for name, matrix in fitting.items():
        titles: Sequence[str] = next((t for t in arrays.texts.values() if len(t) == matrix.shape[1] > 1), ())
        names += [t.strip() for t in titles] or (
            [name] if matrix.shape[1] == 1 else [f"{name} {j + 1}" for j in range(matrix.shape[1])])
    lengths = {len(m) for m in fitting.values()}
    if len(lengths) > 1 or len(set(names)) != len(names):
        return None
    return Targets(tuple(names), np.concatenate(list(fitting.values()), axis=1))
