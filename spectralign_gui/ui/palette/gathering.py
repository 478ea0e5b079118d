"""Everything that the palette can find, read from the window."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from ...core.registry import method, methods
from ...presenters.pages import read_pages
from ...session.run.choose_method import with_method
from .matching import Found

Window = Any
"""The main window, which imports this module."""
MOST_SAMPLES = 20_000


def everything(window: Window) -> list[Found]:
    """Entries, methods, parameters of the chosen method, samples, help pages."""
    found: list[Found] = []
    for top in window.menuBar().actions():
        menu = top.menu()
        if isinstance(menu, QMenu):
            found += _entries(menu, _plain(top.text()))
    return [*found, *_methods(window), *_parameters(window), *_samples(window), *_pages(window)]


def _plain(text: str) -> str:
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


def _entries(menu: QMenu, way: str) -> Iterator[Found]:
    menu.aboutToShow.emit()  # lists that are filled when they are opened
    for action in menu.actions():
        inner, text = action.menu(), _plain(action.text())
        if isinstance(inner, QMenu):
            yield from _entries(inner, f"{way} ▸ {text}")
        elif not action.isSeparator() and text:
            yield _entry(action, text, way)


def _entry(action: QAction, text: str, way: str) -> Found:
    name = action.objectName()
    kind = "Workspace" if name.startswith("workspace-") else "Dock" if name.startswith("show-") else "Entry"
    if kind == "Workspace":
        text = text.partition(" ")[2]
    return Found(kind, text, way, action.trigger, action.shortcut().toString(QKeySequence.SequenceFormat.NativeText),
                 action.statusTip() or text, action.isEnabled())


def _methods(window: Window) -> Iterator[Found]:
    for info in methods().values():
        yield Found("Method", info.title, "Method", partial(_choose, window, info.name), info.name, info.summary)


def _choose(window: Window, name: str) -> None:
    model = window.model
    model.change(f"Choose {method(name).title}", with_method(model.state, name, model.state.method_parameters(name)))
    window.show_dock("method")


def _parameters(window: Window) -> Iterator[Found]:
    try:
        info = method(window.model.state.method)
    except ValueError:
        return
    for p in info.parameters:
        yield Found("Parameter", p.title, info.title, partial(_show_parameter, window, p.name), "", p.help)


def _show_parameter(window: Window, name: str) -> None:
    window.show_dock("method")
    form = getattr(window.docks["method"], "form", None)
    if form is not None and name in form.rows:
        form.reveal(name)


def _samples(window: Window) -> Iterator[Found]:
    left = MOST_SAMPLES
    for d in window.model.state.datasets:
        for row, name in enumerate(d.sample_names[:left]):
            yield Found("Sample", name, d.name, partial(_select, window, d.name, row), "",
                        f"Row {row + 1} of {d.name}; choosing it selects it everywhere.")
        left -= len(d.sample_names)
        if left <= 0:
            return


def _select(window: Window, instrument: str, row: int) -> None:
    window.model.selection.select([(instrument, row)])
    window.show_dock("data")


def _pages(window: Window) -> Iterator[Found]:
    for path, page in read_pages().items():
        yield Found("Help", page.title, "Help", partial(window.help.open, path), "", f"Opens the page {page.title}.")


def find_anything(window: Any) -> None:
    """Show the palette of everything that the window has."""
    from .dialog import Palette

    palette = Palette(everything(window), window)
    palette.exec()
    palette.deleteLater()
