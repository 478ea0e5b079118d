"""Columns beside the spectra that are neither names, groups nor values: kept, shown, taken as any of these later."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.commands import convert, info
from spectralign_gui.core.data.columns import use_column
from spectralign_gui.core.data.repeats import average_repeats
from spectralign_gui.core.errors import DataError
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.writers import write
from spectralign_gui.session.state.row_changes import concatenated

TITLES = ("sample", "Cultivar", "Pop", "Operator", "Date", "protein")


@pytest.fixture
def path(tmp_path):
    rng = np.random.default_rng(0)
    lines = [",".join([*TITLES, *(str(v) for v in range(1100, 1140, 2))])]
    for i in range(6):
        lines.append(",".join([f"s{i // 2}", ["Caly", "KP", "Lily"][i % 3], f"P{i}", "J. Doe", f"2024-05-{i + 1:02d}",
                               f"{10 + i}", *(f"{v:.4f}" for v in np.sin(np.arange(20) / 4) + rng.random())]))
    (tmp_path / "a.csv").write_text("\n".join(lines) + "\n")
    return tmp_path / "a.csv"


def call(module, *arguments):
    parser = __import__("argparse").ArgumentParser()
    module.add_arguments(parser)
    return module.run(parser.parse_args([str(a) for a in arguments]))


def test_they_are_kept_with_the_data_set(path, capsys):
    data = read_dataset(path)
    assert data.groups == ("Caly", "KP", "Lily") * 2 and data.targets.names == ("protein",)
    assert data.columns["Pop"] == tuple(f"P{i}" for i in range(6)) and data.columns["Operator"] == ("J. Doe",) * 6
    assert "Date" in data.columns and any("Kept beside the spectra: " in w for w in data.warnings)
    assert call(info, path) == 0
    assert "beside the spectra: Pop, Operator (about a person), Date" in capsys.readouterr().out


def test_samples_taken_joined_or_averaged_keep_their_cells(path):
    data = read_dataset(path)
    assert data.take([3, 1]).columns["Pop"] == ("P3", "P1")
    assert concatenated([data, data.with_(columns={})], "both").columns["Pop"] == (
        *data.columns["Pop"], *[""] * 6)
    averaged = average_repeats(data)
    assert averaged.columns["Pop"] == ("P0; P1", "P2; P3", "P4; P5")
    assert averaged.columns["Operator"] == ("J. Doe",) * 3
    with pytest.raises(DataError, match="6 spectra but 2 cells in the column Pop"):
        data.with_(columns={"Pop": ("a", "b")})


@pytest.mark.parametrize("suffix", ["h5", "csv"])
def test_they_come_back_from_exports_without_persons_unless_chosen(path, tmp_path, suffix):
    data = read_dataset(path)
    numbered = data.with_(columns={**data.columns, "plot": tuple(str(i) for i in range(6)), "=x": ("=1",) * 6})
    for persons in (False, True):
        out = write([numbered], tmp_path / f"b{persons}.{suffix}", persons=persons)
        again = read_dataset(out)
        kept = {t: c for t, c in numbered.columns.items() if persons or t != "Operator"}
        assert again.columns == kept and again.groups == data.groups and again.targets.names == ("protein",)
        assert (b"J. Doe" in out.read_bytes()) == persons
    for given, there in (((), False), (("--persons",), True)):
        assert call(convert, path, "--output", tmp_path / "c.csv", *given) == 0
        assert ("J. Doe" in (tmp_path / "c.csv").read_text()) == there


@pytest.mark.parametrize("suffix", ["xlsx", "mat", "jdx"])
def test_no_export_names_a_person(path, tmp_path, suffix):
    out = write([read_dataset(path)], tmp_path / f"b.{suffix}")
    assert b"J. Doe" not in out.read_bytes()


def test_a_column_becomes_name_group_or_value(path):
    data = read_dataset(path)
    named = use_column(data, "Pop", "name")
    assert named.sample_names[2] == "P2" and named.columns["sample"] == data.sample_names
    grouped = use_column(data, "Date", "group")
    assert grouped.groups[0] == "2024-05-01" and grouped.columns["group"] == data.groups
    with pytest.raises(DataError, match="holds no number"):
        use_column(data, "Pop", "value")
    valued = use_column(data.with_(columns={"plot": ("1", "2,5", "", "x", "5", "6")}), "plot", "value")
    assert valued.targets.names == ("protein", "plot") and valued.targets.values[1].tolist() == [11, 2.5]
    assert np.isnan(valued.targets.values[2:4, 1]).all() and not valued.columns and named.source.changed
    with pytest.raises(DataError, match="has no column 'Sort'"):
        use_column(data, "Sort", "name")


def test_columns_are_chosen_when_a_file_is_read(path, tmp_path):
    data = read_dataset(path, name_column=3, group_column=5, property_columns="")
    assert data.sample_names[1] == "P1" and data.groups[1] == "2024-05-02" and data.targets is None
    assert data.columns["protein"] == tuple(str(10 + i) for i in range(6)) and data.columns["sample"][0] == "s0"
    assert call(convert, path, "--name-column", 3, "--group-column", 5, "--value-columns", "6", "--output",
                tmp_path / "d.h5") == 0
    again = read_dataset(tmp_path / "d.h5")
    assert again.sample_names[1] == "P1" and again.groups[1] == "2024-05-02" and again.targets.names == ("protein",)


def test_a_project_keeps_them_all(path, tmp_path):
    from spectralign_gui.io.project import open_project, save_project
    from spectralign_gui.session.state.session_state import SessionState

    data = read_dataset(path)
    save_project(tmp_path / "p.spectralign", SessionState((data,)))
    assert open_project(tmp_path / "p.spectralign").state.datasets[0].columns == data.columns


@pytest.mark.parametrize("date_first", [True, False])
def test_lines_about_spectra_in_columns_are_kept_and_none_of_them_names_them(tmp_path, date_first):
    about = [["Date", *(f"2023-01-{k + 1:02d}" for k in range(6))], ["Origin", *["north", "south"] * 3]]
    lines = [["Sample ID", *(f"s{k}" for k in range(6))], *(about if date_first else about[::-1]),
             ["Protein", *(f"{11 + k / 10}" for k in range(6))]]
    lines += [[f"{1100 + 2.5 * i:g}", *(f"{np.sin(i / 5) + k / 10:.4f}" for k in range(6))] for i in range(30)]
    (tmp_path / "a.csv").write_text("\n".join(map(",".join, lines)) + "\n")
    data = read_dataset(tmp_path / "a.csv")
    assert data.spectra.shape == (6, 30) and data.sample_names == tuple(f"s{k}" for k in range(6))
    assert data.columns == {"Date": tuple(about[0][1:]), "Origin": tuple(about[1][1:])}
    assert data.targets.names == ("Protein",)
