"""Our HDF5: /instruments/NAME/{spectra, axis, sample_names, targets, ...} with unit attributes; h5py alone reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..core.data import QUANTITIES, UNITS, Axis, Source, SpectralDataset, Targets
from ..core.errors import FileError, SpectrAlignError
from ..core.notes import pack, unpack
from ..version import __version__
from .apart import Allowance, apart
from .atomic import atomic_path
from .outlet import Outlet
from .readers import parsing
from .seal import SEALED, SIZE, is_sealed, seal, seal_is_broken
from .tree import Budget, decode_key, encode_key, hard_item, read_array, texts_of
from .undisturbed import undisturbed

if TYPE_CHECKING:
    import h5py

INSTRUMENTS = "instruments"
NOT_AS_SAVED = "result_file.not_as_saved"
HDF5_ENDINGS = (".h5", ".hdf5")
LIBVER = ("earliest", "v110")


def _clean(text: str) -> str:
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode("utf-8")


def write_texts(group: h5py.Group, name: str, texts: Sequence[str]) -> h5py.Dataset:
    """Write a list of texts as a data set (UTF-8)."""
    import h5py

    return group.create_dataset(name, data=np.array([_clean(t) for t in texts], dtype=object),
                                dtype=h5py.string_dtype(), shape=(len(texts),))


def write_dataset(parent: h5py.Group, data: SpectralDataset, compress: bool = True) -> h5py.Group:
    """Write one data set as the group ``NAME`` of `parent` (/instruments); without compression it is ten times quicker.
    """
    group = parent.create_group(encode_key(data.name))
    group.attrs["name"] = _clean(data.name)
    group.attrs["position"] = len(parent) - 1
    packing = {"compression": "gzip", "compression_opts": 1, "shuffle": True} if compress else {}
    spectra = group.create_dataset("spectra", data=data.spectra, **packing)
    spectra.attrs["quantity"] = data.quantity
    axis = group.create_dataset("axis", data=data.axis.values)
    axis.attrs["unit"] = data.axis.unit
    if data.guessed:
        group.attrs["guessed"] = ",".join(data.guessed)
    axis.attrs["file_descending"] = data.axis.file_descending
    if data.axis.laser_nm is not None:
        axis.attrs["laser_nm"] = data.axis.laser_nm
    write_texts(group, "sample_names", data.sample_names)
    if data.targets is not None:
        targets = group.create_dataset("targets", data=data.targets.values)
        targets.attrs["names"] = np.array([_clean(n) for n in data.targets.names], dtype=object)
        targets.attrs["units"] = np.array([_clean(u) for u in data.targets.units], dtype=object)
        targets.attrs["lab_errors"] = np.array(data.targets.lab_errors, dtype=np.float64)
        group.create_dataset("targets_censored", data=data.targets.censored)
    if data.groups is not None:
        write_texts(group, "groups", data.groups)
    if data.columns:
        beside = group.create_group("columns")
        for number, (title, cells) in enumerate(data.columns.items()):
            write_texts(beside, str(number), cells).attrs["title"] = _clean(title)
    if data.spread is not None:
        group.create_dataset("spread", data=data.spread, **packing)
    if data.repeats is not None:
        group.create_dataset("repeats", data=np.array(data.repeats, dtype=np.int64))
    if data.metadata:
        write_texts(group, "metadata_keys", list(data.metadata))
        write_texts(group, "metadata_values", [str(v) for v in data.metadata.values()])
    if data.warnings:
        write_texts(group, "warnings", data.warnings)
        write_texts(group, "notes", pack(data.warnings))
    # the file's name only: a path of the machine that wrote it says nothing elsewhere
    group.attrs["source_file"] = _clean(data.source.path.replace("\\", "/").rsplit("/", 1)[-1])
    group.attrs["source_sha256"] = data.source.sha256
    group.attrs["source_format"] = data.source.format
    return group


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def read_dataset_group(group: h5py.Group, budget: Budget | None = None) -> SpectralDataset:
    """The data set that a group of /instruments holds.

    Parameters
    ----------
    group : h5py.Group
    budget : Budget, optional
        What reading the file may still take.

    Raises
    ------
    FileError
        Parts are missing or do not fit each other.
    """
    import h5py

    parts: dict[str, h5py.Dataset] = {}

    def part(name: str) -> h5py.Dataset:
        if name in parts:
            return parts[name]
        if name not in group or not isinstance(hard_item(group, name), h5py.Dataset):
            raise FileError("result_file.missing", name=group.name, name2=name)
        parts[name] = group[name]
        if budget is not None:
            budget.take(parts[name])
        return parts[name]

    name = _text(group.attrs.get("name", decode_key(group.name.rsplit("/", 1)[-1])))
    axis = part("axis")
    unit = _text(axis.attrs.get("unit", "unknown"))
    quantity = _text(part("spectra").attrs.get("quantity", "unknown"))
    laser = axis.attrs.get("laser_nm")
    spectra = np.atleast_2d(read_array(part("spectra")))
    targets = None
    if "targets" in group:
        values = part("targets")
        table = read_array(values)
        given = values.attrs.get("names", [f"y{j + 1}" for j in range(table.shape[1])])
        names = tuple(_text(n) for n in np.ravel(given))
        units = tuple(_text(u) for u in np.ravel(values.attrs.get("units", [])))
        censored = read_array(part("targets_censored")) if "targets_censored" in group else None
        errors = tuple(float(e) for e in np.ravel(values.attrs.get("lab_errors", [])))
        targets = Targets(names, table, units, censored, errors)  # type: ignore[arg-type]
    metadata = {}
    if "metadata_keys" in group:
        metadata = dict(zip(texts_of(part("metadata_keys"), budget), texts_of(part("metadata_values"), budget),
                            strict=True))
    return SpectralDataset(
        name, spectra,
        Axis(np.asarray(read_array(axis), float), unit if unit in UNITS else "unknown",
             bool(axis.attrs.get("file_descending", False)), None if laser is None else float(laser)),
        tuple(texts_of(part("sample_names"), budget)) if "sample_names" in group else ("",) * len(spectra),
        quantity if quantity in QUANTITIES else "unknown", targets,
        tuple(texts_of(part("groups"), budget)) if "groups" in group else None,
        Source(_text(group.attrs.get("source_file", "")), _text(group.attrs.get("source_sha256", "")),
               _text(group.attrs.get("source_format", ""))),
        tuple(unpack(texts_of(part("warnings"), budget), texts_of(part("notes"), budget) if "notes" in group else ()))
        if "warnings" in group else (), metadata,
        np.asarray(read_array(part("spread"))) if "spread" in group else None,
        tuple(int(n) for n in read_array(part("repeats"))) if "repeats" in group else None,
        tuple(g for g in _text(group.attrs.get("guessed", "")).split(",") if g), _columns(group, budget))


def _columns(group: h5py.Group, budget: Budget | None) -> dict[str, tuple[str, ...]]:
    """The columns beside the spectra, in their order."""
    import h5py

    if "columns" not in group or not isinstance(beside := hard_item(group, "columns"), h5py.Group):
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted(beside, key=lambda n: (len(n), n)):
        cells = hard_item(beside, name)
        if not isinstance(cells, h5py.Dataset):
            raise FileError("result_file.missing", name=beside.name, name2=name)
        if budget is not None:
            budget.take(cells)
        found[_text(cells.attrs.get("title", name))] = tuple(texts_of(cells, budget))
    return found


def read_instruments(file: h5py.File, budget: Budget | None = None) -> tuple[SpectralDataset, ...]:
    """All data sets of an open file, in the order they were written."""
    import h5py

    if INSTRUMENTS not in file or not isinstance(hard_item(file, INSTRUMENTS), h5py.Group):
        raise FileError("result_file.no_instruments")
    parent = file[INSTRUMENTS]
    groups = [hard_item(parent, name) for name in parent]
    groups = [g for g in groups if isinstance(g, h5py.Group)]
    return tuple(read_dataset_group(g, budget) for g in sorted(groups, key=lambda g: int(g.attrs.get("position", 0))))


@contextmanager
def new_hdf5(
    path: str | Path, sealed: str = "data", before_replace: Callable[[Path], None] | None = None, note: str = "",
) -> Iterator[h5py.File]:
    """An HDF5 file that takes the place of `path` only when it is complete.

    Parameters
    ----------
    path : path
    sealed : {"data", "project", "result"}
        Whose `seal` is put in front, so that damage is noticed.
    before_replace : callable (path), optional
        See `atomic.atomic_path`.
    note : str
        See `seal.seal`.

    Raises
    ------
    FileError
        It cannot be saved; the earlier file is unchanged.
    """
    import h5py

    with atomic_path(path, before_replace) as temporary:
        with open(temporary, "rb+", buffering=0) as raw:
            outlet = Outlet(raw)
            with undisturbed(), h5py.File(outlet, "w", libver=LIBVER, userblock_size=SIZE) as file:
                _mark(file)
                file.attrs[SEALED] = sealed
                yield file
                file.flush()
            outlet.raise_failure()
        seal(temporary, sealed, note)


def _mark(file: h5py.File) -> None:
    file.attrs["program"] = "SpectrAlign"
    file.attrs["version"] = __version__


def write_datasets(path: str | Path, datasets: Sequence[SpectralDataset]) -> None:
    """Save data sets to a new file, atomically.

    Raises
    ------
    FileError
    """
    with new_hdf5(path) as file:
        parent = file.create_group(INSTRUMENTS)
        for data in datasets:
            write_dataset(parent, data)


@contextmanager
def open_own(path: str | Path) -> Iterator[h5py.File]:
    """A file of ours to read from, in this process: to be called apart only (see `io.apart`).

    Raises
    ------
    FileError
        Its seal is broken or gone.
    """
    import h5py

    with open(path, "rb") as plain:
        head = plain.read(SIZE)
    if seal_is_broken(path, head):
        raise FileError(NOT_AS_SAVED)
    with h5py.File(path, "r") as file:
        if SEALED in file.attrs and not is_sealed(head):
            raise FileError(NOT_AS_SAVED)
        yield file


def read_hdf5(path: str | Path) -> tuple[SpectralDataset, ...]:
    """All data sets of a file of ours.

    Raises
    ------
    FileError
    """
    path = Path(path)
    try:
        datasets: tuple[SpectralDataset, ...] = apart(read_hdf5_here, path, allowance=allowance(path))
    except SpectrAlignError as error:
        raise FileError(f"{path.name}: {error}") from error
    return datasets


def read_hdf5_here(path: str) -> tuple[SpectralDataset, ...]:
    """The same in this process."""
    with parsing("HDF5"), open_own(path) as file:
        return read_instruments(file, Budget.of(path))


def holds_model_here(path: str) -> bool:
    """Whether a file of ours holds a saved model beside its spectra, seen in this process."""
    with parsing("HDF5"), open_own(path) as file:
        return "model" in file


def allowance(path: str | Path) -> Allowance:
    """What opening a file of ours may take: many small parts take longer than their bytes say."""
    return Allowance.of(path, speed=1e6)
