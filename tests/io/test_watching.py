"""A watched folder: whatever arrives, each content is predicted once, and the tables are what the ledger holds."""

from __future__ import annotations

import csv
import json
import os
import signal
import sqlite3
import time

import numpy as np
import pytest

import spectralign_gui as sa
from spectralign_gui.core.errors import Cancelled, FileError, ParameterError
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.io.locked import exclusive
from spectralign_gui.io.table import write_table
from spectralign_gui.io.watching import Watcher, WatchOptions, ledger, watcher

P = 40
AXIS = 1000 + 2.0 * np.arange(P)
NOW = WatchOptions(settle=0)


def mixtures(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    grid = np.linspace(0, 1, P)
    pure = np.exp(-0.5 * ((grid - np.array([0.2, 0.5, 0.8])[:, None]) / 0.12) ** 2)
    shares = rng.uniform(0.1, 0.5, (n, 3))
    return shares @ pure + 0.3 + 1e-3 * rng.standard_normal((n, P)), 10 * shares[:, 0]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    X, y = mixtures(40, 0)
    a = sa.spectra(X, axis=AXIS, unit="nm", name="A", values={"Fat": y}, quantity="absorbance")
    b = sa.spectra(0.9 * X + 0.05, axis=AXIS, unit="nm", name="B", values={"Fat": y}, quantity="absorbance")
    path = tmp_path_factory.mktemp("model") / "model.h5"
    sa.save(sa.transfer(a, b, standards="rows", method="pds", hold_out=0.5), path)
    return path


@pytest.fixture
def place(tmp_path):
    folder = tmp_path / "incoming"
    folder.mkdir()
    return folder


def text_of(X: np.ndarray, names: list[str]) -> str:
    rows = ["Sample," + ",".join(f"{a:g}" for a in AXIS)]
    rows += [n + "," + ",".join(f"{v:.6f}" for v in row) for n, row in zip(names, X, strict=True)]
    return "# axis unit: nm\n" + "\n".join(rows) + "\n"


def put(folder, name: str, seed: int, n: int = 2) -> np.ndarray:
    X = 0.9 * mixtures(n, seed)[0] + 0.05
    (folder / name).write_text(text_of(X, [f"{name} {k}" for k in range(n)]), encoding="utf-8")
    return X


def table(path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def kinds(events) -> list[str]:
    return sorted(e.kind for e in events)


def test_many_files_of_all_sorts_each_content_once(model, place, tmp_path):
    """160 arrivals: good, bad, duplicates, renamed, half-written, of foreign programs."""
    rng = np.random.default_rng(3)
    out, expected, refused = tmp_path / "out.csv", {}, 0
    with Watcher(model, place, "B", out, NOW) as watch:
        for number in range(160):
            sort = number % 8
            name = f"m{number:03d}.csv"
            if sort in (0, 1, 2):
                expected[name] = put(place, name, number)
            elif sort == 3:
                (place / name).write_bytes(rng.integers(0, 256, 300, dtype=np.uint8).tobytes())
                refused += 1
            elif sort == 4:  # a copy
                (place / name).write_bytes((place / f"m{number - 4:03d}.csv").read_bytes())
            elif sort == 5:
                os.rename(place / f"m{number - 4:03d}.csv", place / name)
            elif sort == 6:  # of another axis
                (place / name).write_text(f"Sample,1,2,3,4\nx{number},1,2,3,4\n")
                refused += 1
            else:
                (place / f"{name}.part").write_text("half")
                (place / f".{name}").write_text("hidden")
            if number % 5 == 0:
                watch.poll()
        watch.poll()
        assert watch.poll() == []
        counts = watch.ledger.counts()
    rows = table(out)
    assert counts == {"predicted": 60, "refused": refused} and len(rows) == 120
    done = {}
    for row in rows:
        done.setdefault(row["Sample"].split()[0], []).append(float(row["Fat"]))
    fitted = sa.load(model)
    for name, X in expected.items():
        values = fitted.predict(sa.spectra(np.round(X, 6), axis=AXIS, unit="nm", quantity="absorbance"), "B").values
        np.testing.assert_allclose(done[name], values[:, 0], atol=1e-5)


def test_a_file_is_taken_when_it_has_stopped_growing(model, place, tmp_path):
    clock = [100.0]
    content = text_of(0.9 * mixtures(6, 5)[0] + 0.05, list("abcdef")).encode()
    with Watcher(model, place, "B", tmp_path / "o.csv", WatchOptions(settle=2.0), lambda: clock[0]) as watch:
        cuts = [*sorted(np.random.default_rng(0).integers(1, len(content), 12).tolist()), len(content)]
        for cut in cuts:
            (place / "slow.csv").write_bytes(content[:cut])
            clock[0] += 1.0
            assert watch.poll() == [] and watch.waiting == 1
        clock[0] += 1.0
        assert watch.poll() == []
        clock[0] += 1.1
        assert [(e.kind, e.samples) for e in watch.poll()] == [("predicted", 6)] and watch.waiting == 0


def test_an_empty_file_is_waited_for(model, place, tmp_path):
    (place / "a.csv").touch()
    with Watcher(model, place, "B", tmp_path / "o.csv", NOW) as watch:
        assert watch.poll() == [] and watch.poll() == []
        put(place, "a.csv", 1)
        assert kinds(watch.poll()) == ["predicted"]


def test_a_file_that_grows_while_it_is_read_is_not_done(model, place, tmp_path, monkeypatch):
    put(place, "a.csv", 1)
    real = watcher.read_dataset

    def read(path):
        found = real(path)
        with open(path, "a", encoding="utf-8") as file:
            file.write("late," + ",".join("1" for _ in range(P)) + "\n")
        return found

    with Watcher(model, place, "B", tmp_path / "o.csv", NOW) as watch:
        monkeypatch.setattr(watcher, "read_dataset", read)
        assert watch.poll() == [] and watch.ledger.counts() == {}
        monkeypatch.setattr(watcher, "read_dataset", real)
        assert [e.samples for e in watch.poll()] == [3]


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".sqlite"])
def test_it_goes_on_where_it_ended(model, place, tmp_path, ending):
    out = tmp_path / f"out{ending}"
    for k in range(6):
        put(place, f"a{k}.csv", k)
        with Watcher(model, place, "B", out, NOW) as watch:
            assert kinds(watch.poll()) == ["again"] * k + ["predicted"]
    if ending == ".csv":
        assert len(table(out)) == 12
    elif ending == ".xlsx":
        import openpyxl

        assert openpyxl.load_workbook(out).active.max_row == 13
    else:
        with sqlite3.connect(out) as base:
            assert base.execute("SELECT count(*), count(DISTINCT file) FROM results").fetchone() == (12, 6)
        base.close()


