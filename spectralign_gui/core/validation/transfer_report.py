"""What a comparison of transfers says: figures, paired differences, ranks, learning curve, intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import scipy

from ..errors import ParameterError
from ..measures.regression import FIGURES
from ..naming import counted
from ..notes import Note, about, code_of
from ..registry import method, plain_name
from .entries import FIXED
from .fit_warnings import fit_warnings
from .hits import spread
from .intervals import quantile, standard_error
from .transfer_result import TransferValidation
from .transfer_splits import in_turn
from .unmarked import AUTOMATIC, others_sentence, others_that_use, spectra_beside, unmarked_sentence


def methods_report(result: TransferValidation) -> dict[str, Any]:
    """The part "methods" of the evaluate report.

    Returns
    -------
    dict
        ``{key: {"properties": {name: {"20": {"rmsep": {"mean", "std", "values", "interval_95", "pooled"}, "sep",
        "bias", "slope", "r2", "rpd", "rpiq", "predictions", "interval_90"}}}, "seconds", "errors"}}``; where the
        laboratory's error is known also "lab_error" and "rmsep_without_lab_error".

    Notes
    -----
    - "rmsep": "mean" over the repeats is what lines are ranked and compared by; "interval_95" is the half width of
      the 95 % interval of that mean (None with one repeat), "std" the standard deviation of single repeats,
      "values" one per repeat.
    - Every figure has "pooled": that of the predictions of all repeats taken together ("predictions" of them). These
      belong together: RMSEP² = bias² + SEP² (n − 1)/n. SEP, bias, slope, R², RPD and RPIQ are shown and saved pooled.
    - Their "mean", "std" and "values" are those of the single repeats; where a repeat tests few samples they say
      nothing (R² above all).
    """
    report: dict[str, Any] = {}
    for entry in result.entries:
        cells = [(n, c) for (k, n, _), c in result.cells.items() if k == entry.key]
        errors = sorted({c["error"] for _, c in cells if "error" in c})
        properties: dict[str, Any] = {}
        for count in result.counts:
            tables = {name: result.figure(entry.key, count, name) for name in FIGURES}
            widths, halves = result.half_widths(entry.key, count), mean_interval(result, entry.key, count)
            pooled = result.pooled(entry.key, count)
            for j, name in enumerate(result.properties):
                if not np.isfinite(tables["rmsep"][:, j]).any():
                    continue
                figures = {f: _of_repeats(tables[f][:, j]) for f in FIGURES
                           if np.isfinite(tables[f][:, j]).any() or np.isfinite(pooled[j][f])}
                for f, value in figures.items():
                    value["pooled"] = float(pooled[j][f]) if np.isfinite(pooled[j][f]) else None
                figures["rmsep"]["interval_95"] = float(halves[j]) if np.isfinite(halves[j]) else None
                cell: dict[str, Any] = {**figures, "predictions": int(pooled[j]["n"]),
                                        "interval_90": float(widths[j]) if np.isfinite(widths[j]) else None}
                known = np.isfinite(tables["rmsep"][:, j])
                if not known.all():  # "values" are of these repeats, counted from 1
                    cell["of_repeats"] = [int(r) + 1 for r in np.flatnonzero(known)]
                if name in result.lab_errors:
                    cell.update(_beside_the_laboratory(figures["rmsep"]["mean"], result.lab_errors[name]))
                properties.setdefault(name, {})[str(count)] = cell
        seconds = [c["seconds"] for _, c in cells]
        report[entry.key] = {"properties": properties, "seconds": float(np.mean(seconds)) if seconds else 0.0}
        if errors:
            report[entry.key].update(errors=errors, failed={"fits": sum("error" in c for _, c in cells),
                                                            "of": len(cells)})
    for name, sentence in result.left_out.items():
        report[name] = {"left_out" if code_of(sentence) == "method.by_channel" else "predicts_nothing": sentence}
    return report


def _of_repeats(column: np.ndarray) -> dict[str, Any]:
    """`spread` of what is known; one test sample per repeat has no SEP, though all of them together have one."""
    known = column[np.isfinite(column)]
    return spread(known) if len(known) else {"mean": None, "std": None, "values": []}


def without_figures(result: TransferValidation) -> dict[str, str]:
    """Every method that was asked for and has no figure at all: name → why, as a sentence."""
    found = dict(result.left_out)
    for entry in result.entries:
        if not any(np.isfinite(result.rmsep(entry.key, count)).any() for count in result.counts):
            error = next((c["error"] for (k, _, _), c in result.cells.items() if k == entry.key and "error" in c),
                         Note("comparison.not_finished"))
            found[entry.key] = about(entry.key, error)
    return found


def _beside_the_laboratory(rmsep: float, lab_error: float) -> dict[str, float]:
    """The laboratory's error, and the RMSEP against the true value that is left without it."""
    return {"lab_error": lab_error, "rmsep_without_lab_error": float(np.sqrt(max(rmsep ** 2 - lab_error ** 2, 0.0)))}


