"""The result file: aligned spectra, embeddings, pairs, and a model that transforms new spectra without refitting.

Layout (HDF5, readable by h5py alone, no pickles)::

    first 512 bytes                                        the seal (see `seal`), left alone by HDF5
    /instruments/NAME/{spectra, axis, sample_names, ...}   spectra as loaded, rows that took part in the fit
    /embedding/NAME                                        (n, d) joint coordinates
    /pairs, /held_out_pairs                                (m, 4) set_a, i, set_b, j, counted from 0
    /model                                                 method, parameters, fitted state, preprocessing
    /provenance                                            program version, input files with SHA-256, figures
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ..core.data import Axis
from ..core.data.columns import without_persons
from ..core.errors import FileError, SpectrAlignError
from ..core.measures.outliers import OutlierModel
from ..core.notes import Note, about, listed
from ..core.registry import method
from ..preprocessing.pipeline import FittedPreprocessing
from ..session.predict.model import Model
from ..session.run import RunResult
from ..session.run.run_errors import run_errors
from ..version import __version__
from .apart import apart
from .atomic import is_file, refuse_existing
from .audit.beside import note_if_kept
from .hdf5 import INSTRUMENTS, NOT_AS_SAVED, allowance, new_hdf5, open_own, write_dataset
from .readers import PARSER_ERRORS
from .seal import is_hdf5
from .tree import Budget, hard_group, read_tree, write_tree

PLAIN, SCHEMA = 1, 2
"""Of ordinary files, and of models whose values an update corrects: who does not know that must not read them."""
KEPT = ("program", "version", "started", "standards", "held_out", "errors", "verdict")
"""Parts of the provenance that a card needs."""
Found = TypeVar("Found")


def save_result(result: RunResult, path: str | Path, overwrite: bool = False,
                verdict: tuple[str, str] = ("", "")) -> None:
    """Write a run as a result file, atomically.

    Parameters
    ----------
    result : RunResult
    path : path
    overwrite : bool
    verdict : (str, str)
        How far the run can be trusted, in a word of the program and in a sentence; kept for the card of the model.

    Raises
    ------
    FileError
        The file exists and `overwrite` is False, or it cannot be written.
    """
    raw = [d.take(rows) for d, rows in zip(result.state.datasets, result.kept_rows, strict=True)]
    refuse_existing(path, overwrite)
    with new_hdf5(path, sealed="result") as file:
        file.attrs["format"] = "spectralign-result"
        file.attrs["schema"] = PLAIN
        instruments = file.create_group(INSTRUMENTS)
        groups = [write_dataset(instruments, without_persons(d)) for d in raw]
        if result.embeddings is not None:
            parent = file.create_group("embedding")
            for group, embedding in zip(groups, result.embeddings, strict=True):
                parent.create_dataset(group.name.rsplit("/", 1)[-1], data=embedding)
        file.create_dataset("pairs", data=result.pairs)
        file.create_dataset("held_out_pairs", data=result.held_out_pairs)
        write_tree(file.create_group("model"), model_tree(Model.of(result)))
        write_tree(file.create_group("provenance"), {**provenance(result), "verdict": list(verdict)})
    note_if_kept(path, "The model was saved", [("run", "", f"{result.method.title}, {result.started}")])


def save_model(model: Model, path: str | Path, overwrite: bool = False, told: Mapping[str, Any] | None = None) -> None:
    """Write a model that is of no run (an imported or updated one) as a result file without spectra.

    Parameters
    ----------
    model : Model
    path : path
    overwrite : bool
    told : mapping, optional
        What its card says beside the model itself, as in `provenance`.

    Raises
    ------
    FileError
        The file exists and `overwrite` is False, or it cannot be written.
    """
    refuse_existing(path, overwrite)
    with new_hdf5(path, sealed="result") as file:
        file.attrs["format"] = "spectralign-result"
        file.attrs["schema"] = SCHEMA if model.corrections else PLAIN
        file.create_group(INSTRUMENTS)
        write_tree(file.create_group("model"), model_tree(model))
        write_tree(file.create_group("provenance"), {**(told or {}), "program": "SpectrAlign", "version": __version__,
                                                     "method": model.method.name})
    what = "updated" if model.corrections else "imported"
    note_if_kept(path, "The model was saved", [("model", "", f"{model.method.title}, {what}")])


def model_tree(model: Model) -> dict[str, Any]:
    """Everything `load_model` needs, as a plain tree."""
    constructor = {k: v for k, v in model.estimator.get_params(deep=False).items() if not callable(v)}
    after = model.output_quantities or model.quantities
    marks = model.marks or ("",) * len(model.instruments)
    return {
        "method": model.method.name, "parameters": constructor, "state": model.estimator.to_state(),
        "preprocessing": model.preprocessing.to_state(), "properties": list(model.properties),
        "residuals": dict(model.residuals), "intervals_from": dict(model.intervals_from),
        "value_ranges": model.value_ranges, "units": list(model.units), "intensities": dict(model.intensities),
        "outliers": {name: o.to_state() for name, o in model.outliers.items()},
        **({"corrections": dict(model.corrections)} if model.corrections else {}),
        **({"repeats": dict(model.repeats)} if model.repeats else {}),
        "instruments": [
            {"name": name, "axis": axis.values, "unit": axis.unit, "quantity": quantity, "laser_nm": axis.laser_nm,
             "output_axis": output.values, "output_unit": output.unit, "output_quantity": after[k],
             "preprocessed": marks[k]}
            for k, (name, axis, output, quantity) in enumerate(zip(
                model.instruments, model.axes, model.output_axes, model.quantities, strict=True))],
    }


def provenance(result: RunResult) -> dict[str, Any]:
    """Where the result comes from."""
    held = sum(s.held_out for s in result.state.standards)
    return {
        "program": "SpectrAlign", "version": __version__, "started": result.started,
        "method": result.method.name, "parameters": dict(result.estimator.chosen_),
        "inputs": [{"instrument": d.name, "path": d.source.path, "file": Path(d.source.path).name,
                    "sha256": d.source.sha256, "format": d.source.format} for d in result.state.datasets],
        "preprocessing": {name: [step.to_state() for step in steps]
                          for name, steps in result.preprocessing.steps.items()},
        "standards": len(result.state.standards) - held, "held_out": held,
        "errors": [asdict(e) for e in run_errors(result)],
        "seed": result.state.seed, "warnings": list(result.warnings), "notes": listed(result.warnings),
        "quality": result.quality.to_tree(), "seconds": dict(result.seconds), "threads": result.threads,
    }


def read_with_provenance(path: str) -> tuple[int, dict[str, Any] | None, dict[str, Any]]:
    """Schema, model and provenance of a result file in one reading; to be called apart only."""
    with open_own(path) as file:
        if file.attrs.get("format") != "spectralign-result" or "model" not in file:
            return 0, None, {}
        schema = int(file.attrs["schema"])
        tree = read_tree(hard_group(file, "model"), Budget.of(path)) if schema <= SCHEMA else None
        told = (read_tree(hard_group(file, "provenance"), Budget.of(path), KEPT) if "provenance" in file else {})
        return schema, tree, told


def read_properties(path: str) -> tuple[str, ...]:
    """Names of what the model of a result file predicts, and nothing else of it; to be called apart only."""
    with open_own(path) as file:
        if file.attrs.get("format") != "spectralign-result" or "model" not in file:
            return ()
        found = read_tree(hard_group(file, "model"), Budget.of(path), ("properties",))
        return tuple(str(name) for name in found.get("properties", ()))


def properties_of(path: str | Path) -> tuple[str, ...]:
    """Names of what a saved model predicts, without reading the rest of it.

    Raises
    ------
    FileError
        Not a result file, or a damaged one.

    Examples
    --------
    >>> properties_of("model.h5")  # doctest: +SKIP
    ('Moisture', 'Oil')
    """
    return _refusing(Path(path), lambda p: tuple(apart(read_properties, p, allowance=allowance(p))))


def load_model(path: str | Path) -> Model:
    """Read the model of a result file.

    Raises
    ------
    FileError
        Not a result file, one of a newer program, or a damaged one.
    """
    return load_with_provenance(path)[0]


def load_with_provenance(path: str | Path) -> tuple[Model, dict[str, Any]]:
    """The model of a result file, and what the file says of its origin, read once.

    Raises
    ------
    FileError
        See `load_model`.
    """
    return _refusing(Path(path), _loaded)


def _loaded(path: Path) -> tuple[Model, dict[str, Any]]:
    schema, tree, told = apart(read_with_provenance, path, allowance=allowance(path))
    if tree is None and schema > SCHEMA:
        raise FileError(about(path, Note("model_file.newer", "error", schema=schema,
                                         schema2=SCHEMA)))
    if tree is None:
        raise FileError(about(path, Note("model_file.no_model", "error")))
    info = method(tree["method"])
    entries = tree["instruments"]
    return Model(
        info, info.estimator.from_state(dict(tree["parameters"]), tree["state"]),
        FittedPreprocessing.from_state(tree["preprocessing"]), tuple(e["name"] for e in entries),
        tuple(Axis(e["axis"], e["unit"], laser_nm=e["laser_nm"]) for e in entries),
        tuple(Axis(e["output_axis"], e["output_unit"]) for e in entries),
        tuple(e["quantity"] for e in entries), tuple(tree["properties"]), tree.get("residuals", {}),
        {name: OutlierModel.from_state(o) for name, o in tree.get("outliers", {}).items()}, str(path),
        dict(tree.get("intervals_from", {})), tree.get("value_ranges"),
        tuple(tree.get("units", ())), dict(tree.get("intensities", {})),
        tuple(e.get("output_quantity", e["quantity"]) for e in entries),
        tuple(e.get("preprocessed", "") for e in entries),
        {name: np.asarray(c, dtype=float).reshape(2, -1) for name, c in tree.get("corrections", {}).items()},
        {name: int(k) for name, k in tree.get("repeats", {}).items()}), told


def _refusing(path: Path, read: Callable[[Path], Found]) -> Found:
    """What `read` finds in a result file; a file that is none, or damaged, is refused in one sentence."""
    if not is_file(path):
        raise FileError(about(path, Note("read.no_such_file", "error")))
    try:
        if not is_hdf5(path):
            raise FileError(about(path, Note("model_file.not_hdf5", "error")))
        return read(path)
    except SpectrAlignError as error:
        if error.code == "said.about":
            raise
        code = "model_file.not_as_saved" if error.code == NOT_AS_SAVED else "model_file.damaged"
        raise FileError(about(path, Note(code, "error", said=error))) from error
    except MemoryError as error:
        raise FileError(about(path, Note("model_file.memory", "error"))) from error
    except PARSER_ERRORS as error:
        said = str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
        raise FileError(about(path, Note("model_file.damaged", "error", said=said))) from error