def test_after_a_crash_at_any_byte_the_table_is_whole(model, place, tmp_path):
    out = tmp_path / "o.csv"
    for k in range(4):
        put(place, f"a{k}.csv", k)
    with Watcher(model, place, "B", out, NOW) as watch:
        watch.poll()
    whole = out.read_bytes()
    for cut in np.random.default_rng(1).integers(0, len(whole), 25).tolist():
        out.write_bytes(whole[:cut])
        with Watcher(model, place, "B", out, NOW) as watch:
            assert set(kinds(watch.poll())) == {"again"}
        assert out.read_bytes() == whole
    assert sorted(p.name for p in tmp_path.glob("o*")) == ["o.csv", "o.csv.ledger", "o.csv.ledger.lock"]


def test_killed_before_the_table_was_written_nothing_is_lost_or_doubled(model, place, tmp_path, monkeypatch):
    out = tmp_path / "o.csv"
    put(place, "a.csv", 1)
    with monkeypatch.context() as m, pytest.raises(KeyboardInterrupt):
        watch = Watcher(model, place, "B", out, NOW)
        m.setattr(watch._table, "update", lambda *a, **k: (_ for _ in ()).throw(KeyboardInterrupt))
        try:
            watch.poll()
        finally:
            watch._stack.close()
    assert table(out) == []
    with Watcher(model, place, "B", out, NOW) as watch:
        assert kinds(watch.poll()) == ["again"]
    assert len(table(out)) == 2


def test_what_somebody_changed_in_the_table_is_kept(model, place, tmp_path):
    out = tmp_path / "o.csv"
    put(place, "a.csv", 1)
    with Watcher(model, place, "B", out, NOW) as watch:
        watch.poll()
        mine = out.read_bytes().replace(b"a.csv 0", b"MY NAME")
        out.write_bytes(mine + b"a remark\n")
        put(place, "b.csv", 2)
        assert kinds(watch.poll()) == ["alarm", "predicted"]
    assert (tmp_path / "o (changed).csv").read_bytes() == mine + b"a remark\n" and len(table(out)) == 4


def test_the_output_may_lie_in_the_folder_itself(model, place):
    put(place, "a.csv", 1)
    with Watcher(model, place, "B", place / "values.csv", NOW) as watch:
        assert kinds(watch.poll()) == ["predicted"] and watch.poll() == []


