"""Which entries stand in which menu: at most eight menus of at most twelve entries each."""

from __future__ import annotations

TOP = ("&File", "&Edit", "&Data", "&Standards", "&Method", "&Predict", "&View", "&Help")
SUBMENUS: dict[str, tuple[str, str]] = {
    "&Preprocessing": ("&Data", "&Preprocessing"), "&Compare": ("&Method", "C&ompare"), "&Runs": ("&Method", "R&uns")}
"""Menu of a dock -> (menu, its submenu there)."""
INSIDE: dict[str, tuple[str, ...]] = {
    "&Instrument": ("make-reference", "instrument-up", "instrument-down", "rename-instrument", "remove-instrument"),
    "&Samples": ("leave-out", "take-in", "set-group", "use-column", "select-all", "select-none"),
    "Su&ggest": ("suggest", "suggest-unavailable", "suggest-allow", "suggest-export", "suggest-returned",
                 "suggest-benefit"),
    "Chec&k samples": ("check-add", "check-assign", "check-remove", "check-versions", "check-fleet"),
    "In rou&tine": ("predict-watch", "predict-serve", "predict-validate"),
    "S&weep": ("start-sweep", "stop-sweep", "use-sweep-point", "save-sweep"),
}
"""Submenu -> the entries that stand in it instead of in the menu of their dock."""


def submenu_of(name: str) -> str:
    """The submenu of an entry; "" for none."""
    return next((title for title, names in INSIDE.items() if name in names), "")
