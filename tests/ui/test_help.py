"""The guide inside the program: pages, links, search, back and forward, context help, no network."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QAction, QTextDocument

from spectralign_gui.core import methods
from spectralign_gui.presenters.pages import Page, read_pages, resolve, search, slug
from spectralign_gui.ui.help import Help
from spectralign_gui.ui.help.viewer import HelpWindow


@pytest.fixture
def viewer(qtbot):
    made = HelpWindow()
    with qtbot.waitExposed(made):
        made.show()
    yield made
    made.close()
    made.deleteLater()


def test_slugs_and_relative_links():
    assert slug("Short names") == "short-names"
    assert resolve("../methods.md#lra", "guide/first.md") == ("methods.md", "lra")
    assert resolve("#top", "guide/first.md") == ("guide/first.md", "top")
    assert resolve("../../secret.md", "guide/first.md") == ("", "")


def test_search_finds_pages_that_hold_all_words():
    pages = {"a.md": Page("a.md", "Apples", "red apples, apples"), "b.md": Page("b.md", "Pears", "no apples here")}
    assert [hit.page.path for hit in search(pages, "apples")] == ["a.md", "b.md"]
    assert [hit.page.path for hit in search(pages, "apples here")] == ["b.md"]
    assert search(pages, "plums") == [] and search(pages, "  ") == []


def test_every_page_opens_and_back_and_forward_walk(viewer):
    start = viewer.browser.page.path
    for path, page in viewer.pages.items():
        assert viewer.go(path) and page.title in viewer.windowTitle()
        assert page.title.split(" (")[0] in viewer.browser.toPlainText()
    last = viewer.browser.page.path
    viewer.back.trigger()
    assert viewer.browser.page.path != last
    viewer.forward.trigger()
    assert viewer.browser.page.path == last and not viewer.forward.isEnabled()
    viewer.start.trigger()
    assert viewer.browser.page.path == start


def test_a_link_goes_to_its_page_and_a_bad_one_says_so(viewer):
    viewer.go("methods.md")
    viewer.browser.anchorClicked.emit(QUrl("preprocessing.md#short-names"))
    assert viewer.browser.page.path == "preprocessing.md"
    assert viewer.browser.textCursor().block().text() == "Short names"
    viewer.go("methods.md")
    viewer.browser.anchorClicked.emit(QUrl("methods/pds.md"))
    assert viewer.browser.page.path == "methods/pds.md"
    viewer.go("preprocessing.md")
    viewer.browser.anchorClicked.emit(QUrl("nowhere.md"))
    assert viewer.browser.page.path == "preprocessing.md" and "no page" in viewer.note.text()


def test_nothing_is_opened_from_the_network_or_from_outside_the_documentation(viewer):
    before = viewer.browser.page.path
    viewer.browser.anchorClicked.emit(QUrl("https://example.org/x"))
    assert viewer.browser.page.path == before and "https://example.org/x" in viewer.note.text()
    kind = QTextDocument.ResourceType.ImageResource.value
    for address in ("https://example.org/x.png", "file:///etc/hostname", "../README.md", "../../secret.png"):
        assert viewer.browser.loadResource(kind, QUrl(address)) is None


def test_pictures_are_no_wider_than_the_page(viewer):
    kind = QTextDocument.ResourceType.ImageResource.value
    viewer.go("methods.md")
    image = viewer.browser.loadResource(kind, QUrl("images/window.png"))
    assert not image.isNull() and image.width() <= viewer.browser.viewport().width()


def test_the_search_field_lists_hits_and_enter_opens_the_first(qtbot, viewer):
    viewer.search.setText("despiking")
    assert viewer.index.topLevelItem(0).text(0).startswith("Preprocessing")
    viewer.search.returnPressed.emit()
    assert viewer.browser.page.path == "preprocessing.md" and viewer.browser.textCursor().hasSelection()
    viewer.search.setText("zzzzqqq")
    assert "No page" in viewer.index.topLevelItem(0).text(0)


def test_shortcuts_are_those_of_the_menus(window):
    window.findChild(QAction, "keyboard-shortcuts").trigger()
    viewer = window.help.viewer
    text = viewer.browser.page.text
    for name in ("run", "open", "reset-parameters", "user-guide", "context-help"):
        action = window.findChild(QAction, name)
        row = next(line for line in text.splitlines() if action.statusTip() in line)
        assert action.shortcut().toString() in row
    viewer.close()


def test_f1_opens_the_page_of_the_dock_and_a_parameter_its_paragraph(qtbot, window):
    assert isinstance(window.help, Help)
    dock = window.docks["method"]
    dock.show()
    dock.raise_()
    dock.chooser.setFocus()
    window.help.open_dock("method")
    viewer = window.help.viewer
    assert viewer.browser.page.path == "methods/lra.md"
    dock.form.links["mu"].click()
    sentence = dock.form.rows["mu"].help
    assert sentence.isVisible()
    sentence.linkActivated.emit("mu")
    assert viewer.browser.textCursor().block().text().startswith("mu")
    window.help.open_dock("preprocessing")
    assert viewer.browser.page.path == "guide/preprocessing.md"
    viewer.close()


def test_every_dock_has_a_place_in_the_guide(window):
    assert {name for name, dock in window.docks.items() if not dock.help_page} == {"method"}
    assert read_pages() and methods()
