"""`predict` block by block gives what it gives of the whole: every format, layouts, bad rows, killed and gone on."""

from __future__ import annotations

import csv
import json
import re

import h5py
import numpy as np
import pytest

from spectralign_gui.cli import main
from spectralign_gui.commands import _in_blocks
from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.io.blocks import opening
from spectralign_gui.io.hdf5 import write_datasets
from spectralign_gui.io.read import read_dataset
from spectralign_gui.session.predict import in_parts
from tests.cli.conftest import write_spectra
from tests.cli.test_new_spectra import predict

N, AXIS = 53, np.arange(1110.0, 1290.0, 6)
FORMATS = ("csv", "csv-no-names", "own", "own-packed", "h5", "h5-chunks", "h5-across", "h5-scaled", "h5-big-endian",
           "npz", "npz-packed", "npz-fortran", "npz-across", "csv-comma", "h5-descending")


def spectra_of(n=N, seed=1):
    rng = np.random.default_rng(seed)
    basis = np.array([np.exp(-(((AXIS - c) / 25) ** 2)) for c in (1140, 1190, 1250)])
    return 1 + 0.2 * rng.normal(size=(n, 3)) @ basis + rng.normal(0, 0.005, (n, len(AXIS)))


def write(folder, kind, x, names=None):
    names = names or [f"N{i:03d}" for i in range(len(x))]
    path = folder / f"new.{'h5' if kind.startswith(('own', 'h5')) else kind.split('-')[0]}"
    if kind.startswith("csv"):
        write_spectra(path, ["" for _ in names] if kind == "csv-no-names" else names, AXIS, x)
        text = path.read_text().replace("nan", "")
        if kind == "csv-comma":
            text = text.replace(",", ";").replace(".", ",")
        path.write_text(text)
    elif kind.startswith("own"):
        many = SpectralDataset("new", x.astype(np.float32), Axis(AXIS, "nm"), tuple(names))
        write_datasets(path, [many])
        if kind == "own":
            with h5py.File(path, "r") as packed, h5py.File(folder / "plain.h5", "w") as plain:
                packed.copy("instruments", plain)
                group = plain["instruments"]["new"]
                values, attributes = group["spectra"][()], dict(group["spectra"].attrs)
                del group["spectra"]
                group.create_dataset("spectra", data=values).attrs.update(attributes)
            (folder / "plain.h5").replace(path)
    elif kind.startswith("h5"):
        with h5py.File(path, "w") as file:
            turn = -1 if kind == "h5-descending" else 1
            file["wavelength"] = AXIS[::turn]
            file["wavelength"].attrs["units"] = "nm"
            values = x[:, ::turn].astype(">f8" if kind == "h5-big-endian" else "f8")
            values = values.T if kind == "h5-across" else values
            packing = {"chunks": (11, 10), "compression": "gzip"} if kind == "h5-chunks" else {}
            made = file.create_dataset("spectra", data=values * (4 if kind == "h5-scaled" else 1), **packing)
            if kind == "h5-scaled":
                made.attrs["scale_factor"] = 0.25
            file["sample_names"] = names
            file["reference"] = np.arange(float(len(x)))
    else:
        values = np.asfortranarray(x) if kind == "npz-fortran" else x.T if kind == "npz-across" else x
        save = np.savez_compressed if kind == "npz-packed" else np.savez
        save(path, wavelength_nm=AXIS, spectra=values, sample_names=np.array(names))
    return path


def in_blocks(monkeypatch, rows=7):
    monkeypatch.setattr(opening, "LARGE", 0)
    monkeypatch.setattr(in_parts, "AT_ONCE", rows * len(AXIS))
    monkeypatch.setattr(_in_blocks, "AT_ONCE", rows * len(AXIS))


def table(path):
    with open(path, newline="") as stream:
        return list(csv.reader(stream))


def assert_same(a, b):
    assert a[0] == b[0]
    assert len(a) == len(b)
    for one, other in zip(a[1:], b[1:], strict=True):
        assert (one[0], one[-1]) == (other[0], other[-1])
        np.testing.assert_allclose(np.array([float(c or "nan") for c in one[1:-1]]),
                                   np.array([float(c or "nan") for c in other[1:-1]]), rtol=1e-12, atol=1e-12)


LOOK_AT_ALL = "far from all values around them"
"""What is said of a table as a whole: whoever reads it in blocks never has it."""


