"""Window of the documentation: index and search on the left, the page on the right."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QUrl, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QSplitter,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ...presenters.pages import HEADS, ORDER, Page, read_pages, resolve, search
from ...shipped import folder
from .. import theme
from ..actions import make_action, tool_button
from ..widgets import named, on_screen
from ..widgets.as_written import Label, as_written
from .browser import PageBrowser

START = ("guide/index.md", "methods.md")
PATH = Qt.ItemDataRole.UserRole


class HelpWindow(QWidget):
    """The viewer.

    Parameters
    ----------
    made : dict of str to Page, optional
        Pages made at run time, such as the keyboard shortcuts.
    """

    def __init__(self, made: dict[str, Page] | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("help-window")
        self.setWindowTitle("User guide – SpectrAlign")
        self.setWindowIcon(theme.icon("spectralign"))
        self.resize(on_screen(self, 980, 720))
        self.pages = read_pages() | (made or {})
        self._past: list[tuple[str, int]] = []
        self._future: list[tuple[str, int]] = []
        make = partial(make_action, self)
        self.back = make("help-back", "◀ &Back", "The page before", self._back, key=QKeySequence.StandardKey.Back)
        self.forward = make("help-forward", "&Forward ▶", "The page from which you went back", self._forward,
                            key=QKeySequence.StandardKey.Forward)
        self.start = make("help-start", "&Contents", "The first page", self.go_start, key="Alt+Home")
        self.find = make("help-find", "Find", "Search all pages", self._focus_search,
                         key=QKeySequence.StandardKey.Find)
        self.shut = make("help-close", "Close", "Close the guide", self.close, key="Esc")
        self.addActions([self.find, self.shut])
        self.search = named(QLineEdit(), "help-search", "Search all pages")
        self.search.setPlaceholderText("Search all pages")
        self.search.setToolTip("Words that must all be on the page (Ctrl+F)")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self._first_hit)
        self.index = named(QTreeWidget(), "help-index", "Pages of the guide",
                           "Pages; after a search those that hold all words")
        self.index.setHeaderHidden(True)
        self.index.setIndentation(14)
        self.index.itemClicked.connect(self._chosen)
        self.index.itemActivated.connect(self._chosen)
        self.browser = PageBrowser(folder("docs"))
        self.browser.setToolTip("")
        self.browser.anchorClicked.connect(self._link)
        self.note = named(Label(), "help-note", look="muted")
        self.note.setWordWrap(True)
        self.note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.note.hide()
        self._lay_out()
        theme.follow(self._recolour)
        self._fill_index()
        self.go_start()

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        for action in (self.back, self.forward, self.start):
            button: QToolButton = tool_button(action, self)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            bar.addWidget(button)
        bar.addStretch()
        left, right = QWidget(), QWidget()
        for side, parts in ((left, (self.search, self.index)), (right, (self.browser, self.note))):
            column = QVBoxLayout(side)
            column.setContentsMargins(0, 0, 0, 0)
            for part in parts:
                column.addWidget(part)
        split = QSplitter()
        split.addWidget(left)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setSizes([270, 710])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addLayout(bar)
        layout.addWidget(split, 1)

    # -- going -------------------------------------------------------------------------------------------
    def go(self, path: str, fragment: str = "") -> bool:
        """Show page `path` at `fragment`; False, and a sentence, if there is none."""
        page = self.pages.get(path)
        if page is None:
            self._say(f"There is no page {path or 'there'} in this guide.")
            return False
        if self.browser.page.path:
            self._past.append((self.browser.page.path, self.browser.verticalScrollBar().value()))
        self._future.clear()
        self._show(page)
        if fragment and not self.browser.go_to(fragment):
            self._say(f"The page has no paragraph {fragment}.")
        return True

    @Slot()
    def go_start(self) -> None:
        """The first page."""
        self.go(next((path for path in START if path in self.pages), next(iter(self.pages), "")))

    def _show(self, page: Page, scroll: int = 0) -> None:
        self.note.hide()
        self.browser.show_page(page)
        self.browser.verticalScrollBar().setValue(scroll)
        self.setWindowTitle(f"{page.title} – SpectrAlign user guide")
        self.back.setEnabled(bool(self._past))
        self.forward.setEnabled(bool(self._future))
        self._mark_index()

    def _back(self) -> None:
        self._step(self._past, self._future)

    def _forward(self) -> None:
        self._step(self._future, self._past)

    def _step(self, source: list[tuple[str, int]], other: list[tuple[str, int]]) -> None:
        if source:
            other.append((self.browser.page.path, self.browser.verticalScrollBar().value()))
            path, scroll = source.pop()
            self._show(self.pages[path], scroll)

    @Slot(QUrl)
    def _link(self, url: QUrl) -> None:
        if not url.isRelative():
            self._say(f"This guide opens nothing from the network. The address is {url.toString()}")
            return
        self.go(*resolve(url.toString(), self.browser.page.path))

    def _say(self, sentence: str) -> None:
        self.note.setText(sentence)
        self.note.show()

    @Slot()
    def _recolour(self) -> None:
        self._show(self.browser.page, self.browser.verticalScrollBar().value())

    # -- index and search --------------------------------------------------------------------------------
    def _fill_index(self) -> None:
        self.index.clear()
        heads: dict[str, QTreeWidgetItem] = {}
        for path, page in self.pages.items():
            where = path.rpartition("/")[0]
            if where not in heads:
                heads[where] = QTreeWidgetItem(self.index, [HEADS.get(where, where)])
                heads[where].setFlags(Qt.ItemFlag.ItemIsEnabled)
            item = QTreeWidgetItem(heads[where], [page.title])
            item.setData(0, PATH, path)
            item.setToolTip(0, as_written(page.title))
        for where, head in heads.items():
            head.setExpanded(where in ORDER[:2])
        self._mark_index()

    def _items(self) -> list[QTreeWidgetItem]:
        tops = [self.index.topLevelItem(k) for k in range(self.index.topLevelItemCount())]
        return [item for top in tops for item in (top, *(top.child(k) for k in range(top.childCount())))]

    def _mark_index(self) -> None:
        for item in self._items():
            if item.data(0, PATH) == self.browser.page.path:
                self.index.setCurrentItem(item)
                return
        self.index.clearSelection()

    @Slot(str)
    def _search(self, words: str) -> None:
        if not words.strip():
            self._fill_index()
            return
        self.index.clear()
        hits = search(self.pages, words)
        for hit in hits:
            item = QTreeWidgetItem(self.index, [f"{hit.page.title} ({hit.count})"])
            item.setData(0, PATH, hit.page.path)
            item.setToolTip(0, as_written(f"… {hit.words} …"))
        if not hits:
            QTreeWidgetItem(self.index, ["No page holds these words"]).setFlags(Qt.ItemFlag.NoItemFlags)

    @Slot()
    def _first_hit(self) -> None:
        item = self.index.topLevelItem(0)
        if item is not None and self.search.text().strip():
            self._chosen(item)

    @Slot(QTreeWidgetItem)
    def _chosen(self, item: QTreeWidgetItem) -> None:
        path = item.data(0, PATH)
        if not path:
            item.setExpanded(not item.isExpanded())
        elif path != self.browser.page.path:
            self.go(path)
        words = self.search.text().split()
        if path and words:
            self.browser.find(words[0])

    def _focus_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()
