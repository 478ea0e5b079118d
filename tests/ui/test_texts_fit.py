"""No text of the window is cut or covered in any workspace: in 1280 × 720, and with text of twice the size.

With that text the window stays as large as it was: what needs more room than its dock has is scrolled.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.session.standards.pairing import hold_out_share
from spectralign_gui.ui import theme
from spectralign_gui.ui.main_window import MainWindow
from spectralign_gui.ui.workspaces import ALL, RAIL
from tests.ui.texts_seen import cut, overlapping
from tests.ui.walking import settle


@pytest.fixture
def window(qtbot, tmp_path):
    made = MainWindow(settings=QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat),
                      recovery_folder=tmp_path / "recovery")
    qtbot.addWidget(made)
    made.keep_or_discard = lambda: True
    state = load_sample_session("libs")
    made.model.reset(state.with_(standards=hold_out_share(state.standards, 0.2)))
    made.resize(1280, 720)
    made.show()
    made.restore_layout()
    with qtbot.waitSignal(made.model.currentRunChanged, timeout=60_000):
        made.controller.start()
    settle(made)
    yield made
    made.set_scale(100)
    theme.finish()
    made.close()


@pytest.mark.parametrize("scale", [100, 200])
def test_every_text_has_its_room(window, scale):
    window.set_scale(scale)
    theme.finish()
    seen = 0
    for place in (*RAIL, ALL):
        window.lead.go(place)
        settle(window)
        found = [f"{place}: {what}" for what in (*cut(window), *overlapping(window))]
        assert found == []
        seen += sum(bool(label.text()) and label.isVisible() for label in window.findChildren(QLabel))
        assert (window.width(), window.height()) == (1280, 720), f"{place} makes the window larger"
    assert seen > 40


def test_icons_are_as_large_as_the_text(window):
    """Of all buttons with an icon, those of plots and of title bars too, also of what is made with large text."""
    def sizes() -> dict[str, int]:
        return {f"{w.objectName()} in {w.parentWidget().objectName()}": w.iconSize().height()
                for w in window.findChildren(QWidget) if isinstance(w, QAbstractButton | QToolBar)
                and w.objectName() and not w.objectName().startswith(("qt_", "ScrollL", "ScrollR"))
                and (isinstance(w, QToolBar) or not w.icon().isNull()) and w.objectName() != "rail-bar"}

    window.lead.go(ALL)
    settle(window)
    before = sizes()
    window.set_scale(200)
    theme.finish()
    settle(window)
    after = sizes()
    common = set(before) & set(after)
    assert len(common) > 60
    assert {name: after[name] for name in common if after[name] != 2 * before[name]} == {}


def test_what_is_cut_or_covered_is_found(qtbot):
    """The test above can fail."""
    top = QWidget()
    qtbot.addWidget(top)
    label, button = QLabel("a long text of a label", top), QPushButton("a long text of a button", top)
    box = QComboBox(top)
    box.addItem("a long text of a box")
    for k, widget in enumerate((label, button, box)):
        widget.setGeometry(10, 10 + 40 * k, 40, 30)
    table = QTableWidget(3, 1, top)
    table.setGeometry(120, 10, 150, 150)
    for row in range(3):
        table.setItem(row, 0, QTableWidgetItem(f"row {row}"))
    table.verticalHeader().setMinimumSectionSize(3)
    table.verticalHeader().resizeSection(1, 5)
    cover = QPushButton("x", top)
    cover.setGeometry(30, 20, 40, 30)
    top.resize(300, 200)
    with qtbot.waitExposed(top):
        top.show()
    told = cut(top)
    assert all(any(text in line for line in told) for text in ("of a label", "of a button", "of a box"))
    assert sum("is squashed" in line and "'row 1'" in line for line in told) == 1
    assert not any("squashed" in line and "'row 0'" in line for line in told)
    assert len(overlapping(top)) == 1
    fits = QWidget()
    qtbot.addWidget(fits)
    layout = QVBoxLayout(fits)
    layout.addWidget(QLabel("a label"))
    layout.addWidget(QPushButton("a button"))
    with qtbot.waitExposed(fits):
        fits.show()
    assert cut(fits) == overlapping(fits) == []
