"""Reading where the docks stand, and putting them there again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar

from ..state.turns import in_front
from ..workspaces.cuts import Cut, Pile, as_plain, cut, first, from_plain, size_of

WAYS = {"row": Qt.Orientation.Horizontal, "column": Qt.Orientation.Vertical}


def read(window: QMainWindow, docks: Mapping[str, QDockWidget]) -> dict[str, Any]:
    """Where all docks stand, as plain values."""
    piles: list[Pile] = []
    done: set[str] = set()
    names = {dock: name for name, dock in docks.items()}
    rows = [[bar.tabText(k) for k in range(bar.count())]
            for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)]
    there = {name: dock for name, dock in docks.items() if not dock.isHidden() and not dock.isFloating()}
    for name, dock in sorted(there.items(), key=lambda item: not in_front(item[1])):  # whose place is its own first
        if name in done:
            continue
        others = [names[d] for d in window.tabifiedDockWidgets(dock) if d in names and names[d] in there]
        place = dock.geometry()
        pile = [name, *others]
        titles = {docks[n].windowTitle(): n for n in pile}
        order = next(([titles[t] for t in row if t in titles] for row in rows if set(titles) <= set(row)),
                     sorted(pile, key=list(docks).index))
        piles.append(Pile(tuple(order), name, (place.x(), place.y(), place.width(), place.height())))
        done |= set(pile)
    floating = {name: list(dock.geometry().getRect()) for name, dock in docks.items()
                if dock.isFloating() and not dock.isHidden()}
    return {"piles": as_plain(piles), "floating": floating}


def put(window: QMainWindow, docks: Mapping[str, QDockWidget], kept: Any) -> bool:
    """Put the docks where they stood; False, with nothing changed, if that says nothing."""
    if not isinstance(kept, dict):
        return False
    piles = from_plain(kept.get("piles"), docks)
    if not piles:
        return False
    clear(window, docks)
    tree = cut(piles)
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, docks[first(tree).docks[0]])
    _split(window, docks, tree)
    for pile in piles:
        lead = docks[pile.docks[0]]
        for name in pile.docks:
            if docks[name] is not lead:
                window.tabifyDockWidget(lead, docks[name])
            docks[name].show()
        docks[pile.front].raise_()
    _resize(window, docks, tree)
    floating = kept.get("floating")
    out = {n: r for n, r in floating.items() if n in docks and len(r) == 4} if isinstance(floating, dict) else {}
    hide_others(window, docks, docks[piles[-1].docks[0]], {n for p in piles for n in p.docks} | set(out))
    for name, rect in out.items():
        dock = docks[name]
        window.tabifyDockWidget(docks[piles[-1].docks[0]], dock)
        dock.setFloating(True)
        dock.setGeometry(QRect(*rect))
        dock.show()
    return True


def size_again(window: QMainWindow, docks: Mapping[str, QDockWidget], kept: Any) -> None:
    """Give the docks their sizes once more: before a window is shown Qt does not keep them."""
    piles = from_plain(kept.get("piles"), docks) if isinstance(kept, dict) else []
    if piles:
        _resize(window, docks, cut(piles))


def clear(window: QMainWindow, docks: Mapping[str, QDockWidget]) -> None:
    """Take all docks out: what is docked anew then leaves no tabs behind."""
    for dock in docks.values():
        dock.setFloating(False)
        window.removeDockWidget(dock)


def hide_others(window: QMainWindow, docks: Mapping[str, QDockWidget], lead: QDockWidget, there: set[str]) -> None:
    """What has no place is hidden behind a dock: there it comes up when somebody wants it."""
    for name, dock in docks.items():
        if name not in there and dock is not lead:
            window.tabifyDockWidget(lead, dock)
            dock.hide()


def _split(window: QMainWindow, docks: Mapping[str, QDockWidget], part: Pile | Cut) -> None:
    if isinstance(part, Pile):
        return
    for before, after in zip(part.parts, part.parts[1:], strict=False):
        window.splitDockWidget(docks[first(before).docks[0]], docks[first(after).docks[0]], WAYS[part.way])
    for inner in part.parts:
        _split(window, docks, inner)


def _resize(window: QMainWindow, docks: Mapping[str, QDockWidget], part: Pile | Cut) -> None:
    if isinstance(part, Pile):
        return
    leads: Sequence[QDockWidget] = [docks[first(inner).docks[0]] for inner in part.parts]
    sizes = [size_of(inner, 0 if part.way == "row" else 1) for inner in part.parts]
    window.resizeDocks(list(leads), sizes, WAYS[part.way])
    for inner in part.parts:
        _resize(window, docks, inner)


