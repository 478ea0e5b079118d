"""The first rows of a file, with what each column is taken as; a right click on a column changes that."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QMenu, QTableWidget, QTableWidgetItem, QWidget

from ...io.intake.preview import FilePreview
from .. import theme
from ..widgets.as_written import as_written

WIDTH = 76
TIPS = {"header": "axis or titles", "name": "sample name", "axis": "axis", "property": "reference value",
        "group": "group", "beside": "kept as text beside the spectra"}
ROLES = (("name_column", "names of the samples"), ("group_column", "groups"), ("property_columns", "reference values"),
         ("", "text kept beside the spectra"))
"""Option that takes a column, and what it says in the menu."""


class FirstRows(QTableWidget):
    """Rows of a text file, or header entries of another; `roleWanted` carries an option ("" for none) and a column."""

    roleWanted = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preview: FilePreview | None = None
        self.setObjectName("first-rows")
        self.setAccessibleName("First rows of the file")
        self.setToolTip("The first rows of the chosen file, as they are read with these settings; a right click on a "
                        "column says what it is")
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.horizontalHeader().setDefaultSectionSize(WIDTH)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 6)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._offer)

    def show_preview(self, preview: FilePreview) -> None:
        """Show the rows of a text file, or the header entries of another."""
        self._preview = preview
        if not preview.text:
            self._show_header(preview)
            return
        self.setVisible(True)
        self.horizontalHeader().setStretchLastSection(False)
        self.horizontalHeader().setDefaultSectionSize(WIDTH)
        width = max((len(row) for row in preview.rows), default=0)
        self.clear()
        self.setRowCount(len(preview.rows))
        self.setColumnCount(width)
        self.setHorizontalHeaderLabels([str(j + 1) for j in range(width)])
        colours = theme.current()
        header, first = preview.options.get("header_line") or 0, preview.options.get("first_line") or 0
        roles = roles_of(preview)
        for i, row in enumerate(preview.rows):
            for j, text in enumerate(row):
                item = QTableWidgetItem(text)
                role = "header" if i + 1 == header else roles.get(j + 1, "") if i + 1 >= first else ""
                if i + 1 < first and role != "header":
                    item.setForeground(QColor(colours.muted))
                if role:
                    item.setBackground(QColor(colours.accent_soft))
                    item.setToolTip(as_written(TIPS[role]))
                self.setItem(i, j, item)

    def _show_header(self, preview: FilePreview) -> None:
        entries = list(preview.header.items())[:200]
        self.setVisible(bool(entries))
        self.clear()
        self.setRowCount(len(entries))
        self.setColumnCount(2)
        self.setHorizontalHeaderLabels(["Header entry", "Value"])
        for row, pair in enumerate(entries):
            for column, text in enumerate(pair):
                item = QTableWidgetItem(" ".join(str(text).split())[:300])
                item.setToolTip(as_written(str(text)[:2000]))
                self.setItem(row, column, item)
        self.horizontalHeader().setStretchLastSection(True)
        self.setColumnWidth(0, 200)

    @Slot(QPoint)
    def _offer(self, place: QPoint) -> None:
        """What the column under the pointer may be taken as."""
        preview, column = self._preview, self.columnAt(place.x()) + 1
        if preview is None or not preview.text or column < 1 or preview.options.get("orientation") != "rows":
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for option, text in ROLES:
            menu.addAction(f"Column {column}: {text}").triggered.connect(partial(self._want, option, column))
        menu.popup(self.viewport().mapToGlobal(place))

    def _want(self, option: str, column: int, _checked: bool = False) -> None:
        self.roleWanted.emit(option, column)


def roles_of(preview: FilePreview) -> dict[int, str]:
    """What each column (from 1) is taken as."""
    options = preview.options
    roles: dict[int, str] = dict.fromkeys(options.get("property_columns") or (), "property")
    roles |= dict.fromkeys(preview.beside, "beside")
    for key, role in (("name_column", "name"), ("axis_column", "axis"), ("group_column", "group")):
        if options.get(key):
            roles[int(options[key])] = role
    return roles
