"""The life of a model on file and by the command line: from the first check to the way back, and what is refused."""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest

import spectralign_gui as sa
from spectralign_gui.core.errors import FileError, SpectrAlignError
from spectralign_gui.core.notes import code_of
from spectralign_gui.io import appending
from spectralign_gui.io.exported.model import export_model
from spectralign_gui.io.lifecycle import approve, check, current_model, propose, propose_model, read_record, start
from spectralign_gui.io.lifecycle import record as record_file
from spectralign_gui.io.model_card import load_with_card
from spectralign_gui.io.model_file import load_model, save_model
from spectralign_gui.session.audit import trail
from spectralign_gui.session.predict.coefficients import coefficients_of
from tests.cli.conftest import call  # noqa: F401 - a fixture
from tests.io.test_watching import AXIS, mixtures, model, text_of  # noqa: F401 - a fixture

N = 12
NAMES = [f"C{k:02d}" for k in range(N)]
FIRST = date(2026, 1, 1)


def day(k: int) -> str:
    return (FIRST + timedelta(days=k)).isoformat()


def put_checks(folder, drift: float = 0.0, seed: int = 77, names=NAMES, noise: int = 0):
    """Spectra on B of the same samples, read too high by a drift of the first pure component, and their values."""
    X, y = mixtures(len(names), seed)
    pure = np.exp(-0.5 * ((np.linspace(0, 1, X.shape[1]) - 0.2) / 0.12) ** 2)
    X = X + drift / 10 * pure + 1e-4 * np.random.default_rng(noise).standard_normal(X.shape)
    spectra, values = folder / f"checks_{drift:g}_{noise}.csv", folder / "values.csv"
    spectra.write_text(text_of(0.9 * X + 0.05, list(names)), encoding="utf-8")
    values.write_text("Sample,Fat\n" + "".join(f"{n},{v:.5f}\n" for n, v in zip(names, y, strict=True)), "utf-8")
    return spectra, values


@pytest.fixture
def record(model, tmp_path):  # noqa: F811
    path = tmp_path / "fat_B.life"
    start(path, model, "B", "A. Chemist", "SOP 12")
    return path


def drifted(record):
    """Three good days, then three on which the instrument reads 0.5 too high."""
    for k in range(6):
        check(record, *put_checks(record.parent, 0.5 * (k > 2), noise=k), day(k))
    return record


def test_from_drift_to_approval_and_back(record, model, tmp_path, call):  # noqa: F811
    for k in range(3):
        spectra, values = put_checks(tmp_path, noise=k)
        assert call("model", "check", record, spectra, "--values", values, "--day", day(k))[0] == 0
    spectra, values = put_checks(tmp_path, 0.5, noise=3)
    code, out, err = call("model", "check", record, spectra, "--values", values, "--day", day(3))
    assert code == 3 and "12 check samples, 6 of them held back" in out and "higher" in err
    check(record, *put_checks(tmp_path, 0.5, noise=4), day(4))
    code, out, _ = call("model", "propose", record, "--by", "change", "--who", "A. Chemist")
    assert code == 0 and f"since {day(3)}" in out and "better on 6 samples held back (2 days)" in out
    assert current_model(record) == model.resolve() and call("model", "show", record)[1].count("proposed") == 1
    assert call("model", "approve", record, "--version", 2, "--who", "B. Head")[0] == 2  # no reason
    assert call("model", "approve", record, "--version", 2, "--why", "x")[0] == 2  # nobody
    code, out, _ = call("model", "approve", record, "--version", 2, "--who", "B. Head", "--why", "lamp exchanged")
    assert code == 0 and current_model(record).name == "fat_B_v2.h5"
    check(record, *put_checks(tmp_path, 0.5, noise=5), day(5))
    life = read_record(record).life
    assert not life.alarms and abs(np.mean(life.checks[-1].errors)) < 0.15
    assert call("model", "roll-back", record, "--version", 1, "--who", "B. Head", "--why", "lamp put back")[0] == 0
    assert current_model(record) == model.resolve()
    tree = json.loads(call("model", "show", record, "--json")[1])
    assert [v["State"] for v in tree["versions"]] == ["in force", "approved"] and len(tree["days"]) == 6
    assert call("model", "verify", record)[0] == 0 and call("model", "verify", record, "--head", tree["head"])[0] == 0
    assert call("model", "verify", record, "--head", "f" * 64)[0] == 2
    for name in ("t.csv", "t.html"):
        assert call("model", "export", record, "--output", tmp_path / name)[0] == 0
    text = (tmp_path / "t.csv").read_text("utf-8")
    assert "lamp exchanged" in text and "B. Head" in text and "better" in text


