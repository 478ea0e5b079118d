"""What each property needs, shown and not assumed: one test of paired errors, at one margin and one level.

Every method on the list errs at the same standards, each left out of everything the method chose. Of two methods the
errors e and f (m,) are taken as draws of a normal distribution with mean 0. Then u = e − c·f and v = e + c·f are
uncorrelated where the root mean squares are as c : 1, so that with r = Σuv/√(Σu²Σv²)

    P(RMSE_e ≤ c·RMSE_f) = T_{m−1}(−r √((m − 1)/(1 − r²)))

with Student's distribution function T (Pitman, Biometrika 31 (1939) 9; Morgan, ibid. 13; at c = 1 their test of equal
variances, at c > 1 the same as a test of being no worse). What m standards do not show, m + N with the same r do: that
gives the number that is still to be measured.

At a margin the test is not robust: where both err alike and much at one standard, u ≈ (1 − c)·e and v ≈ (1 + c)·e, r
goes to −1, and that standard makes any two methods as good as each other. That a plain method is enough has to hold
without any single standard too (the smallest probability of all deletions: Belsley, Kuh & Welsch, Regression
Diagnostics, 1980, 13).

Whether an instrument adds an error of its own is told by the predictions instead of the errors: d = ŷ(B's spectrum) −
ŷ(A's spectrum of the same standard) is free of the laboratory's error. With D its mean square, and S² that of A's
model at A's own n left-out samples, RMSE² on B is S² + D, and P(D ≤ (c² − 1)·S²) = F_{n,m}((c² − 1)·S²/D).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
import scipy

MARGIN = 1.10
"""What errs at most 10 % more is as good: a chemist does not see the difference between an RMSEP of 0.50 and 0.55."""
LEVEL = 0.95
"""How probable it has to be before it is said; the usual level."""
MOST_MORE = 100
"""Further standards above which no number is named: nobody measures them to find this out."""
NAMED = ("none", "bias", "target-only")
"""What a user has without a transfer, the plainer first."""


@dataclass(frozen=True)
class Shown:
    """How probable something is, and how many further standards like these would show it (None: they would not)."""

    probability: float
    more: int | None = None

    @property
    def surely(self) -> bool:
        """Whether it may be said."""
        return self.probability >= LEVEL


@dataclass(frozen=True)
class Need:
    """What one property needs.

    Parameters
    ----------
    code : str
        "nothing" (nothing predicts it better than the mean), "none", "bias", "target-only", "transfer"; "unclear" where
        the standards do not show which.
    line : str
        What is meant: "constant", one of `NAMED`, or "combination"; of "unclear" what fewest more standards would show.
    probability : float
    as_on_a : bool
        Shown by A's model predicting B's standards as it predicts A's spectra of them.
    more : int or None
        Further standards that would show what is unclear; None where more like these would not.
    gain : float
        Share by which the combination errs less than the line, where it surely does.
    """

    code: str
    line: str
    probability: float
    as_on_a: bool = False
    more: int | None = None
    gain: float = 0.0


def no_worse(mine: np.ndarray, theirs: np.ndarray, margin: float = MARGIN) -> Shown:
    """That one method errs at most `margin` times as much as another, by the errors (m,) of both at the same standards.

    `margin` 1 asks whether it is better, below 1 whether it is better by so much.
    """
    size = max(float(np.abs(mine).max(initial=0.0)), float(np.abs(theirs).max(initial=0.0)))
    if len(mine) < 2 or size == 0:
        return Shown(float(margin >= 1))
    u, v = (mine - margin * theirs) / size, (mine + margin * theirs) / size
    uu, vv, uv = float(u @ u), float(v @ v), float(u @ v)
    r = uv / sqrt(uu * vv) if uu * vv > 0 else float(np.sign(uv))
    steepness = -r / sqrt(max(1.0 - r * r, 1e-12))
    return _shown(lambda m: float(scipy.special.stdtr(m - 1, steepness * sqrt(m - 1))), len(mine), steepness > 0)


def adds_nothing(moved: np.ndarray, own: np.ndarray) -> Shown:
    """That B's predictions differ from A's (m,) by no more than makes A's own errors (n,) larger by the margin."""
    return no_larger(float(np.mean(moved ** 2)), len(moved), (MARGIN ** 2 - 1.0) * float(np.mean(own ** 2)), len(own))


def no_larger(square: float, m: int, room: float, n: int) -> Shown:
    """That a variance is not above another one, of which the mean squares of m and of n draws are known: F."""
    ratio = room / square if square > 0 else 1e12
    return _shown(lambda k: float(scipy.special.fdtr(n, k, ratio)), m, ratio > 1)


