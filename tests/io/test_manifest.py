"""A data set of several files that a description names, as nirs4all keeps it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.core.notes import said_of
from spectralign_gui.io.batch import find_files
from spectralign_gui.io.read import read_file

X = np.arange(1100.0, 1400.0, 10)


def spectra(n, seed=0):
    rng = np.random.default_rng(seed)
    return np.round(0.4 + 0.2 * np.exp(-(((X - 1250) / 60) ** 2)) * (1 + rng.normal(0, 0.1, (n, 1))), 5)


def write(path, rows, titles=(), mark=";", comma=False):
    path.parent.mkdir(exist_ok=True)
    text = "\n".join([*([mark.join(titles)] if titles else []), *(mark.join(f"{v}" for v in r) for r in rows)]) + "\n"
    path.write_text(text.replace(".", ",") if comma else text)


def described(folder, entries, form):
    """The description as JSON or YAML."""
    if form == "json":
        path = folder / "dataset.json"
        path.write_text(json.dumps(entries, indent=1))
        return path
    lines = ["# a data set", "name: corn  # of two laboratories"]
    for key, value in entries.items():
        if isinstance(value, dict):
            lines += [f"{key}:", *(f"  {k}: {json.dumps(v)}" for k, v in value.items())]
        elif isinstance(value, list) and form == "yaml with items":
            lines += [f"{key}:", *(f"  - {v}" for v in value)]
        else:
            lines.append(f"{key}: {'[' + ', '.join(value) + ']' if isinstance(value, list) else value}")
    path = folder / "dataset.yaml"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("form", ["json", "yaml", "yaml with items"])
@pytest.mark.parametrize("comma", [False, True])
@pytest.mark.parametrize("sub", ["", "data/"])
def test_instruments_values_names_and_split(tmp_path, form, comma, sub):
    """12 data sets: two instruments, a training and a test set, values and names."""
    S = {(i, p): spectra(n, 3 * i + len(p)) for i in (1, 2) for p, n in (("train", 9), ("test", 4))}
    V = {p: np.round(np.random.default_rng(n).uniform(5, 9, (n, 2)), 2) for p, n in (("train", 9), ("test", 4))}
    entries = {"global_params": {"delimiter": ";", "decimal_separator": "," if comma else ".", "header_unit": "nm",
                                 "signal_type": "reflectance"}}
    for p in ("train", "test"):
        for i in (1, 2):
            write(tmp_path / f"{sub}{p}_{i}.csv", S[i, p], [f"{v:g}" for v in X], comma=comma)
        write(tmp_path / f"{sub}{p}_values.csv", V[p], ["fat", "water"], comma=comma)
        write(tmp_path / f"{sub}{p}_about.csv", [[f"{p} {k}"] for k in range(len(V[p]))], ["id"])
        entries |= {f"{p}_x": [f"{sub}{p}_1.csv", f"{sub}{p}_2.csv"], f"{p}_y": f"{sub}{p}_values.csv",
                    f"{p}_group": f"{sub}{p}_about.csv"}
    path = described(tmp_path, entries, form)
    assert find_files([tmp_path]) == [path]
    result = read_file(path)
    assert [b.label for b in result.blocks] == ["source 1", "source 2"]
    for i, block in enumerate(result.blocks, 1):
        assert np.array_equal(block.axis, X) and block.unit == "nm" and block.quantity == "reflectance"
        assert np.allclose(block.spectra, np.vstack([S[i, "train"], S[i, "test"]]))
        assert block.targets.names == ("fat", "water") and np.allclose(block.targets.values, np.vstack([*V.values()]))
        assert block.groups == ("train",) * 9 + ("test",) * 4 and block.names[8:10] == ("train 8", "test 0")


@pytest.mark.parametrize("params", [{"has_header": False}, {"has_header": False, "header_unit": "none"}])
def test_files_without_titles_have_no_axis(tmp_path, params):
    write(tmp_path / "x.csv", spectra(6))
    block = read_file(described(tmp_path, {"train_x": "x.csv", "global_params": params}, "json")).blocks[0]
    assert block.axis is None and block.spectra.shape == (6, len(X)) and block.groups is None


def test_sets_on_different_axes_stay_apart(tmp_path):
    write(tmp_path / "a.csv", spectra(5), [f"{v:g}" for v in X])
    write(tmp_path / "b.csv", spectra(4), [f"{v + 1:g}" for v in X])
    result = read_file(described(tmp_path, {"train_x": "a.csv", "test_x": "b.csv"}, "json"))
    assert [(b.label, len(b.spectra)) for b in result.blocks] == [("train", 5), ("test", 4)]


def test_classes_stay_the_groups_and_the_split_a_column(tmp_path):
    for name, n in (("a", 4), ("b", 2)):
        write(tmp_path / f"{name}.csv", spectra(n), [f"{v:g}" for v in X])
        write(tmp_path / f"{name}_y.csv", [["wheat"], ["rye"]] * (n // 2), ["kind"])
    entries = {"train_x": "a.csv", "train_y": "a_y.csv", "test_x": "b.csv", "test_y": "b_y.csv"}
    block = read_file(described(tmp_path, entries, "yaml")).blocks[0]
    assert block.groups == ("wheat", "rye") * 3 and block.columns["set"] == ("train",) * 4 + ("test",) * 2


@pytest.mark.parametrize(("entries", "code"), [
    ({"train_x": "../outside.csv"}, "manifest.file_missing"), ({"train_x": "/etc/hosts"}, "manifest.file_missing"),
    ({"train_x": "gone.csv"}, "manifest.file_missing"), ({"train_x": "x.npy"}, "manifest.no_text"),
    ({"train_x": "x.csv", "train_y": "short.csv"}, "paired.rows_differ")])
def test_what_cannot_be_read_is_named(tmp_path, entries, code):
    folder = tmp_path / "set"
    folder.mkdir()
    write(tmp_path / "outside.csv", spectra(3), [f"{v:g}" for v in X])
    write(folder / "x.csv", spectra(3), [f"{v:g}" for v in X])
    write(folder / "short.csv", [[1.5]], ["fat"])
    (folder / "x.npy").write_bytes(b"\x93NUMPY")
    with pytest.raises(FileError) as told:
        read_file(described(folder, entries, "json"))
    assert said_of(told.value).code == code


def test_yaml_of_another_form_is_refused_by_its_line(tmp_path):
    path = tmp_path / "d.yaml"
    path.write_text("train_x: a.csv\nfiles:\n  - path: a.csv\n    columns: {features: all}\n  ??\n")
    with pytest.raises(FileError) as told:
        read_file(path)
    assert said_of(told.value).code == "manifest.line_unknown" and "line 5" in str(told.value)


def test_any_other_json_is_no_description(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('{"x": [1, 2], "train": true}')
    with pytest.raises(FileError):
        read_file(path)
    assert find_files([tmp_path]) == [path]
