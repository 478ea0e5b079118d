"""What the user wants, and the short path that leads there. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .known import Known


@dataclass(frozen=True)
class Step:
    """One step of a path.

    Parameters
    ----------
    title : str
        What to do, as a short sentence.
    button : str
        Text of its button.
    workspace : str
        Where it happens.
    dock : str
        Dock that comes to the front there; "" for the first one.
    action : str
        Object name of the action that its button triggers; "" if it only goes there.
    done : callable (Known) -> bool
    possible : callable (Known) -> bool
        Whether the action can be triggered; the button only goes there where it cannot.
    """

    title: str
    button: str
    workspace: str
    dock: str
    action: str
    done: Callable[[Known], bool]
    possible: Callable[[Known], bool] = lambda _: True


@dataclass(frozen=True)
class Goal:
    """An answer to *What do you want?*

    Parameters
    ----------
    name, question, text : str
        Question as on the first page; one sentence on what comes.
    icon : str
    path : tuple of Step
    method : str
        Method that suits it, set where nothing was run yet; "" to leave the one that is set.
    """

    name: str
    question: str
    text: str
    icon: str
    path: tuple[Step, ...]
    method: str = ""


def _two(k: Known) -> bool:
    return len(k.state.datasets) > 1


def _ran(k: Known) -> bool:
    return k.run is not None and not k.differences


OPEN = Step("Open the spectra of both instruments; the first is the reference A.", "Open spectra…", "data", "data",
            "open", _two)
VALUES = Step("Add reference values of A's samples.", "Open values…", "data", "data", "open-reference",
              lambda k: k.has_values)
MATCH = Step("Say which samples are the same on both instruments.", "Match by name", "standards", "standards",
             "match-names", lambda k: bool(k.state.standards))
BY_NAME = Step("The same names are on both instruments: match the samples first.", "Match by name", "standards",
               "standards", "match-names", lambda k: not k.unmatched_names)
HOLD_OUT = Step("Hold some standards out: they show whether the result is right.", "Hold out 20 %", "standards",
                "standards", "hold-out-share", lambda k: any(s.held_out for s in k.state.standards) or k.tested_before)
COMPARE = Step("Let the methods predict samples that no fit has seen.", "Compare", "compare", "compare",
               "compare-methods", lambda k: k.compared is not None and not k.compared.outdated)
COMPARING = Step("The methods are being compared; the table fills.", "Show table", "compare", "compare", "",
                 lambda k: not k.comparing)
"""What stands in the place of `COMPARE` while a comparison is under way: nothing can be started twice."""
USE = Step("Predict with the method that the comparison recommends.", "Use and predict", "predict", "predict",
           "use-and-predict", lambda k: k.predicted is not None and k.predicted.samples > 0 and not k.differences,
           lambda k: k.compared is not None and bool(k.compared.best))
NOTHING = Step("No method predicts yet, and the card says why. Look at the values, or measure more standards.",
               "Show table", "compare", "compare", "", lambda k: k.compared is None or k.compared.usable)
"""What stands in the place of `USE` where even the best method is no better than the mean of the values."""
RUN = Step("Choose a method and run it.", "Run", "align", "", "run", _ran)
LOOK = Step("Are the held-out standards where they belong?", "Check the result", "check", "quality", "",
            lambda k: "quality" in k.looked)
EXPORT = Step("Export the aligned spectra with the model.", "Export result…", "align", "", "export-result",
              lambda k: k.exported)
EXPORT_SPECTRA = Step("Export B's spectra as A would have measured them.", "Export spectra…", "align", "",
                      "save-spectra", lambda k: k.exported)
SUGGEST = Step("Ask which samples to measure on B.", "Suggest samples", "standards", "suggest", "suggest",
               lambda k: bool(k.state.rounds))
CIRCUITS = Step("Look for short circuits: samples that pull others to the wrong place.", "Short circuits", "check",
                "short-circuits", "", lambda k: "short-circuits" in k.looked)
PROJECT = Step("Open the project that holds the transfer, or make one.", "Open project…", "data", "data", "open",
               lambda k: k.run is not None)
AGAIN = Step("Measure a few standards again and open their spectra.", "Add check…", "check", "check",
             "check-add", lambda k: k.checked is not None)

GOALS = {g.name: g for g in (
    Goal("values", "Values for samples measured on B", "Predict concentrations or properties of B's samples with A's "
         "reference values; the methods compete, and the best one predicts.", "table",
         (OPEN, VALUES, MATCH, COMPARE, USE), "auto"),
    Goal("spectra", "B's spectra as A would give them", "Turn spectra of B into spectra of A, so that A's library and "
         "models take them.", "spectra", (OPEN, MATCH, HOLD_OUT, RUN, EXPORT_SPECTRA), "pds"),
    Goal("space", "One space for all instruments", "Lay the spectra of all instruments into common coordinates, to "
         "look at them together and to search.", "embedding", (OPEN, MATCH, HOLD_OUT, RUN, LOOK, EXPORT), "lra"),
    Goal("next", "Which samples to measure next", "Find the few samples that are worth measuring on B, with "
         "your own limits on what can be measured.", "suggest", (OPEN, BY_NAME, SUGGEST)),
    Goal("wrong", "Why an alignment goes wrong", "Find the samples and links that pull others to the wrong "
         "place, and mend them.", "warning", (OPEN, MATCH, HOLD_OUT, RUN, LOOK, CIRCUITS)),
    Goal("holds", "Does a transfer still hold?", "Measure a few standards again and see whether their errors are still "
         "within the limits.", "quality", (PROJECT, AGAIN)),
)}


def goal_of(name: str, known: Known) -> Goal:
    """The goal that was chosen; where none was, what the data suggest."""
    return GOALS[name] if name in GOALS else GOALS["values" if known.has_values else "space"]


def next_step(goal: Goal, known: Known) -> Step | None:
    """The first step of the path that is not done; None when all are.

    Samples with the same name on both instruments are matched before anything else is asked.
    """
    left = [step for step in goal.path if not step.done(known)]
    if MATCH in left and OPEN not in left and known.unmatched_names:
        return BY_NAME
    if left and left[0] is COMPARE and known.comparing:
        return COMPARING
    if left and left[0] is USE and not NOTHING.done(known):
        return NOTHING
    return left[0] if left else None


def suitable_method(goal: Goal, known: Known) -> str:
    """The method to begin with: that of the goal, where nothing was run and the user has set nothing; else ""."""
    if not goal.method or known.runs or known.state.parameters or known.state.method == goal.method:
        return ""
    if goal.method == "auto" and not known.has_values:
        return ""
    return goal.method
