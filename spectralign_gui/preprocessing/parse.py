"""Preprocessing from command-line words: ``STEP[:k=v,...]`` for all instruments, ``NAME/STEP`` for one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

from ..core.errors import ParameterError
from .spec import PreprocessingSpec, StepSpec
from .step import create_step, steps

SHORT: dict[str, tuple[str, dict[str, Any], str]] = {
    "savgol": ("smooth", {"method": "savitzky-golay"}, "window"),
    "savitzky-golay": ("smooth", {"method": "savitzky-golay"}, "window"),
    "sg": ("smooth", {"method": "savitzky-golay"}, "window"),
    "whittaker": ("smooth", {"method": "whittaker"}, "penalty"),
    "d1": ("derivative", {"order": 1}, "window"),
    "d2": ("derivative", {"order": 2}, "window"),
    "norm1": ("normalise", {"by": "sum", "regions": "whole"}, ""),
    "norm3": ("normalise", {"by": "sum", "regions": "detectors"}, ""),
    "area": ("normalise", {"by": "area"}, "regions"),
    "normalize": ("normalise", {}, "by"),
    "center": ("centre", {}, "by"),
    "autoscale": ("scale", {"by": "standard"}, ""),
    "pareto": ("scale", {"by": "pareto"}, ""),
    "log10": ("log", {"base": "10"}, "offset"),
    "arpls": ("baseline", {"method": "arpls"}, "penalty"),
    "aspls": ("baseline", {"method": "aspls"}, "penalty"),
    "snip": ("baseline", {"method": "snip"}, "half_window"),
    "rubberband": ("baseline", {"method": "rubberband"}, ""),
}
"""Other names that people write: the step, the parameters that they stand for, and the one that a bare value is for."""


def parse_step(word: str) -> StepSpec:
    """One step from ``STEP[:k=v,...]``.

    A value without a name belongs to the step's main parameter (``crop:400-1100,1200-1700``,
    ``smooth:whittaker,penalty=10``); after ``k=`` further values without a name go on with it.

    Raises
    ------
    ParameterError
        One sentence that names the step and parameter at fault.
    """
    name, _, rest = word.strip().partition(":")
    name, fixed, key = _step_name(name.strip(), word)
    cls = steps()[name]
    known = {p.name: p for p in cls.parameters}
    texts: dict[str, str] = {}
    for part in rest.split(",") if rest.strip() else ():
        before, equals, after = part.partition("=")
        if equals:
            key, part = before.strip().replace("-", "_"), after
            if key not in known:
                raise ParameterError(f"step {name} has no parameter {key!r}; "
                                     + (f"it has {', '.join(known)}." if known else "it has none."))
            if key in texts or key in fixed:
                raise ParameterError("step.given_twice", key=key, name=name, word=word)
            texts[key] = part.strip()
        elif not key:
            raise ParameterError("step.unnamed_value", name=name, word=word, strip=repr(part.strip()))
        else:
            texts[key] = f"{texts[key]},{part.strip()}" if key in texts else part.strip()
    values: dict[str, Any] = dict(fixed)
    for key, text in texts.items():
        try:
            values[key] = known[key].parse(text)
        except ParameterError as error:
            raise ParameterError("step.about", name=name, error=error) from None
    try:
        create_step(name, **values)
    except ParameterError as error:
        raise ParameterError("step.about", name=name, error=error) from None
    return StepSpec(name, values)


def _step_name(name: str, word: str) -> tuple[str, dict[str, Any], str]:
    """Registered name of a step, the parameters that a short name fixes, and what a bare value is for."""
    plain = name.lower().replace("_", "-")
    if plain in steps():
        return plain, {}, steps()[plain].positional
    if plain in SHORT:
        step, fixed, key = SHORT[plain]
        return step, dict(fixed), key
    near = difflib.get_close_matches(plain, [*steps(), *SHORT], n=1)
    raise ParameterError(f"there is no preprocessing step {name!r}" + (f"; did you mean {near[0]}?" if near else
                         f"; known are {', '.join(sorted(steps()))}."))


def parse_preprocessing(words: Iterable[str], instruments: Sequence[str] = ()) -> PreprocessingSpec:
    """Steps in the order of the words.

    A word ``NAME/STEP`` adds to the list of one instrument only; the other words add to the lists of all.

    Parameters
    ----------
    words : iterable of str
    instruments : sequence of str
        Known names; a word that names another one is refused.

    Raises
    ------
    ParameterError
        One sentence that names the word at fault.
    """
    shared: list[StepSpec] = []
    own: dict[str, list[StepSpec]] = {}
    for word in words:
        name, step = _instrument(word, instruments)
        spec = parse_step(step)
        if name is None:
            shared.append(spec)
            for steps_ in own.values():
                steps_.append(spec)
        else:
            own.setdefault(name, list(shared)).append(spec)
    return PreprocessingSpec(tuple(shared), {name: tuple(items) for name, items in own.items()})


def _instrument(word: str, instruments: Sequence[str]) -> tuple[str | None, str]:
    """The instrument that a word is for (None: all) and the step; names may hold slashes themselves."""
    for name in sorted(instruments, key=len, reverse=True):
        if word.startswith(f"{name}/"):
            return name, word[len(name) + 1:]
    head, colon, rest = word.partition(":")
    if "/" not in head:
        return None, word
    name, _, step = head.rpartition("/")
    if instruments:
        raise ParameterError("step.no_such_instrument", word=word, name=name, instruments=instruments)
    return name, step + colon + rest


def format_step(spec: StepSpec) -> str:
    """The command-line word of a step: `parse_step` reads it back. Values at their default are left out."""
    cls = steps()[spec.step]
    values = {p.name: spec.parameters[p.name] for p in cls.parameters
              if p.name in spec.parameters and spec.parameters[p.name] != p.default}
    parts = []
    if cls.positional in values:
        parts.append(_text(values.pop(cls.positional)))
    parts += [f"{name}={_text(value)}" for name, value in values.items()]
    return spec.step + (":" + ",".join(parts) if parts else "")


def _text(value: Any) -> str:
    if value is None:
        return "auto"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (tuple, list)):
        return ",".join(_text(v) for v in value)
    return repr(value) if isinstance(value, float) else str(value)
