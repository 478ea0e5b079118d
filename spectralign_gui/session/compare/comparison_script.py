"""A comparison of methods as a Python program, and as a command line, that make its table again outside the window."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from ...core.registry import is_method, method, plain_name
from ...core.validation.transfer_splits import DRAWS
from ..export.script import SOURCE_IMPORTS, session_words, state_source, target_words, word
from ..state.session_state import SessionState
from .plan import ComparisonPlan

COMPARE = "from spectralign_gui.session.compare.evaluate import compare"


def comparison_script(state: SessionState, plan: ComparisonPlan, processes: int | None = None,
                      output: str = "comparison.csv") -> str:
    """The program.

    Parameters
    ----------
    state : SessionState
        That was compared on.
    plan : ComparisonPlan
    processes : int, optional
        As many as are worth it by default.
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
    imports.add("from spectralign_gui.session.compare.plan import ComparisonPlan")
    body = [*state_source(state), f"plan = ComparisonPlan({_written(plan)})",
            f"result, _, _ = compare(state, plan, n_jobs={processes or None!r})",
            f"write_table({output!r}, *comparison_tables(full_report(result))['Errors'])"]
    if "auto" in plan.methods:
        imports.remove(COMPARE)
        imports.add(COMPARE.replace("import compare", "import advise_or_why, compare"))
        body += ["advice, why = advise_or_why(state, plan)",
                 "print(advice.report['sentence'] if advice else why)"]
    return "\n".join(['"""Repeats a comparison of SpectrAlign from its files."""', "", *sorted(imports), "", *body, ""])


def _written(plan: ComparisonPlan) -> str:
    """What differs from a plan that says nothing but the methods."""
    plain = ComparisonPlan(plan.methods)
    parts = [f"{f.name}={value!r}" for f in fields(plan) if f.name != "methods"
             and (value := getattr(plan, f.name)) != getattr(plain, f.name)]
    return ", ".join([repr(plan.methods), *parts])


def comparison_command(
    state: SessionState, plan: ComparisonPlan, processes: int | None = None, pairs_file: str = "pairs.csv",
    targets: Mapping[str, Any] | None = None, output: str = "comparison",
) -> str:
    """``spectralign evaluate`` for the comparison; what it reads is saved by `io.script_inputs.write_inputs`.

    Parameters
    ----------
    state : SessionState
    plan : ComparisonPlan
        "properties" only where not all are compared.
    processes : int, optional
        As many as are worth it by default.
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
    words = ["spectralign", "evaluate", *session_words(state, pairs_file), *target_words(targets)]
    own = plan.settings
    routes = [m for m in own if "/" in m and m not in plan.methods and own[m] != own.get(plain_name(m), {})]
    for name in (*plan.methods, *routes):  # a route only if it is set on its own
        known = {p.name for p in method(name).parameters} if is_method(name) else set()
        words += ["--method", name]
        for key, value in own.get(name, {}).items():
            words += ["--set", f"{name}.{key}={word(value)}"] if key in known else []
    words += ["--preprocess", "search"] if plan.search else []
    for name in plan.properties:
        words += ["--properties", name]
    words += ["--regression", plan.regression]
    words += ["--standards", ",".join(map(str, plan.standards))] if plan.standards is not None else []
    for option, value, default in (
            ("--test-share", plan.test_share, None), ("--folds", plan.folds, None), ("--repeats", plan.repeats, None),
            ("--seed", plan.seed, None), ("--draw", plan.draw, DRAWS[0]), ("--rule", plan.rule, None),
            ("--closure", plan.closure, None), ("--budget", plan.budget, None), ("--jobs", processes or None, None)):
        words += [option, word(value)] if value != default else []
    words += ["--no-hits", "--report", f"{output}.json", "--table", f"{output}.csv"]
    return " ".join(shlex.quote(w) for w in words)
