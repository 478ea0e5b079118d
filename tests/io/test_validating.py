"""A protocol is read strictly, planned, registered and judged; the report says what the figures say."""

from __future__ import annotations

import csv
import datetime
import json
import os

import numpy as np
import pytest

import spectralign_gui as sa
from spectralign_gui.core.data import Targets
from spectralign_gui.core.errors import DataError, FileError, SpectrAlignError
from spectralign_gui.core.validation.acceptance import AGAINST, SUPPORTS, UNDECIDED
from spectralign_gui.io.document import is_unchanged
from spectralign_gui.io.model_file import load_model
from spectralign_gui.io.validating import read_protocol, template, validate
from spectralign_gui.io.validating.judged import planned
from spectralign_gui.io.validating.protocol import FORMAT, register
from spectralign_gui.io.validating.report import document, in_short
from tests.io.test_watching import AXIS, mixtures, text_of
from tests.io.test_watching import model as model_file

model = model_file

LIMITS = """max_bias = 0.15
max_sep = 0.25
max_rmsep = 0.28
slope_low = 0.9
slope_high = 1.1
expected_sep = 0.18
"""


def protocol(tmp_path, limits: str = LIMITS, head: str = "", name: str = "p.toml"):
    path = tmp_path / name
    path.write_text(f'format = "{FORMAT}"\ntitle = "T"\nauthor = "A"\ndate = 2026-01-01\n{head}\n[[property]]\n'
                    f'name = "Fat"\n{limits}', encoding="utf-8")
    return path


def spectra(n: int = 45, seed: int = 5, repeats: int = 0):
    X, y = mixtures(n, seed)
    names = [f"V{k}" for k in range(n)]
    more = 0.9 * X[:repeats] + 0.05 + 1e-3 * np.random.default_rng(0).standard_normal((repeats, X.shape[1]))
    return sa.spectra(np.vstack([0.9 * X + 0.05, more]), axis=AXIS, unit="nm", name="new", quantity="absorbance",
                      sample_names=[*names, *names[:repeats]]), names, y


def judged(model, tmp_path, shift: float = 0.0, noise: float = 0.0, n: int = 45, repeats: int = 0, **more):
    dataset, names, y = spectra(n, repeats=repeats)
    y = y + shift + noise * np.random.default_rng(3).standard_normal(n)
    return validate(load_model(model), dataset, names, Targets(("Fat",), y[:, None]), "B",
                    read_protocol(protocol(tmp_path, **more)))


def outcomes(found) -> dict[str, str]:
    return {j.name: j.outcome for j in found.properties[0].judged if j.criterion is not None}


def test_a_good_method_is_supported_a_biased_one_not_a_noisy_one_not_decided(model, tmp_path):
    good = judged(model, tmp_path)
    assert good.supported and set(outcomes(good).values()) == {SUPPORTS} and "support all 5" in in_short(good)
    biased = judged(model, tmp_path, shift=0.5)
    assert outcomes(biased)["Bias"] == AGAINST and outcomes(biased)["SEP"] == SUPPORTS and not biased.supported
    assert biased.properties[0].figures.bias.value == pytest.approx(-0.5, abs=0.05)
    noisy = judged(model, tmp_path, noise=0.25)
    assert outcomes(noisy)["SEP"] == UNDECIDED
    assert outcomes(judged(model, tmp_path, noise=1.0))["SEP"] == AGAINST


def test_too_few_samples_are_told(model, tmp_path):
    few = judged(model, tmp_path, n=12)
    assert outcomes(few)["Number of samples"] == AGAINST and not few.supported
    assert dict(few.properties[0].needed) == dict(planned(few.protocol.properties[0], few.protocol))
    asked = judged(model, tmp_path, n=12, limits="max_bias = 0.3\n", head="samples = 12")
    assert outcomes(asked) == {"Number of samples": SUPPORTS, "Bias": SUPPORTS}


def test_repeats_share_range_calibration_and_laboratory(model, tmp_path):
    limits = ("sel = 0.1\nmax_bias_per_sel = 1.5\nmax_repeatability = 0.05\nmax_error = 0.5\nmin_share = 0.9\n"
              "sec = 0.05\nsec_degrees = 60\nrange_low = 2\nrange_high = 4\n")
    found = judged(model, tmp_path, repeats=6, noise=0.02, limits=limits)
    result = found.properties[0]
    by_name = {j.name: j for j in result.judged}
    assert result.figures.n == 45 and len(result.rows.repeats) == 6
    pairs = np.array(list(result.rows.repeats.values()))
    assert by_name["Repeatability"].figure.value == pytest.approx(np.sqrt((np.diff(pairs) ** 2 / 2).mean()))
    assert by_name["Bias"].criterion.high == pytest.approx(0.15)
    from scipy import stats

    top = 0.05 * np.sqrt(stats.f.ppf(0.95, 44, 60))
    assert by_name["SEP against the calibration"].criterion.high == pytest.approx(top)
    assert by_name["Lowest reference value"].outcome == by_name["Highest reference value"].outcome == SUPPORTS
    short = judged(model, tmp_path, limits="max_bias = 1\nrange_high = 40\nmax_repeatability = 1\n")
    assert outcomes(short)["Highest reference value"] == AGAINST and outcomes(short)["Repeatability"] == UNDECIDED


