"""A small window of another program, a file manager so to say, from which paths can be dragged.

Called with the paths; the label fills the window.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel


class Folder(QLabel):
    """Drags its paths away."""

    def __init__(self, paths: list[str]) -> None:
        super().__init__("drag me")
        self.setWindowTitle("Files to drag")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setStyleSheet("background: #ffd966; color: black")
        self._paths = paths
        self._down: QPoint | None = None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._down = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._down is None or (event.position().toPoint() - self._down).manhattanLength() < 8:
            return
        self._down = None
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(p) for p in self._paths])
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)


if __name__ == "__main__":
    app = QApplication(sys.argv[:1])
    window = Folder(sys.argv[1:])
    window.setGeometry(1150, 40, 220, 120)
    window.show()
    sys.exit(app.exec())
