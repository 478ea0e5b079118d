"""What the figures mean, in plain and honest words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.figures import WITHOUT_UNIT, decimals, fixed, listed
from ..session.compare.evaluate import advice_of
from ..session.compare.verdict import mood_of_advice
from ..session.run import RunResult
from ..session.run.convergence import converged, convergence_text
from ..session.run.doubtful_samples import suspects_of
from ..session.run.outlying_samples import outlying_samples
from ..session.run.run_errors import FEW as FEW_VALUES
from ..session.run.run_errors import RunError, errors_in_short, not_predicted, rmsep_interval, run_errors
from ..words import say

FEW = 10
"""With fewer held-out standards a single miss moves the rate by a tenth or more."""

NO_NEIGHBOURS = "The values are predicted, but neighbours in the joint space are often wrong."
"""Where the values were tested and are good, and the hits are not."""


@dataclass(frozen=True)
class Fact:
    """A line of the table: what, how much, what it means."""

    name: str
    value: str
    meaning: str


def wilson(hits: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """95 % interval of a share (Wilson 1927)."""
    if n == 0:
        return 0.0, 1.0
    p = hits / n
    centre, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = (centre - half) / (1 + z * z / n), (centre + half) / (1 + z * z / n)
    return 0.0 if hits == 0 else max(low, 0.0), 1.0 if hits == n else min(high, 1.0)


def share_text(share: float, n: int) -> str:
    """``15/16``: counts, because a percentage of few samples pretends too much."""
    if n == 0 or math.isnan(share):
        return "–"
    return f"{round(share * n)}/{n}"


def held_out_counts(result: RunResult) -> tuple[int, int]:
    """Number of distinct held-out samples on the first and on the second instrument of the pairs."""
    pairs = result.held_out_pairs
    if not len(pairs):
        return 0, 0
    a, b = int(pairs[0, 0]), int(pairs[0, 2])
    mine = pairs[(pairs[:, 0] == a) & (pairs[:, 2] == b)]
    return len(np.unique(mine[:, 1])), len(np.unique(mine[:, 3]))


def hit_rows(result: RunResult) -> list[tuple[str, str, str]]:
    """Rows (top k, A to B, B to A) of the table of hits."""
    hit = result.quality.hit
    n_a, n_b = held_out_counts(result)
    return [(f"top {k}", share_text(v["a_to_b"], n_a), share_text(v["b_to_a"], n_b))
            for k, v in sorted(hit.items(), key=lambda item: int(item[0]))]


def placed(result: RunResult) -> tuple[str, str]:
    """A sentence about held-out standards, and "good", "warning", "bad" or "muted"."""
    hit = result.quality.hit
    if not hit or "3" not in hit:
        advice = advice_of(result)
        if advice is not None:
            return (f"{advice['sentence']} Confidence: {advice['confidence']}.",
                    mood_of_advice(advice["verdict"], advice["confidence"]))
        if result.embeddings is None:
            return (f"{result.method.title} makes no joint space: look at what it predicts for held-out standards."
                    if len(result.held_out_pairs) else
                    "No standard is held out, so this transfer has not been tested. Hold out a part "
                    "of the standards and run again.", "muted" if len(result.held_out_pairs) else "warning")
        return ("No standard is held out, so this alignment has not been tested. Hold out a part "
                "of the standards and run again.", "warning")
    n_a, n_b = held_out_counts(result)
    a, b = hit["3"]["a_to_b"], hit["3"]["b_to_a"]
    worse, n = (a, n_a) if a <= b else (b, n_b)
    low, high = wilson(round(worse * n), n)
    text = (f"{100 * worse:.0f} % of the held-out standards find their partner among the 3 nearest of the other "
            f"instrument (worse direction; 95 % interval {100 * low:.0f}–{100 * high:.0f} %).")
    size = max((len(d) for d in result.datasets), default=0)
    chance = 3 / max(size, 1)
    if worse >= 0.9 and not result.fitted.convergence.converged:
        mood = "warning"  # a good rate of a result that may still move
        text += f" But it is {say(convergence_text(result))}."
    elif worse >= 0.9:
        mood = "good"
    elif worse >= max(0.6, 2 * chance):
        mood = "warning"
    else:
        mood = "bad"
        text += f" By chance it would be {100 * min(chance, 1):.0f} %."
    if n < FEW:
        text += f" With only {n} held out, one more miss would change it by {100 / max(n, 1):.0f} points."
    return text, mood


def fine_print(result: RunResult) -> str:
    """What was and was not withheld."""
    if not result.quality.hit:
        return ""
    return ("Pairing and reference values of these standards were withheld from the fit; their spectra took part as "
            "unpaired samples. Partners are sought in the whole other instrument.")


def facts(result: RunResult) -> list[Fact]:
    """Other figures."""
    found = []
    fitted = result.fitted
    distance, foscttm = result.quality.matched_distance, result.quality.foscttm
    if distance is not None and math.isfinite(distance):
        found.append(Fact("Matched distance", f"{distance:.3f}",
                          "Distance of held-out partners relative to that of any two samples: 0 is on top of each "
                          "other, 1 is no better than chance."))
    if foscttm is not None and math.isfinite(foscttm):
        found.append(Fact("Closer than the match", f"{100 * foscttm:.1f} %",
                          "Samples of the other instrument that lie closer than the true partner (FOSCTTM): 0 is "
                          "perfect, 50 % is chance."))
    if fitted.embedding is not None and fitted.embedding.n_components is not None:
        found.append(Fact("Joint dimensions", str(int(fitted.embedding.n_components)),
                          "Coordinates that every aligned spectrum has."))
    for dataset, R in zip(result.datasets, fitted.reconstructions, strict=False):
        text = f"{int(R.rank)} of {len(R.singular_values)}"
        if getattr(R, "entries", None) is not None:
            found.append(Fact(f"Rank of R, {dataset.name}", str(int(R.rank)),
                              "Number of independent directions that the reconstruction matrix keeps."))
            continue
        found.append(Fact(f"Kept rank, {dataset.name}", text, "Singular values above the threshold √λ = "
                                                              f"{math.sqrt(R.penalty):.4g}; the rest is dropped."))
    if fitted.outliers.rows is not None:
        found += _outliers(result)
    history = fitted.convergence.history
    if history and history.get("objective"):
        n = len(history["objective"])
        found.append(Fact("Iterations", str(n), "Converged." if converged(result) else
                          f"{say(convergence_text(result, loud=True))}: the result is where the iteration ended."))
    seconds = result.seconds.get("fit")
    if seconds is not None:
        found.append(Fact("Time of the fit", f"{seconds:.2f} s", "Without preprocessing and measures" + (
            f"; {result.threads} thread{'s' if result.threads > 1 else ''} of the linear algebra."
            if result.threads else ".")))
    return found


def _outliers(result: RunResult) -> list[Fact]:
    named = outlying_samples(result)
    found = []
    for dataset in result.datasets:
        here = [s for s in named if s.instrument == dataset.name]
        if any(s.reason for s in here):
            text = ".\n".join(f"{s.name}: {s.reason}" for s in here[:6]) + "."
        else:
            text = ", ".join(s.name for s in here[:6])
        more = f" and {len(here) - 6} more" if len(here) > 6 else ""
        found.append(Fact(f"Outliers, {dataset.name}", str(len(here)), f"{text}{more}" if here else "none"))
    return found


def spectra_facts(spectra: dict[str, tuple[float, float]]) -> list[Fact]:
    """Difference of held-out spectra to the reference instrument's, before and after."""
    found = []
    for name, (before, after) in spectra.items():
        text = f"{after:.2g}" if math.isnan(before) else f"{before:.2g} → {after:.2g}"
        found.append(Fact(f"Spectral difference, {name}" if len(spectra) > 1 else "Spectral difference", text,
                          "Root mean square difference of held-out spectra to those of the same samples on the "
                          "reference instrument (as preprocessed), before → after the transfer."))
    return found


