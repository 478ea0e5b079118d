"""What the service answers, without the network: a method, a path and a body give a status and a body."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np

from ...core.data import Axis, SpectralDataset
from ...core.errors import Cancelled, DataError, ParameterError, SpectrAlignError
from ...core.monitor import watched_by
from ...core.notes import Note, as_note
from ...session.predict.model import Model
from ...shipped import resource
from ...version import __version__
from ..apart import watched_by as read_watched_by
from ..lifecycle.following import Following
from ..read import read_dataset
from .openapi import description


@dataclass(frozen=True)
class Limits:
    """What a call may take.

    Parameters
    ----------
    megabytes : float
        Of the body of a call.
    seconds : float
        For receiving the body, and again for the work.
    threads : int
        Calls at the same time; further ones are told to come again.
    """

    megabytes: float = 20.0
    seconds: float = 30.0
    threads: int = 4

    @property
    def bytes(self) -> int:
        return int(self.megabytes * 1e6)


@dataclass(frozen=True)
class Reply:
    """An answer: status, kind, body, further header lines."""

    status: int
    body: bytes
    kind: str = "application/json; charset=utf-8"
    more: Mapping[str, str] = field(default_factory=dict)


def as_json(status: int, tree: Any, **more: str) -> Reply:
    """An answer in JSON."""
    return Reply(status, json.dumps(tree, ensure_ascii=False, allow_nan=False).encode("utf-8"), more=more)


def problem(status: int, said: object, **more: str) -> Reply:
    """A refusal: one sentence and its code."""
    note = as_note(said)
    return as_json(status, {"error": str(note), "code": note.code}, **more)


class Deadline:
    """A monitor that ends the work when its time is over."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def report(self, stage: str, fraction: float, **values: Any) -> None:
        """Nothing is shown."""

    def raise_if_cancelled(self) -> None:
        """Raise `Cancelled` when the time is over."""
        if time.monotonic() > self._end:
            raise Cancelled


