"""The workspaces: which docks each of them gives the room, and which stand beside. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

RAIL = ("data", "standards", "align", "compare", "predict", "check")
"""The six of the rail, in the order of the work."""
ALL, START = "all", "start"
EVERYWHERE = ("welcome", "log")
"""Docks that belong to no workspace of the rail: the first page, and the log (View ▸ Log shows it in any of them)."""
EMBEDDING, WITHOUT_EMBEDDING = "embedding", "before-after"
"""What Align gives the room: joint coordinates, or, for methods that have none, the spectra before and after."""


@dataclass(frozen=True)
class Workspace:
    """One arrangement of the window.

    Parameters
    ----------
    name, title : str
    icon : str
        File in resources/icons without ending.
    purpose : str
        One sentence for its entry and tooltip.
    main : tuple of str
        Docks that share the room as tabs, the first one in front.
    beside : tuple of str
        Docks beside them as tabs, the first one in front; where there is little room they become tabs of the main ones.
    left : bool
        Whether these stand at the left.
    share : float
        Part of the width that they get.
    """

    name: str
    title: str
    icon: str
    purpose: str
    main: tuple[str, ...]
    beside: tuple[str, ...] = ()
    left: bool = False
    share: float = 0.2

    @property
    def docks(self) -> tuple[str, ...]:
        """All its docks."""
        return self.main + self.beside


WORKSPACES = {w.name: w for w in (
    Workspace("data", "Data", "data", "Load spectra and reference values, look at them, preprocess them",
              ("spectra",), ("data", "preprocessing"), left=True),
    Workspace("standards", "Standards", "link", "Say which samples are the same on both instruments, and ask which "
              "ones to measure next", ("standards", "suggest"), ("spectra", "data")),
    Workspace("align", "Align", "embedding", "Choose a method, run it, and see what it does to the spectra",
              (EMBEDDING, WITHOUT_EMBEDDING, "side-by-side"), ("method", "preprocessing", "history")),
    Workspace("compare", "Compare", "columns", "Let the methods compete on the same samples and see what to do",
              ("compare", "sweep"), ("history", "method"), share=0.0),
    Workspace("predict", "Predict", "table", "Predict values of new samples, with their errors",
              ("predict",), ("history", "data")),
    Workspace("check", "Check", "quality", "See how far a result can be trusted, why an alignment goes wrong, and "
              "whether a transfer still holds", ("quality", "check", "short-circuits", "reconstruction"),
              ("history", "method"), share=0.0),
)}


def home_of(dock: str) -> str:
    """The workspace in which a dock is a main thing, else one in which it stands beside; "all" for the others."""
    for part in ("main", "docks"):
        for name, workspace in WORKSPACES.items():
            if dock in getattr(workspace, part):
                return name
    return ALL


def main_docks(workspace: Workspace, has_embedding: bool) -> tuple[str, ...]:
    """The main docks without those that have nothing to show for the method."""
    gone = WITHOUT_EMBEDDING if has_embedding else EMBEDDING
    return tuple(dock for dock in workspace.main if dock != gone)
