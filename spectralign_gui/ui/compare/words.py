"""What a comparison says, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.notes import code_of
from ...core.validation.transfer import TransferValidation
from ...core.validation.transfer_report import unmarked_report
from .results import NO_CHOICE, Line, shown_title

EXPLAIN = ("Every method is fitted on the same standards and predicts the same samples, which take part in no fit and "
           "no choice. No transfer, B's standards alone and B's own model are always shown beside them.")
STILL_MOVING = ("Lines change places while the comparison runs: click it again afterwards to make it the current "
                "result, or use it now with Ctrl+Return.")
SIMPLE = ("none", "bias", "mean-shift", "target-only")


def verdict(result: TransferValidation, ranked: Sequence[Line], count: int) -> str:
    """Which line is best, what cannot be told apart from it, and whether to transfer at all."""
    lines = [line for line in ranked if line.key not in NO_CHOICE]
    if not lines or not lines[0].rank:
        return "No method could be fitted; the last column says why."
    best = lines[0]
    text = f"{shown_title(best.key)} has the smallest errors with {count} standards."
    same = [line for line in lines[1:] if line.cannot_be_told_apart]
    if same:
        simple = [line for line in same if line.key in SIMPLE]
        text += f" {len(same)} other{'s' if len(same) > 1 else ''} cannot be told apart from it"
        text += f", among them the simple {shown_title(simple[0].key)}." if simple else "."
    if best.key == "none":
        text += " B's spectra can be used with A's model as they are."
    elif best.key == "target-only":
        text += " Do not transfer: a model on B's own standards is better; measure more of them."
    text += f" {unmarked_report(result)['sentence']}" if unmarked_report(result) else ""
    for sentence in result.left_out.values():
        text += "" if code_of(sentence) == "method.by_channel" else f" {sentence}"  # of those one note speaks for all
    if not result.complete:
        text += " The time ran out before all repeats were done."
    return text
