"""The path from two instruments to a transferred calibration: what each step needs and whether it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...core.figures import percent
from ..state import AppModel


@dataclass(frozen=True)
class GuideStep:
    """One step of the guided path.

    Parameters
    ----------
    title, text : str
        What to do, and why, in one or two sentences.
    button : str
        Text of its button.
    dock : str
        Dock that the step happens in; "" if none.
    action : str
        Object name of the action that the button triggers; "" if it only shows the dock.
    done : callable (AppModel) -> str
        What has been reached, as words; "" if the step is still to be done.
    """

    title: str
    text: str
    button: str
    dock: str
    action: str
    done: Callable[[AppModel], str]


def _loaded(model: AppModel) -> str:
    n = len(model.state.datasets)
    return " and ".join(model.state.instruments) if 2 <= n <= 3 else f"{n} instruments" if n > 3 else ""


def _marked(model: AppModel) -> str:
    n = len(model.state.standards)
    return f"{n} standards" if n else ""


def _held_out(model: AppModel) -> str:
    n = sum(s.held_out for s in model.state.standards)
    return f"{n} held out" if n else ""


def _run(model: AppModel) -> str:
    n = len(model.runs)
    return f"{n} run{'' if n == 1 else 's'}" if n else ""


def _judged(model: AppModel) -> str:
    run = model.current_run
    hit = run.quality.get("hit", {}).get("3") if run is not None else None
    return f"{percent(min(hit.values()))} of the held-out found (hit@3)" if hit else ""


STEPS = (
    GuideStep("Load the spectra of both instruments",
              "One file per instrument. The first is the reference A, whose data and calibration you have; drop the "
              "files onto the window or open them. A table of reference values (Ctrl+R) is for predictions.",
              "Open spectra…", "data", "open", _loaded),
    GuideStep("Say which samples are the same",
              "The standards: samples measured on both instruments. Match them by name or by row, or select one in "
              "each list and mark them.", "Match by name", "standards", "match-names", _marked),
    GuideStep("Hold some of them out",
              "Their pairing is withheld from the fit, so that you can see whether the alignment finds them by itself. "
              "A fifth is a good share.", "Hold out 20 %", "standards", "hold-out-share", _held_out),
    GuideStep("Choose a method and run it",
              "Low rank alignment is the first choice with a dozen standards or more; everything it needs is chosen "
              "from the data. With reference values, Compare shows which method predicts best.",
              "Run", "method", "run", _run),
    GuideStep("Look, then take it home",
              "Are the held-out standards on top of each other? Then export the aligned data with the model. If not: "
              "preprocess, mark more standards, or ask which ones to measure next.", "Export result…", "quality",
              "export-result", _judged),
)
