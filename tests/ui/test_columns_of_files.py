"""Columns beside the spectra in the import preview and the Data dock."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QDialog

from spectralign_gui.io.intake.entries import read_entry
from spectralign_gui.io.intake.plan import ImportPlan
from spectralign_gui.io.read import read_dataset
from spectralign_gui.session.state import SessionState
from spectralign_gui.ui.data import column_dialog
from spectralign_gui.ui.data.dock import DataDock
from spectralign_gui.ui.importer.dialog import ImportDialog
from spectralign_gui.ui.importer.first_rows import roles_of


@pytest.fixture
def path(tmp_path):
    rng = np.random.default_rng(0)
    lines = [",".join(["sample", "Cultivar", "Pop", "protein", *(str(v) for v in range(1100, 1140, 2))])]
    for i in range(6):
        lines.append(",".join([f"s{i}", ["Caly", "KP"][i % 2], f"P{i}", f"{10 + i}",
                               *(f"{v:.4f}" for v in np.sin(np.arange(20) / 4) + rng.random())]))
    (tmp_path / "a.csv").write_text("\n".join(lines) + "\n")
    return tmp_path / "a.csv"


def dialog_of(qtbot, controller, path):
    dialog = ImportDialog(ImportPlan([read_entry(str(path))]), controller.jobs)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: dialog._preview is not None, timeout=10_000)
    return dialog


def test_a_column_gets_its_role_in_the_preview(qtbot, controller, path):
    dialog = dialog_of(qtbot, controller, path)
    assert roles_of(dialog._preview) == {1: "name", 2: "group", 3: "beside", 4: "property"}
    assert "beside them Pop" in dialog.summary.text() and dialog.form.fields["group_column"].value() == 2
    assert dialog.table.item(2, 2).toolTip() == "kept as text beside the spectra"
    for option, column, role in (("group_column", 3, "group"), ("", 4, "beside"), ("property_columns", 4, "property"),
                                 ("name_column", 3, "name")):
        dialog.table.roleWanted.emit(option, column)
        qtbot.waitUntil(lambda c=column, r=role: roles_of(dialog._preview).get(c) == r, timeout=10_000)
    assert roles_of(dialog._preview) == {1: "beside", 2: "beside", 3: "name", 4: "property"}
    dialog.form.fields["group_column"].setValue(2)
    qtbot.waitUntil(lambda: roles_of(dialog._preview).get(2) == "group", timeout=10_000)
    dialog.take.click()
    qtbot.waitUntil(lambda: dialog.result() == QDialog.DialogCode.Accepted, timeout=10_000)
    data = dialog.datasets[0]
    assert data.sample_names[1] == "P1" and data.groups[1] == "KP" and data.columns["sample"][1] == "s1"


def test_reflectance_is_computed_in_the_preview(qtbot, controller, tmp_path):
    lines = ["Wavelength (nm),Dark,White,Sample"] + [f"{400 + k},100,1100,{600 + k}" for k in range(30)]
    (tmp_path / "a.csv").write_text("\n".join(lines) + "\n")
    dialog = dialog_of(qtbot, controller, tmp_path / "a.csv")
    field = dialog.form.fields["compute"]
    assert not field.isHidden() and field.currentData() == "" and dialog._preview.spectrum[0] == 600
    field.setCurrentIndex(field.findData("reflectance"))
    qtbot.waitUntil(lambda: dialog._preview.spectrum[0] == 0.5, timeout=10_000)
    assert dialog.form.fields["quantity"].currentData() == "reflectance"
    field.setCurrentIndex(0)
    qtbot.waitUntil(lambda: dialog._preview.spectrum[0] == 600, timeout=10_000)


def test_there_is_nothing_to_compute_without_dark_and_white(qtbot, controller, path):
    dialog = dialog_of(qtbot, controller, path)
    assert dialog.form.fields["compute"].isHidden()


def test_the_dock_shows_columns_and_takes_one_as_names(qtbot, model, controller, path, monkeypatch):
    dock = DataDock(model, controller)
    qtbot.addWidget(dock)
    assert not dock.column.isEnabled()
    model.change("open", SessionState((read_dataset(path),)))
    assert dock.column.isEnabled() and "beside them Pop" in dock.summary.text()
    assert dock.samples.samples._tip(1, 1) == "s1\nPop: P1"

    def chosen(dialog):
        dialog.roles.setCurrentIndex(dialog.roles.findData("name"))
        return True

    monkeypatch.setattr(column_dialog.ColumnDialog, "exec", chosen)
    dock.column.trigger()
    assert model.state.datasets[0].sample_names[1] == "P1" and "sample" in model.state.datasets[0].columns
    said = []
    model.message.connect(said.append)
    monkeypatch.setattr(column_dialog.ColumnDialog, "exec", lambda d: d.roles.setCurrentIndex(2) or True)
    dock.column.trigger()
    assert "holds no number" in said[0]
    model.undo_stack.undo()
    assert model.state.datasets[0].sample_names[1] == "s1"
