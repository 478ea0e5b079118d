"""Take a column beside the spectra as sample names, groups or reference values."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QWidget

from ...core.data import SpectralDataset
from ...core.data.columns import about_person
from ..widgets import named
from ..widgets.as_written import Label, as_written

SHOWN = 5
ROLES = (("sample names", "name"), ("groups", "group"), ("reference values", "value"))


class ColumnDialog(QDialog):
    """Which column, and what it is taken as; `title` and `role` once it has been accepted."""

    def __init__(self, dataset: SpectralDataset, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("column-dialog")
        self.setWindowTitle("Use a column")
        self._dataset = dataset
        self.columns = named(QComboBox(), "column", "Column", "Columns that stood beside the spectra in their file")
        for title in dataset.columns:
            self.columns.addItem(f"{title} (about a person)" if about_person(title) else title, title)
        self.columns.currentIndexChanged.connect(self._show)
        self.roles = named(QComboBox(), "column-role", "Use it as",
                           "What the column becomes; names or groups that were there stay as a column")
        for text, role in ROLES:
            self.roles.addItem(text, role)
        self.cells = Label()
        self.cells.setObjectName("column-cells")
        self.cells.setWordWrap(True)
        self.cells.setProperty("class", "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText("&Use it")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow("&Column", self.columns)
        form.addRow("", self.cells)
        form.addRow("Use it &as", self.roles)
        form.addRow(buttons)
        self._show()

    @property
    def title(self) -> str:
        """Title of the chosen column."""
        return str(self.columns.currentData() or "")

    @property
    def role(self) -> str:
        """"name", "group" or "value"."""
        return str(self.roles.currentData())

    def _show(self) -> None:
        cells = self._dataset.columns.get(self.title, ())
        text = ", ".join(c or "(empty)" for c in cells[:SHOWN]) + (", …" if len(cells) > SHOWN else "")
        self.cells.setText(text)
        self.cells.setToolTip(as_written(f"{len(set(cells))} different cells"))
