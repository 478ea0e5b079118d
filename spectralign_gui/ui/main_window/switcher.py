"""Puts the docks where a workspace wants them, and keeps what the user makes of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from ..workspaces.plan import ALL, EMBEDDING, START, WITHOUT_EMBEDDING, WORKSPACES, main_docks
from .arrangement import clear, hide_others, put, read, size_again
from .layout import arrange

VERSION = 2
"""Raised when docks change so much that an old arrangement no longer fits."""
COLUMN, LEAST_MAIN = 30, 74
"""Letters that a column beside needs, and those that the main thing needs beside it; else all of them are tabs."""
MARGIN = 12
"""Pixels around the rail."""
SHARE = 0.25
"""Part of the width that a column beside gets at most."""


class Switcher(QObject):
    """Knows which workspace is open, and the arrangement of each.

    Signals
    -------
    leaving(str)
        Another workspace is about to be opened.
    switched(str)
        Another workspace is open.
    """

    leaving = Signal(str)
    switched = Signal(str)

    def __init__(self, window: QMainWindow, docks: Mapping[str, QDockWidget], settings: QSettings) -> None:
        super().__init__(window)
        self._window, self._docks, self._settings = window, docks, settings
        self.here = ALL
        self.has_embedding = True
        self._kept: dict[str, dict[str, Any]] = {}
        self._from: dict[str, Any] = {}
        self._was_shown = False

    # -- which -------------------------------------------------------------------------------------------
    def begin(self, name: str) -> None:
        """Open the first workspace of all."""
        self.leaving.emit(name)
        self.here = name
        self._put()
        self.switched.emit(name)

    def go(self, name: str, dock: str = "") -> None:
        """Open a workspace, with a dock in front if one is named."""
        if name != self.here:
            self._keep()
            self.leaving.emit(name)
            self.here = name
            self._put()
            self.switched.emit(name)
        wanted = self._docks.get(dock)
        if wanted is not None:
            wanted.show()
            wanted.raise_()

    def _put(self) -> None:
        self._window.setUpdatesEnabled(False)
        try:
            kept = self._kept.get(self.here) or self._from_settings()
            if self.here == START or not kept or (self.here != ALL and kept.get("roomy") != self.roomy) or not put(
                    self._window, self._docks, kept):
                self.arrange()
                self._from = {}
            else:
                self._from = kept
            self._suit_method()
        finally:
            self._window.setUpdatesEnabled(True)

    def _from_settings(self) -> dict[str, Any]:
        try:
            kept = json.loads(str(self._settings.value(f"layouts/{self.here}", "{}")))
        except ValueError:
            return {}
        return kept if isinstance(kept, dict) and kept.get("version") == VERSION else {}

    def _keep(self) -> None:
        if self.here != START:
            self._kept[self.here] = {**read(self._window, self._docks), "roomy": self.roomy, "version": VERSION}

    def save(self) -> None:
        """Keep all arrangements, and which workspace was open."""
        self._keep()
        for name, kept in self._kept.items():
            self._settings.setValue(f"layouts/{name}", json.dumps(kept))
        self._settings.setValue("layouts/open", self.here)

    def kept_name(self) -> str:
        """The workspace that was open when the program was closed; the first page where none was, or where it shows
        nothing without spectra, which a program that was just started has not."""
        name = str(self._settings.value("layouts/open", START))
        return name if name in ("data", ALL) else START

    # -- where -------------------------------------------------------------------------------------------
    @property
    def roomy(self) -> bool:
        """Whether something can stand beside the main thing."""
        return self._room() >= self._window.fontMetrics().averageCharWidth() * (COLUMN + LEAST_MAIN)

    def _room(self) -> int:
        rail = self._window.findChild(QWidget, "rail")
        return self._window.width() - (rail.maximumWidth() + MARGIN if rail is not None else 0)

    def arrange(self) -> None:
        """Put the docks of the open workspace in their first places."""
        window, docks = self._window, self._docks
        if self.here == ALL:
            arrange(window, list(docks.values()))
            return
        clear(window, docks)
        if self.here == START:
            self._one_pile(["welcome"])
            return
        workspace = WORKSPACES[self.here]
        main = [n for n in main_docks(workspace, self.has_embedding) if n in docks]
        beside = [n for n in workspace.beside if n in docks]
        if not self.roomy or workspace.share <= 0:
            self._one_pile([*main, *beside])
            return
        first, second = docks[main[0]], docks[beside[0]]
        left, right = (second, first) if workspace.left else (first, second)
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, left)
        window.splitDockWidget(left, right, Qt.Orientation.Horizontal)
        for lead, names in ((first, main), (second, beside)):
            for name in names:
                if docks[name] is not lead:
                    window.tabifyDockWidget(lead, docks[name])
                docks[name].show()
            lead.raise_()
        hide_others(window, docks, second, {*main, *beside})
        self._share_out(workspace.share, first, second)

    def _share_out(self, share: float, first: QDockWidget, second: QDockWidget) -> None:
        """Give the main thing its share of the width."""
        room, letter = self._room(), self._window.fontMetrics().averageCharWidth()
        side = max(int(room * share), min(COLUMN * letter, int(SHARE * room)))
        self._window.resizeDocks([first, second], [room - side, side], Qt.Orientation.Horizontal)

    def shown(self) -> None:
        """The window is on the screen: now sizes are kept."""
        if self._was_shown:
            return
        self._was_shown = True
        workspace = WORKSPACES.get(self.here)
        if self._from:
            size_again(self._window, self._docks, self._from)
        elif workspace is not None and self.roomy and workspace.share > 0:
            main = main_docks(workspace, self.has_embedding)
            self._share_out(workspace.share, self._docks[main[0]], self._docks[workspace.beside[0]])

    def _one_pile(self, names: list[str]) -> None:
        lead = self._docks[names[0]]
        self._window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, lead)
        lead.show()
        for name in names[1:]:
            self._window.tabifyDockWidget(lead, self._docks[name])
            self._docks[name].show()
        hide_others(self._window, self._docks, lead, set(names))
        lead.raise_()

    # -- what suits the method ---------------------------------------------------------------------------
    def set_embedding(self, has_embedding: bool) -> None:
        """Align shows joint coordinates, or for a method without them what it does to the spectra."""
        if has_embedding != self.has_embedding:
            self.has_embedding = has_embedding
            self._suit_method()

    def _suit_method(self) -> None:
        if self.here != "align":
            return
        gone, wanted = (WITHOUT_EMBEDDING, EMBEDDING) if self.has_embedding else (EMBEDDING, WITHOUT_EMBEDDING)
        old, new = self._docks.get(gone), self._docks.get(wanted)
        if old is None or new is None or old.isHidden():
            return
        if not old.isFloating():
            self._window.tabifyDockWidget(old, new)
        new.show()
        new.raise_()
        old.hide()

    def fits_anew(self) -> None:
        """The window or its text has another size: beside each other, or all of them tabs."""
        workspace = WORKSPACES.get(self.here)
        if workspace is None or workspace.share <= 0:
            return
        side = self._docks[workspace.beside[0]]
        apart = side not in self._window.tabifiedDockWidgets(self._docks[main_docks(
            workspace, self.has_embedding)[0]])
        if apart != self.roomy and not side.isHidden() and not side.isFloating():
            self.arrange()
            self.switched.emit(self.here)
