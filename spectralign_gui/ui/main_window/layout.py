"""Where the docks stand at first: left data, centre plots, right method, bottom results in tabs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow

from ..dock import Dock

AREAS = ("left", "centre", "right", "bottom")
# docks of the centre that stand side by side; any other dock of an area becomes a tab
SIDE_BY_SIDE = ("spectra", "embedding")
# what is in front of the tabs at first, where it is not the first of the View menu
IN_FRONT = ("quality",)
WIDTHS = {"left": 0.26, "centre": 0.50, "right": 0.24}
HEIGHTS = {"centre": 0.62, "bottom": 0.38}
LOW_WINDOW, HEIGHTS_IN_LOW = 800, {"centre": 0.55, "bottom": 0.45}
"""In a window lower than this the tables at the bottom get a larger share: plots can be small, rows cannot."""


def arrange(window: QMainWindow, docks: Sequence[Dock]) -> None:
    """Put every dock in its first place and show it."""
    by_area: dict[str, list[Dock]] = {
        a: sorted((d for d in docks if d.area == a), key=lambda d: d.objectName() not in IN_FRONT) for a in AREAS}
    for dock in docks:
        dock.setFloating(False)
        window.removeDockWidget(dock)
    leads: dict[str, Dock] = {}
    for area in ("left", "centre", "right"):
        if by_area[area]:
            lead = by_area[area][0]
            if not leads:
                window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, lead)
            else:
                window.splitDockWidget(list(leads.values())[-1], lead, Qt.Orientation.Horizontal)
            leads[area] = lead
    if by_area["bottom"]:
        lead = by_area["bottom"][0]
        above = leads.get("centre")
        if above is None:
            window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, lead)
        else:
            window.splitDockWidget(above, lead, Qt.Orientation.Vertical)
        leads["bottom"] = lead
    for area, lead in leads.items():
        _fill(window, lead, by_area[area][1:], SIDE_BY_SIDE if area == "centre" else ())
    for dock in docks:
        dock.show()
    for lead in leads.values():
        lead.raise_()
    width, height = max(window.width(), 800), max(window.height(), 600)
    columns = [a for a in ("left", "centre", "right") if a in leads]
    window.resizeDocks([leads[a] for a in columns], [int(width * WIDTHS[a]) for a in columns],
                       Qt.Orientation.Horizontal)
    sides = [d for d in by_area["centre"] if d.objectName() in SIDE_BY_SIDE]
    if len(sides) > 1:
        window.resizeDocks(sides, [int(width * WIDTHS["centre"] / len(sides))] * len(sides), Qt.Orientation.Horizontal)
    if "bottom" in leads and "centre" in leads:
        shares = HEIGHTS_IN_LOW if height < LOW_WINDOW else HEIGHTS
        window.resizeDocks([leads["centre"], leads["bottom"]], [int(height * share) for share in shares.values()],
                           Qt.Orientation.Vertical)


def _fill(window: QMainWindow, lead: Dock, others: list[Dock], beside: tuple[str, ...]) -> None:
    split = [d for d in others if d.objectName() in beside and lead.objectName() in beside]
    for dock in split:  # before any tab: a dock split from a tab becomes a tab itself
        window.splitDockWidget(lead, dock, Qt.Orientation.Horizontal)
    for dock in others:
        if dock not in split:
            window.tabifyDockWidget(lead, dock)
