"""The report as PDF, laid out by Qt; may run in a worker thread."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QUrl
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPdfWriter, QTextBlockFormat, QTextCursor, QTextDocument

from ...core.errors import FileError
from ...io.atomic import write_bytes


def write_pdf(html: str, images: Sequence[QImage], path: str | Path) -> None:
    """Write the report as PDF, atomically.

    Parameters
    ----------
    html : str
        Its pictures are named ``figure-0``, ``figure-1`` …
    images : sequence of QImage
    path : path

    Raises
    ------
    FileError
        It cannot be written.
    """
    content = QByteArray()
    buffer = QBuffer(content)  # Qt does not say when the disk is full; we do when we write
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(16, 16, 16, 16), QPageLayout.Unit.Millimeter)
    writer.setResolution(150)
    writer.setCreator("SpectrAlign")
    document = QTextDocument()
    for number, image in enumerate(images):
        document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(f"figure-{number}"), image)
    document.setMetaInformation(QTextDocument.MetaInformation.CssMedia, "print")
    document.setDefaultStyleSheet("body { font-family: sans-serif; } th { text-align: left; }")
    document.documentLayout().setPaintDevice(writer)
    document.setPageSize(writer.pageLayout().paintRectPixels(writer.resolution()).size())
    laid_out(document, html)
    document.print_(writer)
    del document, writer
    buffer.close()
    if content.size() < 500:
        raise FileError(f"{Path(path).name}: the PDF could not be made.")
    write_bytes(path, bytes(content.data()))


def laid_out(document: QTextDocument, html: str) -> None:
    """Fill a document; a heading that would be the last line of a page begins the next one."""
    _fill(document, html)
    height, layout = document.pageSize().height(), document.documentLayout()
    broken: set[int] = set()
    for _ in range(12):  # a break moves all that follows, so one at a time
        lonely = _first_lonely_heading(document, layout, height, broken)
        if lonely is None:
            return
        broken.add(lonely)
        _fill(document, _with_breaks(html, broken))


def _fill(document: QTextDocument, html: str) -> None:
    """Set the text; the empty line that Qt wants after a table at the end must not begin a page of its own."""
    document.setHtml(html)
    low = QTextBlockFormat()
    low.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    QTextCursor(document.lastBlock()).setBlockFormat(low)


def _with_breaks(html: str, broken: set[int]) -> str:
    """HTML whose headings of these numbers begin a page."""
    numbers = count()
    return re.sub("<h2", lambda _: '<h2 style="page-break-before: always"' if next(numbers) in broken else "<h2", html)


def _first_lonely_heading(document: QTextDocument, layout: Any, height: float, broken: set[int]) -> int | None:
    """Number of the first heading whose next line stands on another page; None if there is none."""
    number = -1
    block = document.begin()
    while block.isValid():
        if block.blockFormat().headingLevel() == 2:
            number += 1
            following = block.next()
            while following.isValid() and not following.text().strip():
                following = following.next()
            if following.isValid() and number not in broken:
                here, below = layout.blockBoundingRect(block), layout.blockBoundingRect(following)
                if int(here.top() // height) != int(below.bottom() // height) and below.height() < height / 2:
                    return number
        block = block.next()
    return None
