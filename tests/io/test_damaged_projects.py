"""Damaged and forged projects: one sentence that names the file, never a crash, a hang or a heap of memory."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.hdf5 import new_hdf5
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.seal import SIZE, seal
from spectralign_gui.io.tree import Budget, read_tree, write_tree
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset

ROOT = Path(__file__).resolve().parents[2]

OPENER = """
import resource, sys
from pathlib import Path
from spectralign_gui.core.errors import FileError
from spectralign_gui.io.project import open_project
for path in sorted(Path(sys.argv[1]).iterdir()):
    print("OPENING", path.name, flush=True)
    try:
        open_project(path)
    except FileError as error:
        text = str(error)
        assert path.name in text and "\\n" not in text and text.endswith("."), text
        print("REFUSED", text, flush=True)
    else:
        print("OPENED", flush=True)
print("PEAK", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A small project with a run."""
    datasets = (make_dataset("a", n=12, p=30, seed=1), make_dataset("b", n=12, p=20, seed=2))
    state = SessionState(datasets, hold_out_share(match_by_name(datasets).standards, 0.25), seed=1,
                         selections={"few": {"a": (1, 2)}}, excluded={"b": (3,)}, parameters={"lra": {"mu": 0.7}})
    path = tmp_path_factory.mktemp("whole") / "p.spectralign"
    save_project(path, state, [execute(state)], {"layout": np.arange(9, dtype=np.uint8), "shown_run": 0})
    return path


def opened(folder: Path) -> list[str]:
    """Open every file of a folder in a process of its own; what became of each."""
    done = subprocess.run([sys.executable, "-c", OPENER, str(folder)], capture_output=True, text=True, timeout=150,
                          env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, (lines[-2:], done.stderr[-2000:])
    assert int(lines[-1].split()[1]) < 1500, "MB of memory at most"
    return [line for line in lines if line.startswith(("REFUSED", "OPENED"))]


def test_truncated_anywhere(whole, tmp_path):
    content = whole.read_bytes()
    places = sorted({0, 1, 8, SIZE - 1, SIZE, SIZE + 1, SIZE + 96, len(content) - 1,
                     *random.Random(1).sample(range(len(content)), 25)})
    for n in places:
        (tmp_path / f"{n:08d}.spectralign").write_bytes(content[:n])
    assert all(line.startswith("REFUSED") for line in opened(tmp_path))


def test_a_flipped_byte_anywhere_is_noticed(whole, tmp_path):
    content, chance = whole.read_bytes(), random.Random(2)
    for n in chance.sample(range(SIZE, len(content)), 30):
        changed = bytearray(content)
        changed[n] ^= 1 << chance.randrange(8)
        (tmp_path / f"{n:08d}.spectralign").write_bytes(bytes(changed))
    assert all(line.startswith("REFUSED") for line in opened(tmp_path))


def test_flipped_bytes_behind_a_forged_seal_do_no_harm(whole, tmp_path):
    content, chance = whole.read_bytes(), random.Random(3)
    for n in chance.sample(range(SIZE, len(content)), 30):
        changed = bytearray(content)
        for place in (n, min(n + 1, len(content) - 1)):
            changed[place] = chance.randrange(256)
        path = tmp_path / f"{n:08d}.spectralign"
        path.write_bytes(bytes(changed))
        seal(path)
    assert len(opened(tmp_path)) == 30  # refused or opened, but told


def groups_of(path: Path) -> list[str]:
    found: list[str] = []
    with h5py.File(path) as file:
        file.visit(found.append)
    return found


def test_any_missing_part(whole, tmp_path):
    names = groups_of(whole)
    for k, name in enumerate(random.Random(4).sample(names, min(24, len(names)))):
        path = tmp_path / f"{k:03d}.spectralign"
        shutil.copy(whole, path)
        with h5py.File(path, "r+") as file:
            del file[name]
        seal(path)
    assert len(opened(tmp_path)) == min(24, len(names))


def test_any_part_of_another_kind(whole, tmp_path):
    wrong = [np.arange(3.0), "text", -7, np.zeros((2, 0)), np.array([b"x"]), 2 ** 62]
    names = groups_of(whole)
    for k, name in enumerate(random.Random(5).sample(names, min(24, len(names)))):
        path = tmp_path / f"{k:03d}.spectralign"
        shutil.copy(whole, path)
        with h5py.File(path, "r+") as file:
            kept = dict(file[name].attrs)
            del file[name]
            file.create_dataset(name, data=wrong[k % len(wrong)]).attrs.update(kept)
        seal(path)
    assert len(opened(tmp_path)) == min(24, len(names))


def forged(whole: Path, path: Path, change) -> str:
    """The sentence with which a forged project is refused."""
    shutil.copy(whole, path)
    with h5py.File(path, "r+") as file:
        change(file)
    seal(path)
    with pytest.raises(FileError) as caught:
        open_project(path)
    assert path.name in str(caught.value)
    return str(caught.value)


def test_other_files_are_never_read_through_a_project(whole, tmp_path):
    secret = tmp_path / "secret.h5"
    with h5py.File(secret, "w") as file:
        file["x"] = np.zeros((12, 30))
        file.create_group("g")
    (tmp_path / "secret.bin").write_bytes(bytes(8 * 12 * 30))
    name = "data/0/set/a/spectra"

    def external_link(file):
        del file[name]
        file[name] = h5py.ExternalLink(str(secret), "/x")

    def soft_link(file):
        del file[name]
        file[name] = h5py.SoftLink("/data/1/set/b/spectra")

    def foreign_storage(file):
        del file[name]
        file.create_dataset(name, (12, 30), "f8", external=[(str(tmp_path / "secret.bin"), 0, 8 * 12 * 30)])

    def virtual(file):
        del file[name]
        layout = h5py.VirtualLayout((12, 30), "f8")
        layout[:] = h5py.VirtualSource(str(secret), "x", (12, 30))
        file.create_virtual_dataset(name, layout)

    def linked_group(file):
        del file["tree"]
        file["tree"] = h5py.ExternalLink(str(secret), "/g")

    for k, change in enumerate((external_link, soft_link, foreign_storage, virtual, linked_group)):
        sentence = forged(whole, tmp_path / f"{k}.spectralign", change)
        assert "link" in sentence or "another file" in sentence, sentence


def test_groups_inside_themselves_and_bombs(whole, tmp_path):
    def loop(file):
        for k in range(4):
            file[f"tree/extras/again{k}"] = file["tree"]

    def bomb(file):
        for k in range(30):
            big = file.create_dataset(f"tree/extras/b{k}", (24_000_000,), "f8", compression="gzip", chunks=(100_000,))
            big[:100_000] = 0.0
            big.attrs["kind"] = "array"

    def claims(file):
        del file["tree/extras/layout"]
        file.create_dataset("tree/extras/layout", (10 ** 12,), "u1", chunks=(10 ** 6,)).attrs["kind"] = "array"

    def list_without_members(file):
        del file["tree/runs/0"]
        file["tree/runs"].attrs["kind"] = "list"
        file.create_group("tree/runs/5")

    assert "twice" in forged(whole, tmp_path / "loop.spectralign", loop)
    assert "claims" in forged(whole, tmp_path / "bomb.spectralign", bomb)
    assert "claims" in forged(whole, tmp_path / "size.spectralign", claims)
    forged(whole, tmp_path / "list.spectralign", list_without_members)


@pytest.mark.parametrize("claimed", [100, 20_000])
def test_many_names_of_one_long_text(whole, tmp_path, claimed):
    """A text of 1 MB that a list names again and again: 0.1 or 20 GB in a file of 2 MB."""
    path = tmp_path / "texts.spectralign"
    shutil.copy(whole, path)
    with h5py.File(path, "r+") as file:
        name = "tree/extras/names"
        made = file.create_dataset(name, data=["x" * 1_000_000] + [""] * (claimed - 1), dtype=h5py.string_dtype())
        made.attrs["kind"] = "texts"
        place = made.id.get_offset()
    content = bytearray(path.read_bytes())
    content[place:place + 16 * claimed] = content[place:place + 16] * claimed
    path.write_bytes(bytes(content))
    with h5py.File(path, "r") as file:
        assert len(file[name][claimed - 1]) == 1_000_000
    seal(path)
    with pytest.raises(FileError, match=r"texts\.spectralign: .*far more than a file of its size can"):
        open_project(path)


def test_no_honest_tree_is_beyond_the_budget(tmp_path):
    """However small its parts are."""
    tree = {"a": [{} for _ in range(400)], "b": list(range(400)), "c": [None] * 400, "d": [[""] * 3] * 300,
            "e": [""] * 3000, "f": {str(k): k for k in range(300)}}
    with new_hdf5(tmp_path / "x.h5") as file:
        write_tree(file.create_group("tree"), tree)
    with h5py.File(tmp_path / "x.h5") as file:
        budget = Budget.of(tmp_path / "x.h5")
        most = budget.nodes
        read_tree(file["tree"], budget)
    assert most - budget.nodes > 1800 and budget.nodes > 0.5 * most and budget.letters > 0


def test_rows_and_settings_that_cannot_be(whole, tmp_path):
    def other(**changes):
        state = open_project(whole).state
        path = tmp_path / "odd.spectralign"
        save_project(path, state.with_(**changes))
        return path

    for changes, words in (
        ({"excluded": {"a": (99,)}}, "row 100 of a"), ({"excluded": {"a": (-1,)}}, "row 0 of a"),
    ):
        with pytest.raises(FileError, match=words):
            open_project(other(**changes))
    found = open_project(other(parameters={"lra": {"mu": 7.0, "n_components": 2}}, selections={"x": {"a": (1, 99)}},
                               unavailable={"gone": (1,), "b": (50, 2)}))
    assert found.state.parameters == {"lra": {"n_components": 2}} and "7.0" in found.warnings[0]
    assert found.state.selections == {"x": {"a": (1,)}} and found.state.unavailable == {"b": {2: ""}}
