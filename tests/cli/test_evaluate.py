"""``evaluate``: hit rates of held-out standards in the promised form."""

from __future__ import annotations

import csv
import json

import numpy as np


def test_hit_rates(call, files, tmp_path):
    path = tmp_path / "r.json"
    words = (
        "evaluate",
        files["A"],
        files["B"],
        "--match-names",
        "--method",
        "lra",
        "--method",
        "procrustes",
        "--set",
        "procrustes.embedding=pca",
        "--folds",
        "4",
        "--repeats",
        "2",
        "--seed",
        "3",
        "--report",
        path,
    )
    code, printed, errors = call(*words)
    assert code == 0, errors
    report = json.loads(path.read_text())
    assert (report["folds"], report["repeats"], report["seed"]) == (4, 2, 3)
    for name in ("lra", "procrustes"):
        entry = report["methods"][name]
        assert {"mean", "std"} <= set(entry["hit"]["3"]["a_to_b"]) and "b_to_a" in entry["hit"]["1"]
        assert entry["seconds"] > 0 and entry["foscttm"]["mean"] >= 0
    assert report["methods"]["lra"]["hit_inductive"]["3"]["a_to_b"]["mean"] > 0.5
    assert "lra" in printed and "procrustes" in printed
    assert call(*words)[0] == 0
    again = json.loads(path.read_text())
    assert again["methods"]["lra"]["hit"] == report["methods"]["lra"]["hit"], "same seed, same figures"


def test_refusals(call, files, tmp_path):
    base = ("evaluate", files["A"], files["B"], "--report", tmp_path / "r.json")
    code, _, errors = call(*base)
    assert code == 2 and "standards" in errors
    code, _, errors = call(*base, "--match-names", "--folds", "1")
    assert code == 2 and "--folds" in errors
    code, _, errors = call(*base, "--match-names", "--method", "lra", "--set", "cada.alpha=1")
    assert code == 2 and "cada" in errors


def test_prediction_errors(call, files, tmp_path):
    path = tmp_path / "r.json"
    code, printed, errors = call(
        "evaluate",
        files["A"],
        files["B"],
        "--match-names",
        "--method",
        "ds",
        "--method",
        "lra",
        "--targets",
        files["targets"],
        "--standards",
        "4,8",
        "--repeats",
        "2",
        "--test-share",
        "0.3",
        "--preprocess",
        "msc",
        "--report",
        path,
    )
    assert code == 0, errors
    report = json.loads(path.read_text())
    assert {"ds", "lra", "none", "native", "target-only"} <= set(report["methods"])
    for name in ("ds", "lra", "target-only", "native"):
        cell = report["methods"][name]["properties"]["Moisture"]["8"]
        assert {"rmsep", "bias", "sep", "r2", "rpd"} <= set(cell)
        assert len(cell["rmsep"]["values"]) == 2 and cell["rmsep"]["mean"] > 0
    assert "RMSEP of Moisture" in printed
    code, _, errors = call(
        "evaluate",
        files["A"],
        files["B"],
        "--match-names",
        "--method",
        "ds",
        "--targets",
        files["targets"],
        "--standards",
        "40",
        "--repeats",
        "1",
        "--report",
        path,
    )
    assert code == 2 and "40 standards" in errors


def test_the_automatic_transfer_recommends(call, files, tmp_path):
    path = tmp_path / "r.json"
    words = ("--match-names", "--method", "auto", "--targets", files["targets"], "--standards", "8", "--repeats", "1")
    grid = ("--preprocess", "resample", "--report", path)
    code, printed, errors = call("evaluate", files["A"], files["B"], *words, *grid)
    assert code == 0, errors
    report = json.loads(path.read_text())
    assert report["recommendation"]["sentence"] in printed
    assert report["methods"]["auto"]["properties"]["Starch"]["8"]["rmsep"]["mean"] > 0


