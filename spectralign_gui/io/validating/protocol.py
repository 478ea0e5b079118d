"""The protocol: what a method has to be good for, written down before the data (a TOML file)."""

from __future__ import annotations

import hashlib
import json
import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from pathlib import Path
from typing import Any

from ...core.errors import FileError
from ...core.notes import Note, about
from ..atomic import write_text

FORMAT = "SpectrAlign validation protocol 1"
KINDS = (FORMAT,)
REGISTERED = ".registered"


@dataclass(frozen=True)
class PropertyLimits:
    """What is asked of one property; None for what is not asked.

    Parameters
    ----------
    name : str
    unit : str
    sel : float
        Standard error of the laboratory.
    sel_degrees : float
        Degrees of freedom it was found with.
    max_bias, max_sep, max_rmsep : float
        In the unit of the property, or where the name ends in ``_per_sel`` in multiples of `sel`.
    slope_low, slope_high : float
    max_repeatability : float
        Of the standard deviation of repeats.
    max_error : float
        Of single results; with it the share of results within it.
    min_share : float
        Share of results that must be within `max_error`, 0 to 1.
    sec, sec_degrees : float
        Standard error of the calibration and its degrees of freedom, for the unexplained error of ISO 12099.
    range_low, range_high : float
        Values that the samples must span.
    expected_sep, expected_bias : float
        What the planning takes for true.
    """

    name: str
    unit: str = ""
    sel: float | None = None
    sel_degrees: float | None = None
    max_bias: float | None = None
    max_sep: float | None = None
    max_rmsep: float | None = None
    max_bias_per_sel: float | None = None
    max_sep_per_sel: float | None = None
    max_rmsep_per_sel: float | None = None
    slope_low: float | None = None
    slope_high: float | None = None
    max_repeatability: float | None = None
    max_error: float | None = None
    min_share: float | None = None
    sec: float | None = None
    sec_degrees: float | None = None
    range_low: float | None = None
    range_high: float | None = None
    expected_sep: float | None = None
    expected_bias: float = 0.0

    def limit(self, name: str) -> float | None:
        """``max_bias`` and its like, given as such or in multiples of the laboratory's error."""
        own, times = getattr(self, name), getattr(self, f"{name}_per_sel")
        if own is not None:
            return float(own)
        return None if times is None or self.sel is None else float(times * self.sel)

    @property
    def asks(self) -> bool:
        """Whether anything is asked."""
        return any(v is not None for v in (
            *(self.limit(n) for n in ("max_bias", "max_sep", "max_rmsep")), self.slope_low, self.slope_high,
            self.max_repeatability, self.min_share))


NUMBERS = tuple(f.name for f in fields(PropertyLimits) if f.name not in ("name", "unit"))


@dataclass(frozen=True)
class Protocol:
    """What was written down.

    Parameters
    ----------
    title, author : str
    dated : date
        Of the day it was written, as it says itself.
    confidence : float
        Of every one-sided limit; 0.95 tests at 5 %.
    power : float
        Wanted of the planning.
    samples : int
        Least number of samples; 0 for what the planning says.
    repeats : {"first", "mean"}
        What stands for a sample that was measured more than once.
    flagged : {"kept", "excluded"}
        What becomes of spectra unlike those of the model.
    properties : tuple of PropertyLimits
    sha256 : str
        Of the file.
    registered : str
        When it was registered (ISO), "" if it was not.
    path : str
    """

    title: str
    author: str
    dated: date
    properties: tuple[PropertyLimits, ...]
    confidence: float = 0.95
    power: float = 0.9
    samples: int = 0
    repeats: str = "first"
    flagged: str = "kept"
    sha256: str = ""
    registered: str = ""
    path: str = ""

    @property
    def alpha(self) -> float:
        return 1.0 - self.confidence


