"""Page of the keyboard shortcuts, made from the actions that the window really has."""

from __future__ import annotations

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from ...presenters.pages import Page
from ..dock import Dock

PATH = "shortcuts.md"


def entries(menu: QMenu) -> list[tuple[str, QAction]]:
    """Every action below a menu, with the way to it in words ("Theme → Light")."""
    found = []
    for action in menu.actions():
        words = plain(action.text())
        inner = action.menu()
        if inner is not None:
            found += [(f"{words} → {text}", a) for text, a in entries(inner)]
        elif not action.isSeparator() and words:
            found.append((words, action))
    return found


def plain(text: str) -> str:
    """Text of an action without its access key."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


def shortcuts_page(window: QMainWindow) -> Page:
    """The page: the menus first, then keys that work without a menu entry (toolbar, inside docks)."""
    lines = ["# Keyboard shortcuts", "", "Every key, as it is in this window. Menu entries can also be reached by Alt "
             "and the underlined letters.", ""]
    for dock in window.findChildren(Dock):
        dock.ensure_built()  # else its keys are not there yet
    listed: set[str] = set()
    for top in window.menuBar().actions():
        menu = top.menu()
        rows = entries(menu) if menu is not None else []
        listed |= {a.objectName() for _, a in rows}
        lines += _table(plain(top.text()), rows)
    others = [(plain(a.text()), a) for a in window.findChildren(QAction)
              if a.objectName() and a.text() and a.objectName() not in listed]
    lines += _table("Toolbar and docks", others)
    return Page(PATH, "Keyboard shortcuts", "\n".join(lines))


def _table(head: str, rows: list[tuple[str, QAction]]) -> list[str]:
    rows = [(text, a) for text, a in rows if not a.shortcut().isEmpty()]
    if not rows:
        return []
    lines = [f"## {head}", "", "| Key | Entry | What it does |", "|---|---|---|"]
    for text, a in rows:
        key = a.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        cells = (key, text, a.statusTip() or a.toolTip())
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return [*lines, ""]
