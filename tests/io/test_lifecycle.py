"""The life of a model on file and by the command line: from the first check to the way back, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest

import spectralign_gui as sa
from spectralign_gui.core.errors import FileError, SpectrAlignError
from spectralign_gui.core.notes import code_of
from spectralign_gui.io.exported.model import export_model
from spectralign_gui.io.lifecycle import approve, check, current_model, propose, propose_model, read_record, start
from spectralign_gui.io.model_card import load_with_card
from spectralign_gui.io.model_file import load_model
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


def test_a_recursive_update_takes_out_what_has_come_to_be(record, tmp_path, call):  # noqa: F811
    """A drift that grows from day to day: corrected as it is at its end, and not as it was in the mean."""
    for k in range(8):
        check(record, *put_checks(tmp_path, 0.15 * k, noise=k), day(k))
    code, out, err = call("model", "propose", record, "--by", "recursive", "--who", "A")
    assert code == 0 and f"since {day(5)}" in out and "better" in out, err
    offset = load_model(tmp_path / "fat_B_v2.h5").corrections["B"][1][0]
    propose(record, "change", who="A")
    mean = load_model(tmp_path / "fat_B_v3.h5").corrections["B"][1][0]
    first, last = (np.mean(read_record(record).life.checks[k].errors) for k in (0, 7))
    assert abs(offset + last - first) < 0.1 < abs(mean + last - first)
    assert "followed to the last day" in record.read_text("utf-8")


def test_a_recursive_update_of_nothing_is_refused(record, tmp_path):
    spectra, values = put_checks(tmp_path)
    check(record, spectra, values, day(0))
    with pytest.raises(SpectrAlignError) as said:
        propose(record, "recursive", who="A")
    assert code_of(said.value) == "updates.no_repeats"
    for k in range(1, 4):
        check(record, spectra, values, day(k))
    with pytest.raises(SpectrAlignError) as said:
        propose(record, "recursive", who="A")
    assert code_of(said.value) == "updates.no_change"
    assert len(read_record(record).life.versions) == 1
