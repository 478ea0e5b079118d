"""Keys of the entries that are seldom needed.

One stroke where one serves: Alt+Shift or Ctrl+Alt+Shift and a letter. Two strokes for the long families: Ctrl+T adds a
preprocessing step or preset, Ctrl+U shows a dock or changes the look. They are declared here by the name of the action,
so that a key stays what it is whatever language the entries are in.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QAction, QKeySequence

KEYS = {
    "sample-libs": "Alt+Shift+L", "sample-raman": "Alt+Shift+R", "sample-dollar": "Alt+Shift+D",
    "sample-sines": "Alt+Shift+C", "sample-curves": "Alt+Shift+S", "locate-sources": "Alt+Shift+O",
    "copy-python": "Alt+Shift+P", "copy-command": "Alt+Shift+Y", "select-standards": "Alt+Shift+E",
    "select-held-out": "Alt+Shift+T", "select-left-out": "Alt+Shift+W", "make-reference": "Alt+Shift+M",
    "add-convert-axis": "Ctrl+T, A", "add-shift-axis": "Ctrl+T, C", "add-crop": "Ctrl+T, R", "add-mask": "Ctrl+T, M",
    "add-resample": "Ctrl+T, E", "add-baseline": "Ctrl+T, B", "add-derivative": "Ctrl+T, D",
    "add-detrend": "Ctrl+T, T", "add-centre": "Ctrl+T, N", "add-scale": "Ctrl+T, S", "add-missing": "Ctrl+T, I",
    "add-absorbance": "Ctrl+T, O", "add-log": "Ctrl+T, L", "add-despike": "Ctrl+T, P", "add-smooth": "Ctrl+T, H",
    "add-emsc": "Ctrl+T, F", "add-msc": "Ctrl+T, G", "add-normalise": "Ctrl+T, J", "add-rnv": "Ctrl+T, V",
    "add-snv": "Ctrl+T, K", "preset-NIR: SNV and first derivative": "Ctrl+T, Q", "preset-NIR: MSC": "Ctrl+T, U",
    "preset-NIR: SNV and detrend": "Ctrl+T, W", "preset-Raman: baseline and area": "Ctrl+T, X",
    "preset-Raman: second derivative": "Ctrl+T, Y", "preset-LIBS: norm 3": "Ctrl+T, 3",
    "preset-LIBS: norm 1": "Ctrl+T, 1", "preset-load": "Ctrl+T, Z", "preset-save": "Ctrl+T, 2",
    "steps-clear": "Ctrl+T, 4", "preprocessing-search": "Ctrl+T, 5",
    "release-all": "Alt+Shift+A", "clear-standards": "Alt+Shift+N",
    "suggest-unavailable": "Alt+Shift+B", "suggest-allow": "Alt+Shift+U", "suggest-export": "Alt+Shift+V",
    "suggest-returned": "Alt+Shift+K", "suggest-benefit": "Alt+Shift+F", "quality-unseen": "Alt+Shift+H",
    "quality-select-doubted": "Alt+Shift+I", "stop-comparison": "Alt+Shift+G", "compare-common-axis": "Alt+Shift+X",
    "copy-comparison": "Alt+Shift+J", "copy-comparison-command": "Alt+Shift+Q", "restore-run": "Alt+Shift+Z",
    "clear-log": "Ctrl+Alt+Shift+C", "predict-save": "Ctrl+Alt+Shift+A",
    "predict-watch": "Ctrl+Alt+Shift+N", "predict-validate": "Ctrl+Alt+Shift+Q", "audit-trail": "Ctrl+Alt+Shift+U",
    "predict-serve": "Ctrl+Alt+Shift+L", "audit-sign": "Ctrl+Alt+Shift+Y", "audit-people": "Ctrl+Alt+Shift+J",
    "predict-coefficients": "Ctrl+Alt+Shift+V",
    "check-add": "Ctrl+Alt+Shift+H", "check-assign": "Ctrl+Alt+Shift+W", "check-remove": "Ctrl+Alt+Shift+R",
    "check-versions": "Ctrl+Alt+Shift+O", "check-fleet": "Ctrl+Alt+Shift+F",
    "show-data": "Ctrl+U, D", "show-preprocessing": "Ctrl+U, P", "show-spectra": "Ctrl+U, S",
    "show-standards": "Ctrl+U, T", "show-suggest": "Ctrl+U, U", "show-embedding": "Ctrl+U, E",
    "show-before-after": "Ctrl+U, B", "show-method": "Ctrl+U, M", "show-history": "Ctrl+U, H",
    "show-side-by-side": "Ctrl+U, I", "show-compare": "Ctrl+U, C", "show-sweep": "Ctrl+U, W",
    "show-predict": "Ctrl+U, R", "show-reconstruction": "Ctrl+U, O", "show-short-circuits": "Ctrl+U, A",
    "show-quality": "Ctrl+U, Q", "show-check": "Ctrl+U, K", "show-welcome": "Ctrl+U, F", "show-log": "Ctrl+U, L",
    "theme-system": "Ctrl+U, Y", "theme-light": "Ctrl+U, G", "theme-dark": "Ctrl+U, J", "scale-100": "Ctrl+U, 1",
    "scale-125": "Ctrl+U, 2", "scale-150": "Ctrl+U, 5", "scale-175": "Ctrl+U, 7", "scale-200": "Ctrl+U, 0",
    "log-folder": "Ctrl+Alt+Shift+G", "self-test": "Ctrl+Alt+Shift+E", "about": "Ctrl+Alt+Shift+T",
}
STROKES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890"
FIRST = {"add-": "Ctrl+T", "preset-": "Ctrl+T", "steps-": "Ctrl+T", "show-": "Ctrl+U", "theme-": "Ctrl+U",
         "scale-": "Ctrl+U", "language-": "Ctrl+U", "decimal-": "Ctrl+U"}
REST = ("Alt+Shift", "Ctrl+Alt+Shift")


def give_keys(actions: Iterable[QAction]) -> None:
    """Give every action without a key the declared one; what is not known here (a plug-in's) gets a free one."""
    listed = list(actions)
    taken = {a.shortcut().toString() for a in listed} | set(KEYS.values())
    for action in listed:
        name = action.objectName()
        if not name or not action.shortcut().isEmpty():
            continue
        key = KEYS.get(name) or _free(name, taken)
        if not key:
            continue
        keys = QKeySequence(key)
        taken.add(keys.toString())
        action.setShortcut(keys)
        action.setToolTip(f"{action.toolTip()} ({keys.toString(QKeySequence.SequenceFormat.NativeText)})")


def _free(name: str, taken: set[str]) -> str:
    """The first key of a letter in the action's name that nothing has, else any."""
    first = next((key for start, key in FIRST.items() if name.startswith(start)), "")
    letters = [c for c in name.partition("-")[2].upper() if c in STROKES]
    possible = [f"{first}, {c}" for c in (*letters, *STROKES)] if first else [
        f"{held}+{c}" for held in REST for c in (*letters, *STROKES) if c.isalpha()]
    return next((k for k in possible if k not in taken), "")
