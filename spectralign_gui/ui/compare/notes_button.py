"""All that a comparison says beside its card, behind a button: the line at the bottom has room for some of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from ..widgets import FoldOut
from ..widgets.as_written import Label


class NotesButton(FoldOut):
    """Says how many notes there are; its panel shows them whole, each in a paragraph."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("compare-notes", "Notes", "Everything that the comparison says beside its card", parent)
        self.text_of = Label()
        self.text_of.setObjectName("compare-notes-text")
        self.text_of.setWordWrap(True)
        self.text_of.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.text_of.setMinimumWidth(420)
        self.text_of.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.text_of)
        self.box.addWidget(scroll)
        self.hide()

    def show_notes(self, parts: Sequence[str]) -> None:
        """Offer these; one alone needs no button."""
        self.text_of.setText("\n\n".join(parts))
        self.setText(f"Notes ({len(parts)})")
        self.setVisible(len(parts) > 1)
