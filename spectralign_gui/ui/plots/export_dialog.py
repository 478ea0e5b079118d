"""Asking where a plot goes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog

from ...core.errors import FileError
from ..dialogs import tell
from .drawable import Drawable
from .export import KINDS, export_plot

FILTERS = {"png": "Picture, PNG (*.png)", "svg": "Drawing, SVG (*.svg)", "csv": "Table of its numbers, CSV (*.csv)"}


def ask_and_export(view: Drawable) -> Path | None:
    """Ask for a file (the dialog asks before an existing one is replaced) and write the plot; None if not."""
    settings = QSettings()
    folder = Path(str(settings.value("plots/export-folder", "")) or Path.home())
    suggestion = folder / (view.plot_title.lower().replace(" ", "-") + ".png")
    name, chosen = QFileDialog.getSaveFileName(view, "Export plot", str(suggestion), ";;".join(FILTERS.values()),
                                               FILTERS["png"])
    if not name:
        return None
    path = Path(name)
    kind = path.suffix.lstrip(".").lower()
    if kind not in KINDS:
        kind = next((k for k, text in FILTERS.items() if text == chosen), "png")
        path = path.with_name(f"{path.name}.{kind}")
        # the dialog has asked about the name without its ending only
        from ..export.target import may_replace

        if path.exists() and not may_replace(view, path):
            return None
    try:
        written = export_plot(view, path, kind)
    except FileError as error:
        tell(view, "Plot not exported", str(error))
        return None
    settings.setValue("plots/export-folder", str(path.parent))
    view.say(f"Exported {written.name}")
    return written
