"""The tick that averages repeats of new samples, where the model was made from averages."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox

from ...session.predict.averaged import NewRepeats
from ...words import say
from ..widgets import named


class AverageTick(QCheckBox):
    """Seen where there are repeats to average; on by default.

    Parameters
    ----------
    name : str
        Of the widget.
    again : callable
        Predicts anew after the user has changed it.
    """

    def __init__(self, name: str, again: Callable[[], object]) -> None:
        super().__init__("Average the repeats of each sample")
        named(self, name, "Average the repeats of each sample", "The fit was made from averages of repeats: new "
              "spectra are averaged in the same way, so that their values and flags mean the same")
        self.clicked.connect(lambda *_: again())
        self.reset()

    def reset(self) -> None:
        """For other spectra: on, and not seen until repeats are found."""
        self.setChecked(True)
        self.setVisible(False)

    def found(self, repeats: NewRepeats | None) -> None:
        """Say how many samples of how many spectra there are; vanish where there are none."""
        if repeats is not None:
            self.setText(say(repeats.offer))
        self.setVisible(repeats is not None)
