"""Open any file of spectra: choose the reader, check what it gives, fill in the source."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..core.data import QUANTITIES, UNITS, SpectralDataset
from ..core.errors import FileError, ParameterError, SpectrAlignError, TwoReadings
from .assemble import AXIS_CHOICES, block_to_datasets
from .readers import Block, Reader, ReadResult, choose_reader, implausible, parsing, read_apart, reader, without_fill
from .seal import seal_is_broken

HEAD_BYTES = 65536
MAX_BYTES = 2_000_000_000
LARGE = 10_000_000
COMMON_OPTIONS = ("reader", "unit", "quantity", "laser_nm")


def read_head(path: Path, size: int = HEAD_BYTES) -> bytes:
    """First bytes of a file.

    Raises
    ------
    FileError
        If it does not exist, is a folder, or cannot be read.
    """
    try:
        if path.is_dir():
            raise FileError(f"{path.name or path}: this is a folder, not a file.")
        if path.exists() and not path.is_file():  # opening a pipe would wait for ever
            raise FileError(f"{path.name}: this is a device or a pipe, not a file; save its content as a file first.")
        with open(path, "rb") as file:
            return file.read(size)
    except FileError:
        raise
    except FileNotFoundError:
        raise FileError(f"{path}: there is no such file.") from None
    except OSError as error:
        raise FileError(f"{path.name}: it cannot be read ({error.strerror or error}).") from error
    except ValueError as error:  # a NUL in it
        raise FileError(f"{str(path)!r}: no file can be called so ({error}).") from error


def sha256_of(path: Path) -> str:
    """SHA-256 (hex) of a file's content."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check_values(block: Block) -> str:
    """Refuse values no instrument gives: |y| > 1e20, or mostly |y| < 1e-30 (but not 0): misread bytes.

    Returns
    -------
    str
        A warning where single values are below 1e-30, else "".

    Raises
    ------
    FileError
        Naming the spectrum and the value.
    """
    if block.axis is not None and (bad := implausible(block.axis[None, :])[0]):
        raise FileError(bad.replace("spectrum 1 holds", "the axis holds"))
    if len(again := _repeats_axis(block)):
        raise FileError(f"spectrum {again[0] + 1} ({block.names[again[0]] if block.names else 'no name'}) is the axis "
                        "once more: the file holds several tables one under the other; save each as a file of its own.")
    problem, tiny = implausible(block.spectra)
    if problem:
        raise FileError(problem)
    notes = [f"{tiny} values are smaller than 1e-30 (and not 0); they are kept."] if tiny else []
    if short := _ends_early(block):
        notes.append(short)
    return " ".join(notes)


def _repeats_axis(block: Block) -> np.ndarray:
    """Rows that are the axis itself: the head of another table, taken for a spectrum."""
    if block.axis is None or len(block.axis) < 5 or len(block.spectra) < 3:
        return np.empty(0, int)
    alike = np.flatnonzero((block.spectra[:, :2] == block.axis[:2]).all(axis=1))
    return alike[(block.spectra[alike] == block.axis).all(axis=1)]


def _ends_early(block: Block) -> str:
    """A sentence if a spectrum has no values from some channel to its end, while others have."""
    missing = np.isnan(block.spectra)
    if not missing.any():
        return ""
    last = block.spectra.shape[1] - np.argmax(~missing[:, ::-1], axis=1)
    last[missing.all(axis=1)] = 0
    short = np.flatnonzero(last < 0.9 * last.max())
    if not len(short):
        return ""
    i = int(short[0])
    name = block.names[i].strip() if block.names and block.names[i].strip() else f"Spectrum {i + 1}"
    more = f", as do {len(short) - 1} more" if len(short) > 1 else ""
    return (f"{name} has values in its first {last[i]} of {block.spectra.shape[1]} channels only{more}; the rest is "
            "missing.")


