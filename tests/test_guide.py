"""The user guide is true: its commands run, its menus exist, its links and pictures are there."""

from __future__ import annotations

import re
import shlex
import shutil

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDockWidget, QLabel, QMenu, QTabBar

from spectralign_gui.cli import main
from spectralign_gui.core import methods
from spectralign_gui.preprocessing.step import steps
from spectralign_gui.presenters.pages import INDEX, read_pages, resolve
from spectralign_gui.shipped import folder
from spectralign_gui.ui.compare.results import YARDSTICKS
from spectralign_gui.ui.dock import Dock
from spectralign_gui.ui.importer.options_form import COMMON_FIELDS, TEXT_FIELDS
from spectralign_gui.ui.main_window import MainWindow

GUIDE = {name: page for name, page in read_pages().items() if name.startswith("guide/")}
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"\*([A-Z][^*▸]+(?: ▸ [^*▸]+)+)\*")


@pytest.fixture
def window(qtbot, tmp_path):
    window = MainWindow(settings=QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window)
    return window


def entries(menu: QMenu, before: str) -> set[str]:
    found = set()
    for action in menu.actions():
        here = f"{before} ▸ {action.text().replace('&', '')}"
        found.add(here)
        if isinstance(action.menu(), QMenu):
            found |= entries(action.menu(), here)
    return found


def test_the_index_lists_every_chapter():
    listed = [resolve(link, INDEX)[0] for _, link in LINK.findall(GUIDE[INDEX].text) if link.endswith(".md")]
    chapters = [name for name in listed if name.startswith("guide/")]
    assert list(GUIDE) == [INDEX, *chapters], "in the order of the index"


@pytest.mark.parametrize("name", sorted(GUIDE))
def test_links_and_pictures_are_there(name):
    for picture, link in LINK.findall(GUIDE[name].text):
        target = resolve(link, name)[0]
        assert "://" not in link and (folder("docs") / target).is_file(), f"{name}: {link}"
        assert not picture or link.endswith(".png")


def test_every_menu_named_is_in_the_window(window):
    known = {top.text().replace("&", ""): top.menu() for top in window.menuBar().actions()}
    there = {path for title, menu in known.items() for path in entries(menu, title)}
    named = {(name, " ".join(path.split())) for name, page in GUIDE.items() for path in PATH.findall(page.text)}
    assert named and not {(n, p) for n, p in named if p not in there}


def words(window) -> set[str]:
    """Every word of the window that a page may name: menus, actions, docks, tabs, buttons, choices, titles."""
    for dock in window.docks.values():  # some are built when they are first seen
        if isinstance(dock, Dock):
            dock.ensure_built()
    found = [a.text() for a in window.findChildren(QAction)] + [m.title() for m in window.findChildren(QMenu)]
    found += [d.windowTitle() for d in window.findChildren(QDockWidget)]
    found += [b.text() for b in window.findChildren(QAbstractButton)]
    found += [label.text() for label in window.findChildren(QLabel)]
    found += [bar.tabText(i) for bar in window.findChildren(QTabBar) for i in range(bar.count())]
    found += [box.itemText(i) for box in window.findChildren(QComboBox) for i in range(box.count())]
    found += [step.title for step in steps().values()] + [info.title for info in methods().values()]
    found += [p.title for info in methods().values() for p in info.parameters]
    found += [title for _, title, _ in (*TEXT_FIELDS, *COMMON_FIELDS)]  # of the import dialog
    return {text.replace("&", "").strip().rstrip("…") for text in found}


def test_every_dock_tab_button_and_key_named_is_in_the_window(window):
    """In the guide and on the pages of the methods: what begins with a capital in *italics* is a word of the window."""
    there = words(window) | set(YARDSTICKS.values())
    keys = {key.toString() for a in window.findChildren(QAction) for key in a.shortcuts()}
    unknown = set()
    for name, page in read_pages().items():
        if not name.startswith(("guide/", "methods")):
            continue
        text = re.sub(r"```.*?```", "", page.text, flags=re.DOTALL)
        for token in re.findall(r"(?<![*\w])\*([A-Z][^*]*?)\*(?![*\w])", text):
            last = " ".join(token.split()).split(" ▸ ")[-1].rstrip("…")
            if last not in there:
                unknown.add((name, token))
        if name.startswith("guide/"):
            unknown |= {(name, k) for k in re.findall(r"\b(?:Ctrl|Alt|Shift)(?:\+\w+)+|\bF\d+\b", text)
                        if k not in keys}
    assert not unknown


def test_every_dock_has_a_page(window):
    pages = {name: dock.help_page for name, dock in window.docks.items()}
    assert [name for name, page in pages.items() if not page] == ["method"]  # it opens the page of the method
    assert set(pages.values()) - {""} <= set(GUIDE)


def test_every_command_shown_runs(tmp_path, monkeypatch, capsys):
    samples = folder("sample_spectra") / "libs"
    for file in samples.iterdir():
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    commands = [line for page in GUIDE.values() for block in re.findall(r"```\n(.*?)```", page.text, re.DOTALL)
                for line in block.splitlines() if line.startswith("spectralign ")]
    assert len(commands) >= 9
    for line in commands:
        assert main(shlex.split(line)[1:]) == 0, f"{line}: {capsys.readouterr().err}"