def test_names_and_folders(model, place, tmp_path):
    (place / "inner").mkdir()
    put(place / "inner", "a.csv", 1)
    put(place, "b.csv", 2)
    put(place, "c.txt", 3)
    with Watcher(model, place, "B", tmp_path / "o.csv", WatchOptions(0, "*.CSV", True)) as watch:
        assert [e.name for e in watch.poll()] == ["a.csv", "b.csv"]


def test_two_writers_other_model_no_ledger_no_folder(model, place, tmp_path):
    out = tmp_path / "o.csv"
    with Watcher(model, place, "B", out, NOW), pytest.raises(FileError, match=r"another program is writing to o\.csv"):
        Watcher(model, place, "B", out, NOW)
    with pytest.raises(FileError, match="another model or instrument"):
        Watcher(model, place, "A", out, NOW)
    (tmp_path / "x.sqlite").write_bytes(b"no database at all, but long enough to be taken for one" * 40)
    with pytest.raises(FileError, match=r"x\.sqlite cannot be used"):
        Watcher(model, place, "B", tmp_path / "x.sqlite", NOW)
    base = sqlite3.connect(tmp_path / "y.db")
    base.execute("CREATE TABLE mine (x)")
    base.close()
    with pytest.raises(FileError, match="another program"):
        Watcher(model, place, "B", tmp_path / "y.db", NOW)
    with pytest.raises(FileError, match="no such folder"):
        Watcher(model, tmp_path / "nowhere", "B", out, NOW)
    with pytest.raises(ParameterError):
        Watcher(model, place, "C", tmp_path / "z.csv", NOW)
    with exclusive(tmp_path / "a"):
        pass
    with exclusive(tmp_path / "a"):
        pass


def test_the_folder_goes_away_while_it_is_watched(model, place, tmp_path):
    with Watcher(model, place, "B", tmp_path / "o.csv", NOW) as watch:
        place.rmdir()
        with pytest.raises(FileError, match="cannot be read"):
            watch.poll()


def test_a_defect_at_one_file_stops_no_other(model, place, tmp_path, monkeypatch):
    real = watcher.read_dataset

    def read(path):
        if path.name == "b.csv":
            raise ZeroDivisionError("a defect")
        return real(path)

    monkeypatch.setattr(watcher, "read_dataset", read)
    for k, name in enumerate(("a.csv", "b.csv", "c.csv")):
        put(place, name, k)
    with Watcher(model, place, "B", tmp_path / "o.csv", NOW) as watch:
        events = watch.poll()
    assert kinds(events) == ["predicted", "predicted", "refused"]
    assert "defect" in str(next(e.said for e in events if e.kind == "refused"))


def test_a_cancel_comes_between_two_files(model, place, tmp_path):
    for k in range(4):
        put(place, f"{k}.csv", k)
    monitor = SilentMonitor()
    with Watcher(model, place, "B", tmp_path / "o.csv", NOW) as watch:
        events = watch.arriving(monitor)
        next(events)
        monitor.cancel()
        with pytest.raises(Cancelled):
            next(events)
        assert watch.ledger.counts() == {"predicted": 1}
        assert len(watch.poll()) == 3


def test_check_samples_raise_an_alarm_when_they_drift(model, place, tmp_path):
    X, y = mixtures(6, 77)
    write_table(tmp_path / "check.csv", ["Sample", "Fat"], [[f"C{k}", float(v)] for k, v in enumerate(y)])
    out = tmp_path / "o.csv"
    alarms = []
    with Watcher(model, place, "B", out, WatchOptions(0, checks=str(tmp_path / "check.csv"))) as watch:
        for day in range(6):
            drift = 0.0 if day < 3 else 0.4 * (day - 2)
            spectra = 0.9 * (X + drift * np.exp(-0.5 * ((np.linspace(0, 1, P) - 0.2) / 0.12) ** 2) / 10) + 0.05
            spectra = spectra + 1e-5 * day  # never twice the same bytes
            path = place / f"day{day}.csv"
            path.write_text(text_of(spectra, [f"C{k}" for k in range(6)]), encoding="utf-8")
            at = 1_700_000_000 + 86_400 * day
            os.utime(path, (at, at))
            alarms.append([str(e.said) for e in watch.poll() if e.kind == "alarm"])
    assert alarms[:3] == [[], [], []] and alarms[-1] and "Fat" in alarms[-1][0]
    rows = table(tmp_path / "o_check.csv")
    assert len(rows) == 6 and [r["Day"] for r in rows] == sorted(r["Day"] for r in rows)
    assert float(rows[0]["Lower limit"]) < float(rows[0]["Mean error"]) < float(rows[0]["Upper limit"])
    assert float(rows[-1]["Mean error"]) > float(rows[-1]["Upper limit"])


