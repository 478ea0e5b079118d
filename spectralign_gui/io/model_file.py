"""The result file: aligned spectra, embeddings, pairs, and a model that transforms new spectra without refitting.

Layout (HDF5, readable by h5py alone, no pickles)::

    /instruments/NAME/{spectra, axis, sample_names, ...}   spectra as loaded, rows that took part in the fit
    /embedding/NAME                                        (n, d) joint coordinates
    /pairs, /held_out_pairs                                (m, 4) set_a, i, set_b, j, counted from 0
    /model                                                 method, parameters, fitted state, preprocessing
    /provenance                                            program version, input files with SHA-256, figures
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import h5py
import numpy as np

from .. import __version__
from ..core.base import Alignment
from ..core.data import Axis, SpectralDataset
from ..core.errors import DataError, FileError, ParameterError
from ..core.registry import MethodInfo, method
from ..preprocessing.pipeline import FittedPreprocessing
from ..session.run import RunResult, check_finite
from .atomic import refuse_existing
from .hdf5 import INSTRUMENTS, new_hdf5, write_dataset
from .tree import read_tree, write_tree

SCHEMA = 1


@dataclass(frozen=True, eq=False)
class Model:
    """A saved model.

    Parameters
    ----------
    method : MethodInfo
    estimator : Alignment
        Fitted; transforms, and predicts where the method can.
    preprocessing : FittedPreprocessing
    instruments : tuple of str
    axes : tuple of Axis
        Axis of each instrument's spectra *before* preprocessing: what new spectra must have.
    output_axes : tuple of Axis
        Axis after preprocessing: what `to_spectra` returns.
    quantities : tuple of str
    properties : tuple of str
        Names of the predicted values.
    path : str
    """

    method: MethodInfo
    estimator: Alignment
    preprocessing: FittedPreprocessing
    instruments: tuple[str, ...]
    axes: tuple[Axis, ...]
    output_axes: tuple[Axis, ...]
    quantities: tuple[str, ...]
    properties: tuple[str, ...] = ()
    path: str = ""

    def index(self, instrument: str) -> int:
        """Number of the instrument called `instrument`.

        Raises
        ------
        ParameterError
            If the model does not know it; the sentence lists those it knows.
        """
        if instrument not in self.instruments:
            raise ParameterError(f"{self.path or 'the model'} knows no instrument {instrument!r}; it knows "
                                 f"{', '.join(self.instruments)}.")
        return self.instruments.index(instrument)

    def prepare(self, dataset: SpectralDataset, instrument: str) -> np.ndarray:
        """Preprocessed spectra of new samples, after checking that they are what the model is valid for.

        Raises
        ------
        DataError
            Another axis, unit or quantity than the model was made with.
        """
        k = self.index(instrument)
        check_valid(dataset, self.axes[k], self.quantities[k], instrument)
        prepared = self.preprocessing.apply(dataset.with_(axis=self.axes[k]), instrument)
        check_finite(prepared)
        return prepared.spectra

    def transform(self, dataset: SpectralDataset, instrument: str) -> np.ndarray:
        """Joint coordinates (n, d) of new spectra."""
        return self.estimator.transform(self.prepare(dataset, instrument), self.index(instrument))

    def to_spectra(self, dataset: SpectralDataset, instrument: str, to: str) -> SpectralDataset:
        """The samples as instrument `to` would have measured them (preprocessed spectra, on its axis)."""
        spectra = self.estimator.to_spectra(self.prepare(dataset, instrument), self.index(instrument), self.index(to))
        return dataset.with_(name=to, spectra=spectra, axis=self.output_axes[self.index(to)],
                             quantity=self.quantities[self.index(to)])

    def predict(self, dataset: SpectralDataset, instrument: str) -> np.ndarray:
        """Property values (n, q) of new spectra."""
        return self.estimator.predict(self.prepare(dataset, instrument), self.index(instrument))


def check_valid(dataset: SpectralDataset, axis: Axis, quantity: str, instrument: str) -> None:
    """Refuse spectra that the model was not made for.

    Raises
    ------
    DataError
    """
    if len(dataset.axis) != len(axis):
        raise DataError(f"{dataset.name}: {len(dataset.axis)} channels, but the model for {instrument} needs "
                        f"{len(axis)}.")
    if "unknown" not in (dataset.axis.unit, axis.unit) and dataset.axis.unit != axis.unit:
        raise DataError(f"{dataset.name}: the axis is in {dataset.axis.unit}, but the model for {instrument} needs "
                        f"{axis.unit}.")
    if dataset.axis.unit != "channel":
        step = float(np.diff(axis.values).min()) if len(axis) > 1 else 1.0
        worst = float(np.abs(dataset.axis.values - axis.values).max())
        if worst > 0.05 * step:
            raise DataError(f"{dataset.name}: the axis differs by up to {worst:g} {axis.unit} from the one the model "
                            f"for {instrument} was made with; resample the spectra first.")
    if "unknown" not in (dataset.quantity, quantity) and dataset.quantity != quantity:
        raise DataError(f"{dataset.name}: the spectra are {dataset.quantity}, but the model for {instrument} needs "
                        f"{quantity}.")


def save_result(result: RunResult, path: str | Path, overwrite: bool = False) -> None:
    """Write a run as a result file, atomically.

    Raises
    ------
    FileError
        The file exists and `overwrite` is False, or it cannot be written.
    """
    raw = [d.take(rows) for d, rows in zip(result.state.datasets, result.kept_rows, strict=True)]
    refuse_existing(path, overwrite)
    with new_hdf5(path) as file:
        file.attrs["format"] = "spectralign-result"
        file.attrs["schema"] = SCHEMA
        instruments = file.create_group(INSTRUMENTS)
        groups = [write_dataset(instruments, d) for d in raw]
        if result.embeddings is not None:
            parent = file.create_group("embedding")
            for group, embedding in zip(groups, result.embeddings, strict=True):
                parent.create_dataset(group.name.rsplit("/", 1)[-1], data=embedding)
        file.create_dataset("pairs", data=result.pairs)
        file.create_dataset("held_out_pairs", data=result.held_out_pairs)
        write_tree(file.create_group("model"), model_tree(result))
        write_tree(file.create_group("provenance"), provenance(result))


def model_tree(result: RunResult) -> dict[str, Any]:
    """Everything `load_model` needs, as a plain tree."""
    constructor = {k: v for k, v in result.estimator.get_params(deep=False).items() if not callable(v)}
    names = list(dict.fromkeys(n for d in result.datasets if d.targets is not None for n in d.targets.names))
    return {
        "method": result.method.name, "parameters": constructor, "state": result.estimator.to_state(),
        "preprocessing": result.preprocessing.to_state(), "properties": names,
        "instruments": [
            {"name": d.name, "axis": d.axis.values, "unit": d.axis.unit, "quantity": d.quantity,
             "laser_nm": d.axis.laser_nm, "output_axis": p.axis.values, "output_unit": p.axis.unit}
            for d, p in zip(result.state.datasets, result.datasets, strict=True)],
    }


def provenance(result: RunResult) -> dict[str, Any]:
    """Where the result comes from."""
    return {
        "program": "SpectrAlign", "version": __version__, "started": result.started,
        "method": result.method.name, "parameters": dict(result.estimator.chosen_),
        "inputs": [{"instrument": d.name, "path": d.source.path, "file": Path(d.source.path).name,
                    "sha256": d.source.sha256, "format": d.source.format} for d in result.state.datasets],
        "preprocessing": {name: [step.to_state() for step in steps]
                          for name, steps in result.preprocessing.steps.items()},
        "seed": result.state.seed, "warnings": list(result.warnings),
        "quality": dict(result.quality), "seconds": dict(result.seconds),
    }


def load_model(path: str | Path) -> Model:
    """Read the model of a result file.

    Raises
    ------
    FileError
        Not a result file, one of a newer program, or a damaged one.
    """
    path = Path(path)
    if not path.is_file():
        raise FileError(f"{path}: there is no such file.")
    try:
        with h5py.File(path, "r") as file:
            if file.attrs.get("format") != "spectralign-result" or "model" not in file:
                raise FileError(f"{path}: is not a SpectrAlign result file (it holds no model).")
            if int(file.attrs["schema"]) > SCHEMA:
                raise FileError(f"{path}: was written by a newer SpectrAlign (schema {int(file.attrs['schema'])}, this "
                                f"one knows {SCHEMA}); update the program.")
            tree = read_tree(file["model"])
        info = method(tree["method"])
        entries = tree["instruments"]
        return Model(
            info, info.estimator.from_state(dict(tree["parameters"]), tree["state"]),
            FittedPreprocessing.from_state(tree["preprocessing"]), tuple(e["name"] for e in entries),
            tuple(Axis(e["axis"], e["unit"], laser_nm=e["laser_nm"]) for e in entries),
            tuple(Axis(e["output_axis"], e["output_unit"]) for e in entries),
            tuple(e["quantity"] for e in entries), tuple(tree["properties"]), str(path))
    except FileError:
        raise
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise FileError(f"{path}: the model in it is damaged ({error}).") from error