def read_protocol(path: str | Path) -> Protocol:
    """Read and check a protocol.

    Raises
    ------
    FileError
        One sentence that names the entry at fault; also if it was changed after it had been registered.
    """
    path = Path(path)
    try:
        content = path.read_bytes()
        tree = tomllib.loads(content.decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or str(error).rstrip(".")
        raise FileError(about(path.name, Note("protocol.not_readable", "error", error=reason))) from error
    digest = hashlib.sha256(content).hexdigest()
    try:
        protocol = _protocol_of(tree)
    except FileError as error:
        raise FileError(about(path.name, error)) from error
    when = _registered(path, digest)
    return Protocol(**{**{f.name: getattr(protocol, f.name) for f in fields(Protocol)}, "sha256": digest,
                       "registered": when, "path": str(path)})


def _protocol_of(tree: Mapping[str, Any]) -> Protocol:
    if tree.get("format") not in KINDS:
        raise FileError("protocol.format", format=FORMAT)
    _known(tree, ("format", "title", "author", "date", "confidence", "power", "samples", "repeats", "flagged",
                  "property"), "")
    dated = tree.get("date")
    if isinstance(dated, datetime):
        dated = dated.date()
    if not isinstance(dated, date):
        raise FileError("protocol.date")
    title, author = tree.get("title", ""), tree.get("author", "")
    if not isinstance(title, str) or not isinstance(author, str) or not author.strip():
        raise FileError("protocol.author")
    shares = {n: _number(tree.get(n, d), n, "") for n, d in (("confidence", 0.95), ("power", 0.9))}
    for name, value in shares.items():
        if not 0.5 <= value < 1:
            raise FileError("protocol.share", name=name, value=value)
    samples = tree.get("samples", 0)
    if not isinstance(samples, int) or isinstance(samples, bool) or samples < 0:
        raise FileError("protocol.samples")
    for name, choices in (("repeats", ("first", "mean")), ("flagged", ("kept", "excluded"))):
        if tree.get(name, choices[0]) not in choices:
            raise FileError("protocol.choice", name=name, choices=choices)
    listed = tree.get("property")
    if not isinstance(listed, list) or not listed or not all(isinstance(p, dict) for p in listed):
        raise FileError("protocol.no_property")
    properties = tuple(_limits(p) for p in listed)
    if len({p.name for p in properties}) != len(properties):
        raise FileError("protocol.twice")
    return Protocol(title.strip() or "Validation", author.strip(), dated, properties, shares["confidence"],
                    shares["power"], samples, tree.get("repeats", "first"), tree.get("flagged", "kept"))


def _known(tree: Mapping[str, Any], names: Sequence[str], where: str) -> None:
    unknown = sorted(set(tree) - set(names))
    if unknown:
        raise FileError("protocol.unknown", unknown=unknown, where=where or "the protocol")


def _number(value: Any, name: str, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise FileError("protocol.no_number", name=name, where=where or "the protocol")
    return float(value)


def _limits(tree: Mapping[str, Any]) -> PropertyLimits:
    name = tree.get("name")
    if not isinstance(name, str) or not name.strip():
        raise FileError("protocol.property_without_name")
    _known(tree, ("name", "unit", *NUMBERS), name)
    found = {k: _number(v, k, name) for k, v in tree.items() if k in NUMBERS}
    for key, value in found.items():
        if value <= 0 and not key.startswith(("range_", "expected_bias", "slope_")):
            raise FileError("protocol.not_positive", name=key, where=name)
    limits = PropertyLimits(name.strip(), str(tree.get("unit", "")), **found)  # type: ignore[arg-type]
    for low, high in ((limits.slope_low, limits.slope_high), (limits.range_low, limits.range_high)):
        if low is not None and high is not None and low >= high:
            raise FileError("protocol.turned_round", where=name)
    if limits.sel is None and any(k.endswith("_per_sel") for k in found):
        raise FileError("protocol.sel_needed", where=name)
    if limits.min_share is not None and (limits.max_error is None or limits.min_share >= 1):
        raise FileError("protocol.share_needs_error", where=name)
    if not limits.asks:
        raise FileError("protocol.asks_nothing", where=name)
    return limits


def register(path: str | Path) -> Protocol:
    """Write down when the protocol was there, and its SHA-256, in ``PROTOCOL.registered``.

    A protocol that is registered already keeps its time.

    Raises
    ------
    FileError
        It is no protocol, or was changed since it was registered.
    """
    protocol = read_protocol(path)
    if protocol.registered:
        return protocol
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    write_text(f"{path}{REGISTERED}", json.dumps({"protocol": Path(path).name, "sha256": protocol.sha256,
                                                  "registered": when}, indent=1) + "\n")
    return read_protocol(path)


def _registered(path: Path, digest: str) -> str:
    beside = Path(f"{path}{REGISTERED}")
    if not beside.exists():
        return ""
    try:
        tree = json.loads(beside.read_text(encoding="utf-8"))
        kept, when = str(tree["sha256"]), datetime.fromisoformat(str(tree["registered"])).isoformat()
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FileError("protocol.registration_unreadable", name=beside.name) from error
    if kept != digest:
        raise FileError("protocol.changed_since", name=path.name, when=when)
    return when


_HEAD = """format = "{format}"
title = "Validation of …"
author = {author}
date = {date}                 # the day it was written, before the data
confidence = 0.95                 # of every one-sided limit
power = 0.9                       # how often a method that is good enough is to be found so
samples = 0                       # least number of samples; 0: what the planning says
repeats = "first"                 # what stands for a sample measured more than once: "first" or "mean"
flagged = "kept"                  # spectra unlike those of the model: "kept" or "excluded"
"""
_PROPERTY = """
[[property]]
name = {name}
sel = 0.10                        # standard error of the laboratory, in the unit of the property
max_bias = 0.15                   # or max_bias_per_sel = 1.5
max_sep = 0.25                    # or max_sep_per_sel
max_rmsep = 0.28                  # or max_rmsep_per_sel
slope_low = 0.9
slope_high = 1.1
expected_sep = 0.18               # what the planning takes for true
# max_repeatability = 0.05        # standard deviation of repeats
# max_error = 0.5                 # of a single result,
# min_share = 0.9                 # and the share of results that has to keep to it
# sec = 0.15                      # of the calibration, for the unexplained error of ISO 12099,
# sec_degrees = 60                # and its degrees of freedom
# range_low = 8                   # values that the samples must span
# range_high = 16
"""


def template(properties: Sequence[str] = ("Moisture",), author: str = "", today: date | None = None) -> str:
    """A protocol to fill in."""
    head = _HEAD.format(format=FORMAT, author=json.dumps(author or "NAME", ensure_ascii=False),
                        date=(today or date.today()).isoformat())
    return head + "".join(_PROPERTY.format(name=json.dumps(n, ensure_ascii=False)) for n in properties)
