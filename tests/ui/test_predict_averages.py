"""The tick that averages repeats of new samples: in the Predict dock and in the window of a saved model."""

from __future__ import annotations

from spectralign_gui.io.model_file import save_result
from spectralign_gui.io.writers import write
from tests.session.test_new_repeats import averaged_run, new
from tests.ui import test_predict_dock
from tests.ui.test_predict_dock import show

run, dock = averaged_run, test_predict_dock.dock


def files(folder, count=8):
    data, paths = new(count), []
    folder = folder / str(count)
    folder.mkdir()
    for row, name in enumerate(data.sample_names):
        paths.append(folder / f"{name}.csv")
        write([data.take([row])], paths[-1])
    return paths


def flags(table):
    last = table.columnCount() - 1
    return [table.data(table.index(r, last)) for r in range(table.rowCount())]


def test_single_scans_are_averaged_and_the_tick_says_so(qtbot, dock, model, averaged_run, tmp_path):
    show(model, averaged_run)
    assert not dock.average.isVisible()
    dock.predict_files(files(tmp_path))
    qtbot.waitUntil(lambda: dock.values.rowCount() == 8, timeout=20_000)
    assert dock.average.isVisible() and dock.average.isChecked()
    assert dock.average.text() == "Average the repeats of each sample (8 samples × 3)"
    assert "24 spectra were averaged to 8 samples" in dock.says.text()
    before = sum(map(bool, flags(dock.values)))
    dock.average.click()
    qtbot.waitUntil(lambda: dock.values.rowCount() == 24, timeout=20_000)
    words = flags(dock.values)
    assert sum(map(bool, words)) > 12 > 4 > before
    assert any("spectrum: something unknown to the fit (Q)" in w for w in words)
    assert "made from averages of 3" in dock.says.text() and dock.average.isVisible()
    dock.predict_files(files(tmp_path, 4))  # other spectra: on again
    qtbot.waitUntil(lambda: dock.values.rowCount() == 4, timeout=20_000)


def test_the_window_of_a_saved_model_averages_too(qtbot, window, averaged_run, tmp_path):
    save_result(averaged_run, tmp_path / "m.h5")
    paths = files(tmp_path)
    shown = window.saved.show(tmp_path / "m.h5", paths) or window.saved.shown[-1]
    qtbot.waitUntil(lambda: shown.values.rowCount() == 8, timeout=20_000)
    assert shown.average.isChecked() and "8 samples × 3" in shown.average.text()
    assert "24 spectra were averaged to 8 samples" in shown.says.text()
    shown.average.click()
    qtbot.waitUntil(lambda: shown.values.rowCount() == 24, timeout=20_000)
    assert "made from averages of 3" in shown.says.text()
    shown.close()
