"""``sweep``: a table of points, the best of them said with its caveat."""

import csv


def test_sweep(call, files, tmp_path):
    out = tmp_path / "s.csv"
    code, printed, errors = call("sweep", files["A"], files["B"], "--match-names", "--targets", files["targets"],
                                 "--vary", "mu=0.3,0.8", "--vary", "n_components=2,3", "--output", out)
    assert code == 0, errors
    rows = list(csv.reader(out.open()))
    assert rows[0][:3] == ["mu", "n_components", "hit@3"] and len(rows) == 5
    assert "RMSEP Moisture" in rows[0] and "best hit@3" in printed and "native model" in printed
    assert "a little better than it is" in printed
    code, printed, errors = call("sweep", files["A"], files["B"], "--match-names", "--vary", "mu", "--output", out)
    assert code == 0 and len(list(csv.reader(out.open()))) > 4, errors


def test_refusals(call, files, tmp_path):
    base = ("sweep", files["A"], files["B"], "--match-names", "--output", tmp_path / "s.csv")
    for words, what in ((("--vary", "nu=1"), "nu"), (("--vary", "mu=2"), "mu"), (("--vary", "mu=0.5", "--folds", "1"),
                        "--folds"), (("--vary", "mu=0.1", "--vary", "mu=0.2"), "twice")):
        code, _, errors = call(*base, *words)
        assert code == 2 and what in errors and errors.strip().count("\n") == 0
