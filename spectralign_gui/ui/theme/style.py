"""The few things that a palette cannot say: spacing, dock titles, the main button.

Object and property names that the sheet knows: ``class="primary"`` (the one main button of a panel),
``class="muted"`` (help text), ``class="heading"``, ``class="warning"``, ``class="bad"``, ``class="good"``.
"""

from __future__ import annotations

from ...shipped import resource
from .colours import Theme


def sheet(theme: Theme, points: float = 10.0, scaled: bool = False) -> str:
    """Style sheet of a theme.

    Parameters
    ----------
    points : float
        Size of normal text.
    scaled : bool
        Whether the user chose another size than the system's: widgets that a style sheet touches no longer follow the
        font of the application, so it has to say the size itself.
    """
    size = f"QWidget {{ font-size: {points:g}pt; }}" if scaled else ""
    return size + "\n" + _bars(theme) + _buttons(theme, points) + _texts(theme, points) + _ticks(theme) + _menus(theme)


def _bars(t: Theme) -> str:
    return f"""\
QDockWidget {{ titlebar-close-icon: none; font-weight: 600; }}
QDockWidget::title {{ background: {t.window}; padding: 5px 8px; border-bottom: 1px solid {t.border}; }}
QTabBar::tab {{ padding: 5px 7px; color: {t.muted}; background: transparent; border: none;
    border-bottom: 2px solid transparent; }}
QTabBar::tab:selected {{ color: {t.text}; border-bottom: 2px solid {t.accent}; }}
QTabBar::tab:hover:!selected {{ color: {t.text}; background: {t.accent_soft}; }}
QToolBar {{ border: none; spacing: 3px; padding: 3px 6px; background: {t.window};
    border-bottom: 1px solid {t.border}; }}
QToolButton[class="primary"] {{ font-weight: 600; padding: 1px 8px; border: 1px solid {t.border}; border-radius: 4px;
    background: {t.raised}; }}
QToolButton[class="primary"]:hover {{ background: {t.accent_soft}; border-color: {t.accent}; }}
QToolButton[class="primary"]:disabled {{ color: {t.muted}; background: {t.window}; }}
QToolTip {{ color: {t.text}; background: {t.raised}; border: 1px solid {t.border}; padding: 4px; }}
"""


def _buttons(t: Theme, points: float) -> str:
    return f"""\
QPushButton {{ padding: 4px 12px; border: 1px solid {t.border}; border-radius: 4px; background: {t.raised};
    min-height: 1.2em; }}
QPushButton:hover {{ background: {t.accent_soft}; }}
QPushButton:pressed {{ background: {t.border}; }}
QPushButton:focus {{ border-color: {t.accent}; }}
QPushButton:disabled {{ color: {t.muted}; background: {t.window}; }}
QPushButton[class="primary"] {{ background: {t.accent}; color: {t.accent_text}; border-color: {t.accent};
    font-weight: 600; }}
QPushButton[class="primary"]:hover {{ background: {t.text}; color: {t.base}; }}
QPushButton[class="primary"]:disabled {{ background: {t.border}; color: {t.muted}; border-color: {t.border}; }}
QPushButton[class="card"] {{ padding: 0; text-align: left; }}
QPushButton[class="card"]:hover {{ border-color: {t.accent}; }}
QPushButton[class="card"]:checked {{ border: 2px solid {t.accent}; background: {t.accent_soft}; }}
QFrame[class="card-frame"] {{ border: 1px solid {t.border}; border-radius: 6px; background: {t.raised}; }}
QLabel[class="card-title"] {{ font-weight: 600; font-size: {points * 1.1:g}pt; }}
QPushButton::menu-indicator {{ subcontrol-position: right center; right: 5px; }}
"""


def _texts(t: Theme, points: float) -> str:
    return f"""\
QHeaderView::section {{ background: {t.window}; color: {t.muted}; padding: 4px 6px; border: none;
    border-bottom: 1px solid {t.border}; border-right: 1px solid {t.border}; }}
QTableView, QTreeView, QListView {{ border: 1px solid {t.border}; gridline-color: {t.grid};
    selection-background-color: {t.accent}; selection-color: {t.accent_text}; }}
QTreeView::item {{ padding: 2px 0; }}
QLineEdit, QPlainTextEdit {{ border: 1px solid {t.border}; border-radius: 3px; background: {t.base};
    padding: 2px 3px; }}
QLineEdit:focus, QPlainTextEdit:focus {{ border-color: {t.accent}; }}
QAbstractSpinBox QLineEdit, QComboBox QLineEdit, QAbstractItemView QLineEdit {{ border: none; padding: 0; }}
QGroupBox {{ border: none; border-top: 1px solid {t.border}; margin-top: 1.4em; padding-top: 4px;
    font-weight: 600; }}
QGroupBox::title {{ subcontrol-origin: margin; left: 0; padding: 0 4px 0 0; }}
QLabel[class="muted"] {{ color: {t.muted}; }}
QLabel[class="dock-title"] {{ font-weight: 600; }}
QLabel[class="heading"] {{ font-size: {points * 1.3:g}pt; font-weight: 600; }}
QLabel[class="title"] {{ font-size: {points * 1.6:g}pt; font-weight: 600; }}
QLabel[class="warning"] {{ color: {t.warning}; }}
QLabel[class="bad"] {{ color: {t.bad}; }}
QLabel[class="good"] {{ color: {t.good}; }}
"""


def _ticks(t: Theme) -> str:
    tick = resource("icons", f"tick-{t.name}.svg").as_posix()
    return f"""\
QCheckBox::indicator, QRadioButton::indicator, QTreeView::indicator, QTableView::indicator, QListView::indicator,
QMenu::indicator {{ width: 12px; height: 12px; border: 1px solid {t.muted}; background: {t.base}; border-radius: 3px; }}
QCheckBox::indicator:checked, QTreeView::indicator:checked, QTableView::indicator:checked,
QListView::indicator:checked, QMenu::indicator:checked {{ border-color: {t.accent}; background: {t.accent};
    image: url({tick}); }}
QTreeView::indicator:checked, QTableView::indicator:checked, QListView::indicator:checked {{ border-color: {t.base}; }}
QCheckBox::indicator:indeterminate, QTreeView::indicator:indeterminate {{ background: {t.accent_soft};
    border-color: {t.accent}; }}
QCheckBox::indicator:focus, QRadioButton::indicator:focus {{ border-color: {t.accent}; }}
QCheckBox::indicator:checked:disabled, QTreeView::indicator:checked:disabled, QMenu::indicator:checked:disabled
    {{ border-color: {t.muted}; background: {t.muted}; }}
QCheckBox::indicator:unchecked:disabled {{ border-color: {t.border}; background: {t.window}; }}
QRadioButton::indicator {{ border-radius: 7px; }}
QRadioButton::indicator:checked {{ border: 4px solid {t.accent}; width: 6px; height: 6px; background: {t.base}; }}
"""


def _menus(t: Theme) -> str:
    return f"""\
QMenu::item {{ padding: 4px 24px 4px 14px; }}
QMenu::item:selected {{ background: palette(highlight); color: palette(highlighted-text); }}
QMenu::item:disabled {{ color: {t.muted}; }}
QMenu::icon {{ left: 8px; }}
QMenu::indicator {{ left: 9px; }}
QMenu::indicator:exclusive {{ border-radius: 7px; }}
QMenu::separator {{ height: 1px; background: {t.border}; margin: 3px 0; }}
QStatusBar {{ border-top: 1px solid {t.border}; }}
QStatusBar::item {{ border: none; }}
QScrollArea {{ border: none; }}
"""
