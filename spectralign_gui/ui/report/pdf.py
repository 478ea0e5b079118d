"""The report as PDF, laid out by Qt; may run in a worker thread."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMarginsF, QUrl
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPdfWriter, QTextDocument

from ...core.errors import FileError
from ...io.atomic import atomic_path


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
    with atomic_path(path) as temporary:
        writer = QPdfWriter(str(temporary))
        writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        writer.setPageMargins(QMarginsF(16, 16, 16, 16), QPageLayout.Unit.Millimeter)
        writer.setResolution(150)
        writer.setCreator("SpectrAlign")
        document = QTextDocument()
        for number, image in enumerate(images):
            document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(f"figure-{number}"), image)
        document.setDefaultStyleSheet("body { font-family: sans-serif; font-size: 9pt; } th { text-align: left; }")
        document.documentLayout().setPaintDevice(writer)
        document.setPageSize(writer.pageLayout().paintRectPixels(writer.resolution()).size())
        document.setHtml(html)
        document.print_(writer)
        del document, writer
        if temporary.stat().st_size < 500:
            raise FileError(f"{Path(path).name}: the PDF could not be made.")