def test_own_coefficients_through_as_spectra(call, half_marked, tmp_path):
    """`lra` fits its own model and is refused, `lra/spectra` predicts with the coefficients of the file."""
    f, own = half_marked, tmp_path / "c.csv"
    own.write_text("nm,Fat\nintercept,1\n" + "".join(f"{v:g},{0.01 * k}\n" for k, v in enumerate(
        np.arange(1100.0, 1340.0, 4))))
    words = ("align", f["A"], f["B"], "--pairs", f["pairs"], "--coefficients", own, "--output", tmp_path / "o.h5")
    code, _, errors = call(*words, "--method", "lra")
    assert code == 2 and "lra fits its own model" in errors and "lra/spectra can" in errors
    code, _, errors = call(*words, "--method", "lra/spectra", "--set", "n_components=500")
    assert code == 2 and "Dimensions (n_components) is 500" in errors, "the form's label, and the word of --set"
    code, _, errors = call(*words, "--method", "lra/spectra")
    assert code == 0, errors
    for name, output in (("transform", "spectra.csv"), ("predict", "values.csv")):
        more = ("--to", "A") if name == "transform" else ()
        code, _, errors = call(name, tmp_path / "o.h5", f["B"], "--instrument", "B", *more, "--output",
                               tmp_path / output)
        assert code == 0, errors
    spectra = np.array([r[1:] for r in list(csv.reader((tmp_path / "spectra.csv").open()))[1:]], dtype=float)
    values = [float(r[1]) for r in list(csv.reader((tmp_path / "values.csv").open()))[1:]]
    np.testing.assert_allclose(values, spectra @ (0.01 * np.arange(60)) + 1, rtol=1e-6)


def test_table_says_sel_spread_and_what_the_lines_are(call, files, tmp_path):
    targets = tmp_path / "sel.csv"
    targets.write_text(files["targets"].read_text() + "SEL,0.25,NA\n")
    code, printed, errors = call("evaluate", files["A"], files["B"], "--match-names", "--method", "lra", "--targets",
                                 targets, "--standards", "8", "--repeats", "1", "--report", tmp_path / "r.json")
    assert code == 0, errors
    assert "SEL: 0.25" in printed and printed.count("SEL") == 1, "known for one property"
    assert "±" not in printed, "one repeat has no spread"
    for line in ("none: no transfer", "target-only: ", "native: ", "lra/spectra: ", "lra: its own prediction"):
        assert line in printed
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["methods"]["lra"]["properties"]["Moisture"]["8"]["lab_error"] == 0.25


def test_own_coefficients(call, files, tmp_path):
    from spectralign_gui.io.model_file import load_model
    from spectralign_gui.io.table import write_table

    grid = ("--match-names", "--preprocess", "resample")
    out, own = tmp_path / "o.h5", tmp_path / "own.csv"
    assert call("align", files["A"], files["B"], *grid, "--method", "none", "--targets", files["targets"], "--output",
                out)[0] == 0
    model = load_model(out)
    resampled = model.estimator.linear_model(0)
    axis = model.output_axes[0].values
    write_table(own, ["nm", *model.properties], [["intercept", *resampled.intercept],
                                                 *([a, *c] for a, c in zip(axis, resampled.coefficients, strict=True))])
    words = ("align", files["A"], files["B"], *grid, "--coefficients", own, "--output", out)
    code, _, errors = call(*words, "--method", "mean-shift")
    assert code == 0, errors
    table = tmp_path / "p.csv"
    code, printed, errors = call("predict", out, files["A"], "--instrument", "A", "--output", table)
    assert code == 0 and "no intervals" in printed, errors
    assert table.read_text().startswith("Sample,Moisture,Starch")
    from spectralign_gui.io.read import read_dataset

    expected = model.predict(read_dataset(files["A"]), "A").values
    got = load_model(out).predict(read_dataset(files["A"]), "A").values
    assert abs(got - expected).max() < 1e-8
    code, _, errors = call(*words, "--method", "spiked")
    assert code == 2 and "spiked fits its own model" in errors
    code, printed, errors = call("evaluate", files["A"], files["B"], *grid, "--method", "bias", "--coefficients", own,
                                 "--targets", files["targets"], "--standards", "6", "--repeats", "2", "--report",
                                 tmp_path / "r.json")
    assert code == 0 and "bias" in printed, errors
    words = ("evaluate", files["A"], files["B"], *grid, "--method", "bias", "--coefficients", own, "--targets",
             files["targets"], "--standards", "6", "--repeats", "1", "--report", tmp_path / "r.json")
    none = []
    for more in ((), ("--set", "closure=1000")):  # "no transfer" is the user's own model, whatever else is set
        assert call(*words, *more)[0] == 0
        none.append(json.loads((tmp_path / "r.json").read_text())["methods"]["none"]["properties"]["Moisture"]["6"])
    assert none[0]["rmsep"]["values"] == none[1]["rmsep"]["values"]
    code, _, errors = call("align", files["A"], files["B"], "--match-names", "--coefficients", own, "--method", "none",
                           "--output", out)
    assert code == 2 and "channels" in errors


