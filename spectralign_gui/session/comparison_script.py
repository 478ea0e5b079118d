"""A comparison of methods as a Python program that makes its table again outside the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .script import SOURCE_IMPORTS, state_source
from .state import SessionState

COMPARE = "from spectralign_gui.session.evaluate import compare"


def comparison_script(state: SessionState, methods: Sequence[str], settings: Mapping[str, Mapping[str, Any]],
                      options: Mapping[str, Any], output: str = "comparison.csv") -> str:
    """The program.

    Parameters
    ----------
    state : SessionState
        That was compared on.
    methods : sequence of str
    settings : mapping of method to mapping
        Parameters of each.
    options : mapping
        The keywords of `evaluate.compare`: numbers of standards, repeats, seed and so on.
    output : str
        Table that it writes.

    Raises
    ------
    DataError
        Some spectra are not just what a file holds.
    """
    imports = {*SOURCE_IMPORTS, "from spectralign_gui.core.validation.transfer_report import full_report",
               "from spectralign_gui.io.table import write_table",
               "from spectralign_gui.session.comparison_tables import comparison_tables",
               COMPARE}
    words = ", ".join(f"{name}={value!r}" for name, value in options.items())
    body = [*state_source(state), f"settings = { {m: dict(v) for m, v in settings.items()}!r}",
            f"result, _, _ = compare(state, {tuple(methods)!r}, settings, {words})",
            f"write_table({output!r}, *comparison_tables(full_report(result))['Errors'])"]
    if "auto" in methods:
        imports.remove(COMPARE)
        imports.add(COMPARE.replace("compare", "advise_or_why, compare"))
        properties = list(options.get("properties", ()))
        body += [f"advice, why = advise_or_why(state, settings['auto'], properties={properties!r})",
                 "print(advice.report['sentence'] if advice else why)"]
    return "\n".join(['"""Repeats a comparison of SpectrAlign from its files."""', "", *sorted(imports), "", *body, ""])
