"""Keys of the entries that nobody needs every minute: two strokes, the first says of which kind.

Ctrl+T adds a preprocessing step or preset, Ctrl+U shows a dock or changes the look, Ctrl+B is for all the rest. They
are declared here by the name of the action, so that a key stays what it is whatever language the entries are in.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QAction, QKeySequence

KEYS = {
    "Ctrl+B": {
        "sample-libs": "L", "sample-raman": "R", "sample-dollar": "D", "sample-sines": "C", "sample-curves": "S",
        "locate-sources": "O", "copy-python": "P", "copy-command": "Y", "select-standards": "E",
        "select-held-out": "T", "select-left-out": "W", "make-reference": "M", "release-all": "A",
        "clear-standards": "N", "suggest-unavailable": "B", "suggest-allow": "U", "suggest-export": "V",
        "suggest-returned": "K", "suggest-benefit": "F", "quality-unseen": "H", "quality-select-doubted": "I",
        "stop-comparison": "G", "compare-common-axis": "X", "copy-comparison": "J", "copy-comparison-command": "Q",
        "predict-save": "Z", "predict-coefficients": "1", "check-add": "2", "check-assign": "3", "check-remove": "4",
        "restore-run": "5", "clear-log": "6", "log-folder": "7", "about": "8",
    },
    "Ctrl+T": {
        "add-convert-axis": "A", "add-shift-axis": "C", "add-crop": "R", "add-mask": "M", "add-resample": "E",
        "add-baseline": "B", "add-derivative": "D", "add-detrend": "T", "add-centre": "N", "add-scale": "S",
        "add-missing": "I", "add-absorbance": "O", "add-log": "L", "add-despike": "P", "add-smooth": "H",
        "add-emsc": "F", "add-msc": "G", "add-normalise": "J", "add-rnv": "V", "add-snv": "K",
        "preset-NIR: SNV and first derivative": "Q", "preset-NIR: MSC": "U", "preset-NIR: SNV and detrend": "W",
        "preset-Raman: baseline and area": "X", "preset-Raman: second derivative": "Y", "preset-LIBS: norm 3": "3",
        "preset-LIBS: norm 1": "1", "preset-load": "Z", "preset-save": "2", "steps-clear": "4",
    },
    "Ctrl+U": {
        "show-method": "M", "show-quality": "Q", "show-compare": "C", "show-sweep": "S", "show-predict": "P",
        "show-history": "H", "show-side-by-side": "I", "show-log": "L", "theme-system": "K", "theme-light": "G",
        "theme-dark": "D", "scale-100": "1", "scale-125": "2", "scale-150": "5", "scale-175": "7", "scale-200": "0",
    },
}
STROKES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890"
FIRST = {"add-": "Ctrl+T", "preset-": "Ctrl+T", "steps-": "Ctrl+T", "show-": "Ctrl+U", "theme-": "Ctrl+U",
         "scale-": "Ctrl+U", "language-": "Ctrl+U", "decimal-": "Ctrl+U"}
REST = "Ctrl+B"
_DECLARED = {name: f"{first}, {stroke}" for first, keys in KEYS.items() for name, stroke in keys.items()}


def give_keys(actions: Iterable[QAction]) -> None:
    """Give every action without a key the declared one; what is not known here (a plug-in's) gets a free stroke."""
    listed = list(actions)
    taken = {a.shortcut().toString() for a in listed} | set(_DECLARED.values())
    for action in listed:
        name = action.objectName()
        if not name or not action.shortcut().isEmpty():
            continue
        key = _DECLARED.get(name) or _free(name, taken)
        if not key:
            continue
        keys = QKeySequence(key)
        taken.add(keys.toString())
        action.setShortcut(keys)
        action.setToolTip(f"{action.toolTip()} ({keys.toString(QKeySequence.SequenceFormat.NativeText)})")


def _free(name: str, taken: set[str]) -> str:
    """The first stroke of an action's name that nothing has, else any."""
    first = next((key for start, key in FIRST.items() if name.startswith(start)), REST)
    letters = [c for c in name.partition("-")[2].upper() if c in STROKES]
    return next((f"{first}, {c}" for c in [*letters, *STROKES] if f"{first}, {c}" not in taken), "")
