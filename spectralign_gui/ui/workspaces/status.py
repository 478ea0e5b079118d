"""What stands beside each name of the rail: done or not, what it found, what is missing. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ...core.figures import listed, percent
from ...core.naming import counted
from ...core.registry import MethodInfo, plain_name
from ...presenters.moods import WORDS as TRUST
from ...session.run.doubtful_samples import all_in_doubt, suspects_of
from ...session.state.oddities import odd_cells, oddities
from ...words import say
from .goals import COMPARING
from .known import Known
from .plan import RAIL, WORKSPACES

MARKS = {"done": "✓", "warning": "!", "missing": "○", "blocked": "○"}
AFTER_TEST = ("The comparison, or the run before, held samples out and tells the error. The final fit uses all; the "
              "older run is in History.")
LINE = 18
"""Letters that a line of the rail has room for."""
ABBREVIATED = 7
"""Letters that an abbreviation has at most."""
WORDS = {"done": "done", "warning": "look at it", "missing": "to do", "blocked": "not possible yet"}


@dataclass(frozen=True)
class Status:
    """One line of the rail.

    Parameters
    ----------
    mark : {"done", "warning", "missing", "blocked"}
    line : str
        What was found, or what is missing, in a few words.
    detail : str
        It in sentences, for the tooltip.
    """

    mark: str
    line: str
    detail: str


def statuses(known: Known) -> dict[str, Status]:
    """The line of every workspace of the rail."""
    return {name: OF[name](known) for name in RAIL}


def short_title(info: MethodInfo) -> str:
    """A method's title where there is little room: its abbreviation, if it has one."""
    _, bracket, short = info.title.removesuffix(")").rpartition(" (")
    if bracket and info.title.endswith(")") and len(short) <= ABBREVIATED:
        return short
    plain = plain_name(info.name)
    if info.family != "transfer" and len(plain) <= ABBREVIATED:
        return plain.upper()
    return info.title


def _data(known: Known) -> Status:
    sets = known.state.datasets
    if not sets:
        return Status("missing", "no spectra yet", "Open the spectra of both instruments, or drop their files here.")
    spectra = counted(sum(len(d) for d in sets), "spectrum", "spectra")
    channels = ", ".join(f"{d.name}: {len(d)} × {d.spectra.shape[1]} channels" for d in sets[:4])
    named = list(dict.fromkeys(n for d in sets if d.targets is not None and d.targets.known for n in d.targets.names))
    values = f"Reference values: {listed(named[:6])}." if named else "There are no reference values."
    if len(sets) == 1 and not odd_cells(sets):
        return Status("missing", f"{sets[0].name} only", f"{channels}. A second instrument is missing. {values}")
    who = " and ".join(d.name for d in sets) if len(sets) == 2 else f"{len(sets)} instruments"
    odd = [say(note) for note in (*oddities(sets), *odd_cells(sets))]
    return Status("warning" if odd else "done", f"{len(sets)} sets, {spectra}",
                  " ".join([*odd, f"{who}: {spectra}. {channels}. {values}"]))


def _standards(known: Known) -> Status:
    all_of_them = known.state.standards
    if len(known.state.datasets) < 2:
        return Status("blocked", "needs two sets", "Standards need the spectra of two instruments.")
    if not all_of_them:
        alike = known.unmatched_names
        if alike:
            who = counted(alike, "sample has", "samples have")
            return Status("missing", "match by name", f"{who} the same name on both instruments: match them by name.")
        return Status("missing", "none marked yet", "Say which samples were measured on both instruments.")
    held = sum(s.held_out for s in all_of_them)
    doubt = len(known.run.quality.in_doubt) if known.run is not None else 0
    text = counted(len(all_of_them), "standard", "standards")
    detail = f"{text}, {held} of them held out." if held else f"{text}; none is held out."
    if not held and known.tested_before:
        detail = f"{text}. {AFTER_TEST}"
    if known.run is not None and all_in_doubt(known.run):
        return Status("warning", f"{len(all_of_them)}, all in doubt", f"{detail} {say(suspects_of(known.run))}")
    if doubt:
        return Status("warning", f"{len(all_of_them)}, {doubt} in doubt",
                      f"{detail} {counted(doubt, 'pair contradicts', 'pairs contradict')} the others.")
    return Status("done", f"{len(all_of_them)}, {held} held out" if held else text, detail)


