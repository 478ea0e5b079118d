"""The three ways to compare, in the drawer of the setup."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ..widgets import FlowLayout, named
from ..widgets.as_written import Label
from .presets import PRESETS


class PresetLine(QWidget):
    """Buttons that fill the form.

    Signals
    -------
    wanted(str)
        Name of a preset.
    """

    wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("compare-presets")
        line = FlowLayout(spacing=6)
        for preset in PRESETS.values():
            button = named(QPushButton(preset.title), f"compare-preset-{preset.name}", tip=preset.text)
            button.clicked.connect(partial(self._choose, preset.name))
            line.addWidget(button)
        self.says = Label("Choose a way to compare, or set everything yourself.")
        self.says.setObjectName("compare-preset-says")
        self.says.setWordWrap(True)
        self.says.setProperty("class", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addLayout(line)
        column.addWidget(self.says)

    def _choose(self, name: str) -> None:
        self.says.setText(PRESETS[name].text)
        self.wanted.emit(name)