def paired_difference(result: TransferValidation, key: str, other: str, count: int) -> dict[str, Any]:
    """RMSEP of `key` minus that of `other` on the same splits, per property.

    Returns
    -------
    dict
        Per property: "mean", "low", "high" (95 % interval, see `standard_errors`), "wins", "repeats".
    """
    a, b = result.rmsep(key, count), result.rmsep(other, count)
    errors, freedom = standard_errors(result, (key, count), (other, count))
    report = {}
    for j, name in enumerate(result.properties):
        d = (a - b)[:, j]
        d = d[np.isfinite(d)]
        entry: dict[str, Any] = {"mean": float(d.mean()) if len(d) else None, "low": None, "high": None,
                                 "wins": int((d < 0).sum()), "repeats": len(d)}
        if freedom[j] > 0:
            half = quantile(int(freedom[j])) * float(errors[j])
            entry.update(low=float(d.mean() - half), high=float(d.mean() + half))
        report[name] = entry
    return report


def mean_interval(result: TransferValidation, key: str, count: int) -> np.ndarray:
    """Half width (q,) of the 95 % interval of the mean RMSEP, see `standard_errors`; NaN where there is none."""
    errors, freedom = standard_errors(result, (key, count))
    return np.array([quantile(int(f)) * e if f > 0 else np.nan for e, f in zip(errors, freedom, strict=True)])


