"""Keys of the entries that are seldom needed.

One stroke where one serves: Alt+Shift or Ctrl+Alt+Shift and a letter of the entry. Two strokes for the long families:
Ctrl+T adds a preprocessing step or preset, Ctrl+U shows a dock or changes the look.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QAction, QKeySequence

STROKES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890"
FIRST = {"add-": "Ctrl+T", "preset-": "Ctrl+T", "steps-": "Ctrl+T", "show-": "Ctrl+U", "theme-": "Ctrl+U",
         "scale-": "Ctrl+U"}
REST = ("Alt+Shift", "Ctrl+Alt+Shift")


def give_keys(actions: Iterable[QAction]) -> None:
    """Give a key to every action without one: the first letter of its text that is still free."""
    listed = list(actions)
    taken = {a.shortcut().toString() for a in listed}
    for action in listed:
        name = action.objectName()
        if not name or not action.shortcut().isEmpty():
            continue
        first = next((key for start, key in FIRST.items() if name.startswith(start)), "")
        letters = [c for c in action.text().upper() if c in STROKES]
        possible = [f"{first}, {c}" for c in (*letters, *STROKES)] if first else [
            f"{held}+{c}" for held in REST for c in (*letters, *STROKES) if c.isalpha()]
        key = next((k for k in possible if k not in taken), "")
        if not key:
            continue
        keys = QKeySequence(key)
        taken.add(keys.toString())
        action.setShortcut(keys)
        action.setToolTip(f"{action.toolTip()} ({keys.toString(QKeySequence.SequenceFormat.NativeText)})")