def read_file(path: str | Path, **options: Any) -> ReadResult:
    """Read a file of spectra or reference values.

    Parameters
    ----------
    path : str or Path
    **options
        ``reader`` (name, default: by content), ``unit``, ``quantity``, ``laser_nm`` override what was found or
        guessed; all others belong to the reader (`Reader.option_names`; for text see `TextOptions`).

    Returns
    -------
    ReadResult
        Blocks in file order; `result_datasets` makes data sets of them.

    Raises
    ------
    FileError
        One sentence that names the file and what is wrong.
    ParameterError
        An option that does not exist or has an impossible value.
    """
    path = Path(path)
    head = read_head(path)
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise FileError(f"{path.name}: the file has {size / 1e9:.1f} GB, more than the {MAX_BYTES / 1e9:.0f} GB that "
                        "are read at once; split it or export fewer spectra.")
    given = tuple((k, v) for k, v in options.items() if v is not None)
    chosen_name = options.pop("reader", None)
    common = {k: options.pop(k) for k in COMMON_OPTIONS if options.get(k) is not None}
    options = {k: v for k, v in options.items() if v is not None}
    if size > LARGE:
        with ThreadPoolExecutor(1) as beside:  # hashing a large file takes as long as a good part of reading it
            digest = beside.submit(sha256_of, path)
            result, chosen = _read_checked(path, head, chosen_name, options, common)
            sha256 = digest.result()
    else:
        result, chosen = _read_checked(path, head, chosen_name, options, common)
        sha256 = sha256_of(path)
    if common:
        settled = {"unit", "orientation"} & {*common}
        result = result.with_(blocks=tuple(
            b.with_(**common, guessed=tuple(g for g in b.guessed if g not in settled)) for b in result.blocks))
    result = result.with_(warnings=tuple(dict.fromkeys((*result.warnings, *_guessed(result)))))
    result = _with_single_names(result, path)
    return result.with_(path=str(path), format=result.format or chosen.name, title=result.title or chosen.title,
                        sha256=sha256, options=given)


def _read_checked(path: Path, head: bytes, chosen_name: str | None, options: dict[str, Any], common: dict[str, Any],
                  ) -> tuple[ReadResult, Reader]:
    """Choose the reader, read, check the values; whatever goes wrong becomes one sentence."""
    try:
        if not head:
            raise FileError("the file is empty (0 bytes).")
        if seal_is_broken(path, head):
            raise FileError("it is damaged (its content is not what was saved).")
        chosen = reader(chosen_name) if chosen_name else choose_reader(path, head)
        _check_options(chosen.name, chosen.option_names, options, common)
        # readers wrap their parsers; this is the net for what damaged bytes do elsewhere in them
        # and what arithmetic says of absurd values is no message for a user: the values are checked below
        with parsing(chosen.title), np.errstate(all="ignore"):
            result = read_apart(chosen, path, options) if chosen.apart else chosen.read(path, options)
        if not result.blocks and not result.tables:
            raise FileError("it holds no spectra and no table of reference values.")
        filled = [without_fill(block.spectra) for block in result.blocks]
        notes = [note for _, note in filled if note]
        if notes:
            result = result.with_(blocks=tuple(b.with_(spectra=x) for b, (x, _) in zip(result.blocks, filled,
                                                                                       strict=True)))
        notes += [note for block in result.blocks if (note := check_values(block))]
        if notes:
            result = result.with_(warnings=(*result.warnings, *notes))
    except SpectrAlignError as error:
        # bytes of a damaged file may get into a sentence; it stays one readable line
        text = " ".join("".join(c if c.isprintable() else " " for c in str(error)).split())[:500]
        text = text if text.startswith(path.name) else f"{path.name}: {text}"
        kind = next((k for k in (ParameterError, TwoReadings) if isinstance(error, k)), FileError)
        told = kind(text)
        if isinstance(told, TwoReadings) and isinstance(error, TwoReadings):
            told.orientation = error.orientation
        raise told from error
    except OSError as error:
        raise FileError(f"{path.name}: it cannot be read ({error.strerror or error}).") from error
    return result, chosen


