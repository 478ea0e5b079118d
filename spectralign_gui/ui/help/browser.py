"""Shows one page; loads pictures from the documentation only, never from a network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QImage, QImageReader, QResizeEvent, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import QTextBrowser, QWidget

from ...presenters.pages import Page, resolve, slug
from .. import theme

MARGIN = 56  # pixels that frame and scroll bar take from a picture's room


class PageBrowser(QTextBrowser):
    """A page of Markdown with its pictures.

    Parameters
    ----------
    root : path
        Folder of the documentation; nothing outside is read.
    """

    def __init__(self, root: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("help-page")
        self.setAccessibleName("Page of the user guide")
        self.setOpenLinks(False)
        self.root, self.page = root.resolve(), Page("", "", "")
        self._width = 0
        self._later = QTimer(self, singleShot=True, interval=150)
        self._later.timeout.connect(self._fit)

    def show_page(self, page: Page) -> None:
        """Show a page from its top."""
        self.page, self._width = page, self.viewport().width()
        document = self.document()
        document.clear()
        document.setDefaultStyleSheet(f"a {{ color: {theme.current().accent} }}")
        document.setMarkdown(page.text, QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
        document.setDocumentMargin(16)
        dress_headings(document)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)

    def loadResource(self, kind: int, name: QUrl) -> Any:
        """A picture of the documentation, no wider than the page; nothing else."""
        if kind != QTextDocument.ResourceType.ImageResource.value or not name.isRelative():
            return None
        path, _ = resolve(name.toString(), self.page.path)
        file = (self.root / path).resolve()
        if not path or not file.is_relative_to(self.root) or not file.is_file():
            return None
        reader = QImageReader(str(file))
        size, room = reader.size(), max(200, self.viewport().width() - MARGIN)
        if size.isValid() and size.width() > room:
            # scaled from the full picture: a reader's own scaling is coarse
            return reader.read().scaled(QSize(room, size.height() * room // size.width()),
                                        Qt.AspectRatioMode.KeepAspectRatio,
                                        Qt.TransformationMode.SmoothTransformation)
        image: QImage = reader.read()
        return image

    def go_to(self, fragment: str) -> bool:
        """Bring a heading or the row of a parameter to the top; False if there is none."""
        block = self.document().begin()
        while block.isValid():
            heading = block.blockFormat().headingLevel() > 0 and slug(block.text()) == fragment
            row = block.text().split(" ")[0] == fragment and QTextCursor(block).currentTable() is not None
            if heading or row:
                cursor = QTextCursor(block)
                if row:
                    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                self.setTextCursor(cursor)
                top = self.cursorRect(cursor).top() + self.verticalScrollBar().value()
                self.verticalScrollBar().setValue(top - 8)
                return True
            block = block.next()
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Pictures follow the width, a moment later."""
        super().resizeEvent(event)
        if self._width and self.viewport().width() != self._width:
            self._later.start()

    def _fit(self) -> None:
        if "![" in self.page.text:
            share = self.verticalScrollBar().value() / max(1, self.verticalScrollBar().maximum())
            self.show_page(self.page)
            self.verticalScrollBar().setValue(round(share * self.verticalScrollBar().maximum()))


def dress_headings(document: QTextDocument) -> None:
    """Room above headings, and code inside them as large as the rest."""
    block = document.begin()
    while block.isValid():
        form = block.blockFormat()
        if form.headingLevel():
            cursor = QTextCursor(block)
            if block.blockNumber():
                form.setTopMargin(14)
                form.setBottomMargin(6)
                cursor.setBlockFormat(form)
            cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
            larger = QTextCharFormat()
            larger.setProperty(QTextFormat.Property.FontSizeAdjustment, 4 - form.headingLevel())
            cursor.mergeCharFormat(larger)
        block = block.next()