def no_better_than_mean(names: Sequence[str]) -> str:
    """A sentence about properties that are predicted no better than by their mean; "" where there are none."""
    if not names:
        return ""
    named = listed(names if len(names) <= 3 else [*names[:3], f"{len(names) - 3} more"])
    return f"But {named} {'is' if len(names) == 1 else 'are'} predicted no better than by the mean."


def values_doubted(result: RunResult) -> str:
    """A sentence where the values that a run predicts cannot be trusted, or nothing tested them; "" elsewhere."""
    errors = run_errors(result)
    if not errors and result.quality.hit and "predict" in result.method.can and _has_values(result):
        return "But no value was tested: the held-out standards have no reference values."
    return no_better_than_mean(not_predicted(errors))


def _has_values(result: RunResult) -> bool:
    return any(d.targets is not None and d.targets.known for d in result.datasets)


def headline(result: RunResult) -> tuple[str, str]:
    """What the run is worth, in a sentence, and "good", "warning", "bad" or "muted".

    Good needs good values too, and standards of which none is suspicious: these are named before anything else.
    """
    text, mood = _by_figures(result)
    suspicious = suspects_of(result)
    if suspicious is None:
        return text, mood
    told = (advice_of(result) or {}).get("left_out")  # the automatic transfer has named them
    return text if told else f"{say(suspicious)} {text}", "warning" if mood in ("good", "muted") else mood


