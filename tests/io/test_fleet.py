"""A fleet on file: what is noted and listed, many at once, and files of others that must do no harm."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import threading
from contextlib import closing

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError, SpectrAlignError
from spectralign_gui.core.notes import code_of
from spectralign_gui.io.fleet import add, database, fleet_of, history, note, note_figures, remove
from spectralign_gui.io.lifecycle import approve, check, propose, read_record, start
from spectralign_gui.presenters.fleet import in_order, row, summary
from tests.cli.conftest import call  # noqa: F401 - a fixture
from tests.io.test_lifecycle import day, put_checks
from tests.io.test_watching import mixtures, model, text_of  # noqa: F401 - a fixture


@pytest.fixture(scope="module")
def site(model, tmp_path_factory):  # noqa: F811
    """Three records: one that holds, one with an alarm, one that was never checked."""
    folder = tmp_path_factory.mktemp("site")
    for name in ("good", "drifted", "fresh"):
        (folder / name).mkdir()
        start(folder / name / f"{name}.life", model, "B", "A. Chemist")
    for k in range(3):
        check(folder / "good" / "good.life", *put_checks(folder / "good", noise=k), day(k))
        check(folder / "drifted" / "drifted.life", *put_checks(folder / "drifted", 0.5 * k, noise=k), day(k))
    return folder


@pytest.fixture
def place(site, tmp_path):
    return shutil.copytree(site, tmp_path / "site")


@pytest.fixture
def fleet(place):
    path = place / "site.fleet"
    for name in ("good", "drifted", "fresh"):
        add(path, place / name / f"{name}.life", name, "A. Chemist", "hall 2" if name == "fresh" else "")
    return path


def test_add_list_note_history_remove(place, call):  # noqa: F811
    path = place / "site.fleet"
    for name in ("good", "drifted"):
        code, out, err = call("fleet", "add", path, place / name / f"{name}.life", "--name", name, "--who", "A")
        assert code == 0, err
    assert call("fleet", "add", path, place / "good" / "good.life", "--name", "good", "--who", "A")[0] == 2
    assert call("fleet", "add", path, place / "good" / "good.life", "--name", "x")[0] == 2  # nobody
    code, out, err = call("fleet", "list", path)
    assert code == 3 and out.splitlines()[0].startswith("drifted; alarm; model version 1 of 1, first model")
    assert "good; holds" in out and "2 instruments: 1 alarm, 1 holds." in out and "drifted: Fat" in err
    propose(place / "drifted" / "drifted.life", "bias", day(2), who="A")
    approve(place / "drifted" / "drifted.life", 2, "B. Head", "lamp")
    assert call("fleet", "list", path)[0] == 3  # as it was noted
    assert call("fleet", "note", path)[0] == 2
    code, out, err = call("fleet", "note", path, "drifted", "--who", "A")
    assert code == 0 and "drifted; not checked; model version 2 of 2, bias" in out, err
    tree = json.loads(call("fleet", "list", path, "--json")[1])
    assert tree[0]["name"] == "drifted" and tree[0]["who"].startswith("B. Head") and tree[0]["standards"]
    assert len(history(path, "drifted")) == 2 and call("fleet", "history", path, "drifted")[1].count("version") == 2
    assert len(json.loads(call("fleet", "history", path, "drifted", "--json")[1])) == 2
    assert call("fleet", "remove", path, "drifted")[0] == 0 and call("fleet", "remove", path, "drifted")[0] == 2
    assert [i.name for i in fleet_of(path)] == ["good"]


def test_a_folder_of_records_is_a_fleet_too(place, call):  # noqa: F811
    (place / "good" / "bad.life").write_bytes(b"\x00\xff")
    code, out, err = call("fleet", "list", place)
    assert code == 3 and out.splitlines()[0].startswith("good/bad; not readable") and "fresh/fresh; not checked" in out
    assert "not a record" in err and "4 instruments" in out
    (place / "empty").mkdir()
    assert call("fleet", "list", place / "empty")[0] == 2


def test_rows_say_how_each_stands(fleet):
    found = {i.name: row(i) for i in fleet_of(fleet)}
    assert found["fresh"][1] == "not checked" and found["fresh"][-1] == "hall 2"
    assert found["good"][4].startswith(f"{day(2)} (3 check days)") and found["good"][5].startswith("Fat ")
    assert float(found["good"][6].rstrip(" %")) < 100 < float(found["drifted"][6].rstrip(" %"))
    order = [i.name for i in in_order(fleet_of(fleet))]
    assert order == ["drifted", "fresh", "good"] and summary(fleet_of(fleet)).startswith("3 instruments: 1 alarm")


def test_figures_are_noted_and_the_last_counts(fleet):
    note_figures(fleet, "good", [("wavelength shift", 0.3, "nm", "x"), ("noise", float("nan"), "", "x")], "A")
    note_figures(fleet, "good", [("wavelength shift", 0.1, "nm", "y")], "A")
    (good,) = (i for i in fleet_of(fleet) if i.name == "good")
    assert [(f.name, f.value, f.how) for f in good.figures] == [("wavelength shift", 0.1, "y")]
    assert row(good)[7] == "wavelength shift 0.1 nm"
    with pytest.raises(FileError, match="not in the fleet"):
        note_figures(fleet, "nobody", [("noise", 1.0, "", "")], "A")


def test_the_fleet_can_be_moved_with_its_records(fleet, tmp_path):
    shutil.move(fleet.parent, tmp_path / "moved")
    assert all(not i.standing.problem for i in note(tmp_path / "moved" / "site.fleet", who="A"))


def test_a_record_that_was_cut_or_written_anew_is_told(fleet, place, model):  # noqa: F811
    """The fleet notes the last hash of every record: a shorter chain, whole in itself, is found out."""
    record = place / "good" / "good.life"
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:-1]))
    assert read_record(record).found.whole
    for _ in range(2):  # told until somebody has looked
        (good,) = (i for i in note(fleet, ["good"], "A") if i.name == "good")
        assert good.standing.state == "not readable" and "cut off or rewritten" in good.standing.problem
    record.write_bytes(b"".join(lines))
    (good,) = (i for i in note(fleet, ["good"], "A") if i.name == "good")
    assert good.standing.state == "holds"
    record.unlink()
    (good,) = (i for i in note(fleet, ["good"], "A") if i.name == "good")
    assert "no such record" in good.standing.problem


def test_many_write_and_read_at_once(fleet):
    said: list[object] = []

    def work(k: int) -> None:
        try:
            for _ in range(3):
                note_figures(fleet, "good", [(f"figure {k}", float(k), "", "")], f"W{k}") if k % 2 else fleet_of(fleet)
        except SpectrAlignError as error:
            said.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    (good,) = (i for i in fleet_of(fleet) if i.name == "good")
    assert said == [] and {f.name for f in good.figures} == {"figure 1", "figure 3", "figure 5", "figure 7"}


def test_readers_read_while_another_one_writes_and_a_second_writer_is_told(fleet, monkeypatch):
    with closing(sqlite3.connect(fleet, isolation_level=None)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM instruments")
        assert len(fleet_of(fleet)) == 3
        monkeypatch.setattr(database, "WAIT", 0.05)
        with pytest.raises(FileError) as told:
            database.put_figures(str(fleet), "good", "", "A", [("x", 1.0, "", "")])
        assert code_of(told.value) == "fleet.busy"
        other.execute("ROLLBACK")


def test_a_fleet_that_cannot_be_written_is_read(fleet):
    with closing(sqlite3.connect(fleet)) as base:
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = fleet.read_bytes()
    os.chmod(fleet, 0o444)
    assert len(fleet_of(fleet)) == 3 and fleet.read_bytes() == before


# -- files of others ---------------------------------------------------------------------------------------------------
def edited(path, *statements):
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        for s in statements:
            base.execute(s)
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")


HOSTILE = {
    "trigger": ["CREATE TRIGGER t AFTER INSERT ON figures BEGIN DELETE FROM instruments; END"],
    "view": ["DROP TABLE instruments", "CREATE VIEW instruments AS SELECT 1 AS name, 2 AS record, 3 AS note, "
             "4 AS added, 5 AS who"],
    "endless view": ["DROP TABLE states", "CREATE VIEW states AS WITH RECURSIVE r(id) AS (SELECT 1 UNION ALL "
                     "SELECT id+1 FROM r) SELECT id, 'good' AS instrument, '' AS at, '' AS who, '{}' AS data FROM r"],
    "another table": ["CREATE TABLE more (x)"],
    "an index with an expression": ["CREATE INDEX i ON figures (abs(value))"],
    "a check": ["DROP TABLE figures", "CREATE TABLE figures (id INTEGER PRIMARY KEY, instrument TEXT, value REAL CHECK "
                "(value > load_extension('x')))"],
    "a generated column": ["ALTER TABLE instruments ADD COLUMN g TEXT GENERATED ALWAYS AS (hex(name)) VIRTUAL"],
    "bytes for text": ["UPDATE states SET data = x'00ff'"],
    "bad text": ["UPDATE instruments SET note = CAST(x'ff00fe' AS TEXT)"],
    "text for a number": ["INSERT INTO figures VALUES (1, 'good', '', '', 'noise', 'high', '', '')"],
    "no JSON": ["UPDATE states SET data = '{'"],
    "other JSON": ["UPDATE states SET data = '[1]'"],
    "deep JSON": [f"UPDATE states SET data = '{'[' * 100_000}'"],
    "large number": ["UPDATE states SET data = replace(data, '\"version\": 1', '\"low\": [1e999], \"version\": 1')",
                     "UPDATE states SET data = replace(data, '\"bias\": []', '\"bias\": [1"
                     f"{'0' * 400}]') WHERE instrument = 'fresh'"],
    "odd state": ["UPDATE states SET data = replace(data, '\"holds\"', '\"<script>\"')"],
    "long cell": ["UPDATE states SET data = hex(zeroblob(2000000))"],
    "no states": ["DELETE FROM states"],
    "newer": ["UPDATE about SET value = 'spectralign fleet 9'"],
    "no format": ["DELETE FROM about"],
}


@pytest.mark.parametrize("how", HOSTILE)
def test_a_foreign_or_changed_database_is_one_sentence(fleet, call, how):  # noqa: F811
    edited(fleet, *HOSTILE[how])
    before = fleet.read_bytes()
    code, out, err = call("fleet", "list", fleet)
    assert code == 2 and err.count("\n") == 1 and "Traceback" not in err and out == "", err
    assert call("fleet", "note", fleet, "--who", "A")[0] == 2 and fleet.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"x" * 5000, b"SQLite format 3\0", b"SQLite format 3\0" + b"\xff" * 8000,
                                     b"Sample,Fat\nA,1\n"])
def test_what_is_no_database_is_one_sentence(tmp_path, call, content):  # noqa: F811
    path = tmp_path / "x.fleet"
    path.write_bytes(content)
    code, _, err = call("fleet", "list", path)
    assert code == 2 and err.count("\n") == 1 and "Traceback" not in err, err
    assert path.read_bytes() == content
    assert call("fleet", "list", tmp_path / "none.fleet")[0] == 2


def test_damaged_bytes_never_take_the_program_with_them(fleet):
    """Bytes changed at random: what is listed is what was written, or one sentence; and the program goes on."""
    with closing(sqlite3.connect(fleet)) as base:
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole, rng = fleet.read_bytes(), np.random.default_rng(0)
    names = [i.name for i in fleet_of(fleet)]
    told = 0
    for _ in range(60):
        spoilt = bytearray(whole)
        for at in rng.integers(16, len(spoilt), int(rng.integers(1, 40))):
            spoilt[at] = int(rng.integers(256))
        for beside in ("-wal", "-shm"):
            (fleet.parent / f"{fleet.name}{beside}").unlink(missing_ok=True)
        fleet.write_bytes(spoilt)
        try:
            assert len(fleet_of(fleet)) <= len(names)
        except SpectrAlignError:
            told += 1
    assert told > 5
    fleet.write_bytes(whole)
    for name in names:
        remove(fleet, name)
    assert fleet_of(fleet) == []


def test_metrology_by_the_command_line_goes_into_the_fleet(fleet, place, call):  # noqa: F811
    names = [f"S{k}" for k in range(12)]
    X, _ = mixtures(12, 4)
    for name, spectra in (("A", X), ("B", np.roll(X, 1, axis=1))):
        (place / f"{name}.csv").write_text(text_of(spectra, names), encoding="utf-8")
    words = ("metrology", place / "A.csv", f"NIR 2={place / 'B.csv'}")
    code, out, err = call(*words, "--fleet", fleet, "--instrument", "good", "--who", "A")
    assert code == 0 and "NIR 2 shows bands" in out and "higher than A" in out, err
    tree = json.loads(call(*words, "--json")[1])
    assert tree["samples"] == 12 and tree["shift"]["value"] == pytest.approx(2.0, abs=0.4)
    (good,) = (i for i in fleet_of(fleet) if i.name == "good")
    assert good.figures[0].name == "shift" and good.figures[0].unit == "nm"
    assert call(*words, "--fleet", fleet)[0] == 2 and call(*words, "--fleet", fleet, "--instrument", "x", "--who",
                                                          "A")[0] == 2
