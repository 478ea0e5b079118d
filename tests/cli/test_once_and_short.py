"""What a call says once, and how many digits a value is written with."""

from __future__ import annotations

import csv
from decimal import Decimal

import numpy as np
import pytest

from spectralign_gui.io.model_card import load_with_card
from spectralign_gui.presenters.model_card import trust
from spectralign_gui.session.predict.predictions import Predictions


def figures(value) -> int:
    """Of a number as it is written."""
    return len(Decimal(str(float(value))).normalize().as_tuple().digits)


@pytest.fixture
def plain(files, tmp_path):
    """The files without the line that states the unit: it is guessed."""
    made = {}
    for name in ("A", "B"):
        made[name] = tmp_path / f"plain_{name}.csv"
        made[name].write_text(files[name].read_text().replace("# axis unit: nm\n", ""))
    return made


def test_a_guess_that_two_files_share_is_said_once(call, files, plain, tmp_path):
    code, _, said = call("align", plain["A"], plain["B"], "--match-names", "--targets", files["targets"], "--method",
                         "bias", "--preprocess", "resample", "--output", tmp_path / "m.h5")
    assert code == 0, said
    assert said.count("is a guess") == 1 and "plain_A.csv and plain_B.csv: The axis unit (nm) is a guess" in said
    for command in ("predict", "transform"):
        _, _, said = call(command, tmp_path / "m.h5", plain["B"], "--instrument", "plain_B", "--output",
                          tmp_path / f"{command}.csv")
        assert "is a guess" not in said, "the model knows the unit"


def test_another_guess_than_the_models_is_said(call, files, plain, tmp_path):
    assert call("align", files["A"], files["B"], "--match-names", "--targets", files["targets"], "--method", "bias",
                "--preprocess", "resample", "--read", "A:unit=cm-1", "--read", "B:unit=cm-1", "--output",
                tmp_path / "m.h5")[0] == 0
    _, _, said = call("predict", tmp_path / "m.h5", plain["B"], "--instrument", "B", "--output", tmp_path / "v.csv")
    assert "is a guess" in said


@pytest.mark.parametrize("scale", [1e-5, 1e-2, 1.0, 3.7, 1e3, 1e6])
@pytest.mark.parametrize("known", [True, False])
def test_digits_follow_the_interval(scale, known):
    rng = np.random.default_rng(3)
    values = rng.normal(5, 1, (50, 2)) * scale
    half = np.array([0.113, 0.9]) * scale if known else np.full(2, np.inf)
    found = Predictions(tuple(f"s{k}" for k in range(50)), ("a", "b"), values, half, ((),) * 50)
    _, rows = found.table()
    written = np.array([row[1:3] for row in rows])
    if known:
        assert (np.abs(written - values) <= half / 1000).all(), "less than a thousandth of the interval is lost"
        assert max(map(figures, written.ravel())) <= 7
        ends = np.array([row[3:7] for row in rows])
        assert (np.abs(ends[:, 0] - (values[:, 0] - half[0])) <= half[0] / 1000).all()
    else:
        np.testing.assert_allclose(written, values, rtol=1e-9)
        assert max(map(figures, written.ravel())) <= 10


def test_the_file_has_those_digits_and_json_has_all(call, files, tmp_path):
    assert call("align", files["A"], files["B"], "--match-names", "--hold-out", "0.4", "--targets", files["targets"],
                "--method", "bias", "--preprocess", "resample", "--output", tmp_path / "m.h5")[0] == 0
    code, printed, _ = call("predict", tmp_path / "m.h5", files["B"], "--instrument", "B", "--output",
                            tmp_path / "v.csv")
    assert code == 0
    with open(tmp_path / "v.csv", newline="") as stream:
        header, *rows = csv.reader(stream)
    assert any("from (90 %)" in title for title in header) == ("90 % intervals" in printed)
    assert max(figures(cell) for row in rows for cell in row[1:3]) <= 10


def test_values_no_better_than_the_mean_are_said_to_be(call, files, tmp_path):
    """The command says of a model what its card in the window says."""
    lines = files["targets"].read_text().splitlines()
    header, rows = lines[0], [line.split(",") for line in lines[1:]]
    shuffled = np.random.default_rng(1).permutation(len(rows))
    (tmp_path / "noise.csv").write_text("\n".join([header, *(",".join([row[0], *rows[k][1:]])
                                                            for row, k in zip(rows, shuffled, strict=True))]) + "\n")
    for values, bad in (("noise.csv", True), (files["targets"], False)):
        assert call("align", files["A"], files["B"], "--match-names", "--hold-out", "0.4", "--targets",
                    tmp_path / values, "--method", "bias", "--preprocess", "resample", "--output",
                    tmp_path / f"{bad}.h5")[0] == 0
        code, _, said = call("predict", tmp_path / f"{bad}.h5", files["B"], "--instrument", "B", "--output",
                             tmp_path / f"{bad}.csv")
        assert code == 0 and ("no better than" in said) == bad
        sentence, mood = trust(load_with_card(tmp_path / f"{bad}.h5")[1], "B")
        assert (mood == "good") != bad and (sentence.removesuffix(".") in said)
