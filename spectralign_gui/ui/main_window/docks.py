"""The docks of the main window, in the order of the View menu.

A new dock is one folder with a class of the make `ui.dock.Dock`, and one line here; what the line says of it is known
before its module is imported.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from ..dock import Dock


@dataclass(frozen=True)
class DockPlace:
    """One dock, and where its class is.

    Parameters
    ----------
    name, title, area : str
        As the class attributes ``dock_name``, ``title`` and ``area`` say too.
    package, kind : str
        Package of `spectralign_gui.ui` and the class in it.
    at_first : bool
        Whether it can be seen when the window opens for the first time.
    """

    name: str
    title: str
    area: str
    package: str
    kind: str
    at_first: bool = False

    def load(self) -> type[Dock]:
        """Import the class."""
        found: type[Dock] = getattr(import_module(f"...{self.package}", __name__), self.kind)
        return found


DOCKS = (
    DockPlace("data", "Data", "left", "data", "DataDock", at_first=True),
    DockPlace("standards", "Standards", "left", "standards", "StandardsDock"),
    DockPlace("preprocessing", "Preprocessing", "left", "preprocessing", "PreprocessingDock"),
    DockPlace("suggest", "Suggest", "left", "suggest", "SuggestDock"),
    DockPlace("spectra", "Spectra", "centre", "spectra", "SpectraDock"),
    DockPlace("welcome", "Start", "centre", "welcome", "WelcomeDock", at_first=True),
    DockPlace("embedding", "Embedding", "centre", "embedding", "EmbeddingDock", at_first=True),
    DockPlace("before-after", "Before and after", "centre", "before_after", "BeforeAfterDock"),
    DockPlace("reconstruction", "Reconstruction", "bottom", "reconstruction", "ReconstructionDock"),
    DockPlace("short-circuits", "Short circuits", "bottom", "short_circuits", "ShortCircuitsDock"),
    DockPlace("method", "Method", "right", "method", "MethodDock", at_first=True),
    DockPlace("quality", "Quality", "bottom", "quality", "QualityDock", at_first=True),
    DockPlace("compare", "Compare", "bottom", "compare", "CompareDock"),
    DockPlace("sweep", "Sweep", "bottom", "sweep", "SweepDock"),
    DockPlace("predict", "Predict", "bottom", "predict", "PredictDock"),
    DockPlace("check", "Check samples", "bottom", "check", "CheckDock"),
    DockPlace("history", "History", "bottom", "history", "HistoryDock"),
    DockPlace("side-by-side", "Side by side", "bottom", "side_by_side", "SideBySideDock"),
    DockPlace("log", "Log", "bottom", "history", "LogDock"),
)
"""One line each, so that adding one touches one place."""


def dock_classes() -> tuple[type[Dock], ...]:
    """All docks."""
    return tuple(place.load() for place in DOCKS)
