"""Buttons of windows whose Enter key belongs to a list or a field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QPushButton

from .named import named


def push_button(name: str, text: str, tip: str, slot: Callable[[], Any]) -> QPushButton:
    """A button that is pressed only if it is meant: Enter elsewhere in the window does not press it."""
    button = named(QPushButton(text), name, tip=tip)
    button.setAutoDefault(False)
    button.clicked.connect(lambda _checked=False: slot())
    return button
