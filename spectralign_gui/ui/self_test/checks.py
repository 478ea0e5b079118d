"""Checks of what needs Qt: plots, 3D, pictures, printing, the window itself. Nothing is shown on a screen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtGui import QImage

from ...io.self_test.models import run
from ...io.self_test.outcome import Area, Outcome, same
from ..figures import plot_views, prepared, print_document
from ..plots.export import picture
from ..plots.marks import PointSet
from ..plots.scatter3d_view import Scatter3DView
from ..theme import LIGHT

SIZE = QSize(640, 420)
COLOURS = 6
"""A picture of fewer colours is blank, or text without a plot."""


def areas() -> list[Area]:
    """What the window adds to the self-test."""
    return [Area("Plots and window", (
        ("Plots of a result are drawn", _plots), ("A plot as a vector picture", _vector),
        ("Scatter in three dimensions is drawn and turned", _turned), ("A document is printed as PDF", _printed),
        ("The window opens with all its docks", _window)))]


def _colours(image: QImage) -> int:
    pixels = np.frombuffer(image.convertToFormat(QImage.Format.Format_RGB32).constBits(), np.uint32)
    return len(np.unique(pixels))


def _plots(empty: Path) -> Outcome:
    blank, drawn = [], 0
    with prepared(), plot_views(run("lra")) as views:
        for view in views:
            if not any(map(len, view.export_table()[1])):
                continue
            image = QImage.fromData(picture(view, "png", LIGHT, 1.0, SIZE))
            drawn += 1
            if image.size().isEmpty() or _colours(image) < COLOURS:
                blank.append(view.plot_title)
    return Outcome("at least 3 plots, none of them blank", f"{drawn} plots, " + (
        f"blank: {', '.join(blank)}" if blank else "none of them blank"), "", drawn >= 3 and not blank)


def _vector(empty: Path) -> Outcome:
    with prepared(), plot_views(run("lra")) as views:
        view = next(v for v in views if any(map(len, v.export_table()[1])))
        content = picture(view, "svg", LIGHT, 1.0, SIZE)
    return Outcome("an SVG picture", f"{len(content)} bytes", "", b"<svg" in content[:1000] and b"<path" in content)


def _turned(empty: Path) -> Outcome:
    from dataclasses import replace

    with prepared():
        view = Scatter3DView()
        view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        try:
            view.resize(SIZE)
            points = np.random.default_rng(0).normal(size=(40, 3))
            view.set_points([PointSet("A", 0, points, np.arange(40), [""] * 40)])
            first = picture(view, "png", LIGHT, 1.0, SIZE)
            view.cloud.camera = replace(view.cloud.camera, turn=view.cloud.camera.turn[[1, 2, 0]])
            second = picture(view, "png", LIGHT, 1.0, SIZE)
        finally:
            view.deleteLater()
    drawn = _colours(QImage.fromData(first)) >= COLOURS
    return Outcome("two views that differ", "two views that differ" if first != second and drawn else
                   "the same view twice" if drawn else "nothing is drawn", "", first != second and drawn)


def _printed(empty: Path) -> Outcome:
    path = empty / "page.pdf"
    print_document("<h1>Self-test</h1><h2>Table</h2><table><tr><td>α β γ</td><td>1.5</td></tr></table>", path)
    content = path.read_bytes()
    whole = content.startswith(b"%PDF-") and b"%%EOF" in content[-64:]
    pages = content.count(b"/Type /Page\n")
    return Outcome("a PDF of 1 page", f"a PDF of {pages} page" if whole else "no whole PDF", "", whole and pages == 1)


def _window(empty: Path) -> Outcome:
    from ..main_window import MainWindow
    from ..main_window.docks import all_docks

    with prepared():
        window = MainWindow(settings=QSettings(str(empty / "settings.ini"), QSettings.Format.IniFormat),
                            recovery_folder=empty / "recovery")
        try:
            made = []
            for dock in window.docks.values():
                dock.ensure_built()
                made.append(dock.widget() is not None and bool(dock.windowTitle()))
        finally:
            window.controller.shutdown(5.0)
            window.keep_or_discard = lambda: True
            window.close()
            window.deleteLater()
    return same(sum(made), len(all_docks()))
