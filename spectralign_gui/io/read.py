"""Open any file of spectra: choose the reader, check what it gives, fill in the source."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from ..core.data import QUANTITIES, UNITS, SpectralDataset
from ..core.errors import FileError, ParameterError, SpectrAlignError, TwoReadings
from ..core.notes import Note, about
from .assemble import AXIS_CHOICES, block_to_datasets
from .consistent import inconsistent
from .memory import check_text, free_memory
from .readers import (
    Block,
    Reader,
    ReadResult,
    choose_reader,
    implausible,
    is_own,
    parsing,
    read_apart,
    reader,
    without_fill,
)
from .seal import seal_is_broken

HEAD_BYTES = 65536
MAX_BYTES = 2_000_000_000
LARGE = 10_000_000
HASHED_BYTES = 1 << 18
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
            raise FileError(about(path.name or path, Note("read.folder", "error")))
        if path.exists() and not path.is_file():  # opening a pipe would wait for ever
            raise FileError(about(path.name, Note("read.device_or_pipe", "error")))
        with open(path, "rb") as file:
            return file.read(size)
    except FileError:
        raise
    except FileNotFoundError:
        raise FileError(about(path, Note("read.no_such_file", "error"))) from None
    except OSError as error:
        raise FileError(about(path.name, Note("journal.unreadable", "error",
                                              strerror=error.strerror or error))) from error
    except ValueError as error:  # a NUL in it
        raise FileError("read.impossible_name", path=repr(str(path)), error=error) from error


def sha256_of(path: Path, given_up: Event | None = None) -> str:
    """SHA-256 (hex) of a file's content; "" once nobody wants it any more."""
    digest, buffer = hashlib.sha256(), memoryview(bytearray(HASHED_BYTES))
    with open(path, "rb", buffering=0) as file:
        while count := file.readinto(buffer):
            if given_up is not None and given_up.is_set():
                return ""
            digest.update(buffer[:count])
    return digest.hexdigest()


def check_values(block: Block) -> list[Note]:
    """Refuse values no instrument gives: |y| > 1e20, or mostly |y| < 1e-30 (but not 0): misread bytes.

    Returns
    -------
    list of Note
        Where single values are below 1e-30, or a spectrum ends before the others.

    Raises
    ------
    FileError
        Naming the spectrum and the value.
    """
    if block.axis is not None and (bad := implausible(block.axis[None, :])[0]):
        raise FileError("plausible.axis", value=bad.facts["value"], channel=bad.facts["channel"])
    if len(again := _repeats_axis(block)):
        raise FileError("read.axis_repeated_as_spectrum", number=again[0] + 1,
                        name=block.names[again[0]] if block.names else 'no name')
    problem, tiny = implausible(block.spectra)
    if problem:
        raise FileError(problem)
    return [*([Note("values.tiny", n=tiny)] if tiny else []), *_ends_early(block)]


def _repeats_axis(block: Block) -> np.ndarray:
    """Rows that are the axis itself: the head of another table, taken for a spectrum."""
    if block.axis is None or len(block.axis) < 5 or len(block.spectra) < 3:
        return np.empty(0, int)
    alike = np.flatnonzero((block.spectra[:, :2] == block.axis[:2]).all(axis=1))
    return alike[(block.spectra[alike] == block.axis).all(axis=1)]


def _ends_early(block: Block) -> list[Note]:
    """What is said if a spectrum has no values from some channel to its end, while others have."""
    missing = np.isnan(block.spectra)
    if not missing.any():
        return []
    last = block.spectra.shape[1] - np.argmax(~missing[:, ::-1], axis=1)
    last[missing.all(axis=1)] = 0
    short = np.flatnonzero(last < 0.9 * last.max())
    if not len(short):
        return []
    i = int(short[0])
    return [ends_early(i, block.names[i] if block.names else "", int(last[i]), block.spectra.shape[1], len(short) - 1)]


