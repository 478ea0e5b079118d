"""What the flat and the solid scatter have in common: samples, their colours, and which one is meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...session.state.selections import Sample
from .colours import packed
from .glide import Glide
from .legend import Entry, scatter_sections
from .marks import Colouring, PointSet
from .scatter_items import Lines, inside_polygon, scatter_table
from .view import Table

MAX_GLIDE = 6_000
"""More points than this jump to their new place."""


class ScatterBase:
    """Mixin of a plot view with the signals ``chosen(list of samples, bool extend)`` and ``pointed(sample or None)``.

    The view draws points at `_coordinates` in ``_draw_at`` and again in ``_recolour`` and ``_mark``.
    """

    axes: tuple[int, ...] = ()
    theme: Any
    chosen: Any
    pointed: Any
    say: Any
    isVisible: Any

    def _begin(self, axes: tuple[int, ...]) -> None:
        """Nothing is shown yet."""
        self.sets: list[PointSet] = []
        self.colouring = Colouring()
        self.axes = axes
        self.axis_names: Sequence[str] = ()
        self._lines: list[Lines] = []
        self._selected: frozenset[Sample] = frozenset()
        self._hover: Sample | None = None
        self._coordinates: list[np.ndarray] = []
        self._glide = Glide(self)  # type: ignore[arg-type]
        self._glide.moved.connect(self._draw_at)

    # -- what a view does --------------------------------------------------------------------------------
    def _draw_at(self, coordinates: list[np.ndarray]) -> None:
        raise NotImplementedError

    def _recolour(self) -> None:
        """Draw in other colours."""
        raise NotImplementedError

    def _mark(self, spot_only: bool = False) -> None:
        """Ring the selected samples and the one under the mouse, or the latter alone."""
        raise NotImplementedError

    # -- samples -----------------------------------------------------------------------------------------
    def _take(self, sets: Sequence[PointSet], colouring: Colouring | None, axis_names: Sequence[str]) -> bool:
        """Hold these samples; whether they are those that were held before."""
        same = [(s.name, len(s.coordinates)) for s in self.sets] == [(s.name, len(s.coordinates)) for s in sets]
        self.sets, self.axis_names = list(sets), axis_names
        if colouring is not None:
            self.colouring = colouring
        elif not same:
            self.colouring = Colouring("instrument", "Instrument",
                                       [np.full(len(s.coordinates), s.index) for s in sets], [s.name for s in sets])
        if not same:
            self._lines = []
        return same

    def _put(self, coordinates: Sequence[np.ndarray]) -> None:
        """The same samples at another place."""
        self.sets = [PointSet(s.name, s.index, c, s.rows, s.sample_names)
                     for s, c in zip(self.sets, coordinates, strict=True)]

    def _move(self, before: list[np.ndarray], target: list[np.ndarray]) -> None:
        """Glide there where that can be seen and there are not too many points."""
        fits = [b.shape for b in before] == [t.shape for t in target]
        if fits and self.isVisible() and sum(map(len, target)) <= MAX_GLIDE:
            self._glide.go(before, target)
        else:
            self._glide.stop()
            self._draw_at(target)

    @property
    def pending(self) -> bool:
        """Whether points are still moving."""
        return self._glide.moving

    @property
    def lines(self) -> list[Lines]:
        """Lines that join samples."""
        return self._lines

    # -- colours -----------------------------------------------------------------------------------------
    def set_colouring(self, colouring: Colouring) -> None:
        """Other colours."""
        same, self.colouring = colouring.same_as(self.colouring), colouring
        if not same:  # else names or values may be others: they are looked up when they are pointed at
            self._recolour()

    def _codes(self, k: int) -> np.ndarray:
        """Colour of every sample of a set, as a place in the colouring; -1 where it has none."""
        n = len(self.sets[k].coordinates)
        if k < len(self.colouring.codes) and len(self.colouring.codes[k]) == n:
            return self.colouring.codes[k]
        return np.full(n, -1)

    def _packed_colours(self) -> np.ndarray:
        """Colour of every point as one number."""
        table = packed([*self.colouring.colours(self.theme), self.theme.muted])
        parts = [table[self._codes(k)] for k in range(len(self.sets))]
        return np.concatenate(parts) if parts else np.zeros(0, np.uint32)

    def _shapes(self) -> np.ndarray:
        """Set of every point."""
        return np.concatenate([np.full(len(s.coordinates), k) for k, s in enumerate(self.sets)])

    def _sections(self) -> Any:
        """What the legend says."""
        lines = [Entry(li.style, getattr(self.theme, li.colour), li.text) for li in self._lines
                 if len(li.pairs) and li.text]
        return scatter_sections([s.name for s in self.sets], [s.index for s in self.sets], self.colouring, self.theme,
                                lines)

    # -- selection ---------------------------------------------------------------------------------------
    def set_selected(self, samples: frozenset[Sample] | set[Sample], hovered: Sample | None = None) -> None:
        """Ring the selected samples."""
        self._selected, self._hover = frozenset(samples), hovered
        self._mark()

    def set_hovered(self, sample: Sample | None) -> None:
        """Ring the sample under the mouse (here or in another dock)."""
        if sample != self._hover:
            self._hover = sample
            self._mark(spot_only=True)

    def selected_rows(self) -> Mapping[str, list[int]]:
        """Rows that are ringed, per instrument."""
        return {s.name: sorted(r for n, r in self._selected if n == s.name) for s in self.sets}

    def _which(self, point: int) -> tuple[int, int]:
        """Set and place of a point, counted over all sets."""
        for which, s in enumerate(self.sets):
            if point < len(s.coordinates):
                return which, point
            point -= len(s.coordinates)
        raise IndexError(point)

    def _sample(self, which: int, place: int) -> Sample:
        return self.sets[which].name, int(self.sets[which].rows[place])

    def _choose_inside(self, xy: np.ndarray, corners: Sequence[tuple[float, float]], extend: bool) -> None:
        """Choose what lies inside an outline."""
        inside = inside_polygon(xy, np.array(corners))
        self.chosen.emit([self._sample(*self._which(int(k))) for k in np.flatnonzero(inside)], extend)

    def _point_at(self, found: tuple[int, int] | None) -> None:
        """Read out a sample and tell everybody; None for no sample."""
        if found is None:
            self.say("")
            self.pointed.emit(None)
            return
        which, k = found
        s = self.sets[which]
        parts = [f"{s.sample_names[k] or 'without name'} ({s.name})",
                 ", ".join(f"{v:.4g}" for v in self._coordinates[which][k])]
        if self.colouring.kind != "instrument":
            parts.append(self.colouring.value_text(which, k))
        self.say("   ·   ".join(parts))
        self.pointed.emit(self._sample(which, k))

    def _left(self) -> None:
        self._point_at(None)

    # -- names and numbers -------------------------------------------------------------------------------
    def axis_name(self, k: int) -> str:
        """Label of a dimension."""
        return self.axis_names[k] if k < len(self.axis_names) else f"Joint dimension {k + 1}"

    def export_table(self) -> Table:
        return scatter_table(self.sets, self.colouring, self.axis_name)
