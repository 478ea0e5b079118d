"""Whether the chains of an OLE2 file (.xls and others) come to an end, before a library follows them.

An OLE2 file is a small file system: sectors of 512 or 4096 bytes, and a table (FAT) that gives the sector after each.
A table that leads back to an earlier sector makes a reader collect bytes until there is no memory left.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ...core.errors import FileError

HEADER = 512
END, FREE, IS_FAT, IS_DIFAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD, 0xFFFFFFFC
ENTRY, MINI = 128, 64


def check_chains(path: Path) -> None:
    """Follow every chain of an OLE2 file.

    Raises
    ------
    FileError
        One leads back into itself or into another, or out of the file, or is shorter than it says.
    """
    content = np.fromfile(path, np.uint8)
    if len(content) < HEADER + 64:
        raise FileError("the file is cut off after its header.")
    shift = int(content[30:32].view("<u2")[0])
    if shift not in (9, 12):
        raise FileError("it is damaged: its sectors have no size that is known.")
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
    small = 0
    if root is not None:
        inside = _chain(fat, int(root[116:120].view("<u4")[0]), count, "its root")
        _claim(used, inside)
        small = len(inside) * size // MINI
    used_small = np.zeros(small, bool)
    for entry in entries:
        if entry[66] != 2:
            continue
        start, length = int(entry[116:120].view("<u4")[0]), int(entry[120:124].view("<u4")[0])
        name = entry[:max(int(entry[64]) - 2, 0)].tobytes()[:62].decode("utf-16-le", "replace")
        if length == 0:
            continue
        if length >= mini_cutoff:
            _claim(used, _chain(fat, start, count, f"its part {name!r}", -(-length // size)))
        else:
            _claim(used_small, _chain(mini_fat, start, small, f"its part {name!r}", -(-length // MINI)))


def _fat(words: np.ndarray, sectors: np.ndarray, first_difat: int, count: int) -> np.ndarray:
    """The table of next sectors, from the 109 places in the header and the chain of further ones."""
    places, seen, at = [int(w) for w in words[19:128]], set[int](), first_difat
    while at not in (END, FREE):
        if at >= count or at in seen:
            raise FileError("it is damaged: the list of its tables leads back into itself or out of the file.")
        seen.add(at)
        listed = sectors[at].view("<u4")
        places += [int(w) for w in listed[:-1]]
        at = int(listed[-1])
    places = [p for p in places if p != FREE]
    if any(p >= count for p in places) or len(set(places)) != len(places):
        raise FileError("it is damaged: its tables lie outside of the file or twice in it.")
    return sectors[places].reshape(-1).view("<u4") if places else np.zeros(0, "<u4")


def _chain(table: np.ndarray, start: int, count: int, what: str, wanted: int | None = None) -> np.ndarray:
    """Sectors of a chain; as many as `wanted` where its length is known."""
    found: list[int] = []
    seen = set[int]()
    at = start
    while at not in (END, FREE) and (wanted is None or len(found) < wanted):
        if at >= count or at >= len(table) or at in seen:
            raise FileError(f"it is damaged: {what} leads back into itself or out of the file.")
        seen.add(at)
        found.append(at)
        at = int(table[at])
    if wanted is not None and len(found) < wanted:
        raise FileError(f"it is damaged: {what} is shorter than it says.")
    return np.array(found, dtype=np.int64)


def _claim(used: np.ndarray, chain: np.ndarray) -> None:
    if used[chain].any():
        raise FileError("it is damaged: two of its parts share a sector.")
    used[chain] = True
