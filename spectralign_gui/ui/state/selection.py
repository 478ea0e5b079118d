"""The one selection: pick a sample anywhere and it lights up everywhere."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal

from ...session.state.selections import Sample


class SelectionModel(QObject):
    """Selected samples, and the one under the mouse.

    Parameters
    ----------
    exists : bound method, optional
        Whether there is such a sample; others are not selected (a plot may still show a run of data that are gone).
    """

    changed = Signal()
    hovered = Signal(object)

    def __init__(self, parent: QObject | None = None, exists: Callable[[Sample], bool] | None = None) -> None:
        super().__init__(parent)
        # weak: the model owns the selection
        self._asks = weakref.WeakMethod(exists) if exists is not None else None  # type: ignore[type-var]
        self._samples: frozenset[Sample] = frozenset()
        self._rows: tuple[frozenset[Sample], dict[str, list[int]]] | None = None
        self._current: Sample | None = None
        self._hover: Sample | None = None

    def _exists(self, sample: Sample) -> bool:
        ask = self._asks() if self._asks is not None else None
        return ask is None or ask(sample)

    @property
    def samples(self) -> frozenset[Sample]:
        """All selected samples."""
        return self._samples

    @property
    def current(self) -> Sample | None:
        """The sample picked last."""
        return self._current

    def rows(self, instrument: str) -> list[int]:
        """Selected rows of one instrument, ascending."""
        if self._rows is None or self._rows[0] is not self._samples:  # a dozen views ask, of maybe 100,000 samples
            found: dict[str, list[int]] = {}
            for name, row in self._samples:
                found.setdefault(name, []).append(row)
            self._rows = self._samples, {name: sorted(rows) for name, rows in found.items()}
        return list(self._rows[1].get(instrument, ()))

    @property
    def instruments(self) -> list[str]:
        """Names of the instruments of which samples are selected."""
        self.rows("")
        return list(self._rows[1]) if self._rows is not None else []

    def select(self, samples: Iterable[Sample], extend: bool = False) -> None:
        """Select these (in addition to the others if `extend`); the last becomes the current one."""
        ask = self._asks() if self._asks is not None else None  # once, not for each of 100,000 samples
        listed = list(samples) if ask is None else [s for s in samples if ask(s)]
        new = frozenset(listed) | (self._samples if extend else frozenset())
        current = listed[-1] if listed else None
        if new != self._samples or current != self._current:
            self._samples, self._current = new, current
            self.changed.emit()

    def choose(self, samples: list[Sample], extend: bool = False) -> None:
        """What a click, box or lasso does: with Ctrl a single sample is toggled and several are added, and a miss
        changes nothing."""
        if len(samples) == 1 and extend:
            self.toggle(samples[0])
        elif samples or not extend:
            self.select(samples, extend)

    def toggle(self, sample: Sample) -> None:
        """Add or take away one sample."""
        if not self._exists(sample):
            return
        self._samples = self._samples ^ {sample}
        self._current = sample if sample in self._samples else None
        self.changed.emit()

    def forget_gone(self) -> None:
        """Forget the samples that are no longer there."""
        gone = {s for s in self._samples if not self._exists(s)}
        if self._hover is not None and not self._exists(self._hover):
            self.hover(None)
        if gone:
            self._samples -= gone
            self._current = None if self._current in gone else self._current
            self.changed.emit()

    def clear(self) -> None:
        """Select nothing."""
        self.select(())

    def hover(self, sample: Sample | None) -> None:
        """Say which sample is under the mouse."""
        if sample != self._hover:
            self._hover = sample
            self.hovered.emit(sample)
