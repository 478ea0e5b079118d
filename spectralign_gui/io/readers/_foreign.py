"""Names what a file is that no reader knows, so that the refusal helps."""

from __future__ import annotations

import re

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG", "a PNG image"), (b"\xff\xd8\xff", "a JPEG image"), (b"GIF8", "a GIF image"), (b"BM", "a BMP image"),
    (b"II*\x00", "a TIFF image"), (b"MM\x00*", "a TIFF image"), (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive (unpack it and open the files in it)"), (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"), (b"\xfd7zXZ", "an xz archive"), (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"), (b"\x7fELF", "a program"), (b"MZ", "a Windows program"),
    (b"SQLite format 3", "a database"),
    (b"{\\rtf", "an RTF document"), (b"\xd0\xcf\x11\xe0", "an old Office document"), (b"\x80\x04", "a Python pickle"),
    (b"\x80\x03", "a Python pickle"), (b"\x93NUMPY", "a NumPy .npy array"), (b"ID3", "a sound file"),
    (b"RIFF", "a media file"),
    (b"LabSpec", "a HORIBA LabSpec binary file"),
)


def is_json(head: bytes) -> bool:
    """Whether the content begins as JSON does."""
    return bool(re.match(rb"\s*(\{\s*\"|\{\s*\}|\[\s*[\[{\"])", head[:400]))


def is_known_binary(head: bytes) -> bool:
    """Whether the content is surely none of text: a mark with bytes that no text begins with."""
    return any(head.startswith(magic) for magic, _ in _MAGIC if any(b < 9 or b > 126 for b in magic))


def describe_foreign(head: bytes) -> str:
    """One sentence (without the file's name) that says what the content seems to be."""
    if not head:
        return "the file is empty (0 bytes)."
    for magic, what in _MAGIC:
        if head.startswith(magic):
            return f"this is {what}, not a file of spectra."
    start = head.lstrip()[:200].lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return "this is a web page, not a file of spectra."
    if is_json(head):
        return "this is a JSON file of a kind the program does not know."
    if start.startswith(b"<?xml"):
        return "this is an XML file of a kind the program does not know."
    if re.match(rb"[\x20-\x7e\r\n\t]{200}", head[:200] or b""):
        return "this text holds no table of numbers."
    return "the content is of no format the program knows; export the spectra as CSV, JCAMP-DX or SPC and open that."