def _guessed(result: ReadResult) -> list[str]:
    """Sentences about what was guessed: nothing of it is passed on as a fact."""
    notes = []
    for block in result.blocks:
        if "unit" in block.guessed:
            guess = result.guesses.get("unit")
            why = guess.reason.rstrip(".") if guess is not None and guess.value == block.unit and guess.reason else (
                "the file does not state it")
            notes.append(f"The axis unit {block.unit} is a guess ({why[0].lower()}{why[1:]}); give the unit to confirm "
                         "or change it.")
        if "orientation" in block.guessed:
            guess = result.guesses.get("orientation")
            notes.append(f"The layout is a guess ({guess.value if guess else 'rows'}); give the orientation to confirm "
                         "or change it.")
    return notes


def _with_single_names(result: ReadResult, path: Path) -> ReadResult:
    """A file that holds one spectrum without a name: the file's name is the sample's."""
    if len(result.blocks) == 1 and len(result.blocks[0].spectra) == 1 and not any(result.blocks[0].names):
        return result.with_(blocks=(result.blocks[0].with_(names=(path.stem,)),))
    return result


def _check_options(name: str, known: tuple[str, ...], options: dict[str, Any], common: dict[str, Any]) -> None:
    for option in options:
        if option not in known:
            listed = ", ".join((*COMMON_OPTIONS, *known))
            raise ParameterError(f"the reader {name} has no option {option!r}; it has {listed}.")
    if common.get("unit", "nm") not in UNITS:
        raise ParameterError(f"unit must be one of {', '.join(UNITS)}, not {common['unit']!r}.")
    if common.get("quantity", "unknown") not in QUANTITIES:
        raise ParameterError(f"quantity must be one of {', '.join(QUANTITIES)}, not {common['quantity']!r}.")


def result_datasets(
    result: ReadResult, name: str | None = None, axis: str = "auto", splice_at: tuple[float, ...] = (),
) -> tuple[SpectralDataset, ...]:
    """Data sets (ascending axis) of what was read.

    Parameters
    ----------
    result : ReadResult
    name : str, optional
        Name of the instrument; default the file's stem. Several blocks get their label after it.
    axis : str
        What to do where the axis is no strictly ascending or descending series; one of `AXIS_CHOICES`.
    splice_at : tuple of float
        For ``axis="splice"``: where to change from each detector to the next; default the middle of each overlap.
    """
    if axis not in AXIS_CHOICES:
        raise ParameterError(f"axis must be one of {', '.join(AXIS_CHOICES)}, not {axis!r}.")
    stem = name or Path(result.path).stem or "spectra"
    several = len(result.blocks) > 1
    source = result.source
    if axis != "auto":
        source = replace(source, options=(*source.options, ("axis", axis)))
    made: list[SpectralDataset] = []
    for k, block in enumerate(result.blocks):
        own = f"{stem} {block.label or k + 1}" if several else stem
        made += block_to_datasets(block, own, source, result.warnings, axis, splice_at)
    return tuple(made)


def read_datasets(path: str | Path, name: str | None = None, axis: str = "auto", **options: Any,
                  ) -> tuple[SpectralDataset, ...]:
    """`read_file` and `result_datasets` in one."""
    return result_datasets(read_file(path, **options), name, axis)


def read_dataset(path: str | Path, name: str | None = None, axis: str = "auto", **options: Any) -> SpectralDataset:
    """The only data set of a file.

    Raises
    ------
    FileError
        Also if the file holds none, or spectra on several axes.
    """
    result = read_file(path, **options)
    made = result_datasets(result, name, axis)
    if not made:
        raise FileError(f"{Path(path).name}: this is a table of reference values without a spectral axis, "
                        "not spectra; join it to the spectra (--targets, in the window drop it on them).")
    if len(made) > 1:
        sizes = ", ".join(f"{len(d)} × {d.spectra.shape[1]}" for d in made[:5])
        raise FileError(f"{Path(path).name}: it holds {len(made)} sets of spectra with different axes ({sizes}"
                        f"{', …' if len(made) > 5 else ''}); they are not one instrument's data set.")
    return made[0]
