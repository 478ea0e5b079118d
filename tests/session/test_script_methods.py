"""“Copy as Python” and “Copy as command line” give the very result of the window, for every method there is."""

from __future__ import annotations

import shlex

import h5py
import numpy as np
import pytest

from spectralign_gui.cli import main
from spectralign_gui.contract.problem import short
from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.registry import methods
from spectralign_gui.io.model_file import save_result
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.table import write_table
from spectralign_gui.io.writers import write
from spectralign_gui.session.export.script import command_line, pairs_rows, python_script, values_rows, with_values
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState

SAMPLES, CHANNELS = 20, 20
VALUES_ON_B = {"native"}
"""Methods that need values on B of samples that are no standards."""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Two small files of one axis: B reads lower and shifted."""
    folder = tmp_path_factory.mktemp("spectra")
    rng = np.random.default_rng(5)
    latent, axis = rng.random((SAMPLES, 3)), np.linspace(1000, 1100, CHANNELS)
    for name, gain, shift in (("A", 1.0, 0.0), ("B", 0.8, 2.0)):
        bands = np.array([np.exp(-(((axis - c - shift) / 14) ** 2)) for c in (1020, 1050, 1080)])
        spectra = 0.5 + gain * latent @ bands + rng.normal(0, 0.004, (SAMPLES, CHANNELS))
        write(SpectralDataset(name, spectra, Axis(axis, "nm"), tuple(f"S{i}" for i in range(SAMPLES))),
              folder / f"{name}.csv")
    values = Targets(("Oil", "Ash"), np.column_stack([10 + 3 * latent[:, 0], 4 + latent[:, 1] / 3]))
    return folder, values


def session(files, name):
    folder, values = files
    a, b = (read_dataset(folder / f"{n}.csv", name=n) for n in ("A", "B"))
    a = a.with_(targets=values)
    if name in VALUES_ON_B:  # its own: other samples are known, some below the limit, another order of properties
        own = np.where(np.arange(SAMPLES)[:, None] == [2, 5], np.nan, values.values[:, ::-1] + 0.01)
        censored = np.zeros(own.shape, bool)
        censored[5, 1] = True
        b = b.with_(targets=Targets(("Ash", "Oil"), own, ("", "g/kg"), censored, (float("nan"), 0.2)))
    standards = hold_out_share(match_by_name([a, b]).standards, 0.2, 1)
    info = methods()[name]
    # every parameter is set, most to what it would be anyway: so that each has to go through the script and the command
    parameters = {name: info.defaults() | short(info)}
    state = SessionState((a, b), standards, method=name, seed=4, excluded={"A": (3,)}, parameters=parameters)
    return state.without_dataset("B") if info.max_sets == 1 else state


def numbers(path):
    """Every number and word of a result file, but for how long it took."""
    found = {}

    def take(name, item):
        if isinstance(item, h5py.Dataset):
            found[name] = item[()]
        for key, value in item.attrs.items():
            found[f"{name}@{key}"] = value

    with h5py.File(path) as file:
        for part in ("embedding", "pairs", "held_out_pairs", "model"):
            if part in file:
                take(part, file[part])
                if isinstance(file[part], h5py.Group):
                    file[part].visititems(lambda name, item, part=part: take(f"{part}/{name}", item))
    return found


def check_same(path, reference):
    again = numbers(path)
    assert set(again) == set(reference)
    for name, value in reference.items():
        value = np.asarray(value)
        if value.dtype.kind in "fc":
            np.testing.assert_allclose(again[name], value, rtol=1e-10, atol=1e-10, err_msg=name)
        else:
            np.testing.assert_array_equal(again[name], value, err_msg=name)


@pytest.mark.parametrize("name", sorted(methods()))
def test_script_and_command_line_of_every_method(name, files, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    state = session(files, name)
    save_result(execute(state), "window.h5")
    reference = numbers("window.h5")
    assert sum(np.asarray(v).size for v in reference.values() if np.asarray(v).dtype.kind == "f") > 50

    script = python_script(state, "script.h5")
    assert len(script.splitlines()) <= 12 and "import spectralign_gui as sa" in script
    # the program itself runs nothing of the kind: this is what somebody does who has pasted the script
    exec(compile(script, "script", "exec"), {"__name__": "__main__"})
    check_same("script.h5", reference)

    if state.standards:
        write_table("pairs.csv", *pairs_rows(state))
    write_table("values.csv", *values_rows(state))
    targets = {"path": "values.csv"}
    if name in VALUES_ON_B:
        assert with_values(state) == [0, 1]
        write_table("of_b.csv", *values_rows(state, 1))
        targets = {"own": {"A": "values.csv", "B": "of_b.csv"}}
    words = shlex.split(command_line(state, "pairs.csv", "command.h5", targets=targets))
    assert words[:2] == ["spectralign", "align"] and main(words[1:]) == 0
    check_same("command.h5", reference)


@pytest.mark.parametrize("how", ["script", "command"])
def test_reference_values_come_back_whole(how, files, tmp_path, monkeypatch):
    from spectralign_gui.cli import build_parser
    from spectralign_gui.commands._session import load_session

    monkeypatch.chdir(tmp_path)
    state = session(files, "native")
    if how == "script":
        found = {}
        exec(compile(python_script(state, "script.h5"), "script", "exec"), found)
        again = found["result"].state
    else:
        for k, name in enumerate("AB"):
            write_table(f"{name}.csv", *values_rows(state, k))
        own = {"own": {"A": "A.csv", "B": "B.csv"}}
        words = shlex.split(command_line(state.with_(standards=()), targets=own))
        again = load_session(build_parser().parse_args(words[1:]))
    for before, after in zip(state.datasets, again.datasets, strict=True):
        assert after.targets.names == before.targets.names and after.targets.units == before.targets.units
        np.testing.assert_array_equal(after.targets.values, before.targets.values)
        np.testing.assert_array_equal(after.targets.censored, before.targets.censored)
        np.testing.assert_array_equal(after.targets.lab_errors, before.targets.lab_errors)
