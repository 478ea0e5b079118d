"""The docks of the main window, in the order of the View menu.

A new dock is one folder with a class of the make `ui.dock.Dock`, and one line here; what the line says of it is known
before its module is imported.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module

from ...core.notes import Note
from ...core.plugins import load_classes, not_loaded
from ...words import say
from ..dock import Dock

ENTRY_POINT_GROUP = "spectralign.docks"
AREAS = ("left", "centre", "right", "bottom")


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


@dataclass(frozen=True)
class PluginPlace(DockPlace):
    """A dock of another package, which is loaded already.

    Parameters
    ----------
    cls : type of Dock
    """

    cls: type[Dock] = Dock

    def load(self) -> type[Dock]:
        """The class."""
        return self.cls


@cache
def plugin_docks() -> tuple[tuple[PluginPlace, ...], tuple[Note, ...]]:
    """Docks that other packages registered with the entry point `spectralign.docks`, and what is wrong with others."""
    found, problems = load_classes(ENTRY_POINT_GROUP, Dock)
    places = []
    for name, cls in found.items():
        wrong = ("there is a dock of this name already" if name in {p.name for p in DOCKS} else
                 f"the dock calls itself {cls.dock_name!r}" if cls.dock_name != name else
                 "it has no title" if not cls.title else
                 f"{cls.area!r} is not one of {', '.join(AREAS)}" if cls.area not in AREAS else "")
        if wrong:
            problems.append(not_loaded(ENTRY_POINT_GROUP, name, f"{cls.__module__}:{cls.__qualname__}", wrong))
        else:
            places.append(PluginPlace(name, cls.title, cls.area, "", cls.__qualname__, cls=cls))
    return tuple(places), tuple(problems)


def all_docks() -> tuple[DockPlace, ...]:
    """The docks of the program and those of other packages."""
    return (*DOCKS, *plugin_docks()[0])


def plugin_problems() -> list[str]:
    """Sentences about methods, steps and docks of other packages that could not be loaded."""
    from ...core.declaration import plugin_problems as of_methods
    from ...preprocessing.step import plugin_problems as of_steps

    return [say(note) for note in (*of_methods(), *of_steps(), *plugin_docks()[1])]


def dock_classes() -> tuple[type[Dock], ...]:
    """All docks of the program."""
    return tuple(place.load() for place in DOCKS)
