"""An axis that only lines of words give: two facts have to agree with the numbers below, and it is told."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.errors import SpectrAlignError
from spectralign_gui.io.read import read_file
from spectralign_gui.io.readers.text.axis_above import axis_in_words
from tests.io.test_consistent import spectra

SAID = ("Start: 400 Step: 2", "Start wavelength: 400 nm\nEnd wavelength: 478 nm\nStep: 2 nm",
        "Wavelength range 400-478 nm, 40 points", "First: 400\nLast: 478\nPoints: 40",
        "FIRSTX=400\nLASTX=478\nNPOINTS=40",
        "Range: 400 to 478\nInterval: 2.0", "Date: 2024-03-01\nStart time: 09:12\nStart: 400\nStep: 2\nOperator: 17")
WRONG = ("Start: 400\nEnd: 600\nStep: 2", "Wavelength range 400-478 nm, 41 points", "Start: 400\nEnd: 478", "Step: 2",
         "Start time: 400\nStep: 2")


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("comma", [False, True])
def test_a_scan_below_such_lines_is_read_and_told(tmp_path, said, comma):
    y = spectra(1)[0]
    path = tmp_path / "a.txt"
    text = "\n".join(f"{v:.5f}" for v in y)
    path.write_text(f"Sample: a\n{said}\n" + (text.replace(".", ",") if comma else text) + "\n")
    result = read_file(path)
    assert np.allclose(result.blocks[0].axis, 400 + 2.0 * np.arange(40)) and np.allclose(result.blocks[0].spectra, y)
    assert "text.axis_from_words" in [w.code for w in result.warnings]


@pytest.mark.parametrize("said", SAID)
def test_rows_below_such_lines_have_that_axis(tmp_path, said):
    Y = spectra(5, 1)
    path = tmp_path / "a.csv"
    rows = [",".join([f"s{k}", *(f"{v:.5f}" for v in y)]) for k, y in enumerate(Y)]
    path.write_text(f"{said}\n\n" + "\n".join(rows) + "\n")
    result = read_file(path)
    assert np.allclose(result.blocks[0].axis, 400 + 2.0 * np.arange(40)) and np.allclose(result.blocks[0].spectra, Y)
    found = [w.code for w in result.warnings]
    assert "text.axis_from_words" in found and "axis.none" not in found


@pytest.mark.parametrize("said", WRONG)
def test_what_does_not_agree_is_no_axis(tmp_path, said):
    path = tmp_path / "a.txt"
    path.write_text(f"{said}\n" + "\n".join(f"{v:.5f}" for v in spectra(1)[0]) + "\n")
    assert axis_in_words(said.split("\n"), 40) is None
    with pytest.raises(SpectrAlignError):
        read_file(path)
