"""The entries of the Edit menu for tables: copy what is shown, paste spectra or reference values."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from ..actions import make_action
from ..dialogs import tell
from ..importer import Importer
from ..state import AppModel
from .text import as_text, table_of


class Clipboard(QObject):
    """Copying and pasting of tables.

    Parameters
    ----------
    model : AppModel
    importer : Importer
        Reads what is pasted.
    window : QWidget
    samples, predictions : callable
        The table of samples and of predicted values; None where there is none.
    """

    def __init__(self, model: AppModel, importer: Importer, window: QWidget,
                 samples: Callable[[], QAbstractItemView | None],
                 predictions: Callable[[], QAbstractItemView | None]) -> None:
        super().__init__(window)
        self._model, self._importer, self._window = model, importer, window
        self._samples, self._predictions = samples, predictions
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        make = partial(make_action, self)
        self.copy = make("copy-table", "&Copy table", "Copy the selected rows of the table in use, or all of it, for a "
                         "spreadsheet", self.copy_focused, key="Ctrl+C")
        self.copy_samples = make("copy-samples", "Copy &samples", "Copy the samples of the chosen instrument with "
                                 "standards, groups and reference values for a spreadsheet",
                                 partial(self._copy_view, samples, "samples"), key="Ctrl+Shift+C")
        self.copy_predictions = make("copy-predictions", "Copy &predicted values", "Copy the predicted values with "
                                     "their intervals and flags for a spreadsheet",
                                     partial(self._copy_view, predictions, "predicted values"), key="Ctrl+Alt+C")
        self.paste_spectra = make("paste-spectra", "Paste as s&pectra…",
                                  "Take cells copied in a spreadsheet as spectra; layout, axis and names are shown "
                                  "before they are taken",
                                  partial(self._paste, True), key="Ctrl+Shift+V")
        self.paste_values = make("paste-reference", "Paste as &reference values",
                                 "Take cells copied in a spreadsheet as reference values and join them to the samples "
                                 "by name",
                                 partial(self._paste, False), key="Ctrl+Alt+V")

    def menu_entries(self) -> list[QAction | None]:
        """For the Edit menu; None is a separator."""
        return [self.copy, self.copy_samples, self.copy_predictions, None, self.paste_spectra, self.paste_values]

    # -- copying -----------------------------------------------------------------------------------------
    def copy_focused(self) -> None:
        """Copy the table that has the keyboard, or the samples."""
        widget = QApplication.focusWidget()
        while widget is not None and not isinstance(widget, QAbstractItemView):
            widget = widget.parentWidget()
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            self._copy(widget, "rows")
        else:
            self._copy_view(self._samples, "samples")

    def _copy_view(self, view: Callable[[], QAbstractItemView | None], what: str) -> None:
        found = view()
        if found is None or not found.model().rowCount():
            self._model.message.emit(f"There are no {what} to copy.")
            return
        self._copy(found, what)

    def _copy(self, view: QAbstractItemView, what: str) -> None:
        header, rows = table_of(view)
        listed = list(rows)
        QGuiApplication.clipboard().setText(as_text(header, listed))
        self._model.message.emit(f"{len(listed)} {what} copied; paste them into a spreadsheet.")

    # -- pasting -----------------------------------------------------------------------------------------
    def _paste(self, spectra: bool) -> None:
        text = QGuiApplication.clipboard().text()
        if not text.strip():
            tell(self._window, "Nothing to paste", "The clipboard holds no table; copy cells in the spreadsheet first.",
                 name="paste-empty")
            return
        # readers read files, and the import dialog reads them again with other options: kept until the next paste
        if self._folder is not None:
            self._folder.cleanup()
        self._folder = tempfile.TemporaryDirectory(prefix="spectralign-paste-")
        path = Path(self._folder.name) / "Pasted.tsv"
        path.write_text(text.replace("\r\n", "\n"), encoding="utf-8")
        if spectra:
            self._importer.open([path], look=True, pasted=True)
        else:
            self._importer.open_reference(path, pasted=True)
