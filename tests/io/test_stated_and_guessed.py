"""What a file states beats every guess, and a guess stays one in all that is written."""

from __future__ import annotations

import json

import numpy as np
import pytest

from spectralign_gui.commands import info
from spectralign_gui.core.data.units import declare_axis_unit
from spectralign_gui.core.errors import FileError
from spectralign_gui.core.notes import said_of
from spectralign_gui.io.info import describe_file
from spectralign_gui.io.read import read_dataset, read_file
from spectralign_gui.io.readers._units import unit_from_numbers
from spectralign_gui.io.writers import write


@pytest.fixture(scope="module")
def cases(shared):
    return {int(p.name.split("-")[0]): p for p in (shared / "cases").iterdir() if p.is_dir()}


def test_35_37_40_what_the_file_states(cases):
    lab = read_dataset(cases[35] / "map_nm.txt")
    assert (lab.axis.unit, lab.quantity, lab.sample_names) == ("nm", "counts", ("0", "1", "2"))
    peds = read_dataset(cases[37] / "lambda.asc")
    assert (peds.axis.unit, peds.quantity) == ("nm", "transmittance")
    assert peds.axis.values[[0, -1]].tolist() == [781, 800]
    pen = read_dataset(cases[40] / "pen.csv")
    assert (pen.axis.unit, pen.quantity, len(pen)) == ("nm", "irradiance", 6) and pen.sample_names[0] == "13"
    assert any("another table" in w for w in pen.warnings)
    assert {d.guessed for d in (lab, peds, pen)} == {()}


def test_38_falling_or_long_is_no_proof_of_wavenumbers(cases):
    for path in sorted(cases[38].iterdir()):
        if path.name != "expected.txt":
            data = read_dataset(path)
            assert data.axis.unit in ("unknown", "nm") or data.guessed == ("unit",)
            assert data.axis.unit != "cm-1"


@pytest.mark.parametrize(("axis", "units"), [
    (np.arange(700.0, 400, -5), {"unknown", "nm"}), (np.arange(400.0, 340, -2), {"unknown", "nm"}),
    (np.arange(250.0, 4001, 25), {"unknown", "nm"}), (np.arange(350.0, 4000), {"unknown", "nm"}),
    (np.arange(1100.0, 2500, 2), {"nm"}), (np.arange(350.0, 2501), {"nm"}),
    (np.linspace(190, 1100, 912), {"nm", "unknown"}),
    (np.arange(4000.0, 399, -2), {"cm-1"}), (3999.64 - 1.9285 * np.arange(1800), {"cm-1"}),
    (11995.2 - 7.714 * np.arange(1000), {"cm-1"}), (np.linspace(1.2, 5.0, 300), {"unknown"}),
    (0.35 + 0.001 * np.arange(2000), {"um"}), (2.5 + 0.02 * np.arange(900), {"um"}),
    (60 + 2.2 * np.arange(900) - 6e-4 * np.arange(900) ** 2, {"raman-shift"})])
def test_units_from_numbers_are_sensible_and_called_guesses(axis, units):
    guess = unit_from_numbers(axis)
    assert guess.value in units and not guess.stated


