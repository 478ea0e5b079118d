"""Asking where to write; an existing file is only replaced after asking."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QWidget

from ..dialogs import ask

FOLDER = "export/folder"


def ask_target(parent: QWidget, title: str, suggestion: str, filters: Sequence[str]) -> tuple[Path, str] | None:
    """File to write and the filter that was chosen; None if the user changed his mind.

    Parameters
    ----------
    filters : sequence of str
        As Qt writes them: ``Workbook (*.xlsx)``; a missing ending is added. One that was typed and belongs to another
        of the filters chooses that one.
    """
    settings = _settings_of(parent)
    folder = (str(settings.value(FOLDER, "") or "") if settings is not None else "") or _opened_last(parent)
    dialog = QFileDialog(parent, title, _beside_the_last(suggestion, folder))
    dialog.setObjectName("export-file")
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # asked below, when the ending is known
    dialog.setNameFilters(list(filters))
    accepted = dialog.exec()
    chosen, selected = dialog.selectedFiles(), dialog.selectedNameFilter()
    dialog.deleteLater()
    if not accepted or not chosen:
        return None
    selected = _filter_of(Path(chosen[0]), filters, selected)
    path = with_ending(Path(chosen[0]), selected)
    if settings is not None:
        settings.setValue(FOLDER, str(path.parent))
    if path.exists() and not may_replace(parent, path):
        return None
    return path, selected


def _settings_of(widget: QWidget | None) -> QSettings | None:
    """The settings of the window that a widget belongs to; None if it stands alone."""
    while widget is not None:
        if isinstance(found := getattr(widget, "settings", None), QSettings):
            return found
        widget = widget.parentWidget()
    return None


def _opened_last(widget: QWidget | None) -> str:
    """The folder of the file that the window opened last: where somebody looks for what belongs to it; "" if none."""
    while widget is not None:
        found = getattr(getattr(widget, "recent", None), "folder", None)
        if callable(found):
            return str(found())
        widget = widget.parentWidget()
    return ""


def _beside_the_last(suggestion: str, folder: str) -> str:
    """A name without a folder in the folder that was written to last, if that is still there."""
    if Path(suggestion).is_absolute() or not folder or not Path(folder).is_dir():
        return suggestion
    return str(Path(folder) / suggestion)


def _filter_of(path: Path, filters: Sequence[str], selected: str) -> str:
    """The filter that the typed ending belongs to; the selected one if that fits too, or if none does."""
    fitting = [f for f in filters if path.suffix and path.suffix.lower() == ending_of(f).lower()]
    return selected if not fitting or selected in fitting else fitting[0]


def ending_of(written: str) -> str:
    """``.xlsx`` of ``Workbook (*.xlsx)``."""
    return written.rpartition("*")[2].rstrip(") ")


def with_ending(path: Path, selected: str) -> Path:
    """The path with the ending of a filter, unless it has it."""
    ending = ending_of(selected)
    return path if path.suffix.lower() == ending.lower() else path.with_name(path.name + ending)


def may_replace(parent: QWidget, path: Path) -> bool:
    """Ask whether an existing file may be replaced."""
    return ask(parent, "Replace the file?", f"{path.name} already exists in {path.parent}.", ["&Replace"], default=-1,
               name="ask-replace") == 0