class Answers:
    """Answers calls with a model.

    Parameters
    ----------
    model : Model or Following
        A record that is followed: every call is answered by the version that is in force then.
    limits : Limits, optional
    version : int
        Of the record, told with every answer; 0 of a plain model.
    problem : Note, optional
        Why the version may not be the last one.
    """

    def __init__(self, model: Model | Following, limits: Limits | None = None, version: int = 0,
                 problem: Note | None = None) -> None:
        self.following = model if isinstance(model, Following) else None
        self.model = model.model if isinstance(model, Following) else model
        self.limits, self.version, self.problem = limits or Limits(), version, problem
        self._pages = {"/": self._page, "/openapi.json": self._openapi, "/model": self._model, "/health": self._health}
        self._calls = {"/predict": self._predict, "/predict-file": self._predict_file}

    def answer(self, method: str, target: str, kind: str = "", body: bytes = b"") -> Reply:
        """The answer to a call.

        Parameters
        ----------
        method : str
            GET, HEAD or POST.
        target : str
            Path, perhaps with a query.
        kind : str
            Content type of the body.
        body : bytes
        """
        if self.following is not None:
            found, version, problem_of_it = self.following.now()
            return Answers(found, self.limits, version, problem_of_it).answer(method, target, kind, body)
        parts = urlsplit(target)
        path = parts.path
        if path in self._pages:
            return self._pages[path]() if method in ("GET", "HEAD") else _not_so("GET")
        if path not in self._calls:
            return problem(404, "there is no such path; GET / lists what there is.")
        if method != "POST":
            return _not_so("POST")
        try:
            with watched_by(Deadline(self.limits.seconds)), read_watched_by(Deadline(self.limits.seconds)):
                return self._calls[path](kind, parts.query, body)
        except Cancelled:
            return problem(503, f"this took longer than {self.limits.seconds:g} seconds.", **{"Retry-After": "10"})
        except (SpectrAlignError, NotImplementedError) as error:
            return problem(422, error)
        except MemoryError:
            return problem(413, "there is not enough memory for this many spectra.")

    # -- pages -------------------------------------------------------------------------------------------
    def _page(self) -> Reply:
        return Reply(200, resource("templates", "service.html").read_bytes(), "text/html; charset=utf-8")

    def _openapi(self) -> Reply:
        return as_json(200, description(self.model, self.limits.megabytes))

    def _health(self) -> Reply:
        return as_json(200, {"status": "ok", "version": __version__})

    def _model(self) -> Reply:
        m = self.model
        return as_json(200, {
            **({"record_version": self.version} if self.version else {}),
            "program": "SpectrAlign", "version": __version__, "method": m.method.name, "title": m.method.title,
            "properties": list(m.properties), "units": list(m.units) or [""] * len(m.properties), "instruments": [
                {"name": name, "channels": len(axis), "axis_unit": axis.unit, "quantity": quantity,
                 "axis": [float(v) for v in axis.values]}
                for name, axis, quantity in zip(m.instruments, m.axes, m.quantities, strict=True)]})

    # -- predictions -------------------------------------------------------------------------------------
    def _predict(self, kind: str, query: str, body: bytes) -> Reply:
        if kind.partition(";")[0].strip().lower() != "application/json":
            return problem(415, "send the spectra as application/json.")
        try:
            tree = json.loads(body.decode("utf-8"), parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            what = "it is nested too deeply" if isinstance(error, RecursionError) else error
            return problem(400, f"the body is not JSON ({what}).")
        if not isinstance(tree, dict):
            return problem(400, "the body must be a JSON object with instrument and spectra.")
        dataset, instrument = self._dataset(tree)
        return as_json(200, self._told(self.model.predict(dataset, instrument).to_json()))

    def _told(self, tree: dict[str, Any]) -> dict[str, Any]:
        """With the version, where a record is followed."""
        if self.version:
            tree["version"] = self.version
        if self.problem is not None:
            tree["warnings"] = [str(self.problem), *tree["warnings"]]
        return tree

    def _instrument(self, given: object) -> str:
        if given is None and len(self.model.instruments) == 1:
            return self.model.instruments[0]
        if not isinstance(given, str):
            raise ParameterError("serve.instrument", instruments=self.model.instruments)
        self.model.index(given)
        return given

    def _dataset(self, tree: dict[str, Any]) -> tuple[SpectralDataset, str]:
        unknown = sorted(set(map(str, tree)) - {"instrument", "spectra", "names", "axis", "axis_unit", "quantity"})
        if unknown:
            raise ParameterError("serve.unknown", unknown=unknown)
        instrument = self._instrument(tree.get("instrument"))
        k = self.model.index(instrument)
        spectra = _numbers(tree.get("spectra"), "spectra", 2)
        if not spectra.size:
            raise DataError("serve.numbers", name="spectra", dimensions="a list of lists of numbers, one per spectrum,")
        names = tree.get("names", [f"#{i + 1}" for i in range(len(spectra))])
        if not isinstance(names, list) or len(names) != len(spectra) or not all(isinstance(n, str) for n in names):
            raise DataError("serve.names", count=len(spectra))
        axis = self.model.axes[k]
        if "axis" in tree:
            given = _numbers(tree["axis"], "axis", 1)
            if len(given) > 1 and given[0] > given[-1]:  # falling wavenumbers, as instruments write them
                given, spectra = given[::-1], spectra[:, ::-1] if spectra.shape[1] == len(given) else spectra
            axis = Axis(given, str(tree.get("axis_unit", axis.unit)))
        elif "axis_unit" in tree:
            axis = Axis(axis.values, str(tree["axis_unit"]))
        if spectra.shape[1] != len(axis):
            raise DataError("serve.channels", found=spectra.shape[1], expected=len(axis))
        quantity = str(tree.get("quantity", self.model.quantities[k]))
        return SpectralDataset("spectra", spectra, axis, tuple(names), quantity), instrument

    def _predict_file(self, kind: str, query: str, body: bytes) -> Reply:
        given = parse_qs(query, max_num_fields=10)
        name = PurePosixPath(given.get("name", ["spectra"])[-1].replace("\\", "/")).name
        if not body or len(name) > 120 or not name.isprintable() or name in ("", ".", ".."):
            return problem(400, "send the content of the file, and its name as ?name=….")
        instrument = self._instrument(given.get("instrument", [None])[-1])
        with tempfile.TemporaryDirectory(prefix="spectralign-serve-", ignore_cleanup_errors=True) as folder:
            path = Path(folder) / name
            try:
                path.write_bytes(body)
            except (OSError, ValueError):
                return problem(400, "this is not a possible file name; give another one.")
            dataset = read_dataset(path)
            found = self.model.predict(dataset, instrument)
        tree = found.to_json()
        tree["warnings"] = [*map(str, dataset.warnings), *tree["warnings"]]
        return as_json(200, self._told(tree))


def _not_so(allowed: str) -> Reply:
    return problem(405, f"this path answers {allowed}.", Allow=allowed)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is not a number; use null for a missing one")


def _numbers(given: Any, name: str, dimensions: int) -> np.ndarray:
    """A list of numbers, or a list of such lists; null is missing.

    Raises
    ------
    DataError
    """
    what = "a list of numbers" if dimensions == 1 else "a list of lists of numbers, one per spectrum,"
    wrong = DataError("serve.numbers", name=name, dimensions=what)
    if not isinstance(given, list) or not given:
        raise wrong
    rows = [given] if dimensions == 1 else given
    length = len(rows[0]) if isinstance(rows[0], list) else -1
    for row in rows:
        if not isinstance(row, list) or len(row) != length or not all(
                v is None or (isinstance(v, int | float) and not isinstance(v, bool)) for v in row):
            raise wrong
    try:
        found = np.array([[np.nan if v is None else float(v) for v in row] for row in rows], dtype=np.float64)
    except OverflowError:
        raise wrong from None
    if np.isinf(found).any() or (dimensions == 1 and not np.isfinite(found).all()):
        raise wrong
    return found[0] if dimensions == 1 else found