def test_means_of_repeats_and_flagged_spectra(model, tmp_path):
    first = judged(model, tmp_path, repeats=6)
    mean = judged(model, tmp_path, repeats=6, head='repeats = "mean"')
    one, two = first.properties[0].rows, mean.properties[0].rows
    assert two.predicted[0] == pytest.approx(np.mean(two.repeats["V0"])) and one.predicted[0] == one.repeats["V0"][0]
    left = judged(model, tmp_path, head='flagged = "excluded"').properties[0].rows
    assert len(left.names) < 45 and not any(left.flags) and any(one.flags)


BAD = {
    "another format": ('format = "x"\n', "not a protocol"),
    "no TOML": ("[[[", "cannot be read"),
    "no author": (f'format = "{FORMAT}"\ndate = 2026-01-01\n[[property]]\nname = "Fat"\nmax_bias = 1\n', "author"),
    "no date": (f'format = "{FORMAT}"\nauthor = "A"\ndate = "soon"\n[[property]]\nname = "F"\nmax_bias = 1\n', "date"),
}
LINES = {
    "an unknown limit": ("max_biass = 1\nmax_bias = 1\n", "", "max_biass"),
    "nothing asked": ("sel = 1\n", "", "sets no limit"),
    "a text": ('max_bias = "1"\n', "", "must be a number"), "not positive": ("max_bias = 0\n", "", "above 0"),
    "infinite": ("max_bias = inf\n", "", "must be a number"), "true": ("max_bias = true\n", "", "must be a number"),
    "turned round": ("slope_low = 1.1\nslope_high = 0.9\n", "", "not below"),
    "no SEL": ("max_bias_per_sel = 1\n", "", "need sel"), "a share alone": ("min_share = 0.9\n", "", "max_error"),
    "confidence of 1": ("max_bias = 1\n", "confidence = 1.0", "confidence must be"),
    "confidence in percent": ("max_bias = 1\n", "confidence = 95", "confidence must be"),
    "half a sample": ("max_bias = 1\n", "samples = 1.5", "whole number"),
    "an unknown way": ("max_bias = 1\n", 'repeats = "last"', "one of first, mean"),
    "an unknown entry": ("max_bias = 1\n", "colour = 1", "has no colour"),
    "twice": ('max_bias = 1\n[[property]]\nname = "Fat"\nmax_bias = 2\n', "", "twice"),
    "no name": ('max_bias = 1\n[[property]]\nmax_bias = 2\n', "", "no name"),
}


@pytest.mark.parametrize("name", [*BAD, *LINES])
def test_a_protocol_with_a_mistake_is_refused_naming_it(tmp_path, name):
    if name in BAD:
        text, said = BAD[name]
        path = tmp_path / "p.toml"
        path.write_text(text)
    else:
        limits, head, said = LINES[name]
        path = protocol(tmp_path, limits, head)
    with pytest.raises(FileError) as caught:
        read_protocol(path)
    assert said in str(caught.value) and str(caught.value).startswith("p.toml") and str(caught.value).count("\n") == 0


def test_300_mutilated_protocols(tmp_path):
    whole = template(("Fat", "Ö \"l\"")).encode()
    rng = np.random.default_rng(0)
    path, read = tmp_path / "p.toml", 0
    for k in range(300):
        content = bytearray(whole)
        for place in rng.integers(0, len(content), 2):
            content[place] = rng.integers(1, 255)
        if k % 3 == 0:
            del content[int(rng.integers(len(content))):]
        path.write_bytes(content)
        try:
            read_protocol(path)
            read += 1
        except FileError as error:
            assert str(error).startswith("p.toml") and str(error).endswith(".")
    assert 20 < read < 290


def test_a_template_is_a_protocol(tmp_path):
    path = tmp_path / "p.toml"
    path.write_text(template(("Fat", "Ö \"l\""), "A. Chemist", datetime.date(2026, 1, 2)), encoding="utf-8")
    read = read_protocol(path)
    assert [p.name for p in read.properties] == ["Fat", "Ö \"l\""] and read.author == "A. Chemist"
    assert read.properties[0].limit("max_sep") == 0.25 and read.alpha == pytest.approx(0.05)


def test_a_registered_protocol_is_not_changed(tmp_path):
    path = protocol(tmp_path)
    assert read_protocol(path).registered == ""
    when = register(path).registered
    assert when and register(path).registered == when == read_protocol(path).registered
    path.write_text(path.read_text().replace("0.15", "0.16"))
    with pytest.raises(FileError, match="changed since"):
        read_protocol(path)
    path.write_text(path.read_text().replace("0.16", "0.15"))
    assert read_protocol(path).registered == when
    (tmp_path / "p.toml.registered").write_text("{}")
    with pytest.raises(FileError, match="not a registration"):
        read_protocol(path)


