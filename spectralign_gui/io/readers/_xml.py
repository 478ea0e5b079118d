"""XML of instrument files, without entities and document types."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from ...core.errors import FileError

MAX_XML = 200_000_000
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def parse_xml(content: bytes, what: str) -> ElementTree.Element:
    """Root element. Bad bytes are replaced; a document type (which may hide an entity bomb) is refused.

    Raises
    ------
    FileError
    """
    if len(content) > MAX_XML:
        raise FileError("xml.too_large", what=what, size=len(content) / 1000000.0)
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = content.decode("utf-16", "replace")
    else:
        declared = re.match(rb"\s*(?:\xef\xbb\xbf)?<\?xml[^>]*encoding=[\"']([\w-]+)", content[:200])
        name = declared[1].decode("ascii") if declared else "utf-8"
        try:
            text = content.decode(name, "replace")
        except LookupError:
            text = content.decode("utf-8", "replace")
    if re.search(r"<!\s*(DOCTYPE|ENTITY)", text[:100_000], re.IGNORECASE) or "<!ENTITY" in text:
        raise FileError("xml.defines_entities", what=what)
    text = re.sub(r"\A\ufeff?\s*<\?xml[^>]*\?>", "", _ILLEGAL.sub("", text))
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise FileError("xml.damaged", what=what, error=error) from error