def both(call, monkeypatch, model, new, folder, rows=7, *more):
    """Exit code, what is printed and the table: of the whole, and in blocks."""
    found = []
    for way in ("whole", "blocks"):
        out = folder / "out.csv"
        with monkeypatch.context() as patch:
            if way == "blocks":
                in_blocks(patch, rows)
            seen = []
            patch.setattr("spectralign_gui.commands.predict.predicted_in_blocks",
                          lambda *a, seen=seen: seen.append(1) or _in_blocks.predicted_in_blocks(*a))
            code, printed, errors = call("predict", model, new, "--instrument", "B", "--output", out, *more)
        assert bool(seen) == (way == "blocks"), way
        found.append((code, printed, sorted(line for line in errors.splitlines() if LOOK_AT_ALL not in line),
                      table(out) if out.exists() else None))
        out.unlink(missing_ok=True)
        assert not (folder / "out.csv.journal").exists(), errors
    return found


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A model of two instruments, made once."""
    folder = tmp_path_factory.mktemp("model")
    names = [f"S{i:02d}" for i in range(24)]
    for name, seed in (("A", 2), ("B", 2)):
        write_spectra(folder / f"{name}.csv", names, AXIS, spectra_of(24, seed) * (1.1 if name == "A" else 1.0))
    values = spectra_of(24, 2)[:, [5, 20]] * [10, 30]
    (folder / "targets.csv").write_text("Sample,Moisture,Starch\n" + "".join(
        f"{n},{v[0]:.5f},{v[1]:.5f}\n" for n, v in zip(names, values, strict=True)))
    out = folder / "model.h5"
    assert main([str(w) for w in (
        "align", folder / "A.csv", folder / "B.csv", "--match-names", "--targets", folder / "targets.csv", "--method",
        "bias", "--preprocess", "resample", "--preprocess", "snv", "--intervals", "--output", out)]) == 0
    return out


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_gives_the_same(call, model, monkeypatch, tmp_path, kind):
    new = write(tmp_path, kind, spectra_of())
    whole, blocks = both(call, monkeypatch, model, new, tmp_path)
    assert whole[:3] == blocks[:3] and whole[0] == 0
    assert_same(whole[3], blocks[3])
    assert len(whole[3]) == N + 1


@pytest.mark.parametrize("rows", [1, 2, 13, 26, 52, 53, 54, 1000])
def test_blocks_of_every_size(call, model, monkeypatch, tmp_path, rows):
    new = write(tmp_path, "h5", spectra_of())
    whole, blocks = both(call, monkeypatch, model, new, tmp_path, rows)
    assert whole[:3] == blocks[:3]
    assert_same(whole[3], blocks[3])


def gaps(x):
    x[3, 4] = x[30, 2] = np.nan
    x[31:36, 7:9] = np.nan


def ending_early(x):
    x[5, 20:] = x[40, 15:] = np.nan


def constant(x):
    x[[20, 21, 45]] = 2.0


def one_constant(x):
    x[52] = 2.0


def marks(x):
    x[8, 3] = x[9, 3] = x[50, 1] = -9999.0


def marks_among_others(x):
    x[8, 3] = -999.0
    x[45, 2] = -500.0


def huge(x):
    x[33, 6] = 1e25


def unlike_all(x):
    x *= 100


def tiny(x):
    x[4, 4] = x[44, 4] = 1e-35


def the_axis_again(x):
    x[41] = AXIS


def empty_rows(x):
    x[[0, 1, 2, 3, 4, 5, 6, 7, 52]] = np.nan


DAMAGE = (gaps, ending_early, constant, one_constant, marks, marks_among_others, huge, unlike_all, tiny, the_axis_again,
          empty_rows)


@pytest.mark.parametrize("kind", ["csv", "own-packed", "h5", "npz-packed"])
@pytest.mark.parametrize("damage", DAMAGE, ids=lambda d: d.__name__)
def test_bad_rows_are_named_alike(call, model, monkeypatch, tmp_path, kind, damage):
    x = spectra_of()
    damage(x)
    new = write(tmp_path, kind, x)
    whole, blocks = both(call, monkeypatch, model, new, tmp_path)
    if whole[0]:  # what is said of a whole file is not said of one that was refused before its end
        whole = (*whole[:2], [line for line in whole[2] if "resembles nothing" not in line], *whole[3:])
    assert whole[:3] == blocks[:3]
    if whole[3] is not None:
        assert_same(whole[3], blocks[3])


def test_all_rows_bad(call, model, monkeypatch, tmp_path):
    x = spectra_of()
    x[:, 3] = np.nan
    whole, blocks = both(call, monkeypatch, model, write(tmp_path, "h5", x), tmp_path)
    assert whole == blocks


def test_json_and_workbook(call, model, monkeypatch, tmp_path):
    x = spectra_of()
    gaps(x)
    new = write(tmp_path, "npz", x)
    whole, blocks = both(call, monkeypatch, model, new, tmp_path, 7, "--json")
    one, other = json.loads(whole[1]), json.loads(blocks[1])
    assert {k: v for k, v in one.items() if k != "samples"} == {k: v for k, v in other.items() if k != "samples"}
    assert [s["flags"] for s in one["samples"]] == [s["flags"] for s in other["samples"]]
    predict(call, model, new, tmp_path / "whole.xlsx")
    in_blocks(monkeypatch)
    predict(call, model, new, tmp_path / "blocks.xlsx")
    from openpyxl import load_workbook

    sheets = [[list(r) for r in load_workbook(tmp_path / f"{w}.xlsx").active.values] for w in ("whole", "blocks")]
    assert [len(s) for s in sheets] == [N + 1, N + 1]
    for a, b in zip(*sheets, strict=True):
        assert all(x == pytest.approx(y, rel=1e-12) if isinstance(x, float) else x == y
                   for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("kind", ["csv", "own-packed", "h5", "npz-packed"])
def test_a_killed_call_goes_on(call, model, monkeypatch, tmp_path, kind):
    x = spectra_of()
    gaps(x)
    marks(x)
    new = write(tmp_path, kind, x)
    whole, _ = both(call, monkeypatch, model, new, tmp_path)
    in_blocks(monkeypatch)
    out = tmp_path / "out.csv"
    words = ("predict", model, new, "--instrument", "B", "--output", out)
    count = [0]
    add = in_parts.InParts.add

    def dies(self, dataset):
        count[0] += 1
        if count[0] == 5:
            raise KeyboardInterrupt
        return add(self, dataset)

    with monkeypatch.context() as patch:
        patch.setattr(in_parts.InParts, "add", dies)
        code, _, errors = call(*words)
    assert code == 130
    assert "stopped after 28 spectra; the same call with --resume continues" in errors
    assert not out.exists()
    journal = tmp_path / "out.csv.journal"
    with open(journal, "ab") as file:
        file.write(b'{"names": ["half a li')  # what a killed program leaves
    code, printed, errors = call(*words, "--resume")
    assert (code, printed, sorted(errors.splitlines())) == whole[:3]
    assert_same(whole[3], table(out))
    assert not journal.exists()


def test_nothing_to_go_on_with(call, model, monkeypatch, tmp_path):
    new = write(tmp_path, "h5", spectra_of())
    words = ("predict", model, new, "--instrument", "B", "--output", tmp_path / "out.csv", "--resume")
    code, _, errors = call(*words)
    assert code and "there is no journal to continue from" in errors
    (tmp_path / "out.csv.journal").write_text('{"format": "spectralign predictions journal 1", "key": "other"}\n')
    code, _, errors = call(*words)
    assert code and "belongs to another call" in errors
    (tmp_path / "out.csv.journal").write_text("something\n")
    code, _, errors = call(*words)
    assert code and "not a journal of predictions" in errors
    columns = tmp_path / "columns.csv"
    columns.write_text("nm,N1,N2\n" + "".join(f"{a:g},1.0{i},1.1{i}\n" for i, a in enumerate(AXIS)))
    code, _, errors = call("predict", model, columns, "--instrument", "B", "--output", tmp_path / "o.csv", "--resume")
    assert code and "is read as a whole: leave --resume out" in errors


def test_what_is_read_is_what_the_reader_reads(monkeypatch, tmp_path):
    """Names, numbers and axis of every format, and some rows taken by number."""
    for kind in FORMATS:
        folder = tmp_path / kind
        folder.mkdir()
        path = write(folder, kind, spectra_of())
        whole, source = read_dataset(path), opening.open_blocks(path, 0)
        parts = list(source.blocks(7))
        assert [len(p) for p in parts] == [7] * 7 + [4], kind
        assert tuple(n for p in parts for n in p.sample_names) == whole.sample_names, kind
        np.testing.assert_array_equal(np.concatenate([p.spectra for p in parts]), whole.spectra, err_msg=kind)
        assert all(p.spectra.dtype == whole.spectra.dtype for p in parts)
        for name in ("name", "quantity", "axis"):
            assert re.sub(r"\s", "", repr(getattr(parts[0], name))) == re.sub(r"\s", "", repr(getattr(whole, name)))
        assert source.warnings() == whole.warnings, kind
        some = np.array([0, 6, 7, 30, 52])
        np.testing.assert_array_equal(opening.open_blocks(path, 0).take(some).spectra, whole.spectra[some])