def test_intervals_from_left_out_standards(call, files, tmp_path):
    out = tmp_path / "o.h5"
    common = ("--match-names", "--preprocess", "resample", "--targets", files["targets"], "--method", "ds")
    code, _, errors = call("align", files["A"], files["B"], *common, "--intervals", "--output", out)
    assert code == 0, errors
    code, printed, _ = call("predict", out, files["B"], "--instrument", "B", "--output", tmp_path / "p.csv")
    assert code == 0 and "90 % intervals from 16 standards, each left out" in printed
    assert "Moisture from (90 %)" in (tmp_path / "p.csv").read_text()


def compared(call, files, tmp_path, *words):
    path = tmp_path / "r.json"
    code, printed, errors = call("evaluate", files["A"], files["B"], "--match-names", "--preprocess", "resample",
                                 "--targets", files["targets"], "--standards", "4,8", "--repeats", "3", "--report",
                                 path, *words)
    assert code == 0, errors
    return json.loads(path.read_text()), printed


def test_methods_without_values_are_named_with_the_reason(call, files, tmp_path):
    names = [w for m in ("ma", "ma-hard", "global", "mean-shift") for w in ("--method", m)]
    report, printed = compared(call, files, tmp_path, *names, "--table", tmp_path / "t.csv")
    assert set(report["without_figures"]) == {"ma", "ma-hard", "global"}
    for name, sentence in report["without_figures"].items():
        assert f"({name}) predicts no values: " in sentence and "no map for new spectra" in sentence
        assert printed.count(sentence) == 1 and report["methods"][name]["predicts_nothing"] == sentence
        assert report["methods"][name]["hit"], "their hits are told all the same"
        assert [line for line in (tmp_path / "t.csv").read_text().splitlines() if sentence in line]


def test_a_method_that_fails_everywhere_is_named_too(call, files, tmp_path):
    report, printed = compared(call, files, tmp_path, "--method", "mean-shift", "--method", "procrustes", "--set",
                               "procrustes.embedding=laplacian")
    assert set(report["without_figures"]) == {"procrustes", "procrustes/spectra"}
    assert "choose the embedding lpp or pca" in printed
    assert report["methods"]["procrustes"]["failed"] == {"fits": 6, "of": 6}


def test_ranks_and_paired_differences(call, files, tmp_path):
    import csv

    report, printed = compared(call, files, tmp_path, "--method", "mean-shift", "--method", "bias", "--against",
                               "none", "--table", tmp_path / "t.csv")
    order = [line["method"] for line in report["ranking"]["8"]]
    assert report["paired"]["8"]["against"] == "none" and "from that of none," in printed
    # by hand, from the RMSEP of the repeats
    values = {k: report["methods"][k]["properties"]["Moisture"]["8"]["rmsep"]["values"] for k in ("bias", "none")}
    differences = [a - b for a, b in zip(values["bias"], values["none"], strict=True)]
    entry = report["paired"]["8"]["differences"]["bias"]["Moisture"]
    assert abs(entry["mean"] - sum(differences) / 3) < 1e-12 and entry["wins"] == sum(d < 0 for d in differences)
    assert f"{entry['mean']:+.3g}" in printed and f"{entry['low']:+.3g} to {entry['high']:+.3g}" in printed
    first = printed[printed.index("RMSEP of Moisture"):].splitlines()
    assert first[1].split()[:2] == ["rank", "method"] and first[2].split()[:2] == ["1", order[0]]
    assert "native" in first[len(order) + 2] and first[len(order) + 2].split()[0] == "-", "it cannot be chosen"
    with (tmp_path / "t.csv").open() as stream:
        rows = [r for r in csv.DictReader(stream) if (r["property"], r["standards"]) == ("Moisture", "8")]
    assert [r["method"] for r in rows][:len(order)] == order and rows[0]["rank"] == "1"
    bias = next(r for r in rows if r["method"] == "bias")
    assert float(bias["difference"]) == entry["mean"] and bias["wins"] == str(entry["wins"])
    assert "target-only: " in printed, "what more standards would bring is told of the model on B alone, too"


