"""Models that are taken in predict what they predicted where they come from; what cannot be taken in is said."""

from __future__ import annotations

import json

import numpy as np
import pytest

import spectralign_gui as sa
from spectralign_gui.cli import main
from spectralign_gui.core.errors import FileError
from spectralign_gui.io.exported.model import export_model
from spectralign_gui.io.exported.trees import from_plain, to_plain
from spectralign_gui.io.imported import import_model
from spectralign_gui.io.model_file import load_model, save_model
from tests.io.test_exported_models import STEPS, made, new_spectra

AXIS = 1000 + 2.0 * np.arange(60)


def dataset(X, axis=AXIS, unit="nm", quantity="reflectance"):
    return sa.spectra(X, axis=axis, unit=unit, quantity=quantity)


@pytest.mark.parametrize("steps", [*STEPS, ["resample:start=1004,stop=1100,step=3"], ["msc", "scale"]],
                         ids=lambda s: "+".join(s) or "none")
def test_what_was_exported_comes_back_whole(tmp_path, steps):
    """Values, intervals, flags and units, over a saved file too."""
    model = made(preprocess=steps)
    path = tmp_path / "m.json"
    export_model(model, path, "B")
    taken = import_model(path)
    save_model(taken, tmp_path / "m.h5")
    X = new_spectra(120)
    expected = model.predict(dataset(X), "B")
    for found in (taken, load_model(tmp_path / "m.h5")):
        got = found.predict(dataset(X), "B")
        np.testing.assert_allclose(got.values, expected.values, rtol=1e-9, atol=1e-9 * np.abs(expected.values).max())
        np.testing.assert_allclose(got.half_width, expected.half_width)
        assert got.flags == expected.flags and got.titles == expected.titles
        assert got.intervals_from == expected.intervals_from and found.instruments == ("B",)


def test_a_table_of_coefficients_comes_back(tmp_path):
    model = made("ds")
    path = tmp_path / "c.csv"
    export_model(model, path, "B")
    taken = import_model(path, "B", quantity="reflectance")
    X = new_spectra(50)
    np.testing.assert_allclose(taken.predict(dataset(X), "B").values, model.predict(dataset(X), "B").values, rtol=1e-8)
    assert taken.axes[0].unit == "nm" and taken.properties == ("Fat", "Water")
    export_model(taken, tmp_path / "again.csv", "B")
    assert (tmp_path / "again.csv").read_text().splitlines()[0] == path.read_text().splitlines()[0]


def test_a_closed_sum_comes_back(tmp_path):
    model = made("pds", closure=8.0)
    export_model(model, tmp_path / "m.json", "B")
    X = new_spectra(50)
    got = import_model(tmp_path / "m.json").predict(dataset(X), "B")
    np.testing.assert_allclose(got.values, model.predict(dataset(X), "B").values, rtol=1e-9, atol=1e-9)
    assert got.values.sum(axis=1).max() <= 8 + 1e-9 and got.bounds == (0.0, 8.0)


def by_hand(**more) -> dict:
    return {"format": "SpectrAlign coefficients 1", "instrument": "X", "axis": [3.0, 2.0, 1.0], "axis_unit": "cm-1",
            "quantity": "absorbance", "properties": ["Fat"], "coefficients": {"Fat": [1.0, 2.0, 3.0]},
            "intercept": [0.5], **more}


def written(tmp_path, tree) -> object:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(tree), encoding="utf-8")
    return path


def test_a_file_made_by_hand(tmp_path):
    taken = import_model(written(tmp_path, by_hand()))
    new = sa.spectra([[10.0, 20.0, 30.0]], axis=[1.0, 2.0, 3.0], unit="cm-1", quantity="absorbance")
    found = taken.predict(new, "X")
    assert found.values[0, 0] == pytest.approx(0.5 + 3 * 10 + 2 * 20 + 1 * 30) and found.flags == ((),)
    snv = import_model(written(tmp_path, by_hand(preprocessing=["snv"])))
    assert snv.preprocessing.steps["X"][0].name == "snv"


