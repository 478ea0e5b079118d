"""A saved model takes the spectra it was made for, and refuses others with one sentence."""

from __future__ import annotations

import re

import numpy as np
import pytest

from spectralign_gui.core.data import PREPROCESSED, Axis, SpectralDataset, Targets
from spectralign_gui.core.errors import DataError
from spectralign_gui.io.model_file import load_model, save_result
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.writers import write
from spectralign_gui.preprocessing.parse import parse_preprocessing
from spectralign_gui.session.export.saving import spectra_to_save
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run import RunResult, execute
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState

P = 40
NM = Axis(np.linspace(1000, 1195, P), "nm")


def spectra(name: str, gain: float, axis: Axis = NM, quantity: str = "reflectance", **more: object) -> SpectralDataset:
    rng = np.random.default_rng(3)
    latent = rng.normal(size=(24, 3))
    place = np.linspace(0, 1, len(axis))
    basis = np.array([np.exp(-(((place - c) / 0.12) ** 2)) for c in (0.2, 0.5, 0.8)])
    X = 0.5 + 0.05 * gain * latent @ basis + np.random.default_rng(int(gain * 10)).normal(0, 1e-3, (24, len(axis)))
    return SpectralDataset(name, X, axis, tuple(f"S{i}" for i in range(24)), quantity,
                           Targets(("fat", "water"), np.column_stack([10 + latent[:, 0], 50 - latent[:, 1]])), **more)


def run(*words: str, axis: Axis = NM, quantity: str = "reflectance", method: str = "mean-shift",
        **more: object) -> RunResult:
    sets = (spectra("A", 1.0, axis, quantity, **more), spectra("B", 0.9, axis, quantity, **more))
    return execute(SessionState(sets, match_by_name(sets).standards, method=method,
                                preprocessing=parse_preprocessing(words, ["A", "B"])))


@pytest.fixture(scope="module")
def plain() -> Model:
    return Model.of(run())


@pytest.fixture
def new() -> SpectralDataset:
    return spectra("B", 0.9).with_(name="new")


def test_a_file_in_descending_order_is_the_same(plain, new, tmp_path):
    wanted = plain.predict(new, "B").values
    lines = ["sample," + ",".join(f"{v:.6f} nm" for v in new.axis.values[::-1])]
    lines += [f"{n}," + ",".join(map(repr, row)) for n, row in zip(
        new.sample_names, new.spectra[:, ::-1].tolist(), strict=True)]
    (tmp_path / "down.csv").write_text("\n".join(lines))
    back = read_dataset(tmp_path / "down.csv")
    assert back.axis.file_descending
    np.testing.assert_allclose(plain.predict(back, "B").values, wanted, rtol=1e-12)


@pytest.mark.parametrize(("axis", "said"), [
    (Axis(NM.values + 1.0, "nm"), "differs by up to 1 nm"),
    (Axis(NM.values * 1.002, "nm"), "the axis differs"),
    (Axis((1e7 / NM.values)[::-1], "cm-1"), "another unit (cm⁻¹) than the model for B needs (nm)"),
    (Axis(NM.values / 1000, "um"), "another unit (µm)"),
    (Axis(np.arange(1.0, P + 1), "channel"), "another unit (channel number)"),
    (Axis(np.arange(1.0, P + 1), "unknown"), "the axis differs"),
])
def test_another_axis_is_refused(plain, new, axis, said):
    with pytest.raises(DataError, match=re.escape(said)) as error:
        plain.predict(new.with_(axis=axis), "B")
    assert str(error.value).startswith("new: ") and str(error.value).endswith(".")


def test_part_of_the_channels_is_refused(plain, new):
    with pytest.raises(DataError, match="30 channels, but the model for B needs 40"):
        plain.predict(new.with_(spectra=new.spectra[:, :30], axis=Axis(NM.values[:30], "nm")), "B")


