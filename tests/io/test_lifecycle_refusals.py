"""The life of a model on file: bad input gives one sentence, and nothing is lost."""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import replace
from datetime import date, timedelta

import pytest

import spectralign_gui as sa
from spectralign_gui.core.errors import FileError, SpectrAlignError
from spectralign_gui.core.notes import code_of
from spectralign_gui.io import appending
from spectralign_gui.io.lifecycle import approve, check, propose, read_record
from spectralign_gui.io.lifecycle import record as record_file
from spectralign_gui.io.model_file import load_model, save_model
from spectralign_gui.session.audit import trail
from tests.cli.conftest import call  # noqa: F401 - a fixture
from tests.io.test_lifecycle import NAMES, day, drifted, put_checks, record  # noqa: F401 - a fixture
from tests.io.test_watching import AXIS, mixtures, model, text_of  # noqa: F401 - a fixture


def refused(call, record, *words):  # noqa: F811
    before = record.read_bytes()
    code, _, err = call("model", *words)
    print(err)
    assert code == 2 and err.startswith("spectralign: ") and err.count("\n") == 1 and "Traceback" not in err
    assert record.read_bytes() == before
    return err


def test_a_model_without_intervals_or_values_is_refused(tmp_path, call):  # noqa: F811
    X, y = mixtures(20, 0)
    a = sa.spectra(X, axis=AXIS, unit="nm", name="A", values={"Fat": y}, quantity="absorbance")
    b = sa.spectra(X, axis=AXIS, unit="nm", name="B", quantity="absorbance")
    found = load_model(saved(sa.transfer(a, b, standards="rows", method="pds"), tmp_path / "m.h5"))
    save_model(replace(found, residuals={}), tmp_path / "bare.h5")
    code, _, err = call("model", "start", tmp_path / "x.life", tmp_path / "bare.h5", "--instrument", "B", "--who", "A")
    assert code == 2 and "held-out" in err and not (tmp_path / "x.life").exists()


def saved(result, path):
    sa.save(result, path)
    return path


@pytest.mark.parametrize("change", ["axis", "quantity", "names", "lacks", "unit", "missing"])
def test_check_samples_that_do_not_fit(record, tmp_path, call, change):  # noqa: F811
    spectra, values = put_checks(tmp_path)
    text = spectra.read_text("utf-8")
    if change == "axis":
        spectra.write_text(text.replace("1000,1002", "900,1002"), "utf-8")
    elif change == "quantity":
        spectra.write_text(text.replace("# axis unit: nm", "# axis unit: nm\n# quantity: reflectance"), "utf-8")
    elif change == "names":
        values.write_text(values.read_text("utf-8").replace("C", "D"), "utf-8")
    elif change == "lacks":
        values.write_text(values.read_text("utf-8").replace("Fat", "Protein"), "utf-8")
    elif change == "missing":
        values.unlink()
    else:
        unit_record(record, "%")
        values.write_text(values.read_text("utf-8").replace("Fat", "Fat (mg/kg)"), "utf-8")
    refused(call, record, "check", record, spectra, "--values", values)


def unit_record(path, unit):
    """The record of a model that says its unit."""
    tree = json.loads(path.read_text("utf-8"))
    data = json.loads(tree["changes"][-1][2])
    tree["changes"][-1][2] = json.dumps({**data, "units": [unit]})
    tree["hash"] = trail._hash_of(tree)
    path.write_text(trail._line(tree) + "\n", "utf-8")


def test_a_clock_that_goes_back(record, tmp_path, call, monkeypatch):  # noqa: F811
    spectra, values = put_checks(tmp_path)
    check(record, spectra, values, day(5))
    assert "before the last check" in refused(call, record, "check", record, spectra, "--values", values, "--day",
                                              day(4))
    late = (date.today() + timedelta(days=30)).isoformat()
    assert "in the future" in refused(call, record, "check", record, spectra, "--values", values, "--day", late)
    assert "not a day" in refused(call, record, "check", record, spectra, "--values", values, "--day", "1.2.2026")
    from datetime import datetime
    moment = datetime.fromisoformat("2020-01-01T00:00:00+00:00")
    monkeypatch.setattr(record_file, "appended", lambda *a, **k: trail.appended(*a, now=moment, **k))
    after = check(record, spectra, values, day(6))
    assert "clock was set back" in after.trail[-1] and after.found.whole


@pytest.mark.parametrize("spoil", ["byte", "gap", "cut", "end", "empty", "foreign"])
def test_an_edited_record_is_told_and_never_added_to(record, tmp_path, call, spoil):  # noqa: F811
    spectra, values = put_checks(tmp_path)
    for k in range(3):
        check(record, spectra, values, day(k))
    head, lines = read_record(record).life.head, record.read_bytes().split(b"\n")
    spoilt = {"byte": b"\n".join(lines).replace(b"C00", b"C99", 1), "gap": b"\n".join([lines[0], *lines[2:]]),
              "cut": b"\n".join(lines)[:-20], "end": b"\n".join(lines[:3]) + b"\n", "empty": b"",
              "foreign": b"\x00\xff<html>\n"}[spoil]
    record.write_bytes(spoilt)
    if spoil == "end":  # whole in itself: only the hash that was noted elsewhere tells
        assert call("model", "verify", record)[0] == 0
        assert "cut off or rewritten" in refused(call, record, "verify", record, "--head", head)
        return
    for words in (("show", record), ("verify", record), ("check", record, spectra, "--values", values)):
        refused(call, record, *words)


