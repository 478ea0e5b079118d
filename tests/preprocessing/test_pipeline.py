"""Lists of steps: words, presets, fitting on training spectra, preview."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectralign_gui.core import Cancelled, DataError, ParameterError
from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.preprocessing.parse import SHORT, format_step, parse_preprocessing, parse_step
from spectralign_gui.preprocessing.pipeline import FittedPreprocessing, fit_and_apply, fit_preprocessing
from spectralign_gui.preprocessing.presets import built_in, describe_built_in, from_json, to_json
from spectralign_gui.preprocessing.preview import preview
from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.preprocessing.step import create_step, steps


def make(name="A", n=8, low=400.0, high=1000.0, p=121, seed=0):
    rng = np.random.default_rng(seed)
    x = np.linspace(low, high, p)
    X = 2 + 0.001 * x + rng.uniform(0.5, 2, (n, 1)) * np.exp(-0.5 * ((x - 650) / 20) ** 2)
    return SpectralDataset(name, X + 0.005 * rng.normal(size=X.shape), Axis(x, "nm"))


def test_words():
    assert parse_step("snv") == StepSpec("snv")
    assert parse_step("crop:400-1100,1200-1700") == StepSpec("crop", {"ranges": "400-1100,1200-1700"})
    assert parse_step("crop:ranges=400-1100,1200-1700").parameters == {"ranges": "400-1100,1200-1700"}
    assert parse_step("smooth:whittaker,penalty=1e4").parameters == {"method": "whittaker", "penalty": 1e4}
    assert parse_step("derivative:2,window=15").parameters == {"order": 2, "window": 15}
    assert parse_step("resample:2, start=auto, stop=900").parameters == {"step": 2.0, "start": None, "stop": 900.0}
    assert parse_step("normalise:band,band=990-1010").parameters == {"by": "band", "band": "990-1010"}
    assert parse_step("savgol:9,order=3").parameters == {"method": "savitzky-golay", "window": 9, "order": 3}
    assert parse_step("d2").parameters == {"order": 2}
    assert parse_step("shift-axis:-2.0").parameters == {"shift": -2.0}
    assert parse_step("crop:-100-200").parameters == {"ranges": "-100-200"}
    for word in SHORT:
        parse_step(word)


@pytest.mark.parametrize("word,sentence", [
    ("snw", "no preprocessing step 'snw'; did you mean snv"), ("", "no preprocessing step ''"),
    ("snv:3", "step snv takes only named values"), ("snv:a=3", "step snv has no parameter 'a'; it has none"),
    ("crop:4oo-1100", "step crop: Ranges to keep \\(ranges\\): '4oo-1100' is not a range"),
    ("smooth:window=4", "step smooth: Window must be an odd number"),
    ("smooth:windw=5", "has no parameter 'windw'; it has method, window"),
    ("smooth:window=5,window=7", "window is given twice"), ("d1:order=2", "order is given twice"),
    ("baseline:penalty=-1", "step baseline: (Penalty|Stiffness).* must be above 0"),
    ("derivative:window=big", "Window must be a number, not 'big'")])
def test_wrong_words_are_named(word, sentence):
    with pytest.raises(ParameterError, match=sentence) as caught:
        parse_step(word)
    assert str(caught.value).count("\n") == 0


@given(st.sampled_from(sorted(steps())), st.data())
def test_words_are_read_back(name, data):
    values = {}
    for p in steps()[name].parameters:
        if p.kind == "choice":
            values[p.name] = data.draw(st.sampled_from(p.choices))
        elif p.kind == "bool":
            values[p.name] = data.draw(st.booleans())
        elif p.kind == "text":
            values[p.name] = data.draw(st.sampled_from(["1-2", "400-1100,1200-1700", "-100-200"]))
        elif p.kind == "float":
            values[p.name] = data.draw(st.floats(max(p.minimum or 1e-3, 1e-3), min(p.maximum or 1e9, 1e9)))
    try:
        step = create_step(name, **values)
    except ParameterError:
        return
    word = format_step(StepSpec(name, values))
    assert create_step(name, **parse_step(word).parameters).values == step.values


def test_lists_for_all_and_for_one():
    spec = parse_preprocessing(["snv", "B/crop:500-900", "d1", "folder/B/detrend"], ["A", "B", "folder/B"])
    names = {who: [s.step for s in spec.steps_for(who)] for who in ("A", "B", "folder/B")}
    assert names == {"A": ["snv", "derivative"], "B": ["snv", "crop", "derivative"],
                     "folder/B": ["snv", "derivative", "detrend"]}
    with pytest.raises(ParameterError, match="for the instrument 'C', but there are only A, B"):
        parse_preprocessing(["C/snv"], ["A", "B"])
    assert [s.step for s in parse_preprocessing(["x/y/snv"]).own["x/y"]] == ["snv"]


def test_steps_learn_on_training_spectra_only():
    d = make()
    spec = parse_preprocessing(["msc", "centre"])
    fitted = fit_preprocessing(spec, [d], {"A": [0, 1, 2]})
    alone = fit_preprocessing(spec, [d.take([0, 1, 2])])
    assert np.array_equal(fitted.apply(d).spectra, alone.apply(d).spectra)
    assert not np.allclose(fitted.apply(d).spectra, fit_preprocessing(spec, [d]).apply(d).spectra)
    loaded = FittedPreprocessing.from_state(json.loads(json.dumps(fitted.to_state(), default=lambda a: a.tolist())))
    assert np.array_equal(loaded.apply(d).spectra, fitted.apply(d).spectra)


def test_a_grid_is_chosen_for_all_instruments_also_with_own_lists():
    a, b = make("A", p=121), make("B", low=500, high=1100, p=201, seed=1)
    spec = parse_preprocessing(["resample", "snv"])
    fitted, (ra, rb), _ = fit_and_apply(spec, [a, b])
    assert ra.axis.same_as(rb.axis) and ra.axis.values[[0, -1]].tolist() == [500, 1000]
    assert np.allclose(np.diff(ra.axis.values), 5.0), "the coarser step"
    assert "Resample: A loses 400 to 500 nm." in ra.warnings and "Resample: B loses 1000 to 1100 nm." in rb.warnings
    assert not ra.missing and np.array_equal(fitted.apply(a).spectra, ra.spectra)
    spec = parse_preprocessing(["B/crop:600-1000", "resample", "A/detrend"])
    _, (ra, rb), _ = fit_and_apply(spec, [a, b])
    assert ra.axis.same_as(rb.axis) and ra.axis.values[0] == 602
    _, (ra, rb), _ = fit_and_apply(parse_preprocessing(["resample:onto=reference"]), [a, b])
    assert rb.axis.same_as(a.axis) and np.isnan(rb.spectra[:, :20]).all() and not np.isnan(rb.spectra[:, 20:]).any()
    assert any("did not measure 20 channels" in w for w in rb.warnings)
    _, (ra, rb), _ = fit_and_apply(parse_preprocessing(["resample:onto=reference,outside=drop"]), [a, b])
    assert ra.axis.same_as(rb.axis) and len(ra.axis) == 101 and not rb.missing
    same = fit_and_apply(parse_preprocessing(["resample"]), [a, make("C", seed=4)])[1]
    assert np.array_equal(same[0].spectra, a.spectra), "equal axes stay as they are"
    with pytest.raises(DataError, match="no range in common"):
        fit_and_apply(parse_preprocessing(["resample"]), [a, make("D", low=2000, high=2500)])
    cm = a.with_(name="E", axis=Axis(a.axis.values, "cm-1"))
    with pytest.raises(DataError, match="different ones \\(cm⁻¹, nm\\); convert them first"):
        fit_and_apply(parse_preprocessing(["resample"]), [a, cm])


def test_dropped_samples_are_gone_and_told():
    d = make()
    X = np.array(d.spectra)
    X[[2, 5], 10] = np.nan
    d = d.with_(spectra=X)
    spec = parse_preprocessing(["missing:drop-samples", "centre"])
    fitted, (result,), (kept,) = fit_and_apply(spec, [d])
    assert kept.tolist() == [0, 1, 3, 4, 6, 7] and result.sample_names == ("1", "2", "4", "5", "7", "8")
    assert np.allclose(result.spectra.mean(axis=0), 0), "what is dropped is not learned from"
    again, rows = fitted.apply_rows(d)
    assert np.array_equal(again.spectra, result.spectra) and rows.tolist() == kept.tolist()
    assert len(fitted.apply(d)) == 8
    with pytest.raises(DataError, match="no sample of A is left"):
        fit_and_apply(spec, [d.take([2, 5])])


def test_switched_off_steps_do_nothing_and_runs_can_be_cancelled():
    d = make()
    spec = PreprocessingSpec((StepSpec("snv", enabled=False),))
    assert fit_preprocessing(spec, [d]).apply(d) is d
    monitor = SilentMonitor()
    monitor.cancel()
    with pytest.raises(Cancelled):
        fit_and_apply(parse_preprocessing(["baseline"]), [d], monitor)
    with pytest.raises(Cancelled):
        create_step("baseline").apply(d, monitor)


def test_presets():
    assert {"NIR", "Raman", "LIBS"} <= {name.split(":")[0] for name in built_in()}
    assert built_in().keys() == describe_built_in().keys()
    d = make()
    for spec in built_in().values():
        assert np.isfinite(fit_preprocessing(spec, [d]).apply(d).spectra).all()
        assert from_json(to_json(spec, "mine")) == ("mine", spec)
    spec = parse_preprocessing(["crop:400-500,600-700", "B/snv", "resample:2"], ["A", "B"])
    assert from_json(to_json(spec))[1] == spec


@pytest.mark.parametrize("text,words", [
    ("{", "not readable as JSON"), ("[]", "not a preprocessing preset"), ("[" * 100000, "not readable as JSON"),
    ('{"format": "spectralign-preprocessing", "version": 99}', "newer version"),
    ('{"format": "spectralign-preprocessing", "version": 1, "shared": [3]}', "entry 1 is not a preprocessing step"),
    ('{"format": "spectralign-preprocessing", "version": 1, "shared": [{"step": "no"}]}', "entry 1: there is no"),
    ('{"format": "spectralign-preprocessing", "version": 1, "shared": [{"step": "smooth", "parameters": '
     '{"window": 4}}]}', "odd"),
    ('{"format": "spectralign-preprocessing", "version": 1, "own": []}', "'own' must name")])
def test_spoiled_presets_are_refused(text, words):
    with pytest.raises(ParameterError, match=f"my.json.*{words}"):
        from_json(text, "my.json")


def test_preview_is_what_a_fit_would_give():
    a, b = make("A", n=12), make("B", n=5, low=500, high=1100, seed=2)
    spec = parse_preprocessing(["msc", "resample:5"])
    shown = preview(spec, b, [1, 3], [a, b])
    fitted = fit_preprocessing(spec, [a, b])
    assert np.array_equal(shown.after.spectra, fitted.apply(b.take([1, 3])).spectra) and not shown.problem
    assert np.array_equal(shown.before.spectra, b.spectra[[1, 3]]) and "loses" in shown.notes[0]
    refused = preview(parse_preprocessing(["crop:1-2"]), a, [0], [a, b])
    assert refused.after is None and "no channel of A is left" in refused.problem
