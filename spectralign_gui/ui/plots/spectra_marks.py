"""Spectra that are brought out in a plot of spectra, and what its corners say of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...presenters.plots.pointing import caption
from ...presenters.plots.spectra_layer import Highlight
from ..theme import Theme
from .band import BandItem, band_of
from .shown_layer import MAX_CURVES, Shown
from .spectra_items import HighlightItem

FIRST_MARK = 3
"""Selected spectra are drawn in colours of groups from here on: the first ones look like instruments."""
MOST_LABELS = 6
"""Labels of spectra in a corner; of more, the number of those left out."""


class Marks:
    """The spectra of every instrument that are brought out (at most `MAX_CURVES` each)."""

    def __init__(self) -> None:
        self._of: dict[str, list[Highlight]] = {}

    def set(self, highlights: Mapping[str, Sequence[Highlight]]) -> None:
        """Bring out these and no others."""
        self._of = {name: list(items)[:MAX_CURVES] for name, items in highlights.items()}

    def rows(self, name: str) -> list[int]:
        """Rows of an instrument that are brought out."""
        return [h.row for h in self._of.get(name, ())]

    def here(self, shown: Shown) -> list[Highlight]:
        """Those among what a layer shows."""
        return [h for h in self._of.get(shown.layer.name, ()) if h.row in shown.place]

    def places(self, shown: Shown) -> list[int]:
        """Their places among the spectra of the layer."""
        return [shown.place[h.row] for h in self.here(shown)]

    def draw(self, shown: Shown, theme: Theme) -> None:
        """Draw them, with the band of repeats, in place of those drawn before."""
        area = shown.plot.getViewBox()
        for old in (shown.highlight, shown.band):
            if old is not None:
                area.removeItem(old)
        shown.highlight = shown.band = None
        if shown.bounds.isNull():
            return
        items = self.here(shown)
        colours = {shown.place[h.row]: colour(h, theme) for h in items}
        shown.band = band_of(shown.layer, shown.bounds, colours, theme.instrument(shown.layer.index))
        if shown.band is not None:
            area.addItem(shown.band, ignoreBounds=True)
        if items:
            shown.highlight = HighlightItem(shown.layer.axis.values, shown.layer.spectra[self.places(shown)],
                                            shown.bounds, [colour(h, theme) for h in items], theme.plot_background)
            area.addItem(shown.highlight, ignoreBounds=True)

    def corners(self, here: Sequence[Shown], theme: Theme) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """Lines, with their colours, of the left corner (instruments) and of the right one (what is brought out)."""
        left = [(caption(s.layer, s.many, 1 if s.columns is None else s.columns.step), theme.instrument(s.layer.index))
                for s in here]
        left += [(BandItem.caption, "")] * any(s.band is not None for s in here)
        labels = list(dict.fromkeys((h.label, colour(h, theme)) for s in here for h in self.here(s)))
        more = len(labels) - MOST_LABELS
        return left, labels[:MOST_LABELS] + [(f"and {more} more", "")] * (more > 0)


def colour(highlight: Highlight, theme: Theme) -> str:
    """Of the curve and of its label."""
    return theme.selection if highlight.mark < 0 else theme.group(highlight.mark + FIRST_MARK)
