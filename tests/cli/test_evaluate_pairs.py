"""``evaluate`` with more than two files: which two are compared."""

from __future__ import annotations

import json

import numpy as np
import pytest

from spectralign_gui.io.model_file import load_model
from spectralign_gui.io.project import save_project
from spectralign_gui.io.read import read_dataset
from spectralign_gui.session.export.script import python_script
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from spectralign_gui.session.state.instrument_pair import to_run


def report_of(call, path, *words):
    code, printed, errors = call("evaluate", *words, "--report", path)
    assert code == 0, errors
    return json.loads(path.read_text()), printed, errors


def same_figures(one, other):
    """Whether two reports hold the same figures, but for how long it took."""
    assert one["methods"].keys() == other["methods"].keys()
    for name, entry in one["methods"].items():
        assert entry.get("hit") == other["methods"][name].get("hit"), name
        for p, cells in entry.get("properties", {}).items():
            for count, cell in cells.items():
                np.testing.assert_allclose(other["methods"][name]["properties"][p][count]["rmsep"]["values"],
                                           cell["rmsep"]["values"], rtol=1e-10, err_msg=f"{name} {p} {count}")
    assert one["paired"]["10"]["differences"].keys() == other["paired"]["10"]["differences"].keys()


def test_two_of_the_three_corn_instruments(call, corn, tmp_path):
    files = {name: f"{name}={corn / f'{name}_spectra.csv'}" for name in ("m5", "mp5", "mp6")}
    words = ("--match-rows", "--targets", corn / "property_values.csv", "--targets-by-row", "--method", "mean-shift",
             "--method", "ds", "--preprocess", "crop:1100-1500", "--standards", "10", "--repeats", "1")
    alone, printed, _ = report_of(call, tmp_path / "two.json", files["mp6"], files["m5"], *words)
    assert "from the first to the second" not in printed
    # the table is joined to the instrument that values come from, and the directions are kept
    among, printed, errors = report_of(call, tmp_path / "three.json", *files.values(), *words, "--from", "mp6", "--to",
                                       "m5")
    assert "of mp6 and m5, from the first to the second" in printed and "--from" not in errors
    assert among["instruments"] == alone["instruments"] == ["mp6", "m5"]
    same_figures(alone, among)
    turned, _, _ = report_of(call, tmp_path / "turned.json", files["m5"], files["mp6"], *words, "--from", "mp6")
    same_figures(alone, turned)


def test_two_of_the_five_sugarcane_files(call, sugarcane, tmp_path):
    names = ("Micronir1700rep1", "Micronir1700rep2", "Nirscan_nano", "Tellspec", "F750")
    files = [sugarcane / f"{name}.CSV" for name in names]
    words = ("--match-names", "--targets", sugarcane / "References.csv", "--method", "ds", "--method", "lra",
             "--preprocess", "Tellspec/snv", "--preprocess", "F750/crop:500-900", "--exclude", "Tellspec:#3",
             "--exclude", "F750:#2", "--standards", "10", "--repeats", "1")
    among, _, errors = report_of(call, tmp_path / "five.json", *files, *words, "--to", "Tellspec")
    assert "of the 5 instruments two are compared, from Micronir1700rep1 to Tellspec" in errors
    alone, _, _ = report_of(call, tmp_path / "two.json", files[0], files[3], *(
        w for k, w in enumerate(words) if not {w, *words[k + 1:k + 2]} & {"F750/crop:500-900", "F750:#2"}))
    same_figures(alone, among)
    by_default, _, errors = report_of(call, tmp_path / "default.json", *files, *words)
    assert by_default["instruments"] == list(names[:2]) and "--from and --to choose others" in errors


def test_without_reference_values_all_take_part_unless_two_are_named(call, files, tmp_path):
    three = (f"A={files['A']}", f"B={files['B']}", f"C={files['B']}", "--match-names", "--repeats", "1")
    report, printed, errors = report_of(call, tmp_path / "r.json", *three, "--method", "lra")
    assert report["instruments"] == ["A", "B", "C"] and not errors and "from the first" not in printed
    report, _, _ = report_of(call, tmp_path / "r.json", *three, "--method", "lra", "--from", "C", "--to", "B")
    assert report["instruments"] == ["C", "B"]
    report, _, errors = report_of(call, tmp_path / "r.json", *three, "--method", "lra", "--method", "ds")
    assert report["instruments"] == ["A", "B"] and "from A to B" in errors, "direct standardisation takes two"


