"""Encoding of a text file and its lines as UTF-8 bytes, in chunks that end at line ends."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import Path

from ....core.errors import FileError
from ....core.notes import Note, about
from ..contract import Guess
from .tidy import Tidy

CHUNK = 1 << 18
MAX_LINE = 64_000_000
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x19\x1c-\x1f\x7f]")
_NOT_IN_CP1252 = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")


def sniff_encoding(head: bytes) -> Guess | None:
    """Encoding of text that begins with `head`, or None if these bytes are no text."""
    for bom, name in _BOMS:
        if head.startswith(bom):
            if head.startswith(b"\xff\xfe\x00\x00"):
                return None
            return Guess(name, 1.0, Note("guess.byte_order_mark", "info"))
    if not head:
        return None
    for name, zero in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
        other = head[0::2] if name == "utf-16-le" else head[1::2]
        if len(head) >= 4 and zero.count(0) > 0.8 * len(zero) and other.count(0) < 0.05 * len(other):
            return Guess(name, 0.9, Note("guess.every_second_byte_zero", "info"))
    # Some instruments pad their header with zero bytes: allowed in long runs only
    rest = re.sub(rb"\x00{3,}", b"", head)
    if rest.count(0) > 0.002 * len(rest) + 8 or len(_CONTROL.findall(rest)) > 0.002 * len(rest):
        return None
    if len(rest) < 0.02 * len(head):
        return None
    if rest.isascii():
        return Guess("utf-8", 1.0, Note("guess.plain_ascii", "info"))
    try:
        codecs.getincrementaldecoder("utf-8")("strict").decode(rest, final=False)
        return Guess("utf-8", 0.98, Note("guess.valid_utf8", "info"))
    except UnicodeDecodeError:
        pass  # not UTF-8: the next guess answers
    high = sum(byte >= 0x80 for byte in rest[:20000])
    if high > 0.3 * min(len(rest), 20000):
        return None
    if _NOT_IN_CP1252.search(rest):
        return Guess("latin-1", 0.5, Note("guess.neither_encoding", "info"))
    return Guess("cp1252", 0.8, Note("guess.usual_other_encoding", "info"))


def line_chunks(path: Path, encoding: str, limit: int | None = None) -> Iterator[bytes]:
    """Chunks of whole lines in UTF-8, line ends made to ``\\n``, zero bytes and byte order mark removed.

    Parameters
    ----------
    path : Path
    encoding : str
    limit : int, optional
        Stop after about so many bytes of the file (a cut last line is then left out if others came before).

    Raises
    ------
    FileError
        Undecodable bytes; a line longer than 64 MB.
    """
    if encoding in ("utf-8", "ascii", "cp1252", "latin-1"):
        decoder = None
    else:
        decoder = codecs.getincrementaldecoder(encoding)("strict")
    rest, taken, first, ended, gave, tidy = b"", 0, True, False, False, Tidy()
    with open(path, "rb") as file:
        while not ended:
            raw = file.read(CHUNK if limit is None else min(CHUNK, max(limit - taken, 1)))
            taken += len(raw)
            ended = not raw
            cut = not ended and limit is not None and taken >= limit
            chunk = _to_utf8(raw, encoding, decoder, ended, path)
            if first:
                chunk = chunk.removeprefix(codecs.BOM_UTF8)
                first = not chunk and not ended
            chunk = rest + chunk
            rest = b""
            if b"\xef" in chunk and codecs.BOM_UTF8 in chunk:  # a single byte is found a hundred times faster
                chunk = chunk.replace(codecs.BOM_UTF8, b"")  # files put one behind the other
            if b"\0" in chunk:
                chunk = chunk.replace(b"\0", b"")
            if not ended:
                # a \r at the very end may be the first half of \r\n
                at = max(chunk.rfind(b"\n"), chunk.rfind(b"\r", 0, -1))
                chunk, rest = chunk[:at + 1], chunk[at + 1:]
                if len(rest) > MAX_LINE:
                    raise FileError(about(path.name, Note("text.line_too_long", "error",
                                                              mb=MAX_LINE // 1_000_000)))
            if b"\r" in chunk:
                chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            if chunk:
                gave = True
                yield tidy(chunk)
            if cut:
                if rest and (not gave or not file.read(1)):
                    yield tidy(rest)
                return


def _to_utf8(raw: bytes, encoding: str, decoder: codecs.IncrementalDecoder | None, final: bool, path: Path) -> bytes:
    try:
        if decoder is not None:
            return decoder.decode(raw, final).encode("utf-8")
        if encoding == "utf-8" or raw.isascii():
            return raw
        return raw.decode("latin-1" if encoding == "latin-1" else encoding, "replace").encode("utf-8")
    except UnicodeError as error:
        raise FileError(about(path.name, Note("text.not_in_encoding", "error", encoding=encoding))) from error