def ends_early(row: int, name: str, last: int, channels: int, others: int) -> Note:
    """What is said of a spectrum (row from 0) that has no values beyond its first `last` channels."""
    code = "values.end_early_named" if name.strip() else "values.end_early"
    return Note(f"{code}_and_others" if others else code, name=name.strip(), number=row + 1, last=last,
                channels=channels, others=others)


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
    return _read_file(Path(path), options, True)


def read_unchecked(path: str | Path, **options: Any) -> ReadResult:
    """`read_file` without a look at the values: for a piece of a file whose values are checked as they come."""
    return _read_file(Path(path), options, False)


def _read_file(path: Path, options: dict[str, Any], checked: bool) -> ReadResult:
    head = read_head(path)
    try:
        size = path.stat().st_size
    except OSError as error:  # it was there a moment ago: a folder of the network
        raise told_of(path, error) from error
    given = tuple((k, v) for k, v in options.items() if v is not None)
    chosen_name = options.pop("reader", None)
    common = {k: options.pop(k) for k in COMMON_OPTIONS if options.get(k) is not None}
    options = {k: v for k, v in options.items() if v is not None}
    if size > LARGE:
        with ThreadPoolExecutor(1) as beside:  # hashing a large file takes as long as a good part of reading it
            given_up = Event()
            digest = beside.submit(_hashed, path, given_up)
            try:
                result, chosen = _read_checked(path, head, chosen_name, options, common, checked)
            except BaseException:
                given_up.set()  # what is refused is refused now, not when all of it has been hashed
                raise
            sha256 = digest.result()
    else:
        result, chosen = _read_checked(path, head, chosen_name, options, common, checked)
        sha256 = _hashed(path)
    result = _with_single_names(settled(result, common), path)
    return result.with_(path=str(path), format=result.format or chosen.name, title=result.title or chosen.title,
                        sha256=sha256, options=given)


def _hashed(path: Path, given_up: Event | None = None) -> str:
    """`sha256_of`; a file that is gone, or a folder of the network, is one sentence."""
    try:
        return sha256_of(path, given_up)
    except OSError as error:
        raise told_of(path, error) from error


def _check_size(path: Path, chosen: Reader) -> None:
    """Refuse what is larger than is read at once; of text, what needs more memory than there is.

    Raises
    ------
    FileError
    """
    size = path.stat().st_size
    text = chosen.name == "text"
    if text:
        check_text(path)
    if size > MAX_BYTES and (not text or free_memory() is None):
        raise FileError("read.too_large", size=size / 1e9, most=MAX_BYTES / 1e9)


def settled(result: ReadResult, common: dict[str, Any]) -> ReadResult:
    """What was read, with what the user said of it (`COMMON_OPTIONS`) and a note of all that was guessed."""
    if common:
        known = {"unit", "orientation"} & {*common}
        result = result.with_(blocks=tuple(
            b.with_(**common, guessed=tuple(g for g in b.guessed if g not in known)) for b in result.blocks))
    return result.with_(warnings=tuple(dict.fromkeys((*result.warnings, *_guessed(result)))))


def _read_checked(path: Path, head: bytes, chosen_name: str | None, options: dict[str, Any], common: dict[str, Any],
                  checked: bool) -> tuple[ReadResult, Reader]:
    """Choose the reader, read, check the values; whatever goes wrong becomes one sentence."""
    try:
        if not head:
            raise FileError("read.empty")
        if seal_is_broken(path, head):
            raise FileError("read.not_as_saved")
        chosen = reader(chosen_name) if chosen_name else choose_reader(path, head)
        _check_size(path, chosen)
        _check_options(chosen.name, chosen.option_names, options, common)
        # readers wrap their parsers; this is the net for what damaged bytes do elsewhere in them
        # and what arithmetic says of absurd values is no message for a user: the values are checked below
        with parsing(chosen.title), np.errstate(all="ignore"):
            result = _by(chosen, path, options)
        if not result.blocks and not result.tables:
            raise FileError("read.nothing_in_it")
        if not checked:
            return result, chosen
        result = looked_at(result)
    except (SpectrAlignError, OSError) as error:
        raise told_of(path, error) from error
    return result, chosen


