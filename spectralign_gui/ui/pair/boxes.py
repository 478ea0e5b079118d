"""Two boxes, From and To, that are there only where more than two instruments are loaded."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ...session.state import SessionState
from ...session.state.instrument_pair import pair_of, with_pair
from ..state import AppModel
from ..widgets import ShortBox, named
from ..widgets.as_written import Label, as_written

TIPS = ("The instrument that values come from: A of the comparison, whose reference values and model are used",
        "The instrument that is to be predicted: B of the comparison")


def _more_than_two(state: SessionState) -> bool:
    return len(state.datasets) > 2


class PairBoxes(QWidget):
    """From and To of the session; a change is undoable.

    Parameters
    ----------
    model : AppModel
    name : str
        Start of the object names.
    shown : callable, optional
        Whether the boxes are wanted for a session; default: whenever it has more than two instruments.
    parent : QWidget, optional
    """

    def __init__(self, model: AppModel, name: str, shown: Callable[[SessionState], bool] = _more_than_two,
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._wanted = model, shown
        self.setObjectName(f"{name}-pair")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        self.source, self.target = ShortBox(letters=7), ShortBox(letters=7)
        for box, word, tip in zip((self.source, self.target), ("From", "To"), TIPS, strict=True):
            named(box, f"{name}-{word.lower()}", f"{word} instrument", tip)
            label = Label(word)
            label.setToolTip(as_written(tip))
            label.setBuddy(box)
            line.addWidget(label)
            line.addWidget(box, 1)
            box.activated.connect(partial(self._chosen, box))
        model.stateChanged.connect(self.refresh)
        self.refresh()

    @Slot()
    def refresh(self, *_: object) -> None:
        """Show what the session says."""
        state = self._model.state
        names, pair = list(state.instruments), pair_of(state)
        for box, name in zip((self.source, self.target), pair or ("", ""), strict=True):
            with QSignalBlocker(box):
                if [box.itemText(k) for k in range(box.count())] != names:
                    box.clear()
                    box.addItems(names)
                box.setCurrentIndex(names.index(name) if name else -1)
        self.setVisible(pair is not None and self._wanted(state))

    def _chosen(self, box: ShortBox, _: int) -> None:
        state, name = self._model.state, box.currentText()
        new = with_pair(state, source=name) if box is self.source else with_pair(state, target=name)
        pair = pair_of(new)
        if pair is not None and pair != pair_of(state):
            self._model.change(f"Compare from {pair[0]} to {pair[1]}", new)
