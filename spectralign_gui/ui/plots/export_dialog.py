"""Asking where a plot goes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QWidget

from ...core.errors import FileError
from ...words import say
from ..dialogs import tell
from .drawable import Drawable
from .export import KINDS, export_plot

FILTERS = {"png": "Picture, PNG (*.png)", "svg": "Drawing, SVG (*.svg)", "csv": "Table of its numbers, CSV (*.csv)"}


def ask_and_export(view: Drawable) -> Path | None:
    """Ask for a file (the dialog asks before an existing one is replaced) and write the plot; None if not."""
    settings = QSettings()
    folder = Path(str(settings.value("plots/export-folder", "")) or Path.home())
    parts = (view.plot_title.lower().replace(" ", "-"), _run_of(view))
    suggestion = folder / ("-".join(p for p in parts if p) + ".png")
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
        tell(view, "Plot not exported", say(error))
        return None
    settings.setValue("plots/export-folder", str(path.parent))
    view.say(f"Exported {written.name}")
    return written


def _run_of(view: Drawable) -> str:
    """The run whose plot it is, as a part of a file name; "" for plots of the data alone."""
    from ...presenters.shown_run import run_part

    widget: QWidget | None = view if isinstance(view, QWidget) else None
    while widget is not None:
        if getattr(type(widget), "shows_run", False):
            model = widget.run_model
            return run_part(model.current_run, model.runs)
        widget = widget.parentWidget()
    return ""
