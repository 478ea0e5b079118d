"""The first page asks what is wanted; the answer leads through the workspaces to a result, with few clicks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from spectralign_gui.shipped import SAMPLE_SETS, sample
from spectralign_gui.ui.main_window import MainWindow
from spectralign_gui.ui.main_window import window as window_module
from spectralign_gui.ui.workspaces import GOALS, RAIL, START


@pytest.fixture
def begun(qtbot, settings, tmp_path):
    """The window as a user meets it for the first time."""
    made = MainWindow(settings=settings, recovery_folder=tmp_path / "recovery", begin="")
    made.resize(1280, 720)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    assert made.controller.shutdown(15)
    made.keep_or_discard = lambda: True
    made.close()
    made.deleteLater()


def press(qtbot, window, name: str) -> None:
    qtbot.mouseClick(window.findChild(QPushButton, name), Qt.MouseButton.LeftButton)


def on_top(window, name: str) -> bool:
    dock = window.docks[name]  # its middle is what is seen there
    seen = window.childAt(dock.mapTo(window, dock.rect().center()))
    return dock.isVisible() and seen is not None and (seen is dock or dock.isAncestorOf(seen))


def test_the_first_page_asks_what_is_wanted_and_all_answers_are_in_sight(qtbot, begun):
    assert begun.lead.switcher.here == START
    guide = begun.docks["welcome"]
    qtbot.waitUntil(lambda: on_top(begun, "welcome"))
    assert list(guide.cards) == list(GOALS) and len(GOALS) == 6
    for card in guide.cards.values():
        assert card.visibleRegion().boundingRect().size() == card.size(), card.goal.name
        for label in (card.question, card.sentence):
            assert label.height() >= label.heightForWidth(label.width()), label.text()


@pytest.mark.parametrize("name", GOALS)
def test_every_answer_opens_the_workspace_of_its_first_step(qtbot, begun, name):
    qtbot.mouseClick(begun.docks["welcome"].cards[name], Qt.MouseButton.LeftButton)
    assert begun.lead.switcher.here == GOALS[name].path[0].workspace == "data"
    assert begun.lead.rail.next.text() == GOALS[name].path[0].button
    assert begun.settings.value("layouts/goal") == name


def test_sample_spectra_take_the_place_of_the_first_page(qtbot, begun):
    press(qtbot, begun, "welcome-sample-libs")
    qtbot.waitUntil(lambda: begun.lead.switcher.here != START)
    assert begun.lead.chosen.name == "values" and begun.lead.switcher.here == "compare", "the standards are marked"
    assert [begun.lead.rail.buttons[n].status.mark for n in RAIL[:2]] == ["done", "done"]


def test_recent_files_are_listed(qtbot, window, tmp_path):
    path = tmp_path / "old.csv"
    path.write_text("x")
    window.recent.add([path])
    window.docks["welcome"].show_recent(window.recent.all())
    button = window.docks["welcome"].recent.itemAt(0).widget()
    assert "old.csv" in button.text() and str(path) in button.toolTip()


def test_the_path_of_one_space_from_files_to_an_exported_result_by_the_next_button(qtbot, begun, monkeypatch, tmp_path):
    files = [str(sample(path)) for path in SAMPLE_SETS["libs"][1]]
    monkeypatch.setattr(window_module, "ask_files", lambda *_: files)
    begun.docks["welcome"].cards["space"].click()
    rail = begun.lead.rail
    seen = []

    def go(button: str) -> None:
        qtbot.waitUntil(lambda: rail.next.text() == button)
        seen.append(button)
        qtbot.mouseClick(rail.next, Qt.MouseButton.LeftButton)

    go("Open spectra…")
    qtbot.waitUntil(lambda: len(begun.model.state.datasets) == 2)
    go("Match by name")
    assert begun.lead.switcher.here == "standards" and begun.model.state.standards
    go("Hold out 20 %")
    assert any(s.held_out for s in begun.model.state.standards)
    with qtbot.waitSignal(begun.controller.idle):
        go("Run")
    assert begun.lead.switcher.here == "align" and on_top(begun, "embedding")
    go("Check the result")
    assert begun.lead.switcher.here == "check" and on_top(begun, "quality")
    target = tmp_path / "aligned.h5"
    monkeypatch.setattr("spectralign_gui.ui.export.exporter.ask_target", lambda *_: (target, ""))
    with qtbot.waitSignal(begun.exporter.written):
        go("Export result…")
    assert target.is_file()
    qtbot.waitUntil(lambda: rail.next.text() == "Done" and not rail.next.isEnabled())


def test_something_else_goes_back_to_the_first_page_and_keeps_the_answer_marked(qtbot, begun):
    begun.docks["welcome"].cards["wrong"].click()
    begun.lead.rail.goal.click()
    assert begun.lead.switcher.here == START and begun.docks["welcome"].cards["wrong"].isChecked()


@pytest.mark.parametrize("left_open", ["standards", "compare", "predict", "check"])
def test_a_new_start_never_shows_a_page_that_is_empty_without_spectra(qtbot, settings, tmp_path, left_open):
    settings.setValue("layouts/open", left_open)
    again = MainWindow(settings=settings, recovery_folder=tmp_path / "recovery", begin="")
    with qtbot.waitExposed(again):
        again.show()
    assert again.lead.switcher.here == START and on_top(again, "welcome")
    again.close()
    again.deleteLater()