def test_what_is_held_back_takes_no_part(record, tmp_path):
    """Nonsense in the values of held-back samples changes the judgement and leaves the update as it was."""
    drifted(record)
    before = propose(record, "bias", who="A").life.versions[-1]
    assert before.judged[0].samples == 6
    lines = record.read_text("utf-8").splitlines()
    held = {n for n, h in zip(NAMES, read_record(record).life.checks[0].held_back, strict=True) if h}
    other = tmp_path / "other" / "fat_B.life"
    other.parent.mkdir()
    start(other, tmp_path / "fat_B_v2.h5", "B", "A")
    assert len(held) == 6 and len(lines) == 8
    life = read_record(record).life
    spoilt = tuple(replace(c, predicted=np.where(c.held_back[:, None], 99.0, c.predicted)) for c in life.checks)
    from spectralign_gui.session.lifecycle import proposal
    a, b = proposal(life, "bias"), proposal(replace(life, checks=spoilt), "bias", a_since(life))
    assert np.array_equal(a.correction.offset, b.correction.offset) and b.judged[0].old > 50


def a_since(life):
    from spectralign_gui.session.lifecycle import window_start
    return window_start(life)


def test_the_drift_is_dated_by_the_sum_that_gave_the_alarm(record):
    drifted(record)
    assert a_since(read_record(record).life) == day(3)


def test_a_change_is_one_from_the_first_day(record, tmp_path):
    """Also where the sums have never been zero, the first day is what the later ones are compared with."""
    for k in range(3):
        check(record, *put_checks(tmp_path, 0.5, noise=k), day(k))
    assert a_since(read_record(record).life) == day(0)
    made = propose(record, "change", who="A").life.versions[-1]
    assert made.since == day(1)


def test_a_sample_stays_what_it_was_first(record, tmp_path, call):  # noqa: F811
    spectra, values = put_checks(tmp_path)
    assert call("model", "check", record, spectra, "--values", values, "--held-back", "C00,C01,C02", "--day", day(0),
                )[0] == 0
    assert sum(read_record(record).life.roles.values()) == 3
    code, _, err = call("model", "check", record, spectra, "--values", values, "--held-back", "C05")
    assert code == 2 and "C05 was used for updates before" in err
    assert call("model", "check", record, spectra, "--values", values, "--held-back", "Z9")[0] == 2
    more, values = put_checks(tmp_path, seed=78, names=[*NAMES[:4], "N1", "N2", "N3", "N4"], noise=1)
    check(record, more, values, day(1))
    roles = read_record(record).life.roles
    assert roles["c00"] and not roles["c05"] and sum(roles[f"n{k}"] for k in range(1, 5)) == 2


def test_a_corrected_model_is_corrected_everywhere(record, tmp_path):
    """Prediction, coefficients, exported files and a second update on top give the same values."""
    drifted(record)
    propose(record, "slope", who="A")
    approve(record, 2, "B", "drift")
    path = current_model(record)
    model, card = load_with_card(path)  # noqa: F811
    plain = replace(model, corrections={})
    data = sa.read(put_checks(tmp_path, 0.5, noise=9)[0])
    slope, offset = model.corrections["B"]
    values = model.predict(data, "B").values
    assert np.allclose(values, plain.predict(data, "B").values * slope + offset) and abs(offset[0]) > 0.1
    assert np.allclose(coefficients_of(model, "B").predict(data.spectra), values)
    assert "corrected on B" in card.method and card.standards
    for name in ("m.py", "m.json"):
        export_model(model, tmp_path / name, "B")
    space: dict[str, object] = {"__name__": "exported"}
    exec(compile((tmp_path / "m.py").read_text("utf-8"), "m.py", "exec"), space)
    assert np.allclose(np.asarray(space["predict"](data.spectra)["values"]).ravel(), values.ravel())
    check(record, *put_checks(tmp_path, 1.0, noise=10), day(8))
    propose(record, "bias", day(8), who="A")
    twice = load_model(tmp_path / "fat_B_v3.h5")
    assert np.allclose(twice.corrections["B"][0], slope) and twice.corrections["B"][1][0] < offset[0]


def test_an_ordinary_model_is_as_earlier_programs_know_it(model, record, tmp_path):  # noqa: F811
    import h5py
    with h5py.File(model) as file:
        assert file.attrs["schema"] == 1
    drifted(record)
    propose(record, "bias", who="A")
    with h5py.File(tmp_path / "fat_B_v2.h5") as file:
        assert file.attrs["schema"] == 2  # who does not know corrections must not predict without them


def refit(folder, names, drift=0.5, hold_out=0.5):
    X, y = mixtures(40, 5)
    pure = np.exp(-0.5 * ((np.linspace(0, 1, X.shape[1]) - 0.2) / 0.12) ** 2)
    a = sa.spectra(X, axis=AXIS, unit="nm", name="A", values={"Fat": y}, quantity="absorbance", sample_names=names)
    b = sa.spectra(0.9 * (X + drift / 10 * pure) + 0.05, axis=AXIS, unit="nm", name="B", values={"Fat": y},
                   quantity="absorbance", sample_names=names)
    path = folder / "again.h5"
    sa.save(sa.transfer(a, b, standards="rows", method="pds", hold_out=hold_out), path)
    return path


