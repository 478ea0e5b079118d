"""What a comparison comes to: one function says it, and the card, the table and the rail show it. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..core.figures import decimals, fixed
from ..core.naming import counted
from ..core.notes import of_code
from ..core.validation.transfer_report import free_for_fits, learning_curve, mean_interval
from ..core.validation.transfer_result import TransferValidation
from ..core.validation.unmarked import AUTOMATIC
from ..session.compare.verdict import (
    BESIDE,
    BEST,
    FAILED,
    PARTLY,
    SAME,
    UNSURE,
    WORSE,
    Advised,
    grades,
    loses_to_none,
    no_better_than_none,
    unlearned,
    worse_for,
)
from ..words import say
from .comparison_lines import NO_CHOICE, SIMPLE, Line, shown_title
from .moods import WORDS as MOODS
from .quality import no_better_than_mean
from .run_verdict import RunVerdict

WORDS = {BEST: "smallest errors", SAME: "not distinguishable", UNSURE: "varies too much to tell", WORSE: "worse",
         FAILED: "no figures", BESIDE: ""}

SUBJECTS = {"none": "A's model without a transfer", "target-only": "A model of B's standards alone"}
"""Yardsticks as the subject of a sentence."""
ALIKE = "Its errors cannot be told from those without a transfer."


@dataclass(frozen=True)
class Judgement:
    """What is to be done, how sure that is, and what it costs.

    Parameters
    ----------
    best : str
        Key of the line that is recommended; "" where none has figures.
    grades : mapping of key to str
        One of the grades of `session.compare.verdict` for every line.
    do, sure, cost : str
        Sentences.
    error : str
        The error that is to be expected, "Moisture 0.31 ± 0.04".
    errors : str
        It with what its ± is.
    single : str
        Where a single new sample lies, see `single_value`.
    unlearned : tuple of str
        Properties that what is recommended predicts no better than by the mean of the measured values (R² ≤ 0).
    usable : bool
        Whether something can be predicted with what is recommended.
    advice : str
        What the automatic transfer says of a last fit on all standards, where that is of what is recommended.
    doubted : str
        Why its result is not to be trusted; "" if it is, or nothing is known of it.
    """

    best: str
    grades: Mapping[str, str] = field(default_factory=dict)
    do: str = ""
    sure: str = ""
    cost: str = ""
    error: str = ""
    errors: str = ""
    single: str = ""
    unlearned: tuple[str, ...] = ()
    usable: bool = True
    advice: str = ""
    doubted: str = ""

    @property
    def good(self) -> bool:
        """Whether the card may recommend it without a reserve: what the rail ticks."""
        return self.usable and not self.unlearned and not self.doubted

    def beside(self, run: RunVerdict | None) -> Judgement:
        """It beside the verdict on the run that was made of the recommended line; None where none is shown."""
        if run is None or not self.usable or run.mood == "muted":
            return self
        if run.mood == "good":  # tested, whatever the automatic transfer said of itself before
            return replace(self, doubted="", advice="", do=_do(self.best)) if self.doubted else self
        return replace(self, doubted=run.sentence, do=_but(self.best, run.mood))

    def advised(self, advice: Advised) -> Judgement:
        """It with what the automatic transfer says of itself, where that is what is recommended.

        A run that is made of it says the same (`presenters.quality.headline`), so that the card says it before.
        """
        found = replace(self, advice=advice.beside(self.best))
        if self.best != AUTOMATIC or not self.usable or not advice.verdict or advice.mood == "good":
            return found
        doubted = " ".join(t for t in (self.doubted, found.advice) if t)
        return replace(found, doubted=doubted, advice="", do=_but(self.best, advice.mood))

    def suspecting(self, notes: Sequence[object]) -> Judgement:
        """It with the standards that the comparison found suspicious, which stand before anything else."""
        found = of_code(notes, "pairs.suspects", "pairs.by_chance")
        if not found or not self.usable:
            return self
        doubted = " ".join(t for t in (say(found[0]), self.doubted) if t)
        return replace(self, doubted=doubted, do=_but(self.best, "warning"))

    @property
    def same(self) -> list[str]:
        """Keys of the lines that are not distinguishable from the best."""
        return [key for key, grade in self.grades.items() if grade == SAME]


def _but(best: str, mood: str) -> str:
    """That the line has the smallest errors, and how good its result is all the same."""
    return f"{SUBJECTS.get(best) or shown_title(best)} has the smallest errors, but its result is {MOODS[mood]}."


def as_tree(found: Judgement, count: int) -> dict[str, Any]:
    """What a comparison says as a plain dictionary, for JSON: of `count` standards, the sentences as on the card."""
    return {"standards": count, "best": found.best or None, "usable": found.usable, "good": found.good,
            "unlearned": list(found.unlearned),
            **{name: getattr(found, name) for name in ("do", "doubted", "sure", "advice", "cost", "error", "single")}}


def grade_words(line: Line, grade: str) -> str:
    """A grade in a few words, for the table."""
    if grade != PARTLY:
        return WORDS[grade]
    worse, known = worse_for(line)
    return f"worse for {worse} of {known}"


def judge(result: TransferValidation, ranked: Sequence[Line], count: int, marked: int = 0) -> Judgement:
    """What a finished comparison says with this number of standards.

    Parameters
    ----------
    result : TransferValidation
    ranked : sequence of Line
        Its lines for this number of standards, best first.
    count : int
    marked : int
        Standards that are marked now; 0 where that is not known.
    """
    lines = [line for line in ranked if line.key not in NO_CHOICE and line.rank]
    if not lines:
        return Judgement("", grades(ranked), "No method could be fitted.",
                         "The last column of the table says why.", usable=False)
    best = lines[0]
    found = grades(ranked)
    bad = unlearned(result, best.key, count)
    usable = len(bad) < len([p for p in result.properties if np.isfinite(best.means.get(p, np.nan))])
    do = _do(best.key) if usable else (
        f"Nothing can be predicted yet: even {shown_title(best.key)}, which has the smallest errors, is no better than "
        "the mean of the measured values.")
    sure = " ".join(t for t in (_sure(result, lines, found), no_better_than_mean(bad) if usable else "") if t)
    error, known = expected(result, best.key, count), np.isfinite(mean_interval(result, best.key, count)).any()
    said = Judgement(best.key, found, do, sure, _cost(result, best, ranked, count, marked),
                     error, f"{error} (95 % interval of RMSEP)" if known else error,
                     single_value(result, best.key, count), tuple(bad), usable)
    if usable and no_better_than_none(ranked, best.key):
        return replace(said, doubted=ALIKE, do=_but(best.key, "warning"))
    return said


def doubt(result: TransferValidation, ranked: Sequence[Line], key: str, count: int) -> str:
    """Why the values of a line are not to be trusted although it has errors, as a sentence; "" if they are.

    Its predictions must be better than the mean of the measured values, and its errors no larger than those without
    a transfer; those of a transfer must be smaller, as far as the standards can tell.
    """
    said = no_better_than_mean(unlearned(result, key, count))
    if loses_to_none(ranked, key):
        said = f"{said} Without a transfer the errors are smaller.".strip()
    elif no_better_than_none(ranked, key):
        said = f"{said} {ALIKE}".strip()
    return said


def _do(key: str) -> str:
    if key == "none":
        return "Use A's model on B's spectra as they are: without a transfer it has the smallest errors."
    if key == "target-only":
        return "Do not transfer: a model of B's standards alone has the smallest errors."
    return f"Use {shown_title(key)}: it has the smallest errors."


def _sure(result: TransferValidation, lines: Sequence[Line], found: Mapping[str, str]) -> str:
    same = [line for line in lines[1:] if found[line.key] == SAME]
    unsure = sum(found[line.key] == UNSURE for line in lines[1:])
    repeats = len({s.repeat for s in result.splits})
    tested = f"Tested in {counted(repeats, 'repeat')}."
    if len(lines) == 1:
        return f"Nothing else could be compared. {tested}"
    vary = f" {unsure} more {'varies' if unsure == 1 else 'vary'} too much to tell." if unsure else ""
    if not same and unsure:
        return (f"Clearly better than {len(lines) - 1 - unsure} of {len(lines) - 1} others: the 95 % interval of the "
                f"difference lies above zero.{vary} {tested}")
    if not same:
        return (f"Clearly better than {'the other one' if len(lines) == 2 else f'all {len(lines) - 1} others'}: the "
                f"95 % interval of every difference lies above zero. {tested}")
    simple = next((line for line in same if line.key in SIMPLE), None)
    who = shown_title(same[0].key) if len(same) == 1 else f"{len(same)} of {len(lines) - 1} others"
    text = f"Not distinguishable from {who}"
    if simple is not None and len(same) > 1:
        text += f", among them the simpler {shown_title(simple.key)}"
    unknown = all(d.get("low") is None for line in same for d in (line.against or {}).values())
    why = "one repeat has no interval" if unknown else "the 95 % interval of the difference holds zero"
    return f"{text}: {why}.{vary} {tested}"


def _cost(result: TransferValidation, best: Line, ranked: Sequence[Line], count: int, marked: int) -> str:
    who = f"{count} of {marked} standards" if marked > count else counted(count, "standard")
    parts = [f"{who} on B."]  # short: the card stands in low docks too
    fewer = [n for n in result.counts if n < count]
    if fewer:
        change = _relative(result, best.key, fewer[-1], count)
        if np.isfinite(change):
            said = (f"{100 * change:.0f} % larger" if change > 0.005 else f"{-100 * change:.0f} % smaller"
                    if change < -0.005 else "the same")
            more = _more(result, best.key) if count == result.counts[-1] else ""
            parts.append(f"With {fewer[-1]} the error is {said}.{more}")
    native = next((line for line in ranked if line.key == "native"), None)
    if native is not None and best.key != "native":
        ratios = [best.means[p] / native.means[p] for p in result.properties
                  if np.isfinite(native.means.get(p, np.nan)) and native.means[p] > 0
                  and np.isfinite(best.means.get(p, np.nan))]
        if ratios:
            larger = 100 * (np.mean(ratios) - 1)
            parts.append(f"These errors are {larger:.0f} % larger than those of B's own model of all its samples."
                         if larger >= 1 else "B's own model of all its samples has no smaller errors.")
    return " ".join(parts)


def _more(result: TransferValidation, key: str) -> str:
    """Whether more standards would lower the error, by the same curve as the figures of every property."""
    last = result.counts[-1]
    told = [(curve["still_falling"], curve["enough"]) for curve in learning_curve(result, key).values()
            if curve.get("still_falling") or curve.get("enough") is not None]  # else nothing is known
    if not told:
        return ""
    if any(falling and (enough is None or enough > last) for falling, enough in told):
        free = free_for_fits(result)  # what is marked already is compared with before more are measured
        return f" It still falls: compare with all {free}." if free > last else " More would lower it further."
    return " There is no sign that more would lower it."


def _relative(result: TransferValidation, key: str, one: int, other: int) -> float:
    """By which share the errors with `one` number of standards are larger than with the other."""
    a, b = (np.array([_mean(column) for column in result.rmsep(key, n).T]) for n in (one, other))
    known = np.isfinite(a) & np.isfinite(b) & (b > 0)
    return float(np.mean(a[known] / b[known]) - 1) if known.any() else float("nan")


def _mean(column: np.ndarray) -> float:
    known = column[np.isfinite(column)]
    return float(known.mean()) if len(known) else float("nan")


def expected(result: TransferValidation, key: str, count: int, most: int = 3) -> str:
    """RMSEP with its 95 % interval and unit, of the first properties: "Moisture 0.31 ± 0.04 %"."""
    table, halves = result.rmsep(key, count), mean_interval(result, key, count)
    parts = []
    for j, name in enumerate(result.properties):
        mean, half = _mean(table[:, j]), float(halves[j])
        if not np.isfinite(mean):
            continue
        places = decimals(mean, 2)
        text = f"{name} {fixed(mean, places, 2)}"
        if np.isfinite(half):
            text += f" ± {fixed(half, places, 1)}"
        unit = result.units.get(name, "")
        parts.append(f"{text} {unit}".strip())
    more = len(parts) - most
    return ", ".join(parts[:most]) + (f" and {more} more" if more > 0 else "")


def single_value(result: TransferValidation, key: str, count: int, most: int = 3) -> str:
    """Where a single predicted value lies, as Predict shows it beside values: "Moisture ± 0.52 % (90 % interval)"."""
    parts = []
    for name, half in zip(result.properties, result.half_widths(key, count), strict=True):
        if np.isfinite(half):
            parts.append(f"{name} ± {fixed(half, decimals(half, 2), 2)} {result.units.get(name, '')}".strip())
    more = len(parts) - most
    return f"{', '.join(parts[:most])}{f' and {more} more' if more > 0 else ''} (90 % of new samples)" if parts else ""