def test_the_best_line_is_what_others_are_compared_with(call, files, tmp_path):
    from openpyxl import load_workbook

    report, printed = compared(call, files, tmp_path, "--method", "bias", "--table", tmp_path / "t.xlsx")
    best = report["ranking"]["8"][0]["method"]
    assert report["paired"]["8"]["against"] == best and f"from that of {best} (the best" in printed
    assert best not in report["paired"]["8"]["differences"] and "native" in report["paired"]["8"]["differences"]
    book = load_workbook(tmp_path / "t.xlsx", read_only=True)
    assert book.sheetnames == ["Errors", "Learning curve", "Repeats"]
    curve = [r for r in book["Learning curve"].iter_rows(values_only=True) if r[:3] == ("Starch", "bias", 8)]
    assert curve[0][-1] == report["learning_curve"]["bias"]["Starch"]["sentence"]


def test_settings_of_no_method_in_particular_hold_for_the_yardsticks(call, files, tmp_path):
    def none(*words):
        report, _ = compared(call, files, tmp_path, "--method", "bias", *words)
        return {k: report["methods"][k]["properties"]["Starch"]["8"]["rmsep"]["values"] for k in ("bias", "none")}

    plain, all_of_them = none(), none("--set", "max_components=1")
    only_bias = none("--set", "bias.max_components=1")
    assert all_of_them["none"] != plain["none"] and all_of_them["bias"] == only_bias["bias"] != plain["bias"]
    assert only_bias["none"] == plain["none"]


def test_what_the_budget_cut_off_is_said(call, files, tmp_path):
    code, printed, errors = call("evaluate", files["A"], files["B"], "--match-names", "--preprocess", "resample",
                                 "--targets", files["targets"], "--method", "bias", "--standards", "4,6", "--repeats",
                                 "400", "--budget", "0.5", "--folds", "2", "--report", tmp_path / "r.json")
    assert code == 0, errors
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["complete"] is False and "The time was up before all repeats were done" in printed


def test_refusals_of_the_comparison(call, files, tmp_path):
    base = ("evaluate", files["A"], files["B"], "--match-names", "--method", "ds", "--report", tmp_path / "r.json")
    code, _, errors = call(*base, "--against", "none")
    assert code == 2 and "--targets" in errors
    code, _, errors = call(*base, "--targets", files["targets"], "--standards", "6", "--repeats", "1", "--against",
                           "epo")
    assert code == 2 and "--against epo" in errors and "none" in errors
    code, _, errors = call(*base, "--targets", files["targets"], "--table", tmp_path / "t.txt")
    assert code == 2 and ".csv or .xlsx" in errors


def test_units_stand_beside_the_errors(call, files, tmp_path):
    title, *rows = files["targets"].read_text().splitlines()
    files["targets"].write_text("\n".join([title, "unit,g/kg,%", *rows]))
    report, printed = compared(call, files, tmp_path, "--method", "bias")
    assert report["units"] == {"Moisture": "g/kg", "Starch": "%"} and "RMSEP of Moisture in g/kg" in printed


