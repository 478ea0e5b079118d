"""Presets: lists of steps as JSON, and those for NIR, Raman and LIBS that come with the program."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..core.errors import ParameterError
from .parse import parse_preprocessing
from .spec import PreprocessingSpec, StepSpec
from .step import create_step

FORMAT = "spectralign-preprocessing"
VERSION = 1

_BUILT_IN = {
    "NIR: SNV and first derivative": ("NIR of solids and liquids: scatter out, overlapping bands apart.",
                                      ("snv", "derivative:1,window=15,polynomial=2")),
    "NIR: MSC": ("NIR of powders: scatter out, band shapes as they are.", ("msc",)),
    "NIR: SNV and detrend": ("NIR of coarse powders: scatter and its sloping baseline out.", ("snv", "detrend:2")),
    "Raman: baseline and area": ("Raman: cosmic rays and fluorescence out, bands to equal total area.",
                                 ("despike", "smooth:window=7,order=3", "baseline:arpls", "normalise:area")),
    "Raman: second derivative": ("Raman with strong fluorescence: bands only.",
                                 ("despike", "derivative:2,window=13,polynomial=3", "normalise:norm")),
    "LIBS: norm 3": ("LIBS with several spectrometers: continuum out, each spectrometer to its total intensity "
                     "(as ChemCam).", ("baseline:snip", "normalise:sum,regions=detectors")),
    "LIBS: norm 1": ("LIBS with one spectrometer: continuum out, to the total intensity.",
                     ("baseline:snip", "normalise:sum")),
}


def built_in() -> dict[str, PreprocessingSpec]:
    """Presets that come with the program, by name."""
    return {name: parse_preprocessing(words) for name, (_, words) in _BUILT_IN.items()}


def describe_built_in() -> dict[str, str]:
    """What each preset that comes with the program is for, in one sentence."""
    return {name: text for name, (text, _) in _BUILT_IN.items()}


def spec_to_tree(spec: PreprocessingSpec) -> dict[str, Any]:
    """Plain tree of the steps, as in a preset file."""
    def items(steps: tuple[StepSpec, ...]) -> list[dict[str, Any]]:
        return [{"step": s.step, "parameters": {k: list(v) if isinstance(v, tuple) else v
                                                for k, v in s.parameters.items()}, "enabled": s.enabled}
                for s in steps]
    return {"shared": items(spec.shared), "own": {name: items(steps) for name, steps in spec.own.items()}}


def spec_from_tree(tree: Any, source: str = "the preset") -> PreprocessingSpec:
    """Steps from `spec_to_tree`; everything is checked.

    Raises
    ------
    ParameterError
        One sentence that names the source and what is wrong in it.
    """
    if not isinstance(tree, Mapping):
        raise ParameterError("preset.no_list", source=source)

    def steps(items: Any) -> tuple[StepSpec, ...]:
        found = []
        for number, item in enumerate(items if isinstance(items, list) else [items], start=1):
            if not isinstance(item, Mapping) or not isinstance(item.get("step"), str) or not isinstance(
                    item.get("parameters", {}), Mapping):
                raise ParameterError("preset.no_step", source=source, number=number)
            parameters = {str(k): tuple(v) if isinstance(v, list) else v
                          for k, v in item.get("parameters", {}).items()}
            try:
                step = create_step(item["step"], **parameters)
            except ParameterError as error:
                raise ParameterError("preset.about", source=source, number=number, error=error) from None
            found.append(StepSpec(item["step"], {k: step.values[k] for k in parameters},
                                  bool(item.get("enabled", True))))
        return tuple(found)

    own = tree.get("own", {})
    if not isinstance(own, Mapping):
        raise ParameterError("preset.own", source=source)
    return PreprocessingSpec(steps(tree.get("shared", [])), {str(name): steps(items) for name, items in own.items()})


def to_json(spec: PreprocessingSpec, name: str = "") -> str:
    """Text of a preset file."""
    return json.dumps({"format": FORMAT, "version": VERSION, "name": name, **spec_to_tree(spec)}, indent=2,
                      ensure_ascii=False) + "\n"


def from_json(text: str, source: str = "the preset") -> tuple[str, PreprocessingSpec]:
    """Name and steps of a preset file's text.

    Raises
    ------
    ParameterError
        One sentence that names the source and what is wrong in it.
    """
    try:
        tree = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ParameterError("preset.not_json", source=source, split=str(error).split(':')[0]) from None
    if not isinstance(tree, dict) or tree.get("format") != FORMAT:
        raise ParameterError("preset.not_one", source=source)
    if not isinstance(tree.get("version"), int) or tree["version"] > VERSION:
        raise ParameterError("preset.newer", source=source)
    return str(tree.get("name", "")), spec_from_tree(tree, source)
