"""All templates by code: the English sentence is the message that translators see."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules

from . import english

CODE = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+")
RENAMED = {"assemble.channels_kept_order_numbered": "assemble.channels_numbered",
           "grouping.axes_differ_up_taken": "grouping.axes_taken_as_same",
           "grouping.numbers_points_nearly_agree": "grouping.sizes_nearly_agree",
           "grouping.same_number_points_but": "grouping.axes_shifted",
           "project.run_method_left_out": "project.run_left_out",
           "project_sources.not_read_content_differs": "project_sources.other_content"}
"""Codes that projects and models of earlier versions keep, and what they are called now."""
_declared: dict[str, str] = {}


@lru_cache(maxsize=1)
def _shipped() -> dict[str, str]:
    found: dict[str, str] = {}
    for module in sorted(m.name for m in iter_modules(english.__path__)):
        for code, text in import_module(f"{english.__name__}.{module}").TEMPLATES.items():
            if code in found or not CODE.fullmatch(code):
                raise ValueError(f"the template {code} is there twice, or is no code")
            found[code] = text
    return found


def is_code(text: str) -> bool:
    """Whether a text can be a code ("pairs.out_of_range") and so is no sentence."""
    return CODE.fullmatch(text) is not None


def current(code: str) -> str:
    """The code as it is now, of one that a file of an earlier version keeps."""
    return RENAMED.get(code, code)


def known(code: str) -> bool:
    """Whether there is a template of this code."""
    return code in _shipped() or code in _declared


def template_of(code: str) -> str:
    """The English template of a code.

    Raises
    ------
    KeyError
        There is none: a defect of the program, or a note of a newer version.
    """
    found = _shipped().get(code)
    return _declared[code] if found is None else found


def every_template() -> dict[str, str]:
    """All templates that ship, code → English."""
    return dict(_shipped())


def declare(templates: Mapping[str, str]) -> None:
    """Add the templates of a plug-in.

    Raises
    ------
    ValueError
        One has no code of the form ``area.name``, or the program's own.
    """
    for code, text in templates.items():
        if not is_code(code) or code in _shipped():
            raise ValueError(f"{code!r} cannot be the code of a template: it is taken, or not of the form area.name.")
        _declared[code] = text
