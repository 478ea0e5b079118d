"""The docks of the main window, in the order of the View menu.

A new dock is one folder with a class of the make `ui.dock.Dock`, and one line here.
"""

from __future__ import annotations

from importlib import import_module

from ..dock import Dock

DOCKS = (
    "data:DataDock",
    "standards:StandardsDock",
    "preprocessing:PreprocessingDock",
    "suggest:SuggestDock",
    "spectra:SpectraDock",
    "welcome:WelcomeDock",
    "embedding:EmbeddingDock",
    "before_after:BeforeAfterDock",
    "reconstruction:ReconstructionDock",
    "short_circuits:ShortCircuitsDock",
    "method:MethodDock",
    "quality:QualityDock",
    "compare:CompareDock",
    "sweep:SweepDock",
    "predict:PredictDock",
    "check:CheckDock",
    "history:HistoryDock",
    "side_by_side:SideBySideDock",
    "history:LogDock",
)
"""Folder of ``ui/`` and class."""


def dock_classes() -> tuple[type[Dock], ...]:
    """All docks."""
    found = []
    for entry in DOCKS:
        folder, _, name = entry.partition(":")
        found.append(getattr(import_module(f"...{folder}", __name__), name))
    return tuple(found)
