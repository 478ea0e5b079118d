"""The card of a saved model: its instruments and method, when and by what it was made, how large its errors are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from ..widgets.as_written import Label

if TYPE_CHECKING:
    from ...io.model_card import ModelCard


class CardFrame(QFrame):
    """Shows a `ModelCard` for one of its instruments."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("saved-model-card")
        self.setAccessibleName("The saved model")
        self.setProperty("class", "card-frame")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 8, 12, 8)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        self.rows: list[tuple[Label, Label]] = []
        self.trust = Label()
        self.trust.setObjectName("saved-model-trust")
        self.trust.setWordWrap(True)
        self.trust.setTextFormat(Qt.TextFormat.PlainText)
        self.trust.hide()

    def show_card(self, card: ModelCard, instrument: str) -> None:
        """Show it."""
        from ...presenters.model_card import card_rows, trust

        rows = card_rows(card, instrument)
        while len(self.rows) < len(rows):
            head, text = Label(), Label()
            head.setProperty("class", "muted")
            text.setWordWrap(True)
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._grid.addWidget(head, len(self.rows), 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(text, len(self.rows), 1)
            self.rows.append((head, text))
        for (head, text), (name, said) in zip(self.rows, rows, strict=True):
            head.setText(name)
            text.setText(said)
        sentence, mood = trust(card, instrument)
        self._grid.addWidget(self.trust, len(rows), 0, 1, 2)
        self.trust.setProperty("class", {"good": "muted", "bad": "bad"}.get(mood, "warning"))
        self.trust.style().unpolish(self.trust)
        self.trust.style().polish(self.trust)
        self.trust.setText(sentence)
        self.trust.setVisible(bool(sentence))
