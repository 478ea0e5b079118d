"""What a comparison says, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.notes import code_of
from ...core.validation.transfer_report import unmarked_sentences
from ...core.validation.transfer_result import TransferValidation
from ...presenters.comparison_lines import Line
from ...presenters.judgement import Judgement, judge

EXPLAIN = ("Every method is fitted on the same standards and predicts the same samples, which take part in no fit and "
           "no choice. No transfer, B's standards alone and B's own model are always shown beside them.")
STILL_MOVING = ("Lines change places while the comparison runs: click it again afterwards to make it the current "
                "result, or use it now with Ctrl+Return.")


def verdict(result: TransferValidation, ranked: Sequence[Line], count: int, found: Judgement | None = None) -> str:
    """What the card says, as text for the report, the project and the screen reader; and what it leaves out."""
    found = found or judge(result, ranked, count)
    text = " ".join(t for t in (found.do, f"With {count} standards: {found.error}." if found.error else "", found.sure,
                                found.cost) if t)
    return " ".join(t for t in (text, *left_out(result)) if t)


def left_out(result: TransferValidation) -> list[str]:
    """What took part beside the standards, what was left out, and whether the time ran out."""
    parts = unmarked_sentences(result)
    # of those that the channels rule out one note speaks for all
    parts += [sentence for sentence in result.left_out.values() if code_of(sentence) != "method.by_channel"]
    if not result.complete:
        parts.append("The time ran out before all repeats were done.")
    return parts
