"""Two instruments with different channels: one click brings both to a common axis, and undo takes it back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton, QWidget

from ..core.errors import SpectrAlignError
from ..core.registry import method
from ..session.state import SessionState
from ..session.state.axes_and_units import axes_apart, resample_onto_reference
from .actions import make_action
from .state import AppModel
from .widgets import named


class CommonAxis:
    """The action, its button, and the sentence that belongs to them.

    Parameters
    ----------
    model : AppModel
    tell : callable
        Is given a sentence for the user.
    parent : QWidget
    name : str
        Of the action and the button.
    """

    def __init__(self, model: AppModel, tell: Callable[[str], None], parent: QWidget,
                 name: str = "compare-common-axis") -> None:
        self._model, self._tell = model, tell
        self._known: tuple[tuple[object, ...], str] = ((), "")
        self.action = make_action(
            parent, name, "Bring both to a common a&xis", "Add the step Resample: the spectra are "
            "interpolated onto the channels of the first instrument, and channels that not all have measured are left "
            "out; nothing is extrapolated, and undo takes it back", self._add, icon="steps")
        self.button = named(QPushButton("Bring both to a common axis", parent), name,
                            tip=self.action.toolTip())
        self.button.clicked.connect(self.action.trigger)
        self.button.hide()
        self.action.setEnabled(False)

    def sentence(self, methods: tuple[str, ...]) -> str:
        """What is left out of a comparison of these methods as it is, and what to do; "" if nothing is."""
        lost = [m for m in methods if "same channels" in method(m).needs] if self.why() else []
        if not lost:
            return ""
        compare, are = ("compares", "is") if len(lost) == 1 else ("compare", "are")
        return (f"Bring both to a common axis: {len(lost)} of the ticked methods {compare} channel by channel and "
                f"{are} left out until then.")

    def why(self) -> str:
        """How the axes of the two instruments differ; "" if they do not, or if resampling would not help."""
        state = self._model.two
        key: tuple[object, ...] = (*(d.axis for d in state.datasets), state.preprocessing)
        if len(key) != len(self._known[0]) or any(a is not b for a, b in zip(key, self._known[0], strict=True)):
            self._known = key, _apart(state)
        return self._known[1]

    def refresh(self, running: bool) -> None:
        """Show or hide the button."""
        wanted = bool(self.why()) and not running
        self.action.setEnabled(wanted)
        self.button.setVisible(wanted)

    def _add(self) -> None:
        self._model.change("Resample onto the reference", resample_onto_reference(self._model.state))
        self._tell("Both instruments are on a common axis now (the step Resample); undo takes it back.")


def _apart(state: SessionState) -> str:
    try:
        return axes_apart(state)
    except SpectrAlignError:  # what is wrong with the steps is said by the run itself
        return ""
