"""What the program said last, in the status bar: no message takes the place of another before it could be read."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ..widgets import ElidedLabel
from ..widgets.as_written import as_written

SECONDS = 15.0
"""How long a message stays."""
MOST = 4
"""Messages that are shown at once; all are in the log."""


class News(ElidedLabel):
    """The messages of the last seconds, newest first.

    A hint about the entry of a menu covers them only while the pointer is on it.

    Parameters
    ----------
    more : callable
        Called with a click: shows the log.
    seconds : float
        How long a message stays.
    """

    def __init__(self, more: Callable[[], object], seconds: float = SECONDS, parent: QWidget | None = None) -> None:
        super().__init__("", 10_000, parent, elide=Qt.TextElideMode.ElideRight)
        self.setObjectName("news")
        self.setAccessibleName("What the program said last")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._more, self._seconds = more, seconds
        self._said: list[tuple[float, str]] = []
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self._forget)

    @Slot(str)
    def say(self, text: str) -> None:
        """Show a message in front of those that are still there."""
        if text:
            self._said = [(monotonic(), text), *(s for s in self._said if s[1] != text)][:MOST]
            self._forget()

    @Slot()
    def _forget(self) -> None:
        now = monotonic()
        self._said = [s for s in self._said if now - s[0] < self._seconds]
        texts = [text for _, text in self._said]
        self.setText("   ·   ".join(texts))
        self.setToolTip(as_written("\n".join([*texts, "A click opens the log."])) if texts else "")
        if self._said:
            self._later.start(max(int(1000 * (self._said[-1][0] + self._seconds - now)) + 10, 10))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.text():
            self._more()
        super().mousePressEvent(event)
