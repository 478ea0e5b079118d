"""The laboratory's own error goes from the table to the report."""

import numpy as np
import pytest

from spectralign_gui.core.data import SpectralDataset, Targets
from spectralign_gui.core.data.axis import Axis
from spectralign_gui.core.errors import DataError, FileError
from spectralign_gui.core.validation.entries import entries_for
from spectralign_gui.core.validation.transfer import validate_transfers
from spectralign_gui.core.validation.transfer_data import TransferData
from spectralign_gui.core.validation.transfer_report import methods_report
from spectralign_gui.io.targets import read_targets
from spectralign_gui.session.state.reference_values import join_by_row
from tests.core.transfers.conftest import simulate


def test_table_to_data_set(tmp_path):
    file = tmp_path / "t.csv"
    file.write_text("sample,fat (%),water\na,1,2\nSEL,0.2,NA\nb,3,4\n")
    table = read_targets(file)
    assert table.names == ("a", "b") and table.targets.values.tolist() == [[1, 2], [3, 4]]
    assert table.targets.lab_errors[0] == 0.2 and np.isnan(table.targets.lab_errors[1])
    data = SpectralDataset("A", np.ones((2, 3)), Axis(np.arange(3.0)))
    joined = join_by_row(data, table.targets).dataset
    assert joined.take([1]).targets.lab_errors[0] == 0.2
    file.write_text("sample,fat\na,1\nSEL,-0.2\nb,3\n")
    with pytest.raises(FileError, match="SEL"):
        read_targets(file)


def test_bad_ones_are_refused():
    with pytest.raises(DataError, match="laboratory"):
        Targets(("a",), np.ones((2, 1)), lab_errors=(0.0,))
    assert np.isnan(Targets(("a",), np.ones((2, 1))).lab_errors[0])


def test_report():
    A, B, Y = simulate(noise=2e-3)
    data = TransferData([A, B], np.stack([np.arange(40)] * 2, 1), [Y, np.full_like(Y, np.nan)], ("fat", "water"),
                        lab_errors={"fat": 1e-3})
    report = methods_report(validate_transfers(data, entries_for(("bias",)), (6,), repeats=2))
    cell = report["bias"]["properties"]["fat"]["6"]
    assert cell["lab_error"] == 1e-3
    assert cell["rmsep_without_lab_error"] ** 2 == pytest.approx(cell["rmsep"]["mean"] ** 2 - 1e-6)
    assert "lab_error" not in report["bias"]["properties"]["water"]["6"]
