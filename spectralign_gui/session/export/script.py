"""The current session as a command line and as a Python script that give the same result outside the window."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from ...core.data import SpectralDataset, Standard, Targets
from ...core.errors import DataError, PairsError
from ...core.registry import method
from ...preprocessing.spec import StepSpec
from ..standards.pairing import match_by_name, match_by_row
from ..state.instrument_pair import runs_on_two
from ..state.session_state import SessionState

HELD_OUT_COLUMN = "held out"
SOURCE_IMPORTS = frozenset({
    "from spectralign_gui.core.data import Standard, Targets",
    "from spectralign_gui.io.read import read_dataset",
    "from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec",
    "from spectralign_gui.session.state import SessionState"})
"""What the lines of `state_source` need."""


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
                 targets: Mapping[str, Any] | None = None, intervals: bool = False) -> str:
    """``spectralign align`` for the session; the pairs table of `pairs_rows` must be saved as `pairs_file`.

    Parameters
    ----------
    state : SessionState
    pairs_file, output : str
    targets : mapping, optional
        "path": file of the first instrument's `values_rows`; "own": mapping of instrument name to the file of its
        own `values_rows`; "by_row": whether the tables have no names.
    intervals : bool
        Leave every standard out in turn, for intervals.

    Raises
    ------
    DataError
        Some spectra are not just what a file holds; save a project and use ``spectralign run``.
    """
    words = ["spectralign", "align", *session_words(state, pairs_file), "--method", state.method]
    parameters = {p.name: p for p in method(state.method).parameters}
    for name, value in state.method_parameters().items():
        words += ["--set", f"{name}={word(value)}"] if name in parameters else []
    words += target_words(targets)
    words += ["--intervals"] if intervals else []
    words += ["--seed", str(state.seed), "--output", output]
    return " ".join(shlex.quote(w) for w in words)


def session_words(state: SessionState, pairs_file: str) -> list[str]:
    """Files, standards, excluded rows and preprocessing of a session, for a command line.

    Raises
    ------
    DataError
        Some spectra are not just what a file holds.
    """
    _refuse_unreproducible(state)
    words = [*(f"{d.name}={d.source.path}" for d in state.datasets)]
    for d in state.datasets:
        words += [w for k, v in d.source.options for w in ("--read", f"{d.name}:{k}={v}")]
    if state.standards:
        words += ["--pairs", pairs_file]
    for name, rows in state.excluded.items():
        if rows:
            words += ["--exclude", f"{name}:{','.join(f'#{r + 1}' for r in rows)}"]
    if not set(state.preprocessing.own) & set(state.instruments):
        return words + [w for step in state.preprocessing.shared for w in _step_words("", step)]
    for name in state.instruments:  # a word for one instrument adds to those for all, a list of its own replaces them
        for step in state.preprocessing.steps_for(name):
            words += _step_words(f"{name}/", step)
    return words


def target_words(targets: Mapping[str, Any] | None) -> list[str]:
    """The tables of reference values, for a command line; see `command_line`."""
    words: list[str] = []
    if targets:
        words += ["--targets", str(targets["path"])] if "path" in targets else []
        for name, path in targets.get("own", {}).items():
            words += ["--targets", f"{name}={path}"]
        words += ["--targets-by-row"] if targets.get("by_row") else []
    return words


def prediction_lines(files: Sequence[str], instrument: str, model: str = "aligned.h5") -> str:
    """``spectralign predict`` for every file of new spectra, a line each; PREDICTED.csv beside where it is run."""
    return "".join(
        "\n" + " ".join(map(shlex.quote, ["spectralign", "predict", model, path, "--instrument", instrument, "--output",
                                          f"predicted_{number}.csv" if len(files) > 1 else "predicted.csv"]))
        for number, path in enumerate(files, start=1))


def python_script(state: SessionState, output: str = "aligned.h5", project: str = "", *,
                  run: tuple[str, str, int] | None = None, intervals: bool = False,
                  predict: tuple[Sequence[str], str] | None = None) -> str:
    """A Python program that makes the result file of the session.

    Parameters
    ----------
    state : SessionState
    output : str
        Name of the result file it writes.
    project : str
        Path of the saved project to read the session from; needed where spectra are not just what a file holds.
    run : (str, str, int), optional
        Which run of the project: when it was started, its method, and which of those that share both. Without it the
        project's own session is run, whatever that is by then.
    intervals : bool
        Leave every standard out in turn, for intervals.
    predict : (sequence of str, str), optional
        Files of new spectra, and the instrument that measured them: their values are written to ``predicted.csv``.
    """
    if project:
        lines = _of_project(state, project, run, intervals)
    else:
        lines = library_lines(state, intervals)
    lines.append(f"sa.save(result, {output!r}, overwrite=True)")
    if predict is not None:
        files, instrument = predict
        lines += [f"new = [sa.read(path) for path in {list(files)!r}]",
                  f"predicted = sa.predict(sa.load({output!r}), new, instrument={instrument!r})",
                  "sa.save(predicted, 'predicted.csv', overwrite=True)"]
    title = f'"""Repeats a SpectrAlign session from its {"project" if project else "files"}."""'
    return "\n".join([title, "", *lines, ""])


def _of_project(state: SessionState, project: str, run: tuple[str, str, int] | None, intervals: bool) -> list[str]:
    imports = {"import spectralign_gui as sa", "from spectralign_gui.io.project import open_project",
               "from spectralign_gui.session.run import execute"}
    body = [f"project = open_project({project!r})"]
    if run is not None:
        started, name, number = run
        imports.add("from spectralign_gui.session.run.repeat_run import state_to_repeat")
        body += [f"runs = [r for r in project.runs if (r.started, r.method.name) == ({started!r}, {name!r})]",
                 f"state = state_to_repeat(runs[{number}])"]
    elif runs_on_two(state):
        imports.add("from spectralign_gui.session.state.instrument_pair import to_run")
        body.append("state = to_run(project.state)")
    else:
        body.append("state = project.state")
    result = "execute(state)"
    if intervals:
        imports.add("from spectralign_gui.session.run.left_out_intervals import with_left_out_intervals")
        result = f"with_left_out_intervals({result})"
    return [*sorted(imports), "", *body, f"result = {result}"]


def library_lines(state: SessionState, intervals: bool = False) -> list[str]:
    """Lines of Python that read the session's files and fit its method: a line per instrument, and the call.

    Raises
    ------
    DataError
        Some spectra are not just what a file holds.
    """
    _refuse_unreproducible(state)
    read, imports = [], []
    for d in state.datasets:
        more = "".join(f", {k}={v!r}" for k, v in d.source.options)
        if d.targets is not None:
            more += f", values={_values_source(d.targets)}"
        read.append(f"    sa.read({d.source.path!r}, name={d.name!r}{more}),")
    text = "\n".join(read)
    standards = _standards_source(state)
    imports += ["from spectralign_gui.core.data import Targets"] if "Targets(" in text else []
    imports += ["from spectralign_gui.core.data import Standard"] if "Standard(" in standards else []
    imports += ["from numpy import nan"] if re.search(r"\bnan\b", text) else []
    held = [k for k, s in enumerate(state.standards) if s.held_out]
    given = {"standards": standards, "method": repr(state.method)}
    words = session_words(state, "")
    steps = [words[k + 1] for k, word_ in enumerate(words) if word_ == "--preprocess"]
    given |= {"preprocess": repr(steps)} if steps else {}
    given |= {"hold_out": repr(held)} if held else {}
    excluded = {name: list(rows) for name, rows in state.excluded.items() if rows}
    given |= {"exclude": repr(excluded)} if excluded else {}
    given |= {"intervals": "True"} if intervals else {}
    given |= {"seed": repr(state.seed)}
    given |= {name: repr(value) for name, value in state.method_parameters().items()}
    call = ", ".join(f"{k}={v}" for k, v in given.items())
    return [*sorted(imports), "import spectralign_gui as sa", "", "instruments = [", *read, "]",
            f"result = sa.align(*instruments, {call})"]


def _values_source(targets: Targets) -> str:
    if any(targets.units) or targets.censored.any() or any(error == error for error in targets.lab_errors):
        return (f"Targets({targets.names!r}, {targets.values.tolist()!r}, {targets.units!r}, "
                f"{targets.censored.tolist() if targets.censored.any() else None!r}, {targets.lab_errors!r})")
    return repr({name: column.tolist() for name, column in zip(targets.names, targets.values.T, strict=True)})


def _standards_source(state: SessionState) -> str:
    """In the shortest way that says the same."""
    if not state.standards:
        return "()"
    wanted = [dict(s.rows) for s in state.standards]
    for words, match in (("names", match_by_name), ("rows", match_by_row)):
        try:
            found = match(state.datasets).standards
        except PairsError:  # not possible here; then the rows are written out
            continue
        if [dict(s.rows) for s in found] == wanted:
            return repr(words)
    names = state.instruments
    if all(set(rows) == set(names) and all(len(r) == 1 for r in rows.values()) for rows in wanted):
        return repr([tuple(int(rows[name][0]) for name in names) for rows in wanted])
    return "[" + ", ".join(f"Standard({ {n: tuple(map(int, r)) for n, r in rows.items()}!r})" for rows in wanted) + "]"


def state_source(state: SessionState) -> list[str]:
    """Lines of Python that make the session, with the settings of its method, from its files.

    Raises
    ------
    DataError
        Some spectra are not just what a file holds.
    """
    _refuse_unreproducible(state)
    lines = ["nan = float('nan')  # an unknown reference value", "datasets = ("]
    for d in state.datasets:
        options = "".join(f", {k}={v!r}" for k, v in d.source.options)
        lines.append(f"    read_dataset({d.source.path!r}, name={d.name!r}{options}){_with_targets(d)},")
    lines += [")", "standards = ("]
    for s in state.standards:
        lines.append(f"    Standard({dict(s.rows)!r}{', held_out=True' if s.held_out else ''}),")
    return [*lines, ")", "state = SessionState(", "    datasets=datasets, standards=standards,",
            f"    preprocessing={_spec_source(state)},",
            f"    method={state.method!r}, parameters={ {state.method: state.method_parameters()}!r},",
            f"    excluded={dict(state.excluded)!r}, seed={state.seed},", ")"]


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
    values = ",".join(f"{k}={word(v)}" for k, v in step.parameters.items())
    return ["--preprocess", f"{prefix}{step.step}{':' + values if values else ''}"]


def word(value: Any) -> str:
    """A parameter's value as a command line takes it."""
    if value is None:
        return "auto"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (tuple, list)):
        return ",".join(word(v) for v in value)
    return repr(value) if isinstance(value, float) else str(value)
