"""The project file: everything comes back, saving is atomic, damaged and newer files are refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import h5py
import numpy as np
import pytest

from spectralign_gui.core.data import Standard
from spectralign_gui.core.errors import FileError
from spectralign_gui.io import atomic
from spectralign_gui.io.project import SCHEMA, open_project, save_project
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.io.seal import seal
from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.same_result import differences
from spectralign_gui.session.standards.pairing import hold_out_share
from spectralign_gui.session.state import SessionState


@pytest.fixture(scope="module")
def state() -> SessionState:
    state = load_sample_session("dollar")
    spec = PreprocessingSpec((StepSpec("crop", {"ranges": "2-39"}), StepSpec("snv", {}, enabled=False)))
    return state.with_(
        standards=hold_out_share(state.standards, 0.2),
        preprocessing=spec,
        parameters={"lra": {"mu": 0.7, "n_components": 3}},
        excluded={"dollar_first": (3, 5)},
        selections={"odd": {"dollar_second": (1, 3)}},
        seed=4,
    )


@pytest.fixture(scope="module")
def run(state):
    return execute(state)


def test_everything_comes_back(state, run, tmp_path):
    path = tmp_path / "p.spectralign"
    save_project(path, state, [run], {"layout": np.arange(5, dtype=np.uint8), "note": "näher"})
    project = open_project(path)
    again = project.state
    assert not project.warnings and project.extras["note"] == "näher"
    assert again.standards == state.standards and again.parameters == state.parameters
    assert again.excluded == state.excluded and again.selections == state.selections
    assert (again.method, again.seed, again.preprocessing) == (state.method, state.seed, state.preprocessing)
    for a, b in zip(again.datasets, state.datasets, strict=True):
        np.testing.assert_array_equal(a.spectra, b.spectra)
        assert (a.name, a.sample_names, a.groups, a.source, a.axis.unit) == (
            b.name,
            b.sample_names,
            b.groups,
            b.source,
            b.axis.unit,
        )
    np.testing.assert_array_equal(again.datasets[0].targets.values, state.datasets[0].targets.values)


def test_a_run_comes_back_and_still_transforms(state, run, tmp_path):
    path = tmp_path / "p.spectralign"
    save_project(path, state, [run])
    stored = open_project(path).runs[0]
    assert differences(run, stored, 1e-12) == []
    assert stored.quality.hit == run.quality.hit and stored.started == run.started
    np.testing.assert_allclose(stored.estimator.transform(stored.datasets[1].spectra, 1), run.embeddings[1], atol=1e-10)
    np.testing.assert_array_equal(stored.datasets[0].spectra, run.datasets[0].spectra)
    np.testing.assert_allclose(
        stored.estimator.reconstructions_[0].matrix(), run.estimator.reconstructions_[0].matrix()
    )


def test_data_sets_shared_by_runs_are_stored_once(state, run, tmp_path):
    path = tmp_path / "p.spectralign"
    save_project(path, state, [run, run, run])
    with h5py.File(path, "r") as file:
        assert len(file["data"]) == 2


def test_the_earlier_file_is_kept(state, run, tmp_path):
    path = tmp_path / "p.spectralign"
    save_project(path, state)
    first = path.read_bytes()
    save_project(path, state.with_(seed=9))
    assert path.with_name("p.spectralign.bak").read_bytes() == first
    assert open_project(path).state.seed == 9
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_a_failed_save_changes_nothing(state, tmp_path, monkeypatch):
    path = tmp_path / "p.spectralign"
    save_project(path, state)
    before = path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic.os, "fsync", full)
    with pytest.raises(FileError, match="disk is full"):
        save_project(path, state.with_(seed=1))
    assert path.read_bytes() == before and len(list(tmp_path.iterdir())) <= 2


def test_refusals(state, tmp_path):
    with pytest.raises(FileError, match="no such project"):
        open_project(tmp_path / "no.spectralign")
    other = tmp_path / "other.spectralign"
    other.write_bytes(b"nothing of the kind")
    with pytest.raises(FileError, match=r"other\.spectralign"):
        open_project(other)
    path = tmp_path / "p.spectralign"
    save_project(path, state)
    with h5py.File(path, "r+") as file:
        file.attrs["schema"] = 99
    seal(path)
    with pytest.raises(FileError, match="newer SpectrAlign"):
        open_project(path)
    with h5py.File(path, "r+") as file:
        file.attrs["schema"] = SCHEMA
        del file["tree"]
    with pytest.raises(FileError, match=r"damaged .*not what was saved"):
        open_project(path)
    seal(path)
    with pytest.raises(FileError, match=r"damaged .*no /tree"):
        open_project(path)


def test_a_changed_source_is_pointed_out_and_not_used(tmp_path):
    from spectralign_gui.io.read import read_dataset
    from spectralign_gui.shipped import sample

    source = tmp_path / "data" / "a.csv"
    source.parent.mkdir()
    shutil.copy(sample("toys/sines_first.csv"), source)
    data = read_dataset(source)
    path = tmp_path / "p.spectralign"
    save_project(path, SessionState(datasets=(data,)))
    assert open_project(path).warnings == ()
    source.write_text(source.read_text().replace("0.1", "0.2"))
    project = open_project(path)
    assert "has changed" in project.warnings[0]
    np.testing.assert_array_equal(project.state.datasets[0].spectra, data.spectra)
    source.unlink()
    assert "was not found" in open_project(path).warnings[0]


def test_a_moved_project_finds_its_files_beside_it(tmp_path):
    from spectralign_gui.io.read import read_dataset
    from spectralign_gui.shipped import sample

    home = tmp_path / "home"
    home.mkdir()
    shutil.copy(sample("toys/sines_first.csv"), home / "a.csv")
    save_project(home / "p.spectralign", SessionState(datasets=(read_dataset(home / "a.csv"),)))
    home.rename(tmp_path / "away")
    project = open_project(tmp_path / "away" / "p.spectralign")
    assert project.warnings == ()
    assert "away" in project.state.datasets[0].source.path


def test_a_file_is_found_by_its_content_and_can_be_located(tmp_path):
    from spectralign_gui.io.project_sources import relocate
    from spectralign_gui.io.read import read_dataset
    from spectralign_gui.shipped import sample

    first, home = tmp_path / "lab" / "a.csv", tmp_path / "home"
    first.parent.mkdir()
    home.mkdir()
    shutil.copy(sample("toys/sines_first.csv"), first)
    data = read_dataset(first)
    save_project(home / "p.spectralign", SessionState(datasets=(data,)))
    shutil.copy(first, home / "a.csv")
    first.write_text("another measurement of that name")
    project = open_project(home / "p.spectralign")
    assert project.warnings == () and project.state.datasets[0].source.path == str(home / "a.csv")
    (home / "a.csv").unlink()
    assert "has changed" in open_project(home / "p.spectralign").warnings[0]
    shutil.copy(sample("toys/sines_first.csv"), tmp_path / "renamed.csv")
    assert relocate(data, tmp_path / "renamed.csv").source.path == str(tmp_path / "renamed.csv")
    for wrong in (first, tmp_path / "gone.csv", tmp_path):
        with pytest.raises(FileError, match=wrong.name):
            relocate(data, wrong)


def test_a_source_that_may_not_be_read_is_told(tmp_path, monkeypatch):
    from spectralign_gui.io import project_sources
    from spectralign_gui.io.read import read_dataset
    from spectralign_gui.shipped import sample

    save_project(tmp_path / "p.spectralign", SessionState(datasets=(read_dataset(sample("toys/sines_first.csv")),)))

    def refused(_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(project_sources, "sha256_of", refused)
    assert "cannot be read" in open_project(tmp_path / "p.spectralign").warnings[0]


def test_the_backup_is_kept_when_a_save_fails(state, tmp_path, monkeypatch):
    path = tmp_path / "p.spectralign"
    save_project(path, state.with_(seed=1))
    save_project(path, state.with_(seed=2))
    monkeypatch.setattr(atomic.os, "fsync", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(FileError, match="disk is full"):
        save_project(path, state.with_(seed=3))
    assert open_project(path).state.seed == 2 and open_project(f"{path}.bak").state.seed == 1


def test_a_project_behind_a_link_keeps_its_earlier_file(state, tmp_path):
    path, link = tmp_path / "p.spectralign", tmp_path / "link.spectralign"
    save_project(path, state.with_(seed=1))
    link.symlink_to(path)
    save_project(link, state.with_(seed=2))
    assert link.is_symlink() and open_project(path).state.seed == 2
    assert open_project(tmp_path / "p.spectralign.bak").state.seed == 1


@pytest.mark.parametrize("name", [
    "source", "set", "..", "../x", "a/b", "tab\there", "\n", "\udcff bytes", "x" * 400, "日本", "%2E"])
def test_instruments_of_any_name(state, tmp_path, name):
    first = state.datasets[0].with_(name=name)
    odd = SessionState((first, state.datasets[1]), excluded={first.name: (1,)},
                       selections={name: {first.name: (2,)}},
                       standards=(Standard({first.name: (0,), state.datasets[1].name: (0,)}),))
    save_project(tmp_path / "p.spectralign", odd)
    again = open_project(tmp_path / "p.spectralign").state
    assert again.instruments == odd.instruments and again.standards == odd.standards
    assert again.excluded == odd.excluded and again.selections == odd.selections


def test_a_run_of_an_unknown_method_is_left_out_and_said(state, run, tmp_path):
    path = tmp_path / "p.spectralign"
    save_project(path, state, [run, run])
    with h5py.File(path, "r+") as file:
        del file["tree/runs/0/method"]
        file["tree/runs/0"].create_dataset("method", data="of the future").attrs["kind"] = "str"
    seal(path)
    project = open_project(path)
    assert len(project.runs) == 1 and "of the future" in project.warnings[0]


def test_standards_with_repeats_survive():
    from spectralign_gui.session.export.codec import standards_from_tree, standards_to_tree

    standards = (Standard({"a": (1, 4), "b": (2,)}, True), Standard({"b": (0,), "c": (5,)}))
    assert standards_from_tree(standards_to_tree(standards)) == standards
    assert standards_from_tree(standards_to_tree(())) == ()


@pytest.mark.parametrize("schema", range(1, SCHEMA + 1))
def test_projects_of_every_schema_still_open(schema):
    """One stored project per version: what was saved then is repeated now."""
    project = open_project(Path(__file__).parent / "projects" / f"schema-{schema}.spectralign")
    state, (run,) = project.state, project.runs
    assert state.instruments == ("sines_first", "sines_second") and len(state.standards) == 12
    assert sum(s.held_out for s in state.standards) == 2 and state.excluded == {"sines_first": (5,)}
    assert state.parameters["lra"]["mu"] == 0.7 and run.label == "the first"
    # spectra are rebuilt another way since then, with a share of a direct map (core/alignments/maps/direct.py)
    assert differences(run, execute(state)) == ["spectra of sines_second on sines_first differ"]
    if schema >= 2:
        reason = "too expensive" if schema >= 3 else ""
        assert state.rounds[0].found[0].sample and state.unavailable == {"sines_second": {4: reason}} and run.starred
        assert run.state.unavailable == state.unavailable
        assert state.checks[0].errors.shape == (2, 1) and state.selections == {"few": {"sines_first": (0, 2)}}
        assert (run.quality.unseen is not None) == (schema >= 3)
    else:  # what did not exist then is empty now
        assert state.rounds == state.checks == () and state.unavailable == {} and not run.starred
