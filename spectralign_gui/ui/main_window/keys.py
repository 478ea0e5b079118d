"""Keys of the entries that nobody needs every minute: two strokes, the first says of which kind.

Ctrl+T adds a preprocessing step or preset, Ctrl+U shows a dock or changes the look, Ctrl+B is for all the rest.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QAction, QKeySequence

STROKES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890"
FIRST = {"add-": "Ctrl+T", "preset-": "Ctrl+T", "steps-": "Ctrl+T", "show-": "Ctrl+U", "theme-": "Ctrl+U",
         "scale-": "Ctrl+U"}
REST = "Ctrl+B"


def give_keys(actions: Iterable[QAction]) -> None:
    """Give a key to every action without one: the first letter of its text that is still free."""
    listed = list(actions)
    taken = {a.shortcut().toString() for a in listed}
    for action in listed:
        name = action.objectName()
        if not name or not action.shortcut().isEmpty():
            continue
        first = next((key for start, key in FIRST.items() if name.startswith(start)), REST)
        letters = [c for c in action.text().upper() if c in STROKES]
        stroke = next((c for c in [*letters, *STROKES] if f"{first}, {c}" not in taken), "")
        if not stroke:
            continue
        keys = QKeySequence(f"{first}, {stroke}")
        taken.add(keys.toString())
        action.setShortcut(keys)
        action.setToolTip(f"{action.toolTip()} ({keys.toString(QKeySequence.SequenceFormat.NativeText)})")