@pytest.mark.parametrize("data", ["[]", "{}", "null", '{"version": 7}', '{"version": "x"}', "[" * 100_000])
@pytest.mark.parametrize("step", ["check", "propose", "approve", "roll back"])
def test_a_sound_chain_of_nonsense_is_no_record(record, data, step):  # noqa: F811
    lines = tuple(record.read_text("utf-8").split("\n")[:-1])
    lines = trail.appended(lines, "nonsense", [("step", "", step), ("data", "", data)])
    record.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(FileError) as said:
        read_record(record)
    assert code_of(said.value) in ("life.entry_odd", "life.no_version")


@pytest.mark.parametrize("number", ["1" + "0" * 400, "1e999", "NaN", "[1]", '"x"'])
@pytest.mark.parametrize("where", ["reference", "predicted"])
def test_odd_numbers_are_refused_or_not_known(record, number, where):  # noqa: F811
    data = {"day": day(0), "version": 1, "samples": ["a"], "held_back": [False], "reference": "[[1.0]]",
            "predicted": "[[1.0]]"}
    data[where] = f"[[{number}]]"
    text = json.dumps(data).replace('"[[', "[[").replace(']]"', "]]").replace('\\"', '"')
    lines = trail.appended(tuple(record.read_text("utf-8").split("\n")[:-1]), "x", [("step", "", "check"),
                                                                                     ("data", "", text)])
    record.write_text("\n".join(lines) + "\n", "utf-8")
    try:
        life = read_record(record).life
    except FileError as said:
        assert code_of(said) == "life.entry_odd"
    else:
        assert number in ("1e999", "NaN") and life.points() == [] and life.alarms == ()


def test_model_files_that_were_changed_or_are_gone(record, tmp_path, call):  # noqa: F811
    drifted(record)
    propose(record, "bias", who="A")
    path = tmp_path / "fat_B_v2.h5"
    content = path.read_bytes()
    path.write_bytes(content + b"x")
    assert "changed" in refused(call, record, "approve", record, "--version", 2, "--who", "B", "--why", "x")
    path.unlink()
    assert "is missing" in refused(call, record, "approve", record, "--version", 2, "--who", "B", "--why", "x")
    assert "is missing" in refused(call, record, "verify", record)
    path.write_bytes(content)
    approve(record, 2, "B", "x")


def test_decisions_that_do_not_fit(record, tmp_path, call):  # noqa: F811
    drifted(record)
    for kind in ("bias", "slope", "change", "recursive"):
        propose(record, kind, who="A")
    decided = ("--who", "B", "--why", "x")
    assert call("model", "decline", record, "--version", 3, *decided)[0] == 0
    assert "declined" in refused(call, record, "approve", record, "--version", 3, *decided)
    assert "cannot go back to" in refused(call, record, "roll-back", record, "--version", 3, *decided)
    approve(record, 2, "B", "x")
    assert "propose it again" in refused(call, record, "approve", record, "--version", 4, *decided)
    assert "no version 9" in refused(call, record, "approve", record, "--version", 9, *decided)
    assert "no check samples" in refused(call, record, "propose", record, "--by", "bias", "--who", "A")
    assert "already exists" in refused(call, record, "start", record, tmp_path / "fat_B_v2.h5", "--instrument", "B",
                                       "--who", "A")
    refused(call, record, "propose", record, "--by", "bais", "--who", "A")
    refused(call, record, "start", record)


def test_too_few_check_samples(record, tmp_path, call):  # noqa: F811
    check(record, *put_checks(tmp_path, names=NAMES[:4]), day(0))
    assert "held back to judge" in refused(call, record, "propose", record, "--by", "bias", "--who", "A")
    check(record, *put_checks(tmp_path), day(1))
    said = refused(call, record, "propose", record, "--by", "change", "--since", day(0), "--who", "A")
    assert "cannot be judged" in said


def test_many_writers_lose_nothing(record, tmp_path):  # noqa: F811
    spectra, values = put_checks(tmp_path)
    said: list[object] = []

    def write(k: int) -> None:
        try:
            check(record, spectra, values, day(0), who=f"W{k}")
        except SpectrAlignError as error:  # pragma: no cover - told by the assertion
            said.append(error)

    threads = [threading.Thread(target=write, args=(k,)) for k in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    life = read_record(record).life
    assert said == [] and len({c.who for c in life.checks}) == 6 and life.entries == 7


def test_another_version_meanwhile_is_noticed(record, tmp_path, monkeypatch):  # noqa: F811
    """Between reading the record and writing into it somebody else approves: the check is not of that version."""
    drifted(record)
    propose(record, "bias", who="A")
    from spectralign_gui.io.lifecycle import steps
    plain = steps.measured

    def slow(*given):
        found = plain(*given)
        approve(record, 2, "B", "meanwhile")
        return found

    monkeypatch.setattr(steps, "measured", slow)
    with pytest.raises(FileError, match="meanwhile"):
        check(record, *put_checks(tmp_path, noise=8), day(9))
    assert len(read_record(record).life.checks) == 6


def test_a_full_disk_leaves_the_record_as_it_was(record, tmp_path, monkeypatch):  # noqa: F811
    before = record.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(appending.os, "fsync", full)
    with pytest.raises(SpectrAlignError):
        check(record, *put_checks(tmp_path), day(0))
    assert record.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="the limit is one of POSIX")
def test_half_an_entry_is_taken_back(record, tmp_path):  # noqa: F811
    """The disk takes the first bytes of an entry only: the record stays whole, and goes on when there is room again."""
    import resource

    before, limits = record.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    spectra, values = put_checks(tmp_path)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, limits[1]))
    try:
        with pytest.raises(SpectrAlignError):
            record_file.enter(record, lambda life: ("x", [("note", "", "y" * 500)]), "A", "")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert record.read_bytes() == before
    check(record, spectra, values, day(0))
    assert len(read_record(record).life.checks) == 1
