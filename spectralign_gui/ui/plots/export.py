"""Any plot to PNG, SVG or CSV: one way for all of them.

Pictures are drawn on white unless asked otherwise, so that a plot made in the dark theme prints well.
"""

from __future__ import annotations

import csv
import io
import math
import re
from pathlib import Path
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from ...core.errors import FileError
from ...io.atomic import write_bytes
from ..theme import LIGHT, Theme
from .drawable import Drawable, Table

KINDS = ("png", "svg", "csv")
LEAST = QSize(480, 340)
"""A plot that is smaller on the screen, or was never shown, is laid out anew for this size."""


def export_plot(
    view: Drawable, path: str | Path, kind: str | None = None, *, theme: Theme | None = LIGHT, scale: float = 2.0,
    size: QSize | None = None,
) -> Path:
    """Write a plot.

    Parameters
    ----------
    view : Drawable
    path : path
        An existing file is replaced (ask before).
    kind : {"png", "svg", "csv"}, optional
        Default: by the ending of `path`.
    theme : Theme or None
        Colours of the picture; None = as on the screen. Default: light.
    scale : float
        PNG pixels per pixel on the screen.
    size : QSize, optional
        Logical size; default as on the screen, but not smaller than `LEAST`.

    Returns
    -------
    Path

    Raises
    ------
    FileError
        If the ending is unknown or the file cannot be written.
    """
    path = Path(path)
    kind = (kind or path.suffix.lstrip(".")).lower()
    if kind not in KINDS:
        raise FileError(f"{path.name}: a plot can be written as .png, .svg or .csv, not as {path.suffix or 'that'}.")
    if kind == "csv":
        data = table_bytes(view.export_table())
    else:
        data = picture(view, kind, theme, scale, size or view.export_size().expandedTo(LEAST))
    write_bytes(path, data)
    return path


def picture(view: Drawable, kind: str, theme: Theme | None, scale: float, size: QSize) -> bytes:
    """PNG or SVG bytes of a plot."""
    shown = view.theme
    view.setUpdatesEnabled(False)
    try:
        if theme is not None and theme is not shown:
            view.set_theme(theme)
        background = QColor(view.theme.plot_background)
        with view.at_size(size):
            return _png(view, size, scale, background) if kind == "png" else _svg(view, size, background)
    finally:
        if view.theme is not shown:
            view.set_theme(shown)
        view.setUpdatesEnabled(True)


def _png(view: Drawable, size: QSize, scale: float, background: QColor) -> bytes:
    image = QImage(math.ceil(size.width() * scale), math.ceil(size.height() * scale),
                   QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(scale)
    image.fill(background)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    view.paint_export(painter, QRectF(0, 0, size.width(), size.height()))
    painter.end()
    image.setDotsPerMeterX(round(96 * scale / 0.0254))
    image.setDotsPerMeterY(round(96 * scale / 0.0254))
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(data.data())


def _svg(view: Drawable, size: QSize, background: QColor) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # 1.1 keeps clipping
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setResolution(view.logicalDpiX())  # else axis pictures come out at 3/4 of their size
    generator.setTitle(view.plot_title)
    generator.setDescription("Made by SpectrAlign")
    painter = QPainter(generator)
    target = QRectF(0, 0, size.width(), size.height())
    painter.fillRect(target, background)
    view.paint_export(painter, target)
    painter.end()
    return _portable_fonts(bytes(data.data()))


def _portable_fonts(svg: bytes) -> bytes:
    """Qt writes its own alias of a font; give every reader a family it knows."""
    def generic(match: re.Match[bytes]) -> bytes:
        family = match.group(1).strip(b"'")
        if b"sans-serif" in family:
            return match.group(0)
        names = b"" if family.lower() in (b"sans serif", b"sans") else b"'" + family + b"', "
        return b'font-family="' + names + b'sans-serif"'

    return re.sub(rb'font-family="([^"]*)"', generic, svg)


def table_bytes(table: Table) -> bytes:
    """CSV (UTF-8, decimal point, full precision) of headings and columns; shorter columns end empty."""
    headings, columns = table
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([_safe(h) for h in headings])
    for row in range(max((len(c) for c in columns), default=0)):
        writer.writerow([_cell(c[row]) if row < len(c) else "" for c in columns])
    return out.getvalue().encode()


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return _safe(value)
    if value is None:
        return ""
    number = float(value)
    if math.isnan(number):
        return ""
    if number == int(number) and abs(number) < 1e15 and not isinstance(value, float):
        return str(int(number))
    return repr(number)


def _safe(text: str) -> str:
    """Text that a spreadsheet will not take for a formula."""
    if text[:1] in ("=", "@", "\t", "\r") or (text[:1] in ("+", "-") and not _is_number(text)):
        return "'" + text
    return text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
