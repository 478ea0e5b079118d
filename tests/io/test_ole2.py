"""Chains of OLE2 files that lead nowhere are found before a library follows them."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.read import read_file
from spectralign_gui.io.readers._ole2 import END, FREE, check_chains

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases" / "64-ole2-chain-that-loops-kills-the-program"
IS_FAT = 0xFFFFFFFD


def ole2(streams: dict[str, bytes]) -> bytearray:
    """An OLE2 file with sectors of 512 bytes; streams below 4096 bytes lie in small sectors."""
    sectors: list[bytes] = [b"", b""]  # the table and the directory come first
    fat = [IS_FAT, END]
    small, mini_fat, entries = b"", [], []

    def put(content: bytes) -> int:
        start = len(sectors)
        parts = [content[k:k + 512].ljust(512, b"\0") for k in range(0, len(content), 512)]
        sectors.extend(parts)
        fat.extend([*range(start + 1, start + len(parts)), END])
        return start

    for name, content in streams.items():
        if len(content) >= 4096:
            entries.append((name, 2, put(content), len(content)))
        else:
            start = len(mini_fat)
            parts = -(-len(content) // 64)
            mini_fat += [*range(start + 1, start + parts), END]
            small += content.ljust(64 * parts, b"\0")
            entries.append((name, 2, start, len(content)))
    root = put(small) if small else END
    mini = put(struct.pack(f"<{len(mini_fat)}I", *mini_fat).ljust(512, b"\xff")) if mini_fat else END
    entries.insert(0, ("Root Entry", 5, root, len(small)))
    directory = b""
    for name, kind, start, length in entries:
        text = (name + "\0").encode("utf-16-le")
        directory += (text.ljust(64, b"\0") + struct.pack("<HBB3I", len(text), kind, 1, FREE, FREE, FREE)
                      + bytes(36) + struct.pack("<IQ", start, length))
    sectors[1] = directory.ljust(512, b"\0")
    assert len(fat) <= 128 and len(sectors[1]) == 512
    sectors[0] = struct.pack(f"<{len(fat)}I", *fat).ljust(512, b"\xff")
    header = struct.pack("<8s16xHHHHH6xIIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6, 0, 1,
                         1, 0, 4096, mini, 1 if mini_fat else 0, END, 0, 0)
    header += struct.pack("<108I", *[FREE] * 108)
    return bytearray(header + b"".join(sectors))


@pytest.fixture
def whole() -> bytearray:
    return ole2({"Workbook": bytes(range(256)) * 40, "small": b"abc" * 100, "other": b"x" * 5000})


def test_the_header_is_laid_out_as_it_should(whole):
    assert len(whole) % 512 == 0 and struct.unpack_from("<I", whole, 76) == (0,)


def test_a_whole_file_passes(whole, tmp_path):
    path = tmp_path / "a.xls"
    for extra in (b"", b"\0" * 100, b"\0" * 3000):
        path.write_bytes(whole + extra)
        check_chains(path)


@pytest.mark.parametrize(("place", "value", "words"), [
    (512 + 4 * 2, 2, "'Workbook'.*leads back"), (512 + 4 * 5, 3, "'Workbook'.*leads back"),
    (512 + 4 * 3, 10 ** 6, "'Workbook'.*out of the file"), (512 + 4 * 4, END, "'Workbook' is shorter"),
    (512 + 4 * 1, 1, "directory leads back"), (512 + 4 * 20, 25, "share"), (68, 0, "tables"),
    (48, 99, "directory.*out of the file"), (80, 0, "tables are"), (30, 77, "unknown size")])
def test_each_kind_of_wrong_link_has_its_sentence(whole, tmp_path, place, value, words):
    struct.pack_into("<I", whole, place, value)
    path = tmp_path / "a.xls"
    path.write_bytes(whole)
    with pytest.raises(FileError, match=words):
        check_chains(path)
    with pytest.raises(FileError, match=r"^a\.xls: "):
        read_file(path)


def test_whatever_the_links_are_the_walk_ends(whole, tmp_path):
    path, outcomes = tmp_path / "a.xls", []
    for seed in range(400):
        chance, content = random.Random(seed), bytearray(whole)
        for _ in range(chance.choice((1, 2, 8))):
            place = chance.choice((chance.randrange(24, 512), 512 + 4 * chance.randrange(30),
                                   1024 + chance.randrange(512)))
            struct.pack_into("<I", content, min(place, len(content) - 4),
                             chance.choice((0, 1, 2, chance.randrange(40), END, FREE, 2 ** 31)))
        path.write_bytes(content[:chance.choice((len(content), chance.randrange(len(content))))])
        try:
            check_chains(path)
            outcomes.append(True)
        except FileError as error:
            assert str(error).startswith(("it is damaged: ", "the file is cut off"))
            outcomes.append(False)
    assert 40 < np.sum(outcomes) < 360


@pytest.mark.parametrize("name", ["difat_loop.xls", "fat_loop.xls", "panic.xls"])
def test_the_files_found_from_outside(name):
    if not (SHARED / name).is_file():
        pytest.skip("the shared cases are not here")
    with pytest.raises(FileError, match=rf"^{name}: it is damaged"):
        read_file(SHARED / name)