def test_data_that_do_not_fit_are_one_sentence(model, tmp_path):
    fitted, read = load_model(model), read_protocol(protocol(tmp_path))
    dataset, names, y = spectra()
    for targets, listed, said in (
            (Targets(("Starch",), y[:, None]), names, "has no Fat"), (Targets(("Fat",), y[:3, None]), (), "45 spectra"),
            (Targets(("Fat",), y[:, None]), ["other"] * 45, "two different"),
            (Targets(("Fat",), y[:, None]), [f"X{k}" for k in range(45)], "there are 0"),
            (Targets(("Fat",), np.ones((45, 1))), names, "all the same")):
        with pytest.raises(SpectrAlignError, match=said):
            validate(fitted, dataset, listed, targets, "B", read)
    other = read_protocol(protocol(tmp_path, name="q.toml").rename(tmp_path / "r.toml"))
    changed = tmp_path / "s.toml"
    changed.write_text((tmp_path / "r.toml").read_text().replace('"Fat"', '"Protein"'))
    with pytest.raises(FileError, match="does not predict Protein"):
        validate(fitted, dataset, names, Targets(("Fat",), y[:, None]), "B", read_protocol(changed))
    assert other.properties[0].name == "Fat"
    with pytest.raises(DataError):
        validate(fitted, dataset.with_(quantity="counts"), names, Targets(("Fat",), y[:, None]), "B", read)


def test_the_command_from_template_to_report(model, tmp_path, capsys):
    from spectralign_gui.cli import main

    dataset, names, y = spectra()
    (tmp_path / "new.csv").write_text(text_of(dataset.spectra, [f"={n}" if k == 0 else n for k, n in enumerate(names)]))
    (tmp_path / "values.csv").write_text("Sample,Fat\n" + "".join(
        f"{'=' if k == 0 else ''}{n},{v!r}\n" for k, (n, v) in enumerate(zip(names, map(float, y), strict=True))))
    path = tmp_path / "p.toml"
    assert main(["validate", str(model), "--template", str(path)]) == 0
    assert main(["validate", "--template", str(path)]) == 2
    assert main(["validate", "--protocol", str(path), "--plan"]) == 0
    assert "43 samples" in capsys.readouterr().out
    now = datetime.datetime.now().timestamp() + 5
    for name in ("new.csv", "values.csv"):
        os.utime(tmp_path / name, (now, now))
    report, pdf = tmp_path / "r.html", tmp_path / "r.pdf"
    words = ["validate", str(model), str(tmp_path / "new.csv"), str(tmp_path / "values.csv"), "--instrument", "B",
             "--protocol", str(path), "--report", str(report), "--pdf", str(pdf), "--json", "--operator", "A"]
    assert main(words) == 0
    said = capsys.readouterr()
    tree = json.loads(said.out)
    assert tree["supported"] and tree["sha256"] in report.read_text(encoding="utf-8") and is_unchanged(report)
    assert pdf.read_bytes().startswith(b"%PDF") and "older" not in said.err
    text = report.read_text(encoding="utf-8")
    assert "complies" not in text.lower() and "ISO 12099" in text and "was registered on" in text
    with open(tmp_path / "r_Fat.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 45 and rows[0]["Sample"] == "'=V0"
    bias = np.mean([float(r["Error"]) for r in rows])
    assert next(f["value"] for f in tree["properties"][0]["figures"] if f["name"] == "Bias") == pytest.approx(bias)
    past = now - 10 ** 6
    os.utime(tmp_path / "new.csv", (past, past))
    assert main(words) == 0 and "new.csv is older than the registration" in capsys.readouterr().err
    assert main(words[:4]) == 2 and main(words[:4] + words[6:8]) == 2


def test_the_same_from_the_library(model, tmp_path):
    dataset, names, y = spectra()
    (tmp_path / "new.csv").write_text(text_of(dataset.spectra, names))
    (tmp_path / "values.csv").write_text("Sample,Fat\n" + "".join(
        f"{n},{v!r}\n" for n, v in zip(names, map(float, y), strict=True)))
    filed = sa.validate(model, instrument="B", protocol=protocol(tmp_path), spectra=tmp_path / "new.csv",
                        values=tmp_path / "values.csv")
    assert filed.found.supported and filed.write(tmp_path / "r.html") == [tmp_path / "r.html", tmp_path / "r_Fat.csv"]
    assert is_unchanged(tmp_path / "r.html")
    with sa.watch(model, tmp_path, instrument="B", output=tmp_path / "o.csv") as watching:
        assert watching.poll() == []
    with sa.serve(model, port=0) as server:
        assert server.answers.model.properties == ("Fat",)


def test_every_figure_of_the_report_has_its_formula(model, tmp_path):
    found = judged(model, tmp_path, limits=LIMITS + "max_error = 1\nmin_share = 0.8\nsel = 0.1\n")
    assert all(j.formula for j in found.properties[0].judged)
    page = document(found, "a model", [("Model", "m.h5", "0" * 64)])
    assert page.passed and all(s.title for s in page.sections) and page.sections[-1].links[0][0] == "Fat.csv"
