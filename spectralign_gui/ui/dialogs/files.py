"""Choosing several files: what is marked in the list is what is opened."""

from __future__ import annotations

from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget


def ask_files(parent: QWidget | None, title: str, folder: str = "", filters: str = "All files (*)") -> list[str]:
    """Ask for files; [] if the dialog was cancelled.

    Where the desktop has no dialog of its own, Qt's is shown. Its list of completions opens by itself after a folder
    was typed, and takes the next click: the first of the files that are then clicked was not chosen, and Enter emptied
    the line. For several files it is of no use, so it is taken away.
    """
    dialog = QFileDialog(parent, title, folder, filters)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    line = dialog.findChild(QLineEdit, "fileNameEdit")
    if line is not None:
        line.setCompleter(None)  # type: ignore[arg-type]  # the stub does not know that None is allowed
    chosen = dialog.selectedFiles() if dialog.exec() else []
    dialog.deleteLater()
    return chosen
