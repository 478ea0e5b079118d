"""Cross-validated hit rates of any method: do standards unknown to the fit find their partner?"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..base import Alignment
from ..measures.distances import matched_distance
from ..measures.hits import foscttm, partner_ranks
from ..monitor import CancelOnly, Monitor, SilentMonitor
from ..naming import carrying_names
from ..threads import chosen_threads, limited_threads
from .intervals import quantile, standard_error
from .splits import Split, k_folds
from .workers import without_restarts_told

KS = (1, 3, 5)


@dataclass(frozen=True, eq=False)
class FoldHits:
    """What one split gave.

    Parameters
    ----------
    split : Split
    ranks, inductive_ranks : dict of (set a, set b) to pair of int arrays, or None
        Place of the partner (0 = nearest), a to b and b to a; None where the method has no such figure.
    foscttm, matched_distance : float
        Of the held-out pairs, mean over the pairs of sets.
    chosen : dict
        The parameters as really used.
    seconds : float
        Of the fit.
    """

    split: Split
    ranks: dict[tuple[int, int], tuple[np.ndarray, np.ndarray]] | None
    inductive_ranks: dict[tuple[int, int], tuple[np.ndarray, np.ndarray]] | None
    foscttm: float
    matched_distance: float
    chosen: dict[str, Any]
    seconds: float


def cross_validated_hits(
    estimator: Alignment, Xs: Sequence[np.ndarray], pairs: np.ndarray, *, folds: int = 5, repeats: int = 10,
    seed: int = 0, ks: Sequence[int] = KS, inductive: bool = True, targets: Sequence[np.ndarray] | None = None,
    groups: Sequence[np.ndarray] | None = None, splits: Sequence[Split] | None = None,
    monitor: Monitor | None = None, n_jobs: int = 1,
    prepare: Callable[..., list[np.ndarray]] | None = None, same: Sequence[np.ndarray] | None = None,
) -> dict[str, Any]:
    """Hit rates of held-out standards.

    Parameters
    ----------
    estimator : Alignment
        Unfitted; cloned for every fold, so that everything automatic is chosen inside the training fold.
    Xs : list of (n_k, p_k) arrays
    pairs : (m, 2) or (m, 4) int array
        All marked standards.
    folds, repeats, seed : int
        Of `splits.k_folds`; not used if `splits` are given.
    ks : sequence of int
    inductive : bool
        Also take the spectra of the held-out standards out of the fit and map them afterwards.
    targets, groups : lists, optional
        As in `fit`. Targets of held-out standards are known on the reference instrument only.
    monitor : Monitor, optional
        Progress per fold; asked for a cancel.
    n_jobs : int
        Processes (joblib); 1 stays in this one. The result does not depend on it.
    prepare : callable, optional
        ``prepare(rows_0, rows_1, ...) -> spectra of all sets``: preprocessing that learns on these rows only; used
        for the inductive figure, where held-out spectra must not have been seen. Picklable for several processes.
    same : list of int arrays, optional
        Rows that are repeats of one sample by their name, as in `splits.standards_of`: they are held out together.

    Returns
    -------
    dict
        "hit" and "hit_inductive": ``{"3": {"a_to_b": {"mean", "std", "values"}, "b_to_a": …}}``, a value per repeat,
        "a" the set of lower number; with more than two sets, over all pairs of sets; "interval_95" is the half width
        of its 95 % interval, by the folds. "foscttm", "matched_distance":
        ``{"mean", "std", "values"}``. "folds", "repeats", "seed", "seconds" (mean of a fit), "chosen" (per fold).
        "why_not_inductive" where the method cannot map new spectra.

    Raises
    ------
    SpectrAlignError
        What the method says of the data, or too few standards.
    Cancelled
    """
    monitor = monitor or SilentMonitor()
    if splits is None:
        splits = k_folds(pairs, [len(X) for X in Xs], folds, repeats, seed, same)
    reason = ""
    results: list[FoldHits] = []
    jobs = [(estimator, Xs, split, targets, groups, inductive, prepare) for split in splits]
    if n_jobs == 1:
        finished = (one_split(*job, monitor=monitor) for job in jobs)
    else:
        from joblib import Parallel, delayed, parallel_config

        without_restarts_told()
        with parallel_config(backend="loky", inner_max_num_threads=chosen_threads()):
            finished = Parallel(n_jobs=n_jobs, return_as="generator")(
                delayed(carrying_names(one_split))(*job) for job in jobs)
    with limited_threads([np.shape(X) for X in Xs]):
        for number, (fold, why) in enumerate(finished):
            results.append(fold)
            reason = reason or why
            monitor.report(f"Fold {number + 1} of {len(splits)}", (number + 1) / len(splits))
            monitor.raise_if_cancelled()
    report = summarise(results, ks)
    report.update(folds=len({s.fold for s in splits}), repeats=len({s.repeat for s in splits}), seed=seed)
    if inductive and reason:
        report["why_not_inductive"] = reason
    return report


def one_split(
    estimator: Alignment, Xs: Sequence[np.ndarray], split: Split, targets: Sequence[np.ndarray] | None,
    groups: Sequence[np.ndarray] | None, inductive: bool, prepare: Callable[..., list[np.ndarray]] | None = None,
    monitor: Monitor | None = None,
) -> tuple[FoldHits, str]:
    """Fit without the held-out pairs and look where the partners are; the reason where there is no inductive figure."""
    if targets is not None:
        targets = [np.array(t, dtype=float) for t in targets]
        for a, i, b, j in split.held:
            for s, row in ((a, i), (b, j)):
                if s > 0:
                    targets[s][row] = np.nan
    quiet = CancelOnly(monitor)
    clock = time.perf_counter()
    fitted = estimator.unfitted().fit(Xs, split.kept, targets, groups, quiet)
    seconds = time.perf_counter() - clock
    spots = joint_coordinates(fitted, Xs)
    ranks = None if spots is None else _ranks(spots, split.held)
    unseen, reason = None, ""
    if inductive:
        try:
            unseen = inductive_ranks(estimator, Xs, split, targets, groups, quiet, prepare)
        except NotImplementedError as error:
            reason = str(error)
    sets = sorted({(int(p[0]), int(p[2])) for p in split.held})
    nan = float("nan")
    return FoldHits(
        split, ranks, unseen,
        nan if spots is None else float(np.mean([foscttm(spots, split.held, a, b) for a, b in sets])),
        nan if spots is None else matched_distance(spots, split.held), dict(fitted.chosen_), seconds), reason


def joint_coordinates(fitted: Alignment, Xs: Sequence[np.ndarray]) -> list[np.ndarray] | None:
    """Where the samples of each set lie in a common space.

    The embeddings of an alignment; for a transfer the spectra as the reference instrument would have measured them.
    None for a method that has neither (it predicts only).
    """
    embeddings = getattr(fitted, "embeddings_", None)
    if embeddings is not None:
        return list(embeddings)
    try:
        return [np.asarray(Xs[0], dtype=float), *(fitted.to_spectra(X, k, 0) for k, X in enumerate(Xs) if k > 0)]
    except NotImplementedError:
        return None


def _ranks(spots: Sequence[np.ndarray], held: np.ndarray) -> dict[tuple[int, int], tuple[np.ndarray, np.ndarray]]:
    return {(a, b): partner_ranks(spots, held, a, b) for a, b in sorted({(int(p[0]), int(p[2])) for p in held})}


def inductive_ranks(
    estimator: Alignment, Xs: Sequence[np.ndarray], split: Split, targets: Sequence[np.ndarray] | None,
    groups: Sequence[np.ndarray] | None, monitor: Monitor, prepare: Callable[..., list[np.ndarray]] | None = None,
) -> dict[tuple[int, int], tuple[np.ndarray, np.ndarray]]:
    """Ranks of the partners of held-out samples whose spectra took no part in the fit and were mapped afterwards.

    Returns
    -------
    dict of (set a, set b) to pair of int arrays
        Place of the partner (0 = nearest), a to b and b to a.

    Raises
    ------
    NotImplementedError
        The method cannot map new spectra.
    """
    out = [np.zeros(len(X), dtype=bool) for X in Xs]
    for a, i, b, j in split.held:
        out[a][i] = out[b][j] = True
    rest = [np.flatnonzero(~o) for o in out]
    if prepare is not None:
        Xs = prepare(*rest)
    place = [np.cumsum(~o) - 1 for o in out]
    kept = np.array([(a, place[a][i], b, place[b][j]) for a, i, b, j in split.kept], dtype=np.int64).reshape(-1, 4)
    parts = [np.asarray(X)[r] for X, r in zip(Xs, rest, strict=True)]
    fitted = estimator.unfitted().fit(
        parts, kept, None if targets is None else [t[r] for t, r in zip(targets, rest, strict=True)],
        None if groups is None else [np.asarray(g)[r] for g, r in zip(groups, rest, strict=True)], monitor)
    known = joint_coordinates(fitted, parts)
    if known is None:
        raise NotImplementedError(f"{estimator.title}: {estimator.why_no_spectra}")
    spots = []
    for k, X in enumerate(Xs):
        new = np.asarray(X)[out[k]]
        where = np.empty((len(X), known[k].shape[1]))
        where[rest[k]] = known[k]
        if len(new):
            if hasattr(fitted, "embeddings_"):
                where[out[k]] = fitted.transform(new, k)
            else:
                where[out[k]] = new if k == 0 else fitted.to_spectra(new, k, 0)
        spots.append(where)
    return _ranks(spots, split.held)


def summarise(results: Sequence[FoldHits], ks: Sequence[int] = KS) -> dict[str, Any]:
    """Mean and spread over repeats of what the folds gave."""
    repeats = sorted({r.split.repeat for r in results})
    share = float(np.mean([len(r.split.held) / max(1, len(r.split.kept)) for r in results]))

    def rates(name: str) -> dict[str, Any] | None:
        if any(getattr(r, name) is None for r in results):
            return None
        table: dict[str, Any] = {}
        for k in ks:
            table[str(k)] = {}
            for side, direction in enumerate(("a_to_b", "b_to_a")):
                values = []
                for repeat in repeats:
                    places = [both[side] for r in results if r.split.repeat == repeat
                              for both in getattr(r, name).values()]
                    values.append(float((np.concatenate(places) < k).mean()))
                folds = np.array([float(np.mean(np.concatenate([both[side] for both in getattr(r, name).values()]) < k))
                                  for r in results])
                table[str(k)][direction] = {**spread(values), "interval_95": None if len(folds) < 2 else (
                    quantile(len(folds) - 1) * standard_error(folds, share))}
        return table

    def figure(name: str) -> dict[str, Any]:
        return spread([float(np.mean([getattr(r, name) for r in results if r.split.repeat == repeat]))
                       for repeat in repeats])

    return {"hit": rates("ranks"), "hit_inductive": rates("inductive_ranks"), "foscttm": figure("foscttm"),
            "matched_distance": figure("matched_distance"),
            "seconds": float(np.mean([r.seconds for r in results])), "chosen": [r.chosen for r in results]}


def spread(values: Sequence[float]) -> dict[str, Any]:
    """``{"mean", "std", "values"}``; the standard deviation is that of a single repeat."""
    array = np.asarray(values, dtype=float)
    return {"mean": float(array.mean()), "std": float(array.std(ddof=1)) if len(array) > 1 else 0.0,
            "values": [float(v) for v in array]}

