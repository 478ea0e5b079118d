"""The current session as a command line and as a Python script that give the same result outside the window."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from ..core.data import SpectralDataset, Standard
from ..core.errors import DataError
from ..core.registry import method
from ..preprocessing.spec import StepSpec
from .state import SessionState

HELD_OUT_COLUMN = "held out"


def pairs_rows(state: SessionState) -> tuple[list[str], list[list[str]]]:
    """Header and rows of a pairs table that marks the standards of the session, by row numbers (``#12``).

    A standard with repeats takes one row per combination; the last column says which are held out.
    """
    names = [n for n in state.instruments if any(n in s.rows for s in state.standards)]
    rows = []
    for standard in state.standards:
        for combination in _combinations(standard, names):
            rows.append([*combination, "yes" if standard.held_out else ""])
    return [*names, HELD_OUT_COLUMN], rows


def _combinations(standard: Standard, names: Sequence[str]) -> list[list[str]]:
    table: list[list[str]] = [[]]
    for name in names:
        cells = [f"#{row + 1}" for row in standard.rows.get(name, ())] or [""]
        table = [[*row, cell] for row in table for cell in cells]
    return table


def values_rows(state: SessionState, instrument: int = 0) -> tuple[list[str], list[list[Any]]]:
    """Header and rows of a table of an instrument's reference values, by row numbers (``#12``), with units, the
    laboratory's errors and marks of censored values."""
    targets = state.datasets[instrument].targets
    if targets is None:
        return ["Sample"], []
    rows: list[list[Any]] = []
    if any(targets.units):
        rows.append(["unit", *(unit or "()" for unit in targets.units)])
    for n, (values, censored) in enumerate(zip(targets.values, targets.censored, strict=True)):
        rows.append([f"#{n + 1}", *("<LOD" if c else "NA" if v != v else float(v)
                                    for v, c in zip(values, censored, strict=True))])
    if any(error == error for error in targets.lab_errors):
        rows.append(["SEL", *("NA" if e != e else float(e) for e in targets.lab_errors)])
    return ["Sample", *targets.names], rows


def with_values(state: SessionState) -> list[int]:
    """Numbers of the instruments that have reference values of their own."""
    return [k for k, d in enumerate(state.datasets)
            if d.targets is not None and (d.targets.known or d.targets.censored.any())]


def not_from_files(state: SessionState) -> list[str]:
    """Instruments whose spectra are not just what a file holds (pasted, merged, averaged, converted): a script cannot
    read them again, a saved project can."""
    return [d.name for d in state.datasets if not d.source.path or not d.source.sha256 or d.source.changed]


def command_line(state: SessionState, pairs_file: str = "pairs.csv", output: str = "aligned.h5",
                 targets: Mapping[str, Any] | None = None) -> str:
    """``spectralign align`` for the session; the pairs table of `pairs_rows` must be saved as `pairs_file`.

    Parameters
    ----------
    state : SessionState
    pairs_file, output : str
    targets : mapping, optional
        "path": file of the first instrument's `values_rows`; "own": mapping of instrument name to the file of its
        own `values_rows`; "by_row": whether the tables have no names.

    Raises
    ------
    DataError
        Some spectra are not just what a file holds; save a project and use ``spectralign run``.
    """
    _refuse_unreproducible(state)
    words = ["spectralign", "align", *(f"{d.name}={d.source.path}" for d in state.datasets)]
    for d in state.datasets:
        words += [w for k, v in d.source.options for w in ("--read", f"{d.name}:{k}={v}")]
    if state.standards:
        words += ["--pairs", pairs_file]
    for name, rows in state.excluded.items():
        if rows:
            words += ["--exclude", f"{name}:{','.join(f'#{r + 1}' for r in rows)}"]
    for step in state.preprocessing.shared:
        words += _step_words("", step)
    for name, steps in state.preprocessing.own.items():
        for step in steps:
            words += _step_words(f"{name}/", step)
    words += ["--method", state.method]
    parameters = {p.name: p for p in method(state.method).parameters}
    for name, value in state.method_parameters().items():
        words += ["--set", f"{name}={_word(value)}"] if name in parameters else []
    if targets:
        words += ["--targets", str(targets["path"])] if "path" in targets else []
        for name, path in targets.get("own", {}).items():
            words += ["--targets", f"{name}={path}"]
        words += ["--targets-by-row"] if targets.get("by_row") else []
    words += ["--seed", str(state.seed), "--output", output]
    return " ".join(shlex.quote(w) for w in words)


def python_script(state: SessionState, output: str = "aligned.h5", project: str = "") -> str:
    """A Python program that makes the result file of the session.

    Parameters
    ----------
    state : SessionState
    output : str
        Name of the result file it writes.
    project : str
        Path of the saved project to read the session from; needed where spectra are not just what a file holds.
    """
    if project:
        return (f'"""Repeats a SpectrAlign session from its project."""\n\n'
                "from spectralign_gui.io.model_file import save_result\n"
                "from spectralign_gui.io.project import open_project\n"
                "from spectralign_gui.session.run import execute\n\n"
                f"state = open_project({project!r}).state\n"
                f"save_result(execute(state), {output!r}, overwrite=True)\n")
    _refuse_unreproducible(state)
    lines = ['"""Repeats a SpectrAlign session from its files."""', "",
             "from spectralign_gui.core.data import Standard, Targets",
             "from spectralign_gui.io.model_file import save_result",
             "from spectralign_gui.io.read import read_dataset",
             "from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec",
             "from spectralign_gui.session.run import execute",
             "from spectralign_gui.session.state import SessionState", "",
             "nan = float('nan')  # an unknown reference value", "datasets = ("]
    for d in state.datasets:
        options = "".join(f", {k}={v!r}" for k, v in d.source.options)
        lines.append(f"    read_dataset({d.source.path!r}, name={d.name!r}{options}){_with_targets(d)},")
    lines += [")", "standards = ("]
    for s in state.standards:
        lines.append(f"    Standard({dict(s.rows)!r}{', held_out=True' if s.held_out else ''}),")
    lines += [")", "state = SessionState(", "    datasets=datasets, standards=standards,",
              f"    preprocessing={_spec_source(state)},",
              f"    method={state.method!r}, parameters={ {state.method: state.method_parameters()}!r},",
              f"    excluded={dict(state.excluded)!r}, seed={state.seed},", ")",
              f"save_result(execute(state), {output!r}, overwrite=True)", ""]
    return "\n".join(lines)


def _refuse_unreproducible(state: SessionState) -> None:
    changed = not_from_files(state)
    if changed:
        raise DataError(f"the spectra of {', '.join(changed)} are not just what a file holds (pasted, merged, averaged "
                        "or converted); save the project and repeat it with `spectralign run`.")


def _with_targets(d: SpectralDataset) -> str:
    if d.targets is None:
        return ""
    t = d.targets
    values = repr(t.values.tolist())
    return (f".with_(targets=Targets({t.names!r}, {values}, {t.units!r}, {t.censored.tolist()!r}, "
            f"{t.lab_errors!r}))")


def _spec_source(state: SessionState) -> str:
    def steps(items: Sequence[StepSpec]) -> str:
        return "(" + "".join(f"StepSpec({s.step!r}, {dict(s.parameters)!r}, {s.enabled!r}), " for s in items) + ")"

    own = ", ".join(f"{name!r}: {steps(items)}" for name, items in state.preprocessing.own.items())
    return f"PreprocessingSpec({steps(state.preprocessing.shared)}, {{{own}}})"


def _step_words(prefix: str, step: StepSpec) -> list[str]:
    if not step.enabled:
        return []
    values = ",".join(f"{k}={_word(v)}" for k, v in step.parameters.items())
    return ["--preprocess", f"{prefix}{step.step}{':' + values if values else ''}"]


def _word(value: Any) -> str:
    if value is None:
        return "auto"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (tuple, list)):
        return ",".join(_word(v) for v in value)
    return repr(value) if isinstance(value, float) else str(value)