def test_days_come_in_the_order_of_the_files_times_whatever_the_clock(model, place, tmp_path):
    X, y = mixtures(3, 7)
    write_table(tmp_path / "check.csv", ["Sample", "Fat"], [[f"C{k}", float(v)] for k, v in enumerate(y)])
    with Watcher(model, place, "B", tmp_path / "o.csv", WatchOptions(0, checks=str(tmp_path / "check.csv"))) as watch:
        for day in (3, 1, 2):  # the clock was set back
            path = place / f"{day}.csv"
            path.write_text(text_of(0.9 * X + 0.05 + 1e-6 * day, [f"C{k}" for k in range(3)]), encoding="utf-8")
            at = 1_700_000_000 + 86_400 * day
            os.utime(path, (at, at))
            watch.poll()
    days = [r["Day"] for r in table(tmp_path / "o_check.csv")]
    assert len(days) == 3 and days == sorted(days)


def test_a_table_of_checks_without_the_property_is_refused(model, place, tmp_path):
    write_table(tmp_path / "check.csv", ["Sample", "Starch"], [["C0", 1.0]])
    with pytest.raises(FileError, match="no column Fat"):
        Watcher(model, place, "B", tmp_path / "o.csv", WatchOptions(0, checks=str(tmp_path / "check.csv")))


def test_the_ledger_and_the_command(model, place, tmp_path, capsys):
    from spectralign_gui.cli import main

    put(place, "ä.csv", 1)
    (place / "bad.csv").write_bytes(b"\x00\x01")
    out = tmp_path / "o.sqlite"
    words = ["watch", str(model), str(place), "--instrument", "B", "--output", str(out), "--once", "--settle", "0"]
    assert main(words) == 0
    said = capsys.readouterr()
    assert "1 file predicted, 1 refused" in said.out and "bad.csv" in said.err and said.err.count("\n") == 1
    assert main([*words, "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {e["event"] for e in lines} == {"again"}
    assert main([*words[:-1], "-1"]) == 2 and "--settle" in capsys.readouterr().err
    with sqlite3.connect(out) as base:
        found = base.execute("SELECT f.name, r.sample, r.property, r.value > 0, r.low < r.value, r.value < r.high "
                             "FROM results r JOIN files f ON f.id = r.file").fetchall()
    base.close()
    assert found == [("ä.csv", f"ä.csv {k}", "Fat", 1, 1, 1) for k in range(2)]
    assert ledger.FORMAT == "spectralign watch 1"


@pytest.mark.skipif(os.name != "posix", reason="a process copies itself")
@pytest.mark.parametrize("seed", range(6))
def test_killed_at_any_moment_each_content_stands_once_in_ledger_and_table(model, place, tmp_path, seed):
    """kill -9 of a watcher that works; what watches next goes on with a whole ledger."""
    out = tmp_path / ("o.xlsx" if seed % 3 == 2 else "o.csv")
    for k in range(12):
        put(place, f"a{k:02d}.csv", 100 * seed + k)
    ready, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with Watcher(model, place, "B", out, NOW) as watch:
                os.write(tell, b"x")
                watch.poll()
        finally:
            os._exit(0)
    os.read(ready, 1)
    rng = np.random.default_rng(seed)
    end = time.perf_counter() + 0.4 * rng.random()
    while time.perf_counter() < end:
        pass  # the moments of interest are shorter than a sleep
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(ready)
    os.close(tell)
    with Watcher(model, place, "B", out, NOW) as watch:
        watch.poll()
        assert watch.poll() == [] and watch.ledger.counts() == {"predicted": 12}
    base = sqlite3.connect(tmp_path / f"{out.name}.ledger")
    assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    base.close()
    if out.suffix == ".csv":
        names = [row["Sample"] for row in table(out)]
    else:
        import openpyxl

        header, *rows = openpyxl.load_workbook(out).active.iter_rows(values_only=True)
        names = [row[header.index("Sample")] for row in rows]
    assert sorted(names) == sorted(f"a{k:02d}.csv {i}" for k in range(12) for i in range(2))
    left = [p.name for p in tmp_path.iterdir() if p.name.startswith(".")]
    assert left == [], "what the killed one had begun is taken away at the next save"