BAD = {
    "no coefficients": {"coefficients": {}}, "other names": {"coefficients": {"Oil": [1.0, 2.0, 3.0]}},
    "too few": {"coefficients": {"Fat": [1.0, 2.0]}}, "text": {"coefficients": {"Fat": ["1", "2", "3"]}},
    "true": {"coefficients": {"Fat": [True, 2.0, 3.0]}}, "missing": {"coefficients": {"Fat": [None, 2.0, 3.0]}},
    "huge": {"coefficients": {"Fat": [1e999, 2.0, 3.0]}}, "deep": {"coefficients": {"Fat": [[1.0], [2.0], [3.0]]}},
    "a number": {"coefficients": 3}, "no intercept": {"intercept": []}, "an unknown intercept": {"intercept": [None]},
    "axis up and down": {"axis": [1.0, 3.0, 2.0]}, "axis of texts": {"axis": ["a", "b", "c"]},
    "another unit": {"axis_unit": "furlong"}, "another quantity": {"quantity": "joy"},
    "no such step": {"preprocessing": ["polish"]}, "a step that learned": {"preprocessing": ["msc"]},
    "a state that is none": {"preprocessing_state": [{"step": "snv"}]}, "another axis after": {
        "preprocessing": ["snv"], "axis_after_preprocessing": [1.0, 2.0, 4.0]},
    "no properties": {"properties": []}, "closure of text": {"closure": "all"}, "residuals of text": {"residuals": "x"},
    "outliers of another kind": {"outliers": {"mean": 1}}, "a step beside no states": {
        "preprocessing": ["polish"], "preprocessing_state": []}, "a learned step beside no states": {
        "preprocessing": ["msc"], "preprocessing_state": []}, "a step as text": {"preprocessing": "snv"},
    "enormous": {"coefficients": {"Fat": [1e300, 2.0, 3.0]}}, "an enormous intercept": {"intercept": [1e200]},
    "a range upside down": {"value_ranges": [[9.0, 1.0]]}, "a range of one": {"value_ranges": [[9.0]]},
    "enormous residuals": {"residuals": [[1e300]]},
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_with_a_mistake_is_refused_naming_it(tmp_path, name):
    path = written(tmp_path, by_hand(**BAD[name]))
    with pytest.raises(FileError) as caught:
        import_model(path)
    assert str(caught.value).startswith("hand.json: ") and "\n" not in str(caught.value)


def test_a_step_written_by_hand_is_taken_beside_no_states(tmp_path):
    """As every file has them that was exported from a model without preprocessing."""
    plain, both = (import_model(written(tmp_path, by_hand(preprocessing=["snv"], **more)))
                   for more in ({}, {"preprocessing_state": []}))
    assert [[s.name for s in m.preprocessing.steps[m.instruments[0]]] for m in (plain, both)] == [["snv"]] * 2


def test_a_table_without_an_intercept_is_asked_for_it(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("channel,Fat\n1000,0.1\n1010,0.2\n")
    with pytest.raises(FileError, match="no row “intercept”"):
        import_model(path)


@pytest.mark.parametrize("key", ["axis", "properties", "coefficients", "intercept"])
def test_a_missing_entry_is_named(tmp_path, key):
    tree = by_hand()
    del tree[key]
    with pytest.raises(FileError, match=key):
        import_model(written(tmp_path, tree))


def mdatools(seed=0, p=30, q=2, components=4, chosen=3, left_out=(), scale=True, axis=None):
    """A model as mdatools writes it, made here from the description, with the coefficients (p, q) it stands for."""
    rng = np.random.default_rng(seed)
    b = rng.standard_normal((q, components, p))
    mean_y, mean_x = rng.random(q) * 10, rng.random(p)
    scale_y, scale_x = (rng.random(q) + 0.5, rng.random(p) + 0.5) if scale else (np.ones(q), np.ones(p))
    axis = 4000 - 8.0 * np.arange(p) if axis is None else axis
    v = np.concatenate([[q, p, components], mean_y, mean_x, scale_y, scale_x, rng.random(50)])
    tree = {"class": ["plsmodel", "pcamodel"], "v": {"__type": "Float64Array", "data": v.tolist()}, "ncomp": components,
            "npred": p, "nresp": q, "exclvars": list(left_out), "center": True, "scale": scale,
            "coeffs": {"__type": "Float64Array", "data": b.ravel().tolist()}, "prep": {}, "xvarvalues": axis.tolist(),
            "varlabels": ["Fat", "Protein", *(f"X{k}" for k in range(p))][:q + p], "ncomp_selected": chosen}

    def predict(X):
        return mean_y + scale_y * (((X - mean_x) / scale_x) @ b[:, chosen - 1].T)

    return tree, predict


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scale", [True, False])
def test_models_of_mdatools(tmp_path, seed, scale):
    tree, predict = mdatools(seed, q=1 + seed % 3 if seed % 3 < 2 else 2, chosen=1 + seed % 4, scale=scale)
    path = written(tmp_path, tree)
    taken = import_model(path, "B", "cm-1", "absorbance")
    X = np.random.default_rng(9).random((20, 30))
    found = taken.predict(sa.spectra(X, axis=4000 - 8.0 * np.arange(30), unit="cm-1", quantity="absorbance"), "B")
    np.testing.assert_allclose(found.values, predict(X), rtol=1e-9)
    assert taken.properties[0] == "Fat" and taken.axes[0].values[0] < taken.axes[0].values[-1]


def test_channels_that_mdatools_leaves_out_have_no_weight(tmp_path):
    whole = 1000 + 2.0 * np.arange(34)
    left = [0, 10, 11, 33]
    kept = np.setdiff1d(np.arange(34), left)
    tree, predict = mdatools(left_out=left, axis=whole[kept])
    taken = import_model(written(tmp_path, tree), "B", "nm", "absorbance")
    X = np.random.default_rng(9).random((20, 34))
    found = taken.predict(sa.spectra(X, axis=whole, unit="nm", quantity="absorbance"), "B")
    np.testing.assert_allclose(found.values, predict(X[:, kept]), rtol=1e-9)
    uneven, _ = mdatools(left_out=left, axis=whole[kept] ** 1.1)
    with pytest.raises(FileError, match="not even"):
        import_model(written(tmp_path, uneven), "B")


@pytest.mark.parametrize(("change", "said"), [
    ({"prep": {"snv": []}}, "preprocesses"), ({"ncomp_selected": 9}, "do not match"), ({"npred": 29}, "do not match"),
    ({"coeffs": {"data": [1, 2]}}, "do not match"), ({"v": {"data": []}}, "do not match"),
    ({"npred": "x"}, "not valid"),
    ({"exclvars": [0, 0]}, "do not match"), ({"xvarvalues": [1.0]}, "do not match"), ({"coeffs": 3}, "not valid"),
    ({"npred": 10 ** 12}, "do not match")])
def test_what_of_mdatools_cannot_be_taken_in(tmp_path, change, said):
    with pytest.raises(FileError, match=said):
        import_model(written(tmp_path, {**mdatools()[0], **change}), "B")


def test_200_mutilated_files(tmp_path):
    """Bytes of good models changed and cut: a model, or one sentence."""
    rng = np.random.default_rng(0)
    good = [json.dumps(by_hand(preprocessing=["snv"])).encode(), json.dumps(mdatools(p=6)[0]).encode()]
    path, read = tmp_path / "m.json", 0
    for k in range(200):
        content = bytearray(good[k % 2])
        for place in rng.integers(0, len(content), 2):
            content[place] = rng.integers(48, 58) if k % 3 else rng.integers(32, 126)
        if k % 5 == 0:
            del content[int(rng.integers(len(content))):]
        path.write_bytes(content)
        try:
            import_model(path)
            read += 1
        except FileError as error:
            assert "\n" not in str(error)
    assert 5 < read < 150


@pytest.mark.parametrize("content", [b"", b"{}", b'{"format": "x"}', b"[1]", b'{"a":' * 3000, b"Sample,Fat\nx,1\n"])
def test_what_is_no_model(tmp_path, content):
    path = tmp_path / "x.json"
    path.write_bytes(content)
    with pytest.raises(FileError) as caught:
        import_model(path)
    assert "x.json" in str(caught.value)


def test_trees_with_all_kinds_of_numbers():
    tree = {"a": np.array([[1.0, np.nan], [np.inf, -np.inf]]), "b": [1, "x", None, True], "c": float("inf")}
    back = from_plain(json.loads(json.dumps(to_plain(tree), allow_nan=False)))
    np.testing.assert_array_equal(back["a"], tree["a"])
    assert back["b"] == tree["b"]


def test_the_command_and_what_uses_it(tmp_path, capsys):
    model = made("ds")
    export_model(model, tmp_path / "m.json", "B")
    out = tmp_path / "taken.h5"
    assert main(["import-model", str(tmp_path / "m.json"), "--output", str(out)]) == 0
    assert "Fat, Water from 60 channels of B" in capsys.readouterr().out
    X = new_spectra(3)
    rows = ["Sample," + ",".join(f"{a:g} nm" for a in AXIS), *(f"s{k}," + ",".join(map(repr, map(float, x)))
                                                              for k, x in enumerate(X))]
    (tmp_path / "new.csv").write_text("\n".join(rows) + "\n")
    assert main(["predict", str(out), str(tmp_path / "new.csv"), "--instrument", "B", "--output",
                 str(tmp_path / "v.csv")]) == 0
    assert main(["export-model", str(out), "--instrument", "B", "--output", str(tmp_path / "p.py")]) == 0
    assert main(["import-model", str(tmp_path / "none.json"), "--output", str(out)]) == 2
    assert main(["import-model", str(tmp_path / "m.json"), "--output", str(tmp_path / "x.txt")]) == 2
