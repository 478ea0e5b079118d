"""The Compare page: verdict card, table and plots beside each other; the setup in a drawer.

Roomy: the card on top, table and plots as columns, the plots with tabs. Compact (a low or narrow dock): the card gives
way to its sentences in one line at the bottom, a list in the line of controls takes the place of the tabs. Very narrow:
the table is one of the pages too. The setup is behind its button always.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QLayout, QSplitter, QTableView, QTabWidget, QVBoxLayout, QWidget

from ..widgets import FoldOut, OneLineLabel

NARROW, SHORT = 760, 320
"""Below this width or height (pixels) the arrangement is compact."""
CARD, CARD_LINES = 200, 9
"""Below this height (pixels, and lines beside them) the rows of the table need the room of the card."""
VERY_NARROW = 480
"""Below this width the table is a page among the plots."""
MOST, PLOTS = 0.72, 320
"""Part of the width that the table has at most, and pixels that the plots keep."""
LOW = 170
"""The whole may be this low (pixels): smaller is better than a scroll bar beside it."""


class Columns(QWidget):
    """Arranges the parts of the Compare dock by the room there is.

    Parameters
    ----------
    head : QLayout
        Line of controls, above everything.
    setup : QWidget
        Form of the comparison, in the panel of `fold_out`.
    table : QTableView
    tabs : QTabWidget
        Plots.
    figures : QWidget
        Figures in words: below the table, or a page among the plots.
    foot : QWidget
        Progress and sentences, below everything; its `OneLineLabel`s are kept to one line where it is compact.
    fold_out : FoldOut
    pages : QComboBox
        Stands for the tabs where it is compact.
    card : QWidget
        The verdict.

    Signals
    -------
    arranged(bool compact)
    """

    arranged = Signal(bool)

    def __init__(self, head: QLayout, setup: QWidget, table: QTableView, tabs: QTabWidget, figures: QWidget,
                 foot: QWidget, fold_out: FoldOut, pages: QComboBox, card: QWidget, parent: QWidget | None = None
                 ) -> None:
        super().__init__(parent)
        self._table, self._tabs, self._figures = table, tabs, figures
        self._foot, self._pages, self._card = foot, pages, card
        fold_out.box.insertWidget(0, setup, 1)
        self._figures_page, self._middle = QWidget(), QWidget()
        QVBoxLayout(self._figures_page).addStretch()
        self._column = QVBoxLayout(self._middle)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(table, 1)
        self._column.addWidget(figures)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        for widget, stretch in ((self._middle, 3), (tabs, 2)):
            self._splitter.addWidget(widget)
            self._splitter.setStretchFactor(self._splitter.count() - 1, stretch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(card)
        layout.addWidget(self._splitter, 1)
        layout.addWidget(foot)
        self._compact: bool | None = None
        self._pulled = False
        self._splitter.splitterMoved.connect(self._pull)
        pages.activated.connect(self._page_chosen)
        tabs.currentChanged.connect(self._follow_tab)
        self.arrange(False, False)

    @property
    def compact(self) -> bool:
        """Whether the plots are chosen from a list."""
        return bool(self._compact)

    @property
    def has_card(self) -> bool:
        """Whether the card has its place."""
        return not self._card.isHidden()

    @property
    def table_is_a_page(self) -> bool:
        """Whether the table stands among the plots."""
        return self._tabs.indexOf(self._middle) >= 0

    def minimumSizeHint(self) -> QSize:
        """What the narrowest arrangement needs: the splitter's own hint would keep all columns for good."""
        return QSize(300, LOW)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width, height = event.size().width(), event.size().height()
        room = CARD + CARD_LINES * self.fontMetrics().height()
        self.arrange(width < NARROW or height < SHORT, width < VERY_NARROW, height >= room)

    def arrange(self, compact: bool, table_is_a_page: bool, card: bool = True) -> None:
        """Put the parts where they belong."""
        shown = self._tabs.currentWidget()
        if card == self._card.isHidden():
            self._card.setVisible(card)
            self.arranged.emit(bool(self._compact))
        if compact != self._compact:
            self._compact = compact
            self._pages.setVisible(compact)
            self._tabs.tabBar().setVisible(not compact)
            for label in self._foot.findChildren(OneLineLabel):
                label.set_one_line(True)
            self._table.verticalHeader().setDefaultSectionSize(self._table.fontMetrics().height() + 5)
            self._table.horizontalHeader().setMaximumSectionSize(155 if compact else 270)
            self._move_figures(compact)
            self._splitter.setSizes([560, 440] if compact else [600, 400])
            self.arranged.emit(compact)
        if table_is_a_page != self.table_is_a_page:
            self._move_table(table_is_a_page)
        if self._tabs.indexOf(shown) >= 0:
            self._tabs.setCurrentWidget(shown)
        self._list_pages()
        self.fit_table()

    @Slot()
    def _pull(self, *_: object) -> None:
        """Somebody has said how wide the table shall be."""
        self._pulled = True

    def fit_table(self) -> None:
        """As wide as its columns need, if the plots keep their part: the last column is not cut at its edge."""
        header, table, total = self._table.horizontalHeader(), self._table, sum(self._splitter.sizes())
        if self._pulled or self.table_is_a_page or not total or table.model() is None or not table.model().rowCount():
            return
        columns = [min(max(header.sectionSizeHint(k), table.sizeHintForColumn(k)), header.maximumSectionSize())
                   for k in range(header.count()) if not header.isSectionHidden(k)]
        need = sum(columns) + 2 * table.frameWidth() + table.verticalScrollBar().sizeHint().width() + 2
        usual = int((0.56 if self._compact else 0.6) * total)
        most = max(usual, min(int(MOST * total), total - PLOTS))
        wide = min(max(need, usual), most)
        if abs(wide - self._splitter.sizes()[0]) > 4:
            self._splitter.setSizes([wide, total - wide])

    def _move_figures(self, to_page: bool) -> None:
        page = self._figures_page.layout()
        if to_page and isinstance(page, QVBoxLayout):
            page.insertWidget(0, self._figures)
            self._tabs.insertTab(1, self._figures_page, "Figures")
        elif self._tabs.indexOf(self._figures_page) >= 0:
            self._column.addWidget(self._figures)
            self._figures.show()
            self._tabs.removeTab(self._tabs.indexOf(self._figures_page))

    def _move_table(self, to_page: bool) -> None:
        if to_page:
            self._tabs.insertTab(0, self._middle, "Table")
        else:
            self._tabs.removeTab(self._tabs.indexOf(self._middle))
            self._splitter.insertWidget(self._splitter.count() - 1, self._middle)
            self._middle.show()

    def show_table(self) -> None:
        """Bring the table forward where it is a page; nothing where it is beside the plots."""
        if self.table_is_a_page:
            self._tabs.setCurrentWidget(self._middle)

    # -- the list that stands for the tabs ---------------------------------------------------------------
    def _list_pages(self) -> None:
        titles = [self._tabs.tabText(k) for k in range(self._tabs.count())]
        if titles != [self._pages.itemText(k) for k in range(self._pages.count())]:
            self._pages.clear()
            self._pages.addItems(titles)
        self._follow_tab(self._tabs.currentIndex())

    def _follow_tab(self, number: int) -> None:
        self._pages.setCurrentIndex(number)

    def _page_chosen(self, number: int) -> None:
        self._tabs.setCurrentIndex(number)