@pytest.mark.parametrize("words, said", [
    (("--from", "D"), "no instrument is called 'D'; there are A, B, C"),
    (("--from", "B", "--to", "B"), "both 'B'"),
])
def test_wrong_names_are_refused(call, files, tmp_path, words, said):
    three = [f"{name}={files[f]}" for name, f in ("AA", "BB", "CB")]
    code, _, errors = call("evaluate", *three, "--match-names", "--method", "lra",
                           *words, "--report", tmp_path / "r.json")
    assert code == 2 and "--from" in errors and said in errors


def test_properties_and_what_is_asked_of_all_lines(call, files, tmp_path):
    base = (f"A={files['A']}", f"B={files['B']}", "--match-names", "--method", "ds", "--standards", "6", "--repeats",
            "1")
    report, printed, _ = report_of(call, tmp_path / "r.json", *base, "--targets", files["targets"], "--properties",
                                   "Starch", "--no-hits", "--closure", "20", "--rule", "minimum")
    assert list(report["methods"]["ds"]["properties"]) == ["Starch"] and "hit@3" not in printed
    assert "hit" not in report["methods"]["ds"] and "RMSEP of Moisture" not in printed
    cell = report["methods"]["a-on-a"]["properties"]["Starch"]["6"]
    assert cell["rmsep"]["mean"] > 20, "values are about 50 and closed to 20"
    for words, said in ((("--properties", "Ash"), "no property is called 'Ash'"), (("--closure", "0"), "--closure")):
        code, _, errors = call("evaluate", *base, "--targets", files["targets"], *words, "--report",
                               tmp_path / "r.json")
        assert code == 2 and said in errors
    for words in (("--properties", "Starch"), ("--rule", "minimum"), ("--closure", "100"), ("--no-hits",)):
        code, _, errors = call("evaluate", *base, *words, "--report", tmp_path / "r.json")
        assert code == 2 and words[0] in errors and "--targets" in errors


def test_align_and_sweep_of_two_of_three(call, files, tmp_path):
    three = (f"A={files['A']}", f"B={files['B']}", f"C={files['B']}", "--match-names", "--method", "ds")
    for command, words in (("align", ("--output", tmp_path / "o.h5", "--report", tmp_path / "r.json")),
                           ("sweep", ("--vary", "ridge=0.1,1", "--folds", "3", "--output", tmp_path / "s.csv"))):
        code, _, errors = call(command, *three, *words)
        assert code == 2 and "takes 2 instruments, but 3 are given" in errors and "--from and --to" in errors
        code, _, errors = call(command, *three, *words, "--from", "C", "--to", "A")
        assert code == 0, errors
    assert [i["name"] for i in json.loads((tmp_path / "r.json").read_text())["instruments"]] == ["C", "A"]


def test_a_project_of_three_is_run_as_in_the_window(call, files, tmp_path):
    sets = [read_dataset(files[f], name=n) for n, f in ("AA", "BB", "CB")]
    state = SessionState(tuple(sets), match_by_name(sets).standards, method="ds", pair=("C", "A"))
    path = tmp_path / "p.spectralign"
    save_project(path, state, ())
    code, printed, errors = call("run", path, "--output", tmp_path / "o.h5")
    assert code == 0 and "Direct standardisation" in printed, errors
    save_project(path, state, (execute(to_run(state)),))
    code, printed, errors = call("run", path)
    assert code == 0 and "the same" in printed, errors
    program = python_script(state, str(tmp_path / "again.h5"), str(path))
    exec(compile(program, "script", "exec"), {"__name__": "__main__"})
    again, first = load_model(tmp_path / "again.h5"), load_model(tmp_path / "o.h5")
    assert again.instruments == first.instruments == ("C", "A")


def test_a_method_that_cannot_be_used_leaves_the_others_their_lines(call, files, tmp_path):
    base = (f"A={files['A']}", f"B={files['B']}", "--match-names", "--repeats", "1")
    base += ("--method", "mean-shift", "--method", "ds")
    report, printed, errors = report_of(call, tmp_path / "r.json", *base, "--targets", files["targets"], "--standards",
                                        "6", "--hits")
    assert report["methods"]["ds"]["properties"]["Starch"]["6"] and "hit" in report["methods"]["ds"]
    assert "common grid" in report["methods"]["mean-shift"]["why_no_hits"] and "mean-shift, none: these" in printed
    report, printed, errors = report_of(call, tmp_path / "r.json", *base)
    assert report["methods"]["ds"]["hit"] and "mean-shift is left out" in errors and "common grid" in errors
    code, _, errors = call("evaluate", *base[:-2], "--report", tmp_path / "r.json")
    assert code == 2 and "common grid" in errors, "no method is left"
