"""A comparison of methods as a Python program, and as a command line, that make its table again outside the window."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from ...core.registry import is_method, method, plain_name
from ...core.validation.transfer_splits import DRAWS
from ..export.script import SOURCE_IMPORTS, session_words, state_source, target_words, word
from ..state.session_state import SessionState
from .comparison_settings import BUDGET, CLOSURE, RULE

COMPARE = "from spectralign_gui.session.compare.evaluate import compare"


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
               "from spectralign_gui.session.compare.comparison_tables import comparison_tables",
               COMPARE}
    words = ", ".join(f"{name}={value!r}" for name, value in options.items())
    body = [*state_source(state), f"settings = { {m: dict(v) for m, v in settings.items()}!r}",
            f"result, _, _ = compare(state, {tuple(methods)!r}, settings, {words})",
            f"write_table({output!r}, *comparison_tables(full_report(result))['Errors'])"]
    if "auto" in methods:
        imports.remove(COMPARE)
        imports.add(COMPARE.replace("import compare", "import advise_or_why, compare"))
        properties = list(options.get("properties", ()))
        search = ", search=True" if options.get("search") else ""
        body += [f"advice, why = advise_or_why(state, settings['auto'], properties={properties!r}{search})",
                 "print(advice.report['sentence'] if advice else why)"]
    return "\n".join(['"""Repeats a comparison of SpectrAlign from its files."""', "", *sorted(imports), "", *body, ""])


def comparison_command(
    state: SessionState, methods: Sequence[str], settings: Mapping[str, Mapping[str, Any]], options: Mapping[str, Any],
    pairs_file: str = "pairs.csv", targets: Mapping[str, Any] | None = None, output: str = "comparison",
) -> str:
    """``spectralign evaluate`` for the comparison; what it reads is saved by `io.script_inputs.write_inputs`.

    Parameters
    ----------
    state : SessionState
    methods : sequence of str
    settings : mapping of method to mapping
        Parameters of each, with those that are asked of all lines.
    options : mapping
        The keywords of `evaluate.compare`, and "rule" and "closure" that are asked of all lines; "properties" only
        where not all are compared.
    pairs_file : str
    targets : mapping, optional
        As in `script.command_line`.
    output : str
        Name of the report and of the table, without ending.

    Raises
    ------
    DataError
        Some spectra are not just what a file holds.
    """
    o = dict(options)
    of_all = {RULE: o.get("rule"), CLOSURE: o.get("closure"), BUDGET: o.get("budget")}
    words = ["spectralign", "evaluate", *session_words(state, pairs_file), *target_words(targets)]
    own = {m: {k: v for k, v in values.items() if not (k in of_all and v == of_all[k])}
           for m, values in settings.items()}
    routes = [m for m in own if "/" in m and m not in methods and own[m] != own.get(plain_name(m), {})]
    for name in (*methods, *routes):  # a route only if it is set on its own
        known = {p.name for p in method(name).parameters} if is_method(name) else set()
        words += ["--method", name]
        for key, value in own.get(name, {}).items():
            words += ["--set", f"{name}.{key}={word(value)}"] if key in known else []
    words += ["--preprocess", "search"] if o.get("search") else []
    for name in o.get("properties") or ():
        words += ["--properties", name]
    words += ["--regression", str(o["regression"]), "--standards", ",".join(map(str, o["standards"]))]
    words += [] if o.get("test_share") is None else ["--test-share", word(float(o["test_share"]))]
    words += ["--repeats", str(o["repeats"]), "--seed", str(o["seed"])]
    words += ["--draw", str(o["draw"])] if o.get("draw", DRAWS[0]) != DRAWS[0] else []
    for option, key in (("--rule", "rule"), ("--closure", "closure"), ("--budget", "budget")):
        words += [option, word(o[key])] if o.get(key) is not None else []
    words += ["--jobs", str(o["n_jobs"])] if o.get("n_jobs") else []
    words += ["--no-hits", "--report", f"{output}.json", "--table", f"{output}.csv"]
    return " ".join(shlex.quote(w) for w in words)
