"""A validation from the Predict menu: three files, an operator, a report."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QDialogButtonBox

from spectralign_gui.io.document import is_unchanged
from spectralign_gui.io.table import write_table
from spectralign_gui.io.validating.protocol import FORMAT
from spectralign_gui.session.run import execute
from spectralign_gui.ui.predict import PredictDock
from spectralign_gui.ui.predict.validation import ValidationDialog
from tests.ui.helpers import make_dataset
from tests.ui.named import interactive, spoken, told


@pytest.fixture
def dock(qtbot, model, controller, two):
    made = PredictDock(model, controller)
    qtbot.addWidget(made)
    made.ensure_built()
    assert not made.validation.action.isEnabled()
    model.add_run(execute(two.with_(method="pds", datasets=(two.datasets[0], make_dataset("mp5", seed=2)))))
    return made


@pytest.fixture
def files(tmp_path):
    d = make_dataset("mp5", seed=9)
    write_table(tmp_path / "new.csv", ["Sample", *(f"{v:g} nm" for v in d.axis.values)],
                [[n, *map(float, row)] for n, row in zip(d.sample_names, d.spectra, strict=True)])
    write_table(tmp_path / "values.csv", ["Sample", "Oil"],
                [[n, float(v)] for n, v in zip(d.sample_names, np.asarray(d.targets.values)[:, 1], strict=True)])
    (tmp_path / "p.toml").write_text(f'format = "{FORMAT}"\nauthor = "A"\ndate = 2026-01-01\n[[property]]\n'
                                     'name = "Oil"\nmax_bias = 0.2\nmax_sep = 0.3\n')
    return {"protocol": str(tmp_path / "p.toml"), "spectra": str(tmp_path / "new.csv"),
            "values": str(tmp_path / "values.csv")}


@pytest.mark.parametrize("ending", [".html", ".pdf"])
def test_a_run_is_judged_and_the_report_written(qtbot, dock, files, tmp_path, answers, ending):
    path = tmp_path / f"r{ending}"
    with qtbot.waitSignal(dock.validation.judged):
        dock.validation.start(files, "A. Chemist", path)
    assert answers.names == ["validation-done"] and "support all 2 criteria" in answers.said[0][1]
    if ending == ".html":
        assert is_unchanged(path) and "A. Chemist" in path.read_text("utf-8") and (tmp_path / "r_Oil.csv").is_file()
    else:
        assert path.read_bytes().startswith(b"%PDF")


def test_a_bad_protocol_is_one_sentence(qtbot, dock, files, tmp_path, answers):
    (tmp_path / "p.toml").write_text("nonsense")
    with qtbot.waitSignal(dock.validation.judged):
        dock.validation.start(files, "", tmp_path / "r.html")
    assert answers.names == ["validation-failed"] and "p.toml" in answers.said[0][1]
    assert not (tmp_path / "r.html").exists()


def test_the_dialog_waits_for_all_three_files(qtbot, settings):
    from PySide6.QtWidgets import QWidget

    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = ValidationDialog(parent, settings)
    save = dialog.buttons.button(QDialogButtonBox.StandardButton.Save)
    assert [w for w in interactive(dialog) if not spoken(w, dialog)] == []
    assert [w.objectName() for w in interactive(dialog) if not told(w) and w.objectName().startswith("validation-")
            and w is not save] == []
    for line in dialog.files.values():
        assert not save.isEnabled()
        dialog.accept()
        assert dialog.result() == 0
        line.setText("x")
    dialog.operator.setText("B. Chemist")
    assert save.isEnabled()
    dialog.accept()
    assert settings.value("report/operator") == "B. Chemist"
