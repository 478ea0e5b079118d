"""OLE2 files (.xls, .jws and others): whether their chains come to an end, and the content of their parts.

An OLE2 file is a small file system: sectors of 512 or 4096 bytes, and a table (FAT) that gives the sector after each.
A table that leads back to an earlier sector makes a reader collect bytes until there is no memory left.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ...core.errors import FileError

HEADER = 512
END, FREE, IS_FAT, IS_DIFAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD, 0xFFFFFFFC
ENTRY, MINI = 128, 64
MOST_READ = 300_000_000


def check_chains(path: Path) -> None:
    """Follow every chain of an OLE2 file.

    Raises
    ------
    FileError
        One leads back into itself or into another, or out of the file, or is shorter than it says.
    """
    for _ in _parts(path):
        pass


def read_parts(path: Path, most: int = MOST_READ) -> dict[str, bytes]:
    """Content of every part of an OLE2 file by its path ("DataStorage1/DataSetGroup/…"), without its root.

    Raises
    ------
    FileError
        See `check_chains`; also for a file of more than `most` bytes.
    """
    if path.stat().st_size > most:
        raise FileError("binary.too_large", what="OLE", size=path.stat().st_size / 1e9, most=most / 1e9)
    entries = np.zeros((0, ENTRY), np.uint8)
    content: dict[int, bytes] = {}
    for entries, number, data in _parts(path):  # noqa: B007 - they are the same each time
        content[number] = data.tobytes()
    return {name: content[k] for k, name in _paths(entries).items() if k in content}


def _paths(entries: np.ndarray) -> dict[int, str]:
    """Paths of the entries: each storage has a child, which has one entry to its left and one to its right."""
    root = next((k for k, e in enumerate(entries) if e[66] == 5), None)
    if root is None:
        return {}
    found: dict[int, str] = {}
    waiting = [(int(entries[root][76:80].view("<u4")[0]), "")]
    while waiting:
        k, above = waiting.pop()
        if k >= len(entries) or k in found:
            continue
        left, right, child = (int(v) for v in entries[k][68:80].view("<u4"))
        found[k] = f"{above}/{_name(entries[k])}".strip("/")
        waiting += [(left, above), (right, above), (child, found[k])]
    return found


def _name(entry: np.ndarray) -> str:
    return entry[:max(int(entry[64]) - 2, 0)].tobytes()[:62].decode("utf-16-le", "replace")


def _parts(path: Path) -> Iterator[tuple[np.ndarray, int, np.ndarray]]:
    """(all entries, number of this one, its bytes) of every part that is not empty."""
    content = np.fromfile(path, np.uint8)
    if len(content) < HEADER + 64:
        raise FileError("ole2.cut_off")
    shift = int(content[30:32].view("<u2")[0])
    if shift not in (9, 12):
        raise FileError("ole2.unknown_sector_size")
    size = 1 << shift
    count = max(0, -(-(len(content) - size) // size))
    words = content[:HEADER].view("<u4")
    first_directory, mini_cutoff, first_mini, first_difat = (int(words[k]) for k in (12, 14, 15, 17))
    sectors = np.zeros((count, size), np.uint8)
    body = content[size:]
    sectors.reshape(-1)[:len(body)] = body
    fat = _fat(words, sectors, first_difat, count)
    directory = _chain(fat, first_directory, count, "its directory")
    mini_fat = sectors[_chain(fat, first_mini, count, "its table of small sectors")].reshape(-1).view("<u4")
    entries = sectors[directory].reshape(-1, ENTRY)
    used = np.zeros(count, bool)
    _claim(used, directory)
    root = next((e for e in entries if e[66] == 5), None)
    inside = np.zeros(0, np.int64)
    if root is not None:
        inside = _chain(fat, int(root[116:120].view("<u4")[0]), count, "its root")
        _claim(used, inside)
    small = sectors[inside].reshape(-1, MINI)
    used_small = np.zeros(len(small), bool)
    for number, entry in enumerate(entries):
        start, length = int(entry[116:120].view("<u4")[0]), int(entry[120:124].view("<u4")[0])
        if entry[66] != 2 or length == 0:
            continue
        what = f"its part {_name(entry)!r}"
        if length >= mini_cutoff:
            chain = _chain(fat, start, count, what, -(-length // size))
            _claim(used, chain)
            yield entries, number, sectors[chain].reshape(-1)[:length]
        else:
            chain = _chain(mini_fat, start, len(small), what, -(-length // MINI))
            _claim(used_small, chain)
            yield entries, number, small[chain].reshape(-1)[:length]


def _fat(words: np.ndarray, sectors: np.ndarray, first_difat: int, count: int) -> np.ndarray:
    """The table of next sectors, from the 109 places in the header and the chain of further ones."""
    places, seen, at = [int(w) for w in words[19:128]], set[int](), first_difat
    while at not in (END, FREE):
        if at >= count or at in seen:
            raise FileError("ole2.table_chain_loops")
        seen.add(at)
        listed = sectors[at].view("<u4")
        places += [int(w) for w in listed[:-1]]
        at = int(listed[-1])
    places = [p for p in places if p != FREE]
    if any(p >= count for p in places) or len(set(places)) != len(places):
        raise FileError("ole2.tables_outside_or_twice")
    return sectors[places].reshape(-1).view("<u4") if places else np.zeros(0, "<u4")


def _chain(table: np.ndarray, start: int, count: int, what: str, wanted: int | None = None) -> np.ndarray:
    """Sectors of a chain; as many as `wanted` where its length is known."""
    found: list[int] = []
    seen = set[int]()
    at = start
    while at not in (END, FREE) and (wanted is None or len(found) < wanted):
        if at >= count or at >= len(table) or at in seen:
            raise FileError("ole2.chain_loops", what=what)
        seen.add(at)
        found.append(at)
        at = int(table[at])
    if wanted is not None and len(found) < wanted:
        raise FileError("ole2.part_too_short", what=what)
    return np.array(found, dtype=np.int64)


def _claim(used: np.ndarray, chain: np.ndarray) -> None:
    if used[chain].any():
        raise FileError("ole2.sector_shared")
    used[chain] = True
