"""Many files at once: bad ones are listed, groups and names are proposed; lab readers can be added."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from spectralign_gui.core.errors import Cancelled, FileError, ParameterError
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.io.batch import find_files, natural_key, read_many
from spectralign_gui.io.grouping import dataset_of
from spectralign_gui.io.naming import preview_pattern
from spectralign_gui.io.read import read_file
from spectralign_gui.io.readers import Block, Reader, ReadResult, registry

AXIS = np.arange(400.0, 440.0, 0.5)


def spectrum(folder: Path, name: str, scale: float = 1.0, shift: float = 0.0, header: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(header + "".join(f"{x + shift:.4f}\t{scale * np.sin(x / 9) + 2:.6f}\n" for x in AXIS),
                    encoding="utf-8")
    return path


class Recorder(SilentMonitor):
    """Keeps what was reported; cancels after some reports if asked."""

    def __init__(self, cancel_after: int | None = None) -> None:
        super().__init__()
        self.fractions: list[float] = []
        self._after = cancel_after

    def report(self, stage, fraction, **values):
        self.fractions.append(fraction)
        if self._after is not None and len(self.fractions) >= self._after:
            self.cancel()


def test_one_bad_file_of_many_is_listed_and_the_others_load(tmp_path):
    for k in range(60):
        spectrum(tmp_path, f"s{k}.txt", 1 + k / 60)
    (tmp_path / "s30.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(200))
    (tmp_path / ".hidden.txt").write_text("1 2")
    monitor = Recorder()
    batch = read_many([tmp_path], monitor)
    assert len(batch.results) == 59 and len(batch.failures) == 1
    assert batch.failures[0].path.endswith("s30.txt") and "PNG" in batch.failures[0].reason
    assert monitor.fractions == sorted(monitor.fractions) and monitor.fractions[-1] == 1.0
    (group,) = batch.group()
    data = dataset_of(group)
    assert data.spectra.shape == (59, 80) and data.name == tmp_path.name
    assert data.sample_names[:3] == ("s0", "s1", "s2") and data.sample_names[10] == "s10"  # natural order


def test_a_batch_can_be_cancelled(tmp_path):
    for k in range(8):
        spectrum(tmp_path, f"s{k}.txt")
    with pytest.raises(Cancelled):
        read_many([tmp_path], Recorder(cancel_after=3))


def test_groups_follow_folders_axes_and_tables(tmp_path):
    for k in range(3):
        spectrum(tmp_path / "lab", f"a{k}.txt")
        spectrum(tmp_path / "field", f"a{k}.txt", shift=0.004 * (k == 1))
        spectrum(tmp_path / "field", f"b{k}.txt", shift=2.0)
    table = tmp_path / "field" / "table.csv"
    table.write_text(",".join(["id", *(f"{v}" for v in AXIS)]) + "\n" + "\n".join(
        ",".join([f"t{r}", *(f"{np.sin(v / 7) + r:.4f}" for v in AXIS)]) for r in range(4)))
    batch = read_many([tmp_path])
    groups = {g.name: g for g in batch.group()}
    assert {n: len(g) for n, g in groups.items()} == {"lab": 3, "field": 3, "field 2": 3, "table": 4}
    assert groups["field"].tolerance == pytest.approx(0.004, abs=1e-6)
    merged = dataset_of(groups["field"])
    assert any("differ by up to 0.004" in w for w in merged.warnings)
    assert {len(g) for g in batch.group("file")} == {1, 4}
    assert any("shift of +2" in n for n in batch.notes)
    assert sorted(len(g) for g in batch.group("all")) == [3, 10]


def test_names_by_pattern_with_preview(tmp_path):
    names = ["rock_01_r1_lab.txt", "rock_01_r2_lab.txt", "rock_02_r1_lab.txt", "other.txt"]
    rows = preview_pattern("{sample}_r{repeat}_{skip}", names)
    assert [r.fields.get("sample") for r in rows] == ["rock_01", "rock_01", "rock_02", None]
    assert rows[1].fields["repeat"] == "2" and not rows[3].fits
    assert preview_pattern("{group}_{sample}_r*", names)[0].fields == {"group": "rock", "sample": "01"}
    for bad in ("{nosuch}", "plain", "{sample}{group}", "{sample}_{sample}"):
        with pytest.raises(ParameterError):
            preview_pattern(bad, names)
    for name in names[:3]:
        spectrum(tmp_path, name)
    (group,) = read_many([tmp_path]).group()
    data = dataset_of(group, "pattern", "{sample}_r{repeat}_*")
    assert data.sample_names == ("rock_01", "rock_01", "rock_02")
    assert dataset_of(group, "file").sample_names[0] == "rock_01_r1_lab"
    with pytest.raises(ParameterError, match="fits none"):
        dataset_of(group, "pattern", "x{sample}y{repeat}")


def test_folders_twins_and_missing_paths(tmp_path):
    (tmp_path / "a.hdr").write_text("ENVI\nsamples=3\nlines=1\nbands=1\ndata type=4\nfile type = ENVI Spectral "
                                    "Library\n")
    (tmp_path / "a.sli").write_bytes(np.arange(3, dtype="<f4").tobytes())
    assert [p.name for p in find_files([tmp_path])] == ["a.hdr"]
    with pytest.raises(FileError, match="no such file"):
        find_files([tmp_path / "none"])
    assert sorted(["a10", "a2", "A1", "b"], key=natural_key) == ["A1", "a2", "a10", "b"]


def test_a_lab_can_add_a_reader(tmp_path, monkeypatch):
    class LabReader(Reader):
        name, title, extensions = "our-lab", "Our lab's format", (".lab",)

        def sniff(self, path, head):
            return 1.0 if head.startswith(b"LAB1") else 0.0

        def read(self, path, options):
            return ReadResult((Block(np.ones((1, 3)), np.arange(3.0)),))

    class Point:
        def __init__(self, name, value, loaded):
            self.name, self.value, self._loaded = name, value, loaded

        def load(self):
            if self._loaded is None:
                raise ImportError("no module named ours")
            return self._loaded

    before = dict(registry._readers)
    monkeypatch.setattr(registry, "entry_points", lambda group: [
        Point("ok", "ours:LabReader", LabReader), Point("broken", "ours:Other", None), Point("odd", "ours:x", 5)])
    monkeypatch.setattr(registry, "_plugin_problems", [])
    registry.readers()
    try:
        registry._load_plugins()
        path = tmp_path / "a.lab"
        path.write_bytes(b"LAB1")
        assert read_file(path).format == "our-lab"
        problems = registry.plugin_problems()
        assert len(problems) == 2 and "broken" in problems[0] and "odd" in problems[1]
    finally:
        registry._readers.clear()
        registry._readers.update(before)