def _align(known: Known) -> Status:
    run = known.run
    if run is None:
        possible = len(known.state.datasets) > 1
        return Status("missing" if possible else "blocked", "no run yet",
                      "Choose a method and run it." if possible else "An alignment needs two instruments.")
    found = _what_was_found(known)
    title = run.label or short_title(run.method)
    changed = known.differences
    if changed:
        return Status("warning", f"{title}: older run", f"The shown run ({run.label or run.method.title}) was made "
                      f"with other {listed(changed)} than are set now. {found}")
    named = "; ".join(f"{name} {error}" for name, error in known.errors[:6])
    detail = f"{run.label or run.method.title}. {known.headline}{f' RMSEP: {named}.' if named else ''}"
    mark = _mark(known, "done")
    line = f"{title}: {found}" if found else title
    if known.errors and len(line) > LINE:  # the name of the property is in the tooltip
        line = f"{title}: RMSEP {found.rpartition(' ')[2]}"
    return Status(mark, line, detail)


def _what_was_found(known: Known) -> str:
    """The first error where there are values, else hits."""
    if known.errors:
        name, figure = known.errors[0]
        return f"{name} {figure.partition(' ')[0]}"
    hit = known.run.quality.hit.get("3") if known.run is not None else None
    shares = [s for s in hit.values() if np.isfinite(s)] if hit else []
    return f"{percent(min(shares))} hits" if shares else ""


def _compare(known: Known) -> Status:
    if known.comparing:
        return Status("missing", "being compared", COMPARING.title)
    if known.compared is not None:
        c = known.compared
        if c.outdated:
            return Status("warning", "older data: again", f"{c.sentence} It was made with earlier data.")
        return Status("done" if c.good else "warning", c.line, c.sentence)
    if not known.has_values:
        return Status("blocked", "needs values", "A comparison is by prediction errors and needs reference values.")
    if len(known.state.standards) < 6:
        return Status("blocked", "needs 6 standards", "A comparison needs at least six standards.")
    return Status("missing", "not compared yet", "Let the methods predict samples that no fit has seen.")


def _predict(known: Known) -> Status:
    p = known.predicted
    if p is not None and p.samples:
        found = counted(p.samples, "sample")
        detail = f"{found} predicted with {p.run}{', ' + p.error if p.error else ''}."
        if known.differences:
            return Status("warning", f"{p.samples}, older run", f"{detail} That run was made with other "
                          f"{listed(known.differences)} than are set now.")
        said = known.doubted or (known.headline if known.trusted in ("warning", "bad") else "")
        if known.checked is not None and not known.checked.holds:
            return Status("warning", f"{p.samples}, see Check", f"{detail} {known.checked.sentence}")
        mark = _mark(known, "done")
        line = f"{p.samples}, {TRUST[known.trusted]}" if mark == "warning" else found  # a mark says why it is there
        return Status(mark, line, f"{detail} {said}".strip())
    if known.run is None or "predict" not in known.run.method.can:
        return Status("blocked", "needs a run", "Predictions come from a run of a method that predicts.")
    if not known.has_values:
        return Status("blocked", "needs values", "Predictions need reference values of one instrument.")
    return Status("missing", "nothing predicted", "Open spectra of new samples, or predict those that are loaded.")


def _check(known: Known) -> Status:
    if known.checked is not None:
        c = known.checked
        if not c.holds:
            return Status("warning", f"alarm, {c.day}", c.sentence)
        # two questions: whether anything has changed since the run, and whether its values were good then
        word = TRUST[known.trusted]
        said = f"Change since the run: {c.sentence}"
        said += f" Values of the run: {word}. {known.headline}" if known.run is not None else ""
        return Status(_mark(known, "missing"), f"stable, {c.day if known.trusted == 'good' else word}", said.strip())
    if known.run is None:
        return Status("blocked", "needs a run", "There is nothing to check before the first run.")
    detail = f"{known.run.label or known.run.method.title}: {TRUST[known.trusted]}. {known.headline}"
    if known.compared is not None and known.compared.best and known.compared.best != known.run.method.name:
        detail += f" This is the shown run. The comparison says: {known.compared.sentence}"
    return Status(_mark(known, "missing"), TRUST[known.trusted], detail)


def _mark(known: Known, untested: str) -> str:
    """The mark of what rests on the shown run: one for all, so that no line is ticked beside one that warns."""
    return {"good": "done", "muted": untested}.get(known.trusted, "warning")


def ending(found: Mapping[str, Status]) -> str:
    """What is said where no step is left: never that all is well beside a line that warns."""
    warned = [name for name in reversed(RAIL) if found[name].mark == "warning"]
    if not warned:
        return "All steps are done."
    return f"All steps are done, but look at {WORKSPACES[warned[0]].title}: {found[warned[0]].line}."


OF: dict[str, Callable[[Known], Status]] = {
    "data": _data, "standards": _standards, "align": _align, "compare": _compare, "predict": _predict,
    "check": _check}
