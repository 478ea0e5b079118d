"""npz block by block: plain members from the file itself, packed ones unpacked as they are read."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from ...core.errors import FileError
from ..readers import ReadResult, check_zip, parsing
from .head import alike, head_rows, names_among, read_head
from .raw import RawMatrix
from .source import BlockFile

SMALL, MOST = 200_000_000, 1 << 42
_LOCAL = struct.Struct("<4s22xHH")


@dataclass(frozen=True)
class _Member:
    """An array of the archive: what its header says, and where its numbers begin (negative: they are packed)."""

    name: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    fortran: bool
    offset: int
    size: int


class NpzBlocks(BlockFile):
    """The largest array of an archive."""

    def __init__(self, path: Path, result: ReadResult, names: list[str] | None, member: _Member, across: bool) -> None:
        n, p = member.shape[::-1] if across else member.shape
        super().__init__(path, result, n)
        head = result.blocks[0].names
        if names is not None and tuple(names[:len(head)]) != head:
            names = [name.strip() for name in names]
        self._names, self._member = names, member
        # of a matrix in the order of Fortran the columns lie together
        self._matrix = RawMatrix(path, member.offset, member.dtype.str, n, p, across != member.fortran)

    @property
    def stored(self) -> np.dtype[Any]:
        """Type of the numbers in the file."""
        return np.dtype(self._matrix.dtype)

    def _raw(self, start: int, rows: int) -> Iterator[tuple[np.ndarray, tuple[str, ...]]]:
        dtype = self.result.blocks[0].spectra.dtype
        at = start
        for part in self._parts(start, rows):
            names = () if self._names is None else tuple(self._names[at:at + len(part)])
            yield np.asarray(part, dtype=dtype), names
            at += len(part)

    def _parts(self, start: int, rows: int) -> Iterator[np.ndarray]:
        if self._member.offset >= 0:
            yield from self._matrix.blocks(start, rows)
            return
        n, p = self._matrix.n, self._matrix.p
        with zipfile.ZipFile(self.path) as archive, archive.open(self._member.name) as packed:
            _header(packed)
            _skip(packed, start * p * self._member.dtype.itemsize)
            for at in range(start, n, rows):
                yield _read(packed, (min(rows, n - at), p), self._member.dtype)


def open_npz(path: Path, options: Mapping[str, Any]) -> NpzBlocks | None:
    """An archive to be read in blocks; None if it is not so simple.

    Raises
    ------
    FileError
    """
    with parsing("npz"):
        members = list(_members(path))
        matrices = [m for m in members if len(m.shape) == 2 and m.dtype.kind in "biuf" and min(m.shape) > 1]
        if not matrices:
            return None
        large = max(matrices, key=lambda m: m.shape[0] * m.shape[1])
        sizes = {s for m in members for s in m.shape}
        for across in (False, True):
            n, p = large.shape[::-1] if across else large.shape
            if n == p or (large.offset < 0 and across != large.fortran):
                continue
            k = head_rows(n, sizes)
            result = read_head(path, lambda copy, n=n, k=k: _write_copy(  # type: ignore[misc]
                path, copy, members, n, k), options, k, p)
            if result is None:
                continue
            names: list[str] | None = None
            if any(result.blocks[0].names):
                names = names_among(_texts(path, members, n), result.blocks[0].names)
                if names is None:
                    return None
            found = NpzBlocks(path, result, names, large, across)
            if alike(result.blocks[0].spectra, next(found._parts(0, k))):
                return found
    return None


def _members(path: Path) -> Iterator[_Member]:
    with check_zip(path, MOST) as archive, open(path, "rb") as file:
        for info in archive.infolist():
            if not info.filename.endswith(".npy"):
                continue
            with archive.open(info) as packed:
                shape, fortran, dtype = _header(packed)
                begin = packed.tell()
            offset = -1
            if info.compress_type == zipfile.ZIP_STORED and not info.flag_bits & 1:
                file.seek(info.header_offset)
                signature, name, extra = _LOCAL.unpack(file.read(_LOCAL.size))
                if signature == b"PK\x03\x04":
                    offset = info.header_offset + 30 + name + extra + begin
            yield _Member(info.filename, shape, dtype, fortran, offset, info.file_size)


def _header(packed: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    version = np.lib.format.read_magic(packed)
    read = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}.get(version)
    if read is None:
        raise ValueError(f"version {version}")
    shape, fortran, dtype = read(packed)
    return shape, fortran, dtype


def _skip(packed: IO[bytes], size: int) -> None:
    while size > 0:
        got = len(packed.read(min(size, 1 << 20)))
        if not got:
            raise FileError("blocks.cut_off")
        size -= got


def _read(packed: IO[bytes], shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
    out = np.empty(shape, dtype)
    view, have = out.reshape(-1).view(np.uint8), 0
    while have < len(view):
        part = packed.read(min(len(view) - have, 1 << 20))
        if not part:
            raise FileError("blocks.cut_off")
        view[have:have + len(part)] = np.frombuffer(part, np.uint8)
        have += len(part)
    return out


def _first_rows(path: Path, archive: zipfile.ZipFile, member: _Member, n: int, k: int) -> np.ndarray | None:
    """An array with `k` of `n` rows in place of all; None if it is too large otherwise."""
    at = next((d for d, size in enumerate(member.shape) if size == n), None)
    if at is not None and len(member.shape) == 2 and member.offset >= 0 and member.dtype.kind in "biuf":
        across = at == 1
        matrix = RawMatrix(path, member.offset, member.dtype.str, n, member.shape[1 - at], across != member.fortran)
        found = next(matrix.blocks(0, k))
        return found.T if across else found
    if at == 0 and not member.fortran and member.dtype.kind in "biufUS":
        with archive.open(member.name) as packed:
            _header(packed)
            return _read_any(packed, (k, *member.shape[1:]), member.dtype)
    if member.size > SMALL or member.dtype.kind not in "biufUS":
        return None
    with archive.open(member.name) as packed:
        whole = np.lib.format.read_array(packed, allow_pickle=False)
    return whole if at is None else np.take(whole, np.arange(k), axis=at)


def _read_any(packed: IO[bytes], shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
    """Also of texts."""
    plain = _read(packed, (*shape, dtype.itemsize), np.dtype("u1"))
    return plain.reshape(-1).view(dtype).reshape(shape)


def _write_copy(path: Path, copy: Path, members: list[_Member], n: int, k: int) -> None:
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        for member in members:
            if member.dtype.hasobject:
                raise FileError("npz.pickled_object", name=member.name.removesuffix(".npy"))
            if (found := _first_rows(path, archive, member, n, k)) is not None:
                arrays[member.name.removesuffix(".npy")] = found
    with zipfile.ZipFile(copy, "w") as to:
        for name, array in arrays.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, np.ascontiguousarray(array), allow_pickle=False)
            to.writestr(f"{name}.npy", content.getvalue())


def _texts(path: Path, members: list[_Member], n: int) -> dict[str, list[str]]:
    found = {}
    with zipfile.ZipFile(path) as archive:
        for member in members:
            if member.dtype.kind in "US" and int(np.prod(member.shape)) == n and member.size < SMALL * 5:
                with archive.open(member.name) as packed:
                    texts = np.lib.format.read_array(packed, allow_pickle=False).ravel().tolist()
                found[member.name] = [t.decode("utf-8", "replace") if isinstance(t, bytes) else str(t) for t in texts]
    return found
