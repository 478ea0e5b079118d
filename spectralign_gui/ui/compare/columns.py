"""Three parts side by side where there is room, in tabs of one another where there is not."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QTabWidget, QVBoxLayout, QWidget

NARROW = 880
"""Below this width (pixels) the choices are a tab beside the plots: the table and the plots keep their room."""
VERY_NARROW = 560
"""Below this width the table is a tab too."""
SHORT = 300
"""Below this height (pixels) the figures in words are a tab, so that the table shows more than a line or two."""
LOW = 170
"""The plots may be this low (pixels): smaller is better than a scroll bar beside them."""


class Columns(QWidget):
    """Choices, table and tabs of plots; never asks for more width than the widest of the three."""

    def __init__(self, choices: QWidget, table: QWidget, tabs: QTabWidget, figures: QWidget,
                 parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures, self._page = figures, QWidget()
        QVBoxLayout(self._page).addStretch()
        self._parts = {"Methods": choices, "Table": table}
        self._tabs = tabs
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        for widget, stretch in ((choices, 1), (table, 3), (tabs, 2)):
            self._splitter.addWidget(widget)
            self._splitter.setStretchFactor(self._splitter.count() - 1, stretch)
        self._in_tabs: tuple[str, ...] = ()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._splitter)

    @property
    def in_tabs(self) -> tuple[str, ...]:
        """Titles of the parts that are tabs now."""
        return self._in_tabs

    def minimumSizeHint(self) -> QSize:
        """What the narrowest arrangement needs: the splitter's own hint would keep three columns for good."""
        parts = (*self._parts.values(), self._tabs)
        need = [p.minimumSizeHint() for p in parts]
        return QSize(min(320, max(n.width() for n in need)), min(LOW, max(n.height() for n in need)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = event.size().width()
        self._place_figures(event.size().height() < SHORT)
        self.arrange(("Methods", "Table") if width < VERY_NARROW else ("Methods",) if width < NARROW else ())

    def _place_figures(self, in_tab: bool) -> None:
        """Put the figures on a page of the tabs, or below the table."""
        if in_tab == (self._tabs.indexOf(self._page) >= 0):
            return
        page, below = self._page.layout(), self._parts["Table"].layout()
        if isinstance(page, QVBoxLayout) and isinstance(below, QVBoxLayout):
            if in_tab:
                page.insertWidget(0, self._figures)
                self._tabs.insertTab(1, self._page, "Figures")
            else:
                below.addWidget(self._figures)
                self._tabs.removeTab(self._tabs.indexOf(self._page))

    def arrange(self, in_tabs: tuple[str, ...]) -> None:
        """Make these parts tabs behind the plots, the others columns before them."""
        if in_tabs == self._in_tabs:
            return
        shown = self._tabs.currentWidget()
        for place, (title, part) in enumerate(self._parts.items()):
            if title in in_tabs and title not in self._in_tabs:
                self._tabs.addTab(part, title)
            elif title in self._in_tabs and title not in in_tabs:
                self._tabs.removeTab(self._tabs.indexOf(part))
                self._splitter.insertWidget(min(place, self._splitter.count() - 1), part)
                part.show()
        for title in (t for t in self._parts if t in in_tabs):  # their order is the same however they came here
            part = self._parts[title]
            self._tabs.tabBar().moveTab(self._tabs.indexOf(part), self._tabs.count() - 1)
        self._in_tabs = in_tabs
        if self._tabs.indexOf(shown) >= 0:
            self._tabs.setCurrentWidget(shown)

    def bring_forward(self, title: str) -> None:
        """Show a part that is a tab; nothing where it is a column."""
        if title in self._in_tabs:
            self._tabs.setCurrentWidget(self._parts[title])
