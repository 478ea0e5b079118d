"""The SHA-256 of a document's content, written into the document itself: whoever has the file can check it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from ...core.errors import FileError

PLACE = "0" * 64
_SIGNED = re.compile(r'<code id="sha256">([0-9a-f]{64})</code>')


def signed(html: str) -> tuple[str, str]:
    """The document with its signature, and the signature: SHA-256 of the text with 64 zeros in its place."""
    digest = hashlib.sha256(html.encode("utf-8")).hexdigest()
    return _SIGNED.sub(f'<code id="sha256">{digest}</code>', html, count=1), digest


def is_unchanged(path: str | Path) -> bool:
    """Whether a document is as it was when it was written.

    Raises
    ------
    FileError
        It cannot be read, or has no signature.
    """
    path = Path(path)
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, ValueError) as error:
        raise FileError("document.not_readable", name=path.name, error=getattr(error, "strerror", None) or error
                        ) from error
    found = _SIGNED.search(text)
    if found is None:
        raise FileError("document.no_signature", name=path.name)
    blank = text[:found.start(1)] + PLACE + text[found.end(1):]
    return hashlib.sha256(blank.encode("utf-8")).hexdigest() == found.group(1)