def test_where_the_automatic_choice_cannot_be_used_the_others_are_reported(call, files, tmp_path):
    report = tmp_path / "r.json"
    code, _, errors = call("evaluate", files["A"], files["B"], "--pairs", files["pairs"], "--targets",
                           files["targets"], "--method", "ds", "--method", "auto", "--standards", "6", "--repeats", "1",
                           "--report", report)
    assert code == 0, errors
    found = json.loads(report.read_text())
    assert found["methods"]["ds"]["properties"]["Moisture"]["6"]["rmsep"]["mean"] > 0 and "recommendation" not in found
    assert "There is no automatic recommendation: “Automatic transfer” needs the same channels" in errors
    code, _, errors = call("align", files["A"], files["B"], "--pairs", files["pairs"], "--targets", files["targets"],
                           "--method", "auto", "--output", tmp_path / "m.h5")
    assert code == 2 and errors.rstrip().endswith(". Give --preprocess resample:onto=reference,outside=drop.")
    assert "these compare channel by channel" in call("evaluate", files["A"], files["B"], "--pairs", files["pairs"],
        "--targets", files["targets"], "--method", "epo", "--method", "sst", "--method", "lra", "--standards", "6",
        "--repeats", "1", "--report", report)[1]


def test_epo_alone_on_other_axes_is_left_out_as_auto_is(call, files, tmp_path):
    for name in ("epo", "auto"):
        code, printed, errors = call("evaluate", files["A"], files["B"], "--pairs", files["pairs"], "--targets",
                                     files["targets"], "--method", name, "--standards", "6", "--repeats", "1",
                                     "--against", name, "--report", tmp_path / "r.json")
        assert code == 0, errors
        assert f"{name}, none: these compare channel by channel" in printed
        assert "--preprocess resample:onto=reference,outside=drop" in printed
        assert "left_out" in json.loads((tmp_path / "r.json").read_text())["methods"][name]


def test_what_a_method_lacks_is_found_before_any_work(call, files, tmp_path, monkeypatch):
    """Without reference values: msc needs some for its prediction; the others' hit rates are not lost by it."""
    from spectralign_gui.core.transfers.mean_shift import MeanShift

    report = tmp_path / "hit.json"
    words = ("evaluate", files["A"], files["B"], "--match-names", "--preprocess", "resample", "--folds", "3",
             "--repeats", "1", "--report", report)
    code, printed, errors = call(*words, "--method", "spiked", "--method", "ds", "--method", "hda", "--set",
                                 "hda.labels=bins", "--method", "msc")
    assert code == 0, errors
    assert "ds " in printed and "hda is left out: " in errors and "needs reference values" in errors
    found = json.loads(report.read_text())["methods"]
    assert found["ds"]["hit"] and "needs reference values" in found["hda"]["why_no_hits"]

    def fails(self, *_):
        raise np.linalg.LinAlgError("SVD did not converge")

    monkeypatch.setattr(MeanShift, "_fit_transfer", fails)
    code, _, errors = call(*words, "--method", "ds", "--method", "mean-shift")
    assert code == 0 and "mean-shift is left out: SVD did not converge" in errors
    assert json.loads(report.read_text())["methods"]["ds"]["hit"]
    code, _, errors = call(*words, "--method", "mean-shift")
    assert code == 2 and "SVD did not converge" in errors


def test_with_reference_values_hit_rates_of_transfers_are_for_the_asking(call, files, tmp_path):
    words = ("evaluate", files["A"], files["B"], "--match-names", "--preprocess", "resample", "--targets",
             files["targets"], "--method", "ds", "--method", "lra", "--standards", "5", "--repeats", "1", "--folds",
             "3", "--report", tmp_path / "r.json")
    for more, expected in (((), {"lra"}), (("--hits",), {"ds", "lra"}), (("--no-hits",), set())):
        code, _, errors = call(*words, *more)
        assert code == 0, errors
        found = json.loads((tmp_path / "r.json").read_text())["methods"]
        assert {name for name in ("ds", "lra") if "hit" in found[name]} == expected
        assert ("why_no_hits" in found["ds"]) == (more == ())
    assert call(*words, "--hits", "--no-hits")[0] == 2


def test_the_interval_is_that_of_the_mean_and_says_so(call, files, tmp_path):
    report, printed = compared(call, files, tmp_path, "--method", "bias")
    cell = report["methods"]["bias"]["properties"]["Moisture"]["8"]
    assert f"{cell['rmsep']['mean']:.4g} ± {cell['rmsep']['interval_95']:.2g}" in printed
    assert "mean over the repeats ± its 95 % interval" in printed
    assert "the predictions of all repeats together, 8 standards" in printed
    assert f"{cell['r2']['pooled']:.3g}" in printed and report["splits"]["repeats"] == report["repeats"] == 3