@pytest.fixture
def guessed(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("sample," + ",".join(f"{v}" for v in range(1100, 1140, 2)) + "\n" + "\n".join(
        f"s{i}," + ",".join(f"{np.sin(k / 5) + i:.4f}" for k in range(20)) for i in range(3)) + "\n")
    return path


def test_a_guess_is_told_by_info_and_confirmed_by_saying_it(guessed, capsys):
    described = describe_file(guessed)
    assert described["spectra"][0]["guessed"] == ["unit"] and not described["guesses"]["unit"]["stated"]
    assert any("is a guess" in w for w in described["warnings"])
    parser = __import__("argparse").ArgumentParser()
    info.add_arguments(parser)
    assert info.run(parser.parse_args([str(guessed)])) == 0 and "nm (guessed)" in capsys.readouterr().out
    info.run(parser.parse_args([str(guessed), "--json", "--unit", "nm"]))
    found = json.loads(capsys.readouterr().out)["files"][0]
    assert found["spectra"][0]["guessed"] == [] and not any("guess" in w for w in found["warnings"])


@pytest.mark.parametrize("suffix", ["csv", "h5", "mat", "jdx", "xlsx"])
def test_a_guess_stays_one_in_written_files_until_it_is_confirmed(guessed, tmp_path, suffix):
    data = read_dataset(guessed)
    assert data.guessed == ("unit",)
    for made, still in ((data, ("unit",)), (declare_axis_unit(data, "nm"), ())):
        path = tmp_path / f"b{len(still)}.{suffix}"
        write([made], path)
        again = read_dataset(path)
        assert again.axis.unit == "nm" and again.guessed == still
        if suffix == "csv":
            assert ("# axis unit: nm (guessed)" in path.read_text()) == bool(still)
    assert not any("is a guess" in w for w in declare_axis_unit(data, "nm").warnings)


def test_a_guess_stays_one_in_project_and_report_until_it_is_confirmed(guessed, tmp_path):
    from spectralign_gui.io.project import open_project, save_project
    from spectralign_gui.io.report import _instruments
    from spectralign_gui.session.state.axes_and_units import confirmed
    from spectralign_gui.session.state.session_state import SessionState

    data = read_dataset(guessed).with_(guessed=("unit", "orientation"))
    save_project(tmp_path / "p.spectralign", SessionState((data,)))
    again = open_project(tmp_path / "p.spectralign").state.datasets[0]
    assert again.guessed == ("unit", "orientation")

    class Result:
        state = SessionState((again, confirmed(again).with_(name="b")))

    first, second = (row["axis"] for row in _instruments(Result()))
    assert first.endswith("nm (guessed); layout guessed") and second.endswith("nm")


def test_a_time_beside_spectra_is_no_reference_value_without_a_word(tmp_path):
    for title in ("t (min)", "t/min", "Time (s)", "elapsed time", "Temp (°C)", "cycle"):
        path = tmp_path / "a.csv"
        path.write_text(f"{title}," + ",".join(str(v) for v in range(1100, 1124, 2)) + "\n" + "".join(
            f"{5 * i}," + ",".join(f"{np.sin(k / 3) + i / 50:.4f}" for k in range(12)) + "\n" for i in range(9)))
        data = read_dataset(path)
        assert data.spectra.shape == (9, 12) and data.targets.names == (title,)
        assert any(f"{title}: by their titles or values, these are codes, times" in w for w in data.warnings)


def test_an_unsure_table_of_values_says_so(tmp_path):
    path = tmp_path / "v.csv"
    path.write_text("Time,viscosity,density\n" + "".join(f"{5 * k},{9 - k / 50:.3f},{3 + k / 90:.3f}\n"
                                                          for k in range(40)))
    try:
        result = read_file(path)
    except FileError as error:
        assert "in two ways" in str(error)
    else:
        assert result.guesses["orientation"].stated or any("layout is a guess" in w for w in result.warnings)


def test_a_refusal_keeps_its_code(tmp_path):
    path = tmp_path / "a.h5"
    path.write_bytes(b"")
    with pytest.raises(FileError) as caught:
        read_file(path)
    assert said_of(caught.value).code == "read.empty" and str(caught.value).startswith("a.h5: ")


HEADERS = {
    "Modus;Transmission, Absorbance": "absorbance", "Mode: Absorbance": "absorbance",
    "Messmodus;Absorbance": "absorbance",
    "Messart: Extinktion": "absorbance", "Messgröße;Absorbance (AU)": "absorbance", "Y-Achse;Absorbance": "absorbance",
    "Ordinate;Transmittance (%)": "transmittance", "Datentyp: Reflectance": "reflectance",
    "ScanMode: Diffuse Reflectance": "reflectance", "Modo: Absorbancia": "absorbance",
    "Modus;schnell": "unknown", "Modell;Reflecto 3": "unknown"}


@pytest.mark.parametrize("line", HEADERS)
def test_a_header_line_that_states_what_was_measured(tmp_path, line):
    """12 lines as instruments write them, above spectra whose titles are the samples."""
    path = tmp_path / "a.csv"
    rows = "".join(f"{10000 - 8 * k};{0.4 + k / 99:.4f};{0.5 + k / 90:.4f}\n" for k in range(30))
    path.write_text(f"Gerät;Bench FT-NIR\n{line}\nDatum;12.10.2026\n\nWellenzahl [cm-1];Tab-1;Tab-2\n{rows}", "utf-8")
    assert read_dataset(path).quantity == HEADERS[line]