def _by_figures(result: RunResult) -> tuple[str, str]:
    text, mood = placed(result)
    errors = run_errors(result)
    if errors and not result.quality.hit and advice_of(result) is None:
        first = errors[0]
        text = f"RMSEP of {errors_in_short(errors)} (95 % interval), of {first.n} {first.source}."
        mood = "good"
    elif errors:
        text = f"{text} RMSEP of {errors_in_short(errors)} (95 % interval), of {errors[0].n} {errors[0].source}."
    doubted = values_doubted(result)
    if errors:
        nothing = len(not_predicted(errors)) == len({e.name for e in errors})
        if mood == "bad" and not doubted:
            text, mood = f"{text} {NO_NEIGHBOURS}", "warning"
        elif nothing:
            mood = "bad"
    if doubted:
        text, mood = f"{text} {doubted}", "warning" if mood in ("good", "muted") else mood
    return text, mood


def property_rows(table: dict[str, dict[str, Any]]) -> list[tuple[str, ...]]:
    """Rows (property, n, RMSEP, its 95 % interval, bias, SEP, R², RPD); of few samples without a third digit."""
    rows: list[tuple[str, ...]] = []
    for name, f in table.items():
        n = int(f.get("n") or 0)
        if not n:
            continue
        digits = 2 if n < FEW_VALUES else 3
        places = decimals(f["rmsep"], digits)
        low, high = rmsep_interval(f["rmsep"], n)
        interval = f"{fixed(low, places, digits)}–{fixed(high, places, digits)}" if math.isfinite(low) else "–"
        figures = [fixed(f[k], min(WITHOUT_UNIT[k], digits - 1) if k in WITHOUT_UNIT else places, digits)
                   for k in ("bias", "sep", "r2", "rpd")]
        rows.append((name, str(n), fixed(f["rmsep"], places, digits), interval, *figures))
    return rows


def steps(history: dict[str, list[float]]) -> np.ndarray:
    """Iterations for the axis: those of the next instrument after those of the one before; empty where unknown.

    While a run is under way only some iterations are told, so their number is not their place.
    """
    numbers = np.asarray(history.get("iteration", ()), dtype=float)
    instruments = np.asarray(history.get("instrument", ()), dtype=float)
    if len(instruments) != len(numbers):
        return np.zeros(0)
    offset, out = 0.0, np.empty(len(numbers))
    for instrument in dict.fromkeys(instruments.tolist()):
        mine = instruments == instrument
        out[mine] = numbers[mine] + offset
        offset += float(numbers[mine].max())
    return out


def error_rows(errors: Sequence[RunError]) -> list[tuple[str, ...]]:
    """Rows (property, n, RMSEP, its 95 % interval, bias, SEP, R², RPD) of errors that are not of held-out standards."""
    rows: list[tuple[str, ...]] = []
    for e in errors:
        digits = 2 if e.n < FEW_VALUES else 3
        places = decimals(e.rmsep, digits)
        interval = f"{fixed(e.low, places, digits)}–{fixed(e.high, places, digits)}" if math.isfinite(e.low) else "–"
        r2, rpd = (fixed(v, min(WITHOUT_UNIT[k], digits - 1), digits) for k, v in (("r2", e.r2), ("rpd", e.rpd)))
        bias, sep = (fixed(v, places, digits) for v in (e.bias, e.sep))
        title = f"{e.name} ({e.unit})" if e.unit and e.unit not in e.name else e.name
        rows.append((title, str(e.n), fixed(e.rmsep, places, digits), interval, bias, sep, r2, rpd))
    return rows


def of_which_samples(result: RunResult) -> str:
    """Why SEP may be larger than RMSEP in the figures of a comparison, in a sentence; "" where all are of the same."""
    found = result.quality.compared
    if found is None or result.quality.held_out or found.repeats < 2:
        return ""
    return "RMSEP is the mean of the repeats; the other figures are of all samples together, so SEP can be larger."


def missing_figures(rows: Sequence[Sequence[str]]) -> str:
    """Why figures of a table of errors are missing, in a sentence; "" where none is.

    Parameters
    ----------
    rows : sequence of rows
        As `error_rows` and `property_rows` give them.
    """
    said = []
    if any(row[3] == "–" or row[5] == "–" for row in rows if int(row[1]) < 2):
        said.append("interval and SEP need two samples")
    if any(row[6] == "–" for row in rows):
        few = all(int(row[1]) < 3 for row in rows if row[6] == "–")
        said.append("R² and RPD need three samples" if few else "R² and RPD need reference values that differ")
    text = "; ".join(said)
    return f"“–”: {text}." if text else ""
