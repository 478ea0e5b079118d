"""One layer of spectra on the screen: what it shows, where, and with which items."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from ...presenters.plots.density import Columns
from ...presenters.plots.spectra_layer import SpectraLayer
from .band import BandItem
from .dressed import pg
from .latest import Latest
from .spectra_items import CurvesItem, DensityItem, HighlightItem

MAX_CURVES = 100
"""Spectra of an instrument that are drawn as curves; more become a density image."""


class Shown:
    """One layer on the screen."""

    def __init__(self, layer: SpectraLayer, plot: pg.PlotItem, latest: Latest) -> None:
        self.layer, self.plot, self.latest = layer, plot, latest
        self.columns: Columns | None = None
        self.item: CurvesItem | DensityItem | None = None
        self.highlight: HighlightItem | None = None
        self.band: BandItem | None = None
        self.place = {int(r): i for i, r in enumerate(layer.rows)}
        self.bounds = QRectF()

    @property
    def many(self) -> bool:
        """Whether it is drawn as a density image."""
        return len(self.layer.spectra) > MAX_CURVES
