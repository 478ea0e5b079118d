"""The Spectra dock through its widgets, and its export."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage

from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.core.errors import FileError
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui import theme
from spectralign_gui.ui.plots.export import export_plot
from spectralign_gui.ui.plots.spectra_items import CurvesItem, DensityItem
from spectralign_gui.ui.spectra import SpectraDock


@pytest.fixture
def dock(qtbot, loaded, controller, settle):
    dock = SpectraDock(loaded, controller)
    qtbot.addWidget(dock)
    dock.resize(700, 560)
    with qtbot.waitExposed(dock):
        dock.show()
    qtbot.waitUntil(lambda: len(dock.view.layers) == 2)
    settle(dock.view)
    return dock


def on_screen(view, k, channel, row):
    """Pixel of the canvas where a spectrum passes a channel."""
    shown = view._shown[k]
    layer = shown.layer
    area = shown.plot.getViewBox()
    scene = area.mapViewToScene(QPointF(layer.axis.values[channel], layer.spectra[row, channel]))
    return view.canvas.mapFromScene(scene)


def test_shows_both_instruments_and_follows_the_session(qtbot, dock, loaded):
    assert [la.name for la in dock.view.layers] == ["lab", "field"]
    assert len(dock.view.plots) == 2 and isinstance(dock.view._shown[0].item, CurvesItem)
    dock.arrangement.setCurrentIndex(1)
    qtbot.waitUntil(lambda: dock.view.overlaid)
    loaded.change("Remove", loaded.state.without_dataset("field"))
    qtbot.waitUntil(lambda: [la.name for la in dock.view.layers] == ["lab"])


def test_click_selects_the_sample_and_selection_brings_out_its_partner(qtbot, dock, loaded):
    place = on_screen(dock.view, 0, 40, 7)
    qtbot.mouseClick(dock.view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: bool(loaded.selection.samples))
    (name, row), = loaded.selection.samples
    spectra = dock.view.layers[0].spectra
    assert name == "lab" and abs(spectra[row, 40] - spectra[7, 40]) < 0.05
    assert dock.view.highlighted("lab") == [row] and dock.view.highlighted("field") == [row]
    loaded.selection.select([("field", 23)])  # no standard: stands alone
    assert dock.view.highlighted("field") == [23] and dock.view.highlighted("lab") == []
    qtbot.mouseClick(dock.view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(80, 30))
    qtbot.waitUntil(lambda: not loaded.selection.samples)


def test_hover_reads_out_sample_value_and_band(qtbot, dock, loaded):
    heard = []
    loaded.selection.hovered.connect(heard.append)
    place = on_screen(dock.view, 0, 54, 3)
    view = dock.view
    view.hoverMoved.emit(view.plots[0], view.plots[0].getViewBox().mapSceneToView(QPointF(place)))
    assert "nm" in view.readout.text() and "(lab)" in view.readout.text()
    assert "O–H" in view.readout.text()
    assert heard and heard[-1][0] == "lab"
    view.hoverLeft.emit()
    assert heard[-1] is None


def test_preprocessed_spectra_and_a_step_that_fails(qtbot, dock, loaded, settle):
    dock.stage.setCurrentIndex(1)
    qtbot.waitUntil(lambda: "preprocessed" in (dock.view.layers or [dock])[0].__dict__.get("quantity", ""))
    loaded.change("Exclude", loaded.state.with_(excluded={"lab": (0, 1)}))
    qtbot.waitUntil(lambda: len(dock.view.layers) == 2 and len(dock.view.layers[0].spectra) == 22)
    assert list(dock.view.layers[0].rows[:2]) == [2, 3]


def test_many_spectra_become_a_density_image(qtbot, model, controller, settle):
    rng = np.random.default_rng(0)
    data = SpectralDataset("many", rng.normal(size=(300, 50)).cumsum(axis=1), Axis(np.arange(4000.0, 4050.0), "cm-1"))
    model.reset(SessionState((data,)))
    dock = SpectraDock(model, controller)
    qtbot.addWidget(dock)
    dock.show()
    with qtbot.waitSignal(dock.view.drawn):
        pass
    settle(dock.view)
    shown = dock.view._shown[0]
    assert isinstance(shown.item, DensityItem) and shown.item.has_image
    assert shown.plot.getViewBox().xInverted()  # wavenumbers fall from left to right
    assert "density" in dock.view._corners[shown.plot][0].lines[0][0]
    model.selection.select([("many", r) for r in range(150)])
    assert len(dock.view.highlighted("many")) == 100


def test_units_that_differ_are_not_overlaid(qtbot, model, controller):
    a = SpectralDataset("a", np.ones((3, 5)), Axis(np.arange(1.0, 6), "nm"))
    b = SpectralDataset("b", np.ones((3, 5)), Axis(np.arange(1.0, 6), "cm-1"))
    model.reset(SessionState((a, b)))
    dock = SpectraDock(model, controller)
    qtbot.addWidget(dock)
    dock.arrangement.setCurrentIndex(1)
    qtbot.waitUntil(lambda: len(dock.view.plots) == 2)
    assert "different axis units" in dock.notice.text()


def test_gaps_of_missing_values_stay_gaps(qtbot, model, controller, settle):
    spectra = np.ones((4, 100)) * np.arange(1, 5)[:, None]
    spectra[2, 30:70] = np.nan
    model.reset(SessionState((SpectralDataset("gap", spectra, Axis(np.arange(100.0), "nm")),)))
    dock = SpectraDock(model, controller)
    qtbot.addWidget(dock)
    dock.resize(600, 400)
    dock.show()
    qtbot.waitUntil(lambda: bool(dock.view.layers))
    settle(dock.view)
    image = dock.view.canvas.grab().toImage()

    def inked(channel, row):
        place = on_screen(dock.view, 0, channel, row if not np.isnan(spectra[row, channel]) else 0)
        y = on_screen(dock.view, 0, 0, row).y()
        colours = {image.pixelColor(place.x(), y + d).name() for d in (-2, -1, 0, 1, 2)}
        return colours != {theme.current().plot_background}

    assert inked(10, 2) and inked(85, 2) and inked(50, 1) and not inked(50, 2)


def test_theme_switch_repaints(qtbot, dock, settle):
    light = dock.view.canvas.grab().toImage().pixelColor(200, 5)
    theme.set_mode("dark")
    dark = dock.view.canvas.grab().toImage().pixelColor(200, 5)
    assert light.lightness() > 200 and dark.lightness() < 60


def test_previous_view_goes_back(qtbot, dock):
    view = dock.view
    area = view.plots[0].getViewBox()
    qtbot.waitUntil(lambda: view._settled is not None and not view._settle.isActive())
    before = area.viewRange()
    area.setXRange(1200, 1300, padding=0)
    area.sigRangeChangedManually.emit([True, False])
    view.previous_view()
    np.testing.assert_allclose(area.viewRange()[0], before[0])


def test_export_files_open_again(qtbot, dock, tmp_path):
    theme.set_mode("dark")
    png = export_plot(dock.view, tmp_path / "a.png")
    image = QImage(str(png))
    assert image.width() == 2 * dock.view.canvas.width()
    assert image.pixelColor(5, 5).name() == theme.LIGHT.plot_background  # white although the window is dark
    assert dock.view.theme is theme.DARK
    svg = export_plot(dock.view, tmp_path / "a.svg")
    texts = [e.text.strip() for e in ET.parse(svg).iter("{http://www.w3.org/2000/svg}text") if e.text]
    assert "Wavelength (nm)" in texts and any("spectra" in t for t in texts)
    assert b"sans-serif" in svg.read_bytes()
    text = export_plot(dock.view, tmp_path / "a.csv").read_text(encoding="utf-8")
    table = list(csv.reader(text.splitlines()))
    layer = dock.view.layers[0]
    assert table[0][0] == "lab: Wavelength (nm)" and table[0][1] == "lab: S01"
    np.testing.assert_array_equal([float(r[1]) for r in table[1:]], layer.spectra[0])
    assert not list(tmp_path.glob(".*"))


def test_export_says_what_is_wrong(qtbot, dock, tmp_path):
    with pytest.raises(FileError, match=r"\.png, \.svg or \.csv"):
        export_plot(dock.view, tmp_path / "a.bmp")
    with pytest.raises(FileError, match="could not be saved"):
        export_plot(dock.view, tmp_path / "nowhere" / "a.png")
