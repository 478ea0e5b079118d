"""Asking where to write; an existing file is only replaced after asking."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from ..dialogs import ask


def ask_target(parent: QWidget, title: str, suggestion: str, filters: Sequence[str]) -> tuple[Path, str] | None:
    """File to write and the filter that was chosen; None if the user changed his mind.

    Parameters
    ----------
    filters : sequence of str
        As Qt writes them: ``Workbook (*.xlsx)``; a missing ending is added.
    """
    dialog = QFileDialog(parent, title, suggestion)
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
    path = with_ending(Path(chosen[0]), selected)
    if path.exists() and not may_replace(parent, path):
        return None
    return path, selected


def with_ending(path: Path, selected: str) -> Path:
    """The path with the ending of a filter, unless it has it."""
    ending = selected.rpartition("*")[2].rstrip(") ")
    return path if path.suffix.lower() == ending.lower() else path.with_name(path.name + ending)


def may_replace(parent: QWidget, path: Path) -> bool:
    """Ask whether an existing file may be replaced."""
    return ask(parent, "Replace the file?", f"{path.name} exists already in {path.parent}.", ["&Replace"], default=-1,
               name="ask-replace") == 0
