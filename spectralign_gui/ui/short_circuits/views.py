"""The two scatters of the dock: samples with the links between them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QLabel, QSplitter, QWidget

from ...core.data import SpectralDataset
from ...core.measures.short_circuits import Connection
from ...presenters.plots.matching import Orientation
from ...session.run import RunResult
from ...session.short_circuits.analysis import Analysis, partners_of, split
from ...session.state.selections import Sample
from ..plots.marks import PointSet, by_group
from ..plots.run_points import places
from ..plots.scatter_items import Lines
from ..plots.scatter_view import ScatterView
from ..selection import offer_in_plot
from ..state import AppModel
from ..widgets.as_written import Label
from .controls import Controls

WRITTEN = 6
"""Links between groups that carry the names of the groups."""


class LinkViews:
    """Embedding and principal components of one instrument; or, side by side, the links of R and of the neighbour
    graph on the principal components."""

    def __init__(self, model: AppModel, splitter: QSplitter, parent: QWidget) -> None:
        self._model = model
        self._orientation = Orientation()
        self._sets: list[PointSet] = []
        self.embedding = ScatterView("short-circuits-embedding", "Connections in the embedding", parent)
        self.pca = ScatterView("short-circuits-pca", "Connections in the spectra (PCA)", parent)
        self.captions: list[QLabel] = []
        for view in self.views:
            caption = Label(parent=view)
            caption.setObjectName(f"{view.objectName()}-caption")
            self.captions.append(caption)
            view.tools.addWidget(caption)
            view.tools.addStretch(1)
            view.add_mode_tools(short=True)
            view.add_export_tool()
            view.chosen.connect(model.selection.choose)
            view.pointed.connect(model.selection.hover)
            offer_in_plot(view, model)
            splitter.addWidget(view)

    @property
    def views(self) -> tuple[ScatterView, ScatterView]:
        """Both."""
        return self.embedding, self.pca

    @property
    def pending(self) -> bool:
        """Whether points are still moving."""
        return any(view.pending for view in self.views)

    def show(self, result: RunResult, a: Analysis, d: SpectralDataset, graph: str,
             only: ScatterView | None = None) -> None:
        """Place the samples in both views, or in one of them."""
        k, rows = a.instrument, result.kept_rows[a.instrument]
        colouring = by_group([a.groups], title="Cluster of R" if a.clustered else "Group")
        shares = [f"PC {i + 1} ({100 * s:.1f} %)" for i, s in enumerate(a.pca_share)]
        at = places(result.datasets, self._model.state)[k]
        spectra = PointSet(d.name, at, a.pca, rows, d.sample_names)
        both = graph == "both"
        if only in (None, self.pca):
            self.pca.set_points([spectra], colouring, shares)
        self.embedding.setVisible(both or result.embeddings is not None)
        if only is self.pca:
            pass
        elif both:
            self.embedding.set_points([spectra], colouring, shares)
        elif result.embeddings is not None:
            turned = self._orientation.apply([d.name], [rows], [result.embeddings[k]])
            self.embedding.set_points([PointSet(d.name, at, turned[0], rows, d.sample_names)], colouring)
        texts = ("Reconstruction", "Neighbours") if both else ("Embedding", "PCA")
        for caption, text in zip(self.captions, texts, strict=True):
            caption.setText(text)

    def draw(self, result: RunResult, a: Analysis, controls: Controls, sample: int | None,
             only: ScatterView | None = None) -> None:
        """Draw the links that the controls ask for, and those of one sample to its strongest partners, in both views
        or in one of them."""
        graph = str(controls.graph.currentData())
        own, near = chosen_links(a, controls.count.value(), controls.threshold.value() / 100,
                                 controls.only_between.isChecked())
        own_lines, near_lines = (_both_kinds(links, a.groups) for links in (own, near))
        star = _partners(result, a, sample)
        for view, links in zip(self.views, {"reconstruction": (own_lines, own_lines),
                                            "neighbours": (near_lines, near_lines),
                                            "both": (own_lines, near_lines)}[graph], strict=True):
            if only in (None, view):
                view.set_lines([*links, *star])

    def select(self, samples: frozenset[Sample]) -> None:
        """Ring these."""
        for view in self.views:
            view.set_selected(samples)

    def hover(self, sample: Sample | None) -> None:
        """Ring the sample under the mouse."""
        for view in self.views:
            view.set_hovered(sample)

    def tell_partners(self, result: RunResult, a: Analysis, place: int) -> None:
        """Add the strongest partners of a sample to the read-out of the view that the mouse is in."""
        d = result.datasets[a.instrument]
        found = partners_of(result, a.instrument, place, 3)
        text = ", ".join(f"{d.sample_names[j] or f'row {j + 1}'} {w:+.2f}" for j, w in found)
        for view in self.views:
            if view.underMouse() and view.readout.text().strip():
                view.say(f"{view.readout.text()}   ·   mostly from {text}")


def chosen_links(a: Analysis, count: int, threshold: float, only_between: bool) -> tuple[
        tuple[list[Connection], list[Connection]], tuple[list[Connection], list[Connection]]]:
    """(within, between) links of the reconstruction, and as many of the neighbour graph."""
    own = split(a.worst if only_between else a.strongest, count, threshold)
    near = [c for c in a.neighbours if c.between] if only_between else a.neighbours
    return own, split(near, len(own[0]) + len(own[1]), 0.0)


def _both_kinds(links: tuple[list[Connection], list[Connection]], groups: np.ndarray) -> list[Lines]:
    within, between = links
    top = max((abs(c.weight) for c in (*within, *between)), default=1.0) or 1.0
    labels = [f"{_short(groups[c.row])} – {_short(groups[c.partner])}" for c in between[:WRITTEN]]
    return [_lines("within", within, "-", "muted", top), _lines("between", between, "--", "threshold", top, labels)]


def _short(group: object, most: int = 14) -> str:
    """What is written over points has to be short; the legend has the whole name."""
    text = str(group)
    return text if len(text) <= most else text[:most - 1].rstrip() + "…"


def _lines(text: str, connections: Sequence[Connection], style: str, colour: str, top: float,
           labels: Sequence[str] = ()) -> Lines:
    if not connections:
        return Lines(f"{text} groups", np.zeros((0, 4), int), style, colour, np.zeros(0))
    pairs = np.array([(0, c.row, 0, c.partner) for c in connections])
    alpha = np.array([0.15 + 0.85 * abs(c.weight) / top for c in connections])
    return Lines(f"{text} groups ({len(connections)})", pairs, style, colour, alpha, labels)


def _partners(result: RunResult, a: Analysis, sample: int | None) -> list[Lines]:
    if sample is None:
        return []
    found = partners_of(result, a.instrument, sample)
    if not found:
        return []
    pairs = np.array([(0, sample, 0, j) for j, _ in found])
    top = max(abs(w) for _, w in found)
    # without a text, for the legend would come and go with the mouse
    return [Lines("", pairs, ":", "selection", np.array([0.3 + 0.7 * abs(w) / top for _, w in found]))]
