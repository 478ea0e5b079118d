"""Models, projects and exports: what is saved comes back, and what was changed on the disk is refused."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import FileError
from ...session.predict.model import Model
from ...session.run.same_result import differences
from ..exported.model import export_model
from ..model_file import load_model, save_result
from ..project import open_project, save_project
from .models import run, session, spectra
from .outcome import Area, Outcome, close, missing, same


def _expected() -> np.ndarray:
    return Model.of(run("pds", 0.8, 0.1)).predict(session("pds", 0.8, 0.1).datasets[1], "B").values


def _model(empty: Path) -> Outcome:
    path = empty / "model.h5"
    save_result(run("pds", 0.8, 0.1), path)
    found = load_model(path).predict(session("pds", 0.8, 0.1).datasets[1], "B").values
    return close(found, _expected(), 0, "the values before saving, to the last bit")


def _project(empty: Path) -> Outcome:
    path = empty / "work.spectralign"
    result = run("lra")
    save_project(path, result.state, [result])
    found = open_project(path)
    if len(found.runs) != 1:
        return Outcome("1 run", f"{len(found.runs)} runs")
    different = differences(result, found.runs[0], 0.0)
    return Outcome("session and run as saved", "; ".join(map(str, different)) or "session and run as saved", "equal",
                   not different and found.state.instruments == result.state.instruments)


def _repeated(empty: Path) -> Outcome:
    from ...session.run import execute

    path = empty / "work.spectralign"
    result = run("lra")
    save_project(path, result.state, [result])
    different = differences(result, execute(open_project(path).runs[0].state))
    return Outcome("the same result from the project", "; ".join(map(str, different)) or
                   "the same result from the project", "1e-6", not different)


def _tampered(save: Callable[[Path], None], load: Callable[[Path], Any], name: str, empty: Path) -> Outcome:
    path = empty / name
    save(path)
    content = bytearray(path.read_bytes())
    content[2 * len(content) // 3] ^= 0x01
    path.write_bytes(content)
    try:
        load(path)
    except FileError as error:
        return Outcome("refused, naming the file", str(error)[-90:], "", name in str(error))
    return Outcome("refused, naming the file", "opened as if nothing had happened")


def _changed_model(empty: Path) -> Outcome:
    return _tampered(lambda p: save_result(run("pds"), p), load_model, "model.h5", empty)


def _changed_project(empty: Path) -> Outcome:
    result = run("pds")
    return _tampered(lambda p: save_project(p, result.state, [result]), open_project, "work.spectralign", empty)


def _nothing_left(empty: Path) -> Outcome:
    for _ in range(2):
        save_result(run("pds"), empty / "model.h5", overwrite=True)
    return same(sorted(p.name for p in empty.iterdir()), ["model.h5"])


def _python_file(empty: Path) -> Outcome:
    path = empty / "predictor.py"
    export_model(Model.of(run("pds", 0.8, 0.1)), path, "B")
    spec = importlib.util.spec_from_file_location("spectralign_self_test_predictor", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return close(module.predict(0.8 * spectra()[1] + 0.1)["values"], _expected(), 1e-10, "the values of the model")


def _coefficients(empty: Path) -> Outcome:
    path = empty / "model.json"
    export_model(Model.of(run("pds", 0.8, 0.1)), path, "B")
    tree = json.loads(path.read_text(encoding="utf-8"))
    found = (0.8 * spectra()[1] + 0.1) @ np.array(tree["coefficients"]["Share"]) + tree["intercept"][0]
    return close(found[:, None], _expected(), 1e-10, "the values of the model")


def _onnx(empty: Path) -> Outcome:
    for name in ("onnx", "onnxruntime"):
        if importlib.util.find_spec(name) is None:
            return missing(name)
    import onnxruntime

    path = empty / "model.onnx"
    export_model(Model.of(run("pds", 0.8, 0.1)), path, "B")
    found = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"]).run(
        ["values"], {"spectra": 0.8 * spectra()[1] + 0.1})[0]
    return close(found, _expected(), 1e-5, "the values of the model")


SAVING = Area("Saving", (
    ("A model is saved and read", _model), ("A project is saved and opened", _project),
    ("A run is repeated from its project", _repeated), ("A changed model is refused", _changed_model),
    ("A changed project is refused", _changed_project), ("Saving leaves nothing behind", _nothing_left),
    ("Model as a Python file", _python_file), ("Model as coefficients", _coefficients), ("Model as ONNX", _onnx)))