def test_numbered_channels_are_compared_too():
    """A model of channels 11 to 50 is none of channels 1 to 40."""
    model = Model.of(run(axis=Axis(np.arange(11.0, 51), "channel")))
    new = spectra("new", 0.9, Axis(np.arange(11.0, 51), "channel"))
    assert np.isfinite(model.predict(new, "B").values).all()
    with pytest.raises(DataError, match="differs by up to 10 channels"):
        model.predict(new.with_(axis=Axis(np.arange(1.0, 41), "channel")), "B")


@pytest.mark.parametrize("quantity", ["absorbance", "transmittance", "counts"])
def test_another_quantity_is_refused(plain, new, quantity):
    with pytest.raises(DataError, match=f"spectra are {quantity}, but the model for B needs reflectance"):
        plain.predict(new.with_(quantity=quantity), "B")
    assert len(plain.predict(new.with_(quantity="unknown"), "B").values) == 24


@pytest.mark.parametrize("ending", ["h5", "csv", "xlsx", "mat", "jdx"])
def test_spectra_that_were_preprocessed_are_not_preprocessed_again(new, tmp_path, ending):
    result = run("crop:1000-1190", "derivative:window=5,polynomial=2,order=1", "snv")
    done, = spectra_to_save(result.state, ("B",), "preprocessed")
    assert done.metadata[PREPROCESSED] == "derivative:window=5 then snv"
    path = write(done.with_(targets=None), tmp_path / f"done.{ending}")
    back = read_dataset(path)
    assert back.metadata[PREPROCESSED] == done.metadata[PREPROCESSED]
    save_result(result, tmp_path / "m.h5")
    # on the same channels, so that nothing else tells them apart
    model = Model.of(run("derivative:window=5,polynomial=2,order=1", "snv", axis=done.axis))
    with pytest.raises(DataError, match=r"already been preprocessed \(derivative:window=5 then snv\), but the model "
                                        "for B needs them as measured"):
        model.predict(back, "B")
    # a model that was made from such spectra takes them, and no others that are marked
    of_done = Model.of(run(axis=done.axis, metadata={PREPROCESSED: done.metadata[PREPROCESSED]}))
    assert len(of_done.predict(back, "B").values) == 24
    with pytest.raises(DataError, match="after derivative:window=5 then snv only"):
        of_done.predict(back.with_(metadata={PREPROCESSED: "msc"}), "B")


def test_spectra_brought_to_a_go_into_as_model_only_if_it_preprocesses_nothing(new, tmp_path):
    plain = Model.of(run(method="ds"))
    moved = plain.to_spectra(new, "B", "A")
    np.testing.assert_allclose(plain.predict(moved, "A").values, plain.predict(new, "B").values, rtol=1e-9)
    save_result(run("derivative", method="ds"), tmp_path / "m.h5")
    model = load_model(tmp_path / "m.h5")
    with pytest.raises(DataError, match=r"already been preprocessed \(derivative\)"):
        model.predict(model.to_spectra(new, "B", "A"), "A")


def test_brought_to_a_the_intensities_are_what_the_steps_made_of_them(new, tmp_path):
    result = run("absorbance", method="ds")
    save_result(result, tmp_path / "m.h5")
    for model in (Model.of(result), load_model(tmp_path / "m.h5")):
        assert model.to_spectra(new, "B", "A").quantity == "absorbance"
    at_once = spectra_to_save(result.state, ("B",), "reference", result)[0]
    assert at_once.quantity == "absorbance" and at_once.metadata[PREPROCESSED] == "absorbance"
    np.testing.assert_allclose(at_once.spectra, Model.of(result).to_spectra(result.state.datasets[1], "B", "A").spectra)


def test_the_mark_of_the_training_spectra_is_kept_in_the_file(tmp_path):
    result = run(metadata={PREPROCESSED: "snv"})
    save_result(result, tmp_path / "m.h5")
    assert load_model(tmp_path / "m.h5").marks == ("snv", "snv") == Model.of(result).marks
