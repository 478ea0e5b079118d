"""Actions made one way: with object name, tooltip that names the key, and an icon that follows the theme."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QToolButton, QWidget

from ..words import tr
from . import theme
from .widgets import named
from .widgets.as_written import wrapped


def make_action(
    parent: QObject, name: str, text: str, tip: str, triggered: Callable[[], object] | None = None, *,
    key: str | QKeySequence.StandardKey = "", icon: str = "", checkable: bool = False,
) -> QAction:
    """An action.

    Parameters
    ----------
    name : str
        Object name.
    text : str
        Menu text with its access key.
    tip : str
        One sentence in a chemist's words; the key is added.
    triggered : callable, optional
        A bound slot of a GUI object.
    """
    tip = tr(tip)
    action = QAction(tr(text), parent)
    action.setObjectName(name)
    if key:
        action.setShortcut(QKeySequence(key))
    shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(wrapped(f"{tip} ({shown})" if shown else tip))
    action.setStatusTip(tip)
    action.setCheckable(checkable)
    if icon:
        theme.set_icon(action, icon)
    if triggered is not None:
        # the checked state is of no interest: slots take no argument
        action.triggered.connect(lambda _checked=False: triggered())
    return action


def tool_button(action: QAction, parent: QWidget | None = None, text: bool = False) -> QToolButton:
    """A flat button for an action."""
    from PySide6.QtCore import Qt

    button = QToolButton(parent)
    button.setDefaultAction(action)
    named(button, f"button-{action.objectName()}", action.text().replace("&", "").rstrip("…"))
    button.setAutoRaise(True)
    theme.size_icon(button)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon if text
                              else Qt.ToolButtonStyle.ToolButtonIconOnly)
    return button