def standard_errors(
    result: TransferValidation, line: tuple[str, int], other: tuple[str, int] | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Standard error (q,) and degrees of freedom (q,; 0 where there is none) of a mean RMSEP, or of a difference.

    Parameters
    ----------
    result : TransferValidation
    line, other : (str, int)
        Key and number of standards; with `other` of the difference on the same splits.

    Notes
    -----
    See `intervals.standard_error`. Where each sample is tested in turn the groups are what varies, by their mean
    squared errors: RMSEP varies as MSE / 2 RMSEP, and a − b = (a² − b²) / (a + b).
    """
    folds = len({s.fold for s in result.splits})
    if folds > 1:
        table = result.squared_errors(*line)
        scale = 2.0 * np.sqrt(_column_means(table, np.isfinite(table)))
        if other is not None:
            theirs = result.squared_errors(*other)
            both = np.isfinite(table) & np.isfinite(theirs)
            scale = np.sqrt(_column_means(table, both)) + np.sqrt(_column_means(theirs, both))
            table = table - theirs
        table = table / np.where(scale > 0, scale, 1.0)
    else:
        table = result.rmsep(*line) if other is None else result.rmsep(*line) - result.rmsep(*other)
    errors, freedom = np.full(table.shape[1], np.nan), np.zeros(table.shape[1], dtype=int)
    for j in range(table.shape[1]):
        known = table[np.isfinite(table[:, j]), j]
        if len(known) > 1:
            errors[j] = standard_error(known, _test_to_training(result))
            freedom[j] = len(known) - 1
    return errors, freedom


def paired_report(result: TransferValidation, count: int, against: str | None = None) -> dict[str, Any]:
    """Every line compared with one of them on the same splits.

    Parameters
    ----------
    result : TransferValidation
    count : int
        Number of standards.
    against : str, optional
        Key of the reference line; default: the best of `ranking`.

    Returns
    -------
    dict
        "against": the reference line (None if there is none), "differences": key → `paired_difference`, without the
        reference line and lines without figures.

    Raises
    ------
    ParameterError
        `against` is no line of the comparison.
    """
    keys = [e.key for e in result.entries]
    if against is not None and against in result.left_out and against not in keys:
        return {"against": None, "differences": {}}
    if against is not None and against not in keys:
        raise ParameterError("comparison.no_line", against=against, keys=keys)
    order = ranking(result, count)
    reference = against if against is not None else (order[0]["method"] if order else None)
    if reference is None or not np.isfinite(result.rmsep(reference, count)).any():
        return {"against": None, "differences": {}}
    return {"against": reference, "differences": {
        k: paired_difference(result, k, reference, count) for k in keys
        if k != reference and np.isfinite(result.rmsep(k, count)).any()}}


def _test_to_training(result: TransferValidation) -> float:
    split = result.splits[0]
    if len({s.fold for s in result.splits}) > 1:  # all samples are tested in every repeat
        return 1.0 / (len({s.fold for s in result.splits}) - 1)
    return len(split.test_b) / max(1, len(split.rows_b))


def ranking(result: TransferValidation, count: int) -> list[dict[str, Any]]:
    """Lines that can be chosen (no "native", no "a-on-a"), best first, with what separates them from the best.

    The score is the mean over properties of RMSEP relative to the best line of that property. Properties that were
    tested on no sample have no say. A line that failed in some repeats is judged by the others, put into proportion to
    what the lines that never failed have there: or the one that fails where it is difficult would seem the best.
    """
    keys = [e.key for e in result.entries if e.method not in ("native", "a-on-a")]
    tables = {key: result.rmsep(key, count) for key in keys}
    if not tables:
        return []
    every = np.stack(list(tables.values()))
    tested = np.isfinite(every).any(axis=(0, 1))
    possible = np.isfinite(every).any(axis=0)  # (r, q): some line has a figure
    complete = [t for t in tables.values() if (np.isfinite(t) | ~possible).all()]
    usual = np.median(np.stack(complete), axis=0) if complete else None
    means, fair = {}, {}
    for key, table in tables.items():
        known = np.isfinite(table)
        if not (tested.any() and known.any(axis=0)[tested].all()):
            continue
        means[key] = fair[key] = _column_means(table, known)
        if usual is not None and (known != possible).any():
            fair[key] = means[key] * _column_means(usual, possible) / _column_means(usual, known)
    if not means:
        return []
    best = np.min([m[tested] for m in fair.values()], axis=0)
    scores = {k: float((m[tested] / np.where(best > 0, best, 1.0)).mean()) for k, m in fair.items()}
    order = sorted(scores, key=lambda k: (scores[k], k))
    return [{"method": k, "score": scores[k], "rmsep": {p: float(v) for p, v in zip(result.properties, means[k],
                                                                                  strict=True)},
             **({"against_best": paired_difference(result, k, order[0], count)} if k != order[0] else {})}
            for k in order]


def _column_means(table: np.ndarray, which: np.ndarray) -> np.ndarray:
    """Mean of the marked values of every column; NaN where none is."""
    counts = which.sum(axis=0)
    sums = np.where(which, table, 0.0).sum(axis=0)
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def learning_curve(result: TransferValidation, key: str) -> dict[str, Any]:
    """RMSEP against the number of standards, per property: "standards", "mean" over the repeats, "std" of single ones,
    "interval_95" (half width, of the mean), and what more would bring.

    "still_falling": whether the last step lowered the mean by more than its standard error; with what
    `how_many_more` says.
    """
    curve: dict[str, Any] = {}
    found = bool(result.unmarked) and any(e.key == key and e.method == AUTOMATIC for e in result.entries)
    halves = [mean_interval(result, key, count) for count in result.counts]
    if len(result.counts) > 1:
        errors, freedom = standard_errors(result, (key, result.counts[-2]), (key, result.counts[-1]))
    for j, name in enumerate(result.properties):
        tables = [result.rmsep(key, count)[:, j] for count in result.counts]
        means = [float(np.nanmean(t)) if np.isfinite(t).any() else None for t in tables]
        curve[name] = {"standards": list(result.counts), "mean": means,
                       "std": [float(np.nanstd(t, ddof=1)) if np.isfinite(t).sum() > 1 else 0.0 for t in tables],
                       "interval_95": [float(h[j]) if np.isfinite(h[j]) else None for h in halves]}
        if len(tables) == 1 and key not in FIXED:
            curve[name].update(how_many_more(result.counts, means, False))
        elif key not in FIXED:
            step = (tables[-2] - tables[-1])[np.isfinite(tables[-2] - tables[-1])]
            falling = bool(freedom[j] > 0 and step.mean() > errors[j])
            curve[name].update(still_falling=falling, **(
                how_many_more(result.counts, means, falling, free_for_fits(result)) if freedom[j] > 0 else UNTOLD))
        if found:
            curve[name]["sentence"] += " (this is with unmarked spectra of B: the line with standards only is without)"
    return curve


UNTOLD: dict[str, Any] = {
    "enough": None, "level": None,
    "sentence": "One repeat cannot tell whether more standards would lower the error: compare with several repeats"}
"""What `how_many_more` would say of a curve without a spread."""


def free_for_fits(result: TransferValidation) -> int:
    """How many standards a fit of the comparison could have had: all but those that tested it."""
    return max((len(np.unique(s.sample)) for s in result.splits), default=0)


def how_many_more(counts: Sequence[int], means: Sequence[float | None], falling: bool, free: int = 0,
                  ) -> dict[str, Any]:
    """The answer to "how many more standards do I need?".

    RMSEP² = a + b / n with a, b ≥ 0 (the error that stays, and the variance that n standards leave) is fitted to the
    curve; enough is the n at which RMSEP is within 5 % of √a. Numbers beyond four times the largest n that was tried
    are not told, because nothing was seen there. Where more standards are there than were tried (`free` of them), they
    are to be compared with before any are measured.

    Returns
    -------
    dict
        "enough" (int or None), "level" (√a or None), "sentence".
    """
    known = [(n, m) for n, m in zip(counts, means, strict=True) if m is not None]
    if len(known) < 2:
        return {"enough": None, "level": None,
                "sentence": "Compare at least two numbers of standards to see whether more would lower the error"}
    n, m = (np.array(v, dtype=np.float64) for v in zip(*known, strict=True))
    last = int(n[-1])
    if not falling:
        return {"enough": last, "level": float(m[-1]),
                "sentence": f"No sign that more than {counted(last, 'standard')} would lower the error: the last step "
                            "changed it by no more than chance"}
    scale = float(m.max()) or 1.0
    (a, b), _ = scipy.optimize.nnls(np.column_stack([np.ones(len(n)), 1.0 / n]), (m / scale) ** 2)
    enough = int(np.ceil(b / (a * (1.05 ** 2 - 1.0)))) if a > 0 else None
    level = float(np.sqrt(a)) * scale if a > 0 else None
    if enough is None or enough > 4 * last:
        return {"enough": None, "level": level,
                "sentence": "More standards would still lower the error, no end is in sight: "
                            + (f"compare with all {free} that are marked and free for a fit" if free > last else
                               f"measure {last} more, compare again")}
    if enough <= last:
        return {"enough": enough, "level": level, "sentence": f"{counted(last, 'standard is', 'standards are')} "
                                                              f"enough: within 5 % of the level "
                f"{level:.3g} that more would reach"}
    return {"enough": enough, "level": level, "sentence": f"About {counted(enough - last, 'more standard')} "
                                                          f"({enough} in all) "
            f"would come within 5 % of the level {level:.3g}"
            + (f"; {free} are marked and free for a fit: compare with all of them" if free > last else "")}


def unmarked_report(result: TransferValidation) -> dict[str, Any]:
    """Who used B's unmarked spectra: "standards" (`unmarked_used` of the automatic transfer), "methods" (keys of others
    that do), "spectra" (how many there were, per number of standards), "sentence"; or {} where nobody did."""
    beside = {count: spectra_beside(result.splits, count) for count in result.counts}
    others, said = _others(result, beside), unmarked_sentences(result)
    return {"standards": dict(result.unmarked), "methods": others,
            "spectra": {str(c): n for c, n in beside.items()}, "sentence": " ".join(said)} if said else {}


def unmarked_sentences(result: TransferValidation) -> list[str]:
    """What the automatic transfer, and what other methods used of B's unmarked spectra, in a sentence or two each."""
    beside = {count: spectra_beside(result.splits, count) for count in result.counts}
    titles = list(dict.fromkeys(method(plain_name(k)).title for k in _others(result, beside)))
    return [s for s in (unmarked_sentence(result.unmarked, (e.method for e in result.entries)),
                        others_sentence(titles, beside)) if s]


