"""The docks of the main window, in the order of the View menu.

A dock is a QDockWidget with the constructor ``(model: AppModel, controller: RunController, parent=None)`` and the
class attributes ``title`` (shown), ``dock_name`` (object name, kept in the settings) and ``area`` ("left",
"centre", "right" or "bottom"). Optional: ``icon_name`` (file in resources/icons without ending) and ``purpose``
(one sentence for the View menu).
"""

from __future__ import annotations

from PySide6.QtWidgets import QDockWidget

from ..before_after import BeforeAfterDock
from ..check import CheckDock
from ..compare import CompareDock
from ..data import DataDock
from ..embedding import EmbeddingDock
from ..history import HistoryDock, LogDock
from ..method import MethodDock
from ..predict import PredictDock
from ..preprocessing import PreprocessingDock
from ..quality import QualityDock
from ..reconstruction import ReconstructionDock
from ..short_circuits import ShortCircuitsDock
from ..side_by_side import SideBySideDock
from ..spectra import SpectraDock
from ..standards import StandardsDock
from ..suggest import SuggestDock
from ..sweep import SweepDock
from ..welcome import WelcomeDock


def dock_classes() -> tuple[type[QDockWidget], ...]:
    """All docks; one line each, so that adding one touches one place."""
    return (
        DataDock,
        StandardsDock,
        PreprocessingDock,
        SuggestDock,
        SpectraDock,
        WelcomeDock,
        EmbeddingDock,
        BeforeAfterDock,
        ReconstructionDock,
        ShortCircuitsDock,
        MethodDock,
        QualityDock,
        CompareDock,
        SweepDock,
        PredictDock,
        CheckDock,
        HistoryDock,
        SideBySideDock,
        LogDock,
    )