def _shown(probability: Callable[[int], float], m: int, ever: bool) -> Shown:
    now = probability(m)
    if now >= LEVEL:
        return Shown(now, 0)
    if not ever:
        return Shown(now)
    low, high = 0, MOST_MORE + 1  # it grows with the number
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if probability(m + middle) >= LEVEL else (middle, high)
    return Shown(now, high)


def _all(parts: Sequence[Shown]) -> Shown:
    """That all of it holds: no more probable than the least."""
    more = [p.more for p in parts]
    return Shown(min(p.probability for p in parts), None if None in more else max(k for k in more if k is not None))


@dataclass(frozen=True, eq=False)
class Evidence:
    """What is known of one property.

    Parameters
    ----------
    lines : mapping of method to (m,) array
        Errors at the left-out standards: "constant" (the mean of A's values), those of `NAMED`, "combination".
    on_a : (m,) array
        Errors of A's model at the standards as A measured them.
    own : (n,) array
        Those at all of A's samples, left out.
    moved : mapping of "none", "bias" to (m,) array
        Prediction of B's spectrum so, minus A's prediction of A's.
    refuted : set of str
        Methods that are known not to be enough, whatever these standards say.
    """

    lines: Mapping[str, np.ndarray]
    on_a: np.ndarray
    own: np.ndarray
    moved: Mapping[str, np.ndarray]
    refuted: Set[str] = frozenset()
    left: float = 0.0
    """Share of the standards that is left out at a time. B's standards alone lose by that more than what rests on A:
    while they are few their error falls about as one over their number."""

    def as_good_as_any(self, line: str) -> Shown:
        """That nothing on the list errs less than a line by more than the margin, and it less than the mean.

        With all standards, and without any one of them. Another model is not plainer than a transfer: B's standards
        alone have to err less than anything.
        """
        m = len(self.lines[line])
        whole = self._as_good(line, np.ones(m, dtype=bool))
        worst = min((self._as_good(line, np.arange(m) != i) for i in range(m if m > 2 else 0)),
                    key=lambda s: s.probability, default=whole)
        if worst.probability >= whole.probability:
            return whole
        return Shown(worst.probability, worst.more if whole.surely else whole.more)

    def _as_good(self, line: str, rows: np.ndarray) -> Shown:
        return _all([self._against(line, other, 1.0 if other == "constant" or line == "target-only" else MARGIN, rows)
                     for other in self.lines if other != line])

    def _against(self, line: str, other: str, margin: float, rows: slice | np.ndarray = slice(None)) -> Shown:
        handicap = 1.0 - self.left if other == "target-only" else 1.0
        return no_worse(self.lines[line][rows], self.lines[other][rows], margin * handicap)

    def as_on_a(self, line: str) -> Shown:
        """That A's model, as it is or with a bias correction, predicts B as it predicts A.

        Not where the errors contradict, A's model tells nothing, or B's standards alone are surely better.
        """
        mine, alone = self.lines[line], self.lines.get("target-only")
        contradicted = no_worse(self.on_a, mine, 1.0 / MARGIN).surely or (
            alone is not None and no_worse(alone, mine, 1.0).surely)
        if contradicted or not no_worse(mine, self.lines["constant"], 1.0).surely:
            return Shown(0.0)
        return adds_nothing(self.moved[line], self.own)

    def worth_it(self) -> Shown:
        """That the combination errs less than what needs no transfer, and than the mean."""
        return _all([self._against("combination", k, 1.0) for k in ("none", "target-only", "constant")
                     if k in self.lines])


def need_of(evidence: Evidence) -> Need:
    """What a property needs: the plainest that is shown to be enough."""
    tried: list[Need] = []
    for line in ("constant", *NAMED):
        if line not in evidence.lines or line in evidence.refuted:
            continue
        shown, on_a = evidence.as_good_as_any(line), Shown(0.0)
        if line in evidence.moved:
            on_a = evidence.as_on_a(line)
        best = on_a if on_a.surely else min(on_a, shown, key=_fewest)
        code = "nothing" if line == "constant" else line
        tried.append(Need(code, line, best.probability, on_a.surely, best.more))
        if best.surely:
            return replace(tried[-1], gain=_gain(evidence, line))
    worth = evidence.worth_it()
    tried.append(Need("transfer", "combination", worth.probability, more=worth.more))
    if worth.surely:
        return tried[-1]
    return replace(min(tried, key=_fewest), code="unclear", as_on_a=False)


def _fewest(of: Shown | Need) -> tuple[float, float]:
    """Orders by how few further standards would show it; where none would, the most probable first."""
    return of.more if of.more is not None else np.inf, -of.probability


def _gain(evidence: Evidence, line: str) -> float:
    mine, ours = evidence.lines[line], evidence.lines["combination"]
    if line not in evidence.moved or not no_worse(ours, mine, 1.0 / MARGIN).surely:
        return 0.0
    return 1.0 - sqrt(float((ours @ ours) / (mine @ mine)))
