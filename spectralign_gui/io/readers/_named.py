"""Formats that are known by name but not read: the refusal says what the file is and how to export it."""

from __future__ import annotations

import re
from pathlib import Path

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP = b"PK\x03\x04"
_TEXT = "export the spectra as text or JCAMP-DX and open that."
_OLE_SUFFIXES = {
    ".jws": "a JASCO file (Spectra Manager); there, " + _TEXT,
    ".jwb": "a JASCO file (Spectra Manager); there, " + _TEXT,
    ".doc": "a Word document, not a file of spectra; save its table as text.",
    ".ppt": "a PowerPoint document, not a file of spectra.", ".msg": "an Outlook message, not a file of spectra.",
    ".spc": "a Shimadzu file (LabSolutions UV-Vis or UVProbe), not a Galactic SPC file; there, " + _TEXT,
    ".spa": "an OLE document, not an OMNIC spectrum; " + _TEXT,
}
_OLE_PARTS: tuple[tuple[str, str], ...] = (
    ("WordDocument", _OLE_SUFFIXES[".doc"]), ("PowerPoint Document", _OLE_SUFFIXES[".ppt"]),
    ("DataInfo", _OLE_SUFFIXES[".jws"]), ("Y-Data", _OLE_SUFFIXES[".jws"]),
    ("DataStorageHeaderStorage", _OLE_SUFFIXES[".spc"]), ("PageTexts0", _OLE_SUFFIXES[".spc"]),
)
_TABLES = ("Workbook", "Book")
_ZIP_PARTS: tuple[tuple[bytes, str], ...] = (
    (b"word/", "a Word document, not a file of spectra; save its table as text."),
    (b"ppt/", "a PowerPoint document, not a file of spectra."),
    (b"opendocument.text", "a text document, not a file of spectra; save its table as text."),
)
_MARKS: tuple[tuple[re.Pattern[bytes], str], ...] = (
    (re.compile(rb"PE (IR|UV|FL|NIR) .{0,40}BINARY", re.DOTALL), "an old binary PerkinElmer file (PEDS), which is "
     "not read; in its program save the spectrum as ASCII or JCAMP-DX."),
    (re.compile(rb"HDF5-based Julia Data Format"), "a Julia file (JLD2), which is not read; in Julia save the arrays "
     "as HDF5, CSV or .mat."),
    (re.compile(rb"\s*#FORMAT\s*:\s*EMSA/MAS", re.IGNORECASE), "an EMSA/MAS file of an electron microscope, which "
     "is not read; save the energies and counts as CSV."),
)
_UNSCRAMBLER = ("a file of The Unscrambler, whose format is not public; there, export the data as ASCII, Excel or "
                "JCAMP-DX.")
_SUFFIXES = {
    ".00d": _UNSCRAMBLER, ".unsb": _UNSCRAMBLER,
    **dict.fromkeys((".nir", ".cal"), "a binary file of a near infrared program (WinISI, say), which is not read; "
                    "there, " + _TEXT),
    ".dmt": "an Agilent mosaic image (.dmt with .dmd tiles), which is not read; in Resolutions Pro " + _TEXT,
    ".dmd": "a tile of an Agilent mosaic image (.dmt with .dmd tiles), which is not read; in Resolutions Pro " + _TEXT,
    **dict.fromkeys((".rds", ".rda", ".rdata"), "an R data file of a kind that is not read; in R write the table with "
                    "write.csv."),
}
DIRECTORY = 8192


def ole_parts(head: bytes, path: Path) -> list[str]:
    """Names in the directory of an OLE2 document, as far as its first sectors hold them.

    Nothing is followed: one place is read, whatever the file says.
    """
    exponent, first = int.from_bytes(head[30:32], "little"), int.from_bytes(head[48:52], "little")
    if exponent not in (9, 12):
        return []
    with open(path, "rb") as file:
        file.seek(min((first + 1) << exponent, path.stat().st_size))
        sectors = file.read(DIRECTORY)
    names = []
    for at in range(0, len(sectors) - 127, 128):
        length = int.from_bytes(sectors[at + 64:at + 66], "little")
        if 2 < length <= 64:
            names.append(sectors[at:at + length - 2].decode("utf-16-le", "replace"))
    return names


def refusal(path: Path, head: bytes) -> str | None:
    """One sentence (without the file's name) about a format that is known and not read, or None."""
    suffix = path.suffix.lower()
    if b"by The Unscrambler" in head[:4000] or "by The Unscrambler".encode("utf-16-le") in head[:4000]:
        return f"this is {_UNSCRAMBLER}"
    for mark, what in _MARKS:
        if mark.match(head[:200]):
            return f"this is {what}"
    if head.startswith(OLE):
        names = ole_parts(head, path)
        if any(n in _TABLES for n in names):
            return None
        found = next((what for part, what in _OLE_PARTS if part in names), None) or _OLE_SUFFIXES.get(suffix)
        return f"this is {found}" if found else None
    if head.startswith(ZIP):
        found = next((what for part, what in _ZIP_PARTS if part in head), None)
        return f"this is {found}" if found else None
    binary = sum(b < 9 for b in head[:4000]) > 0.01 * len(head[:4000])
    if suffix in _SUFFIXES and (binary or head.startswith(b"\x1f\x8b")):
        return f"this is {_SUFFIXES[suffix]}"
    return None