def test_a_refit_is_judged_on_the_same_measurements(record, tmp_path, call):  # noqa: F811
    drifted(record)
    path = refit(tmp_path, [f"R{k}" for k in range(40)])
    code, out, err = call("model", "propose", record, "--by", path, "--who", "A")
    assert code == 0 and "better on 6 samples" in out, err
    made = read_record(record).life.versions[-1]
    assert made.kind == "re-fit" and made.file == "again.h5"
    approve(record, 2, "B", "new standards")
    assert current_model(record) == path.resolve()


def test_a_refit_that_has_seen_the_held_back_samples_cannot_be_judged_by_them(record, tmp_path):
    drifted(record)
    path = refit(tmp_path, [*NAMES, *(f"R{k}" for k in range(28))], hold_out=0.1)
    with pytest.raises(SpectrAlignError) as said:
        propose_model(record, path, who="A")
    assert code_of(said.value) == "life.few_held_back" and len(read_record(record).life.versions) == 1


def test_a_refit_needs_the_spectra_as_they_were(record, tmp_path):
    drifted(record)
    path = refit(tmp_path, [f"R{k}" for k in range(40)])
    changed = tmp_path / "checks_0.5_5.csv"
    changed.write_text(changed.read_text("utf-8") + "\n", "utf-8")
    with pytest.raises(FileError, match="changed"):
        propose_model(record, path, who="A")


# -- bad input: one sentence, nothing lost -----------------------------------------------------------------------------
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
    assert "still to come" in refused(call, record, "check", record, spectra, "--values", values, "--day", late)
    assert "not a day" in refused(call, record, "check", record, spectra, "--values", values, "--day", "1.2.2026")
    from datetime import datetime
    moment = datetime.fromisoformat("2020-01-01T00:00:00+00:00")
    monkeypatch.setattr(record_file, "appended", lambda *a: trail.appended(*a, now=moment))
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
        assert "cut off or written anew" in refused(call, record, "verify", record, "--head", head)
        return
    for words in (("show", record), ("verify", record), ("check", record, spectra, "--values", values)):
        refused(call, record, *words)


@pytest.mark.parametrize("data", ["[]", "{}", "null", '{"version": 7}', '{"version": "x"}', "[" * 100_000])
@pytest.mark.parametrize("step", ["check", "propose", "approve", "roll back"])
def test_a_sound_chain_of_nonsense_is_no_record(record, data, step):
    lines = tuple(record.read_text("utf-8").split("\n")[:-1])
    lines = trail.appended(lines, "nonsense", [("step", "", step), ("data", "", data)])
    record.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(FileError) as said:
        read_record(record)
    assert code_of(said.value) in ("life.entry_odd", "life.no_version")


@pytest.mark.parametrize("number", ["1" + "0" * 400, "1e999", "NaN", "[1]", '"x"'])
@pytest.mark.parametrize("where", ["reference", "predicted"])
def test_odd_numbers_are_refused_or_not_known(record, number, where):
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
    assert "not there" in refused(call, record, "approve", record, "--version", 2, "--who", "B", "--why", "x")
    assert "not there" in refused(call, record, "verify", record)
    path.write_bytes(content)
    approve(record, 2, "B", "x")


def test_decisions_that_do_not_fit(record, tmp_path, call):  # noqa: F811
    drifted(record)
    for kind in ("bias", "slope", "change"):
        propose(record, kind, who="A")
    decided = ("--who", "B", "--why", "x")
    assert call("model", "decline", record, "--version", 3, *decided)[0] == 0
    assert "declined" in refused(call, record, "approve", record, "--version", 3, *decided)
    assert "cannot be gone back to" in refused(call, record, "roll-back", record, "--version", 3, *decided)
    approve(record, 2, "B", "x")
    assert "propose it again" in refused(call, record, "approve", record, "--version", 4, *decided)
    assert "no version 9" in refused(call, record, "approve", record, "--version", 9, *decided)
    assert "no check samples" in refused(call, record, "propose", record, "--by", "bias", "--who", "A")
    assert "exists already" in refused(call, record, "start", record, tmp_path / "fat_B_v2.h5", "--instrument", "B",
                                       "--who", "A")
    refused(call, record, "propose", record, "--by", "bais", "--who", "A")
    refused(call, record, "start", record)


def test_too_few_check_samples(record, tmp_path, call):  # noqa: F811
    check(record, *put_checks(tmp_path, names=NAMES[:4]), day(0))
    assert "held back to judge" in refused(call, record, "propose", record, "--by", "bias", "--who", "A")
    check(record, *put_checks(tmp_path), day(1))
    assert "not known" in refused(call, record, "propose", record, "--by", "change", "--since", day(0), "--who", "A")


def test_many_writers_lose_nothing(record, tmp_path):
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


def test_another_version_meanwhile_is_noticed(record, tmp_path, monkeypatch):
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


def test_a_full_disk_leaves_the_record_as_it_was(record, tmp_path, monkeypatch):
    before = record.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(appending.os, "fsync", full)
    with pytest.raises(SpectrAlignError):
        check(record, *put_checks(tmp_path), day(0))
    assert record.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="the limit is one of POSIX")
def test_half_an_entry_is_taken_back(record, tmp_path):
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