def _others(result: TransferValidation, beside: Mapping[int, int]) -> list[str]:
    asked = others_that_use(result.entries) if any(beside.values()) else []
    return [k for k in asked if any(np.isfinite(result.rmsep(k, count)).any() for count in result.counts)]


def splits_report(result: TransferValidation) -> dict[str, Any]:
    """How the samples were divided: "repeats", "folds" (1 where a share is held out), "tested" in each split at most,
    "samples" that were tested at all, "sentence" where each is tested in turn ("" otherwise)."""
    tested = [s.test_b for s in result.splits]
    repeats, folds = len({s.repeat for s in result.splits}), len({s.fold for s in result.splits})
    return {"repeats": repeats, "folds": folds, "tested": max(map(len, tested)),
            "samples": len(np.unique(np.concatenate(tested))),
            "sentence": in_turn(folds, repeats) if folds > 1 else ""}


def full_report(result: TransferValidation, against: str | None = None) -> dict[str, Any]:
    """Everything: "methods", "ranking", "paired" (with the best line or `against`, per number of standards; see
    `paired_report`), "without_figures", "learning_curve", "unmarked" (`unmarked_report`), "splits" (`splits_report`),
    "outliers", "units", "complete", "warnings"."""
    last = result.counts[-1]
    paired = {str(c): paired_report(result, c, against) for c in result.counts}
    ranks = {str(c): ranking(result, c) for c in result.counts}
    flagged = sum(bool(f) for flags in result.flags.values() for f in flags)
    total = sum(len(flags) for flags in result.flags.values())
    return {
        "methods": methods_report(result), "ranking": ranks, "paired": paired,
        "without_figures": without_figures(result), "units": dict(result.units),
        "learning_curve": {e.key: learning_curve(result, e.key) for e in result.entries
                           if np.isfinite(result.rmsep(e.key, last)).any()},
        "unmarked": unmarked_report(result), "splits": splits_report(result),
        "outliers": {"flagged": flagged, "of": total}, "complete": result.complete,
        "warnings": fit_warnings(result)[:50]}