def looked_at(result: ReadResult) -> ReadResult:
    """What was read with what its values say: marks of missing ones, implausible ones, what does not hold together.

    Raises
    ------
    FileError
        Values no instrument gives.
    """
    filled = [without_fill(block.spectra) for block in result.blocks]
    notes = [note for _, said in filled for note in said]
    if notes:
        result = result.with_(blocks=tuple(b.with_(spectra=x) for b, (x, _) in zip(result.blocks, filled,
                                                                                   strict=True)))
    notes += [note for block in result.blocks for note in check_values(block)]
    if "orientation" in result.guesses:  # the layout was found out, so what came of it is looked at once more
        notes += inconsistent(result)
    return result.with_(warnings=(*result.warnings, *notes)) if notes else result


def _by(chosen: Reader, path: Path, options: dict[str, Any]) -> ReadResult:
    """What a reader gives; what a lab's own fails with, whatever it is, is a sentence that names the reader."""
    try:
        result = read_apart(chosen, path, options) if chosen.apart else chosen.read(path, options)
    except (SpectrAlignError, OSError):
        raise
    except Exception as error:
        if is_own(chosen):
            raise
        raise FileError("plugin.reader_failed", name=chosen.name, why=f"{type(error).__name__}: {error}") from error
    if not isinstance(result, ReadResult):
        raise FileError("plugin.reader_failed", name=chosen.name, why=f"it gave a {type(result).__name__}")
    return result


def told_of(path: Path, error: SpectrAlignError | OSError) -> SpectrAlignError:
    """What went wrong over a file, in one sentence that names it."""
    if isinstance(error, OSError):
        return FileError(about(path.name, Note("journal.unreadable", "error", strerror=error.strerror or error)))
    kind = next((k for k in (ParameterError, TwoReadings) if isinstance(error, k)), FileError)
    # bytes of a damaged file may get into a sentence; it stays one readable line
    text = " ".join("".join(c if c.isprintable() else " " for c in str(error)).split())[:500]
    text = text if text.startswith(path.name) else f"{path.name}: {text}"
    note, whole = error.note, f"{path.name}: {error}"
    if note.code and text in (str(error), whole):  # what is said as it is keeps its facts
        told = kind(note if text == str(error) else about(path.name, note))
    else:
        told = kind(text)
    if isinstance(told, TwoReadings) and isinstance(error, TwoReadings):
        told.orientation = error.orientation
    return told


def _guessed(result: ReadResult) -> list[Note]:
    """What is said about what was guessed: nothing of it is passed on as a fact."""
    notes = []
    for block in result.blocks:
        if "unit" in block.guessed:
            guess = result.guesses.get("unit")
            known = guess is not None and guess.value == block.unit and guess.reason
            why = guess.reason if guess is not None and known else Note("read.not_stated")
            notes.append(Note("read.guessed_unit", unit=block.unit, why=why))
        if "orientation" in block.guessed:
            guess = result.guesses.get("orientation")
            notes.append(Note("read.guessed_layout", layout=guess.value if guess else "rows"))
    layout = result.guesses.get("orientation")
    if not result.blocks and layout is not None and not layout.stated:
        notes.append(Note("read.guessed_layout", layout=layout.value))
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
            raise ParameterError("read.no_such_option", reader=name, option=option, listed=listed)
    if common.get("unit", "nm") not in UNITS:
        raise ParameterError("read.option_unit", known=UNITS, value=repr(common['unit']))
    if common.get("quantity", "unknown") not in QUANTITIES:
        raise ParameterError("read.option_quantity", known=QUANTITIES, value=repr(common['quantity']))


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
        raise ParameterError("read.option_axis", known=AXIS_CHOICES, value=axis)
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
        raise FileError(about(Path(path).name, Note("read.reference_values_only", "error")))
    if len(made) > 1:
        sizes = ", ".join(f"{len(d)} × {d.spectra.shape[1]}" for d in made[:5])
        raise FileError(about(Path(path).name, Note("read.several_data_sets", "error", n=len(made),
                                                    sizes=sizes, more=len(made) > 5)))
    return made[0]
