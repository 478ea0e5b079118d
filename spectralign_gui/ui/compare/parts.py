"""Small parts of the Compare dock, made one way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QLabel

from ..widgets import ShortBox, named
from ..widgets.as_written import as_written


def named_label(label: QLabel, name: str, title: str, tip: str = "") -> QLabel:
    """A quiet label that wraps."""
    named(label, f"compare-{name}", title)
    label.setWordWrap(True)
    label.setProperty("class", "muted")
    label.setToolTip(as_written(tip))
    return label


def named_box(name: str, title: str, tip: str) -> QComboBox:
    """A narrow box to choose from."""
    box = ShortBox(letters=10 if name == "count" else 7)  # all of the line has room at 1280 pixels
    named(box, f"compare-{name}", title, tip)
    return box


def fill_box(box: QComboBox, titles: Sequence[str], values: Iterable[Any]) -> None:
    """Other choices, without a signal."""
    with QSignalBlocker(box):
        box.clear()
        for title, value in zip(titles, values, strict=True):
            box.addItem(title, value)
