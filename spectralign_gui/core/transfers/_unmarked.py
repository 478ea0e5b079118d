"""Samples that both instruments have measured although they are not marked as pairs, found by their spectra.

What alignments do with a hit, done for the sake of prediction: the standards tell how the instruments differ, one
assignment of the remaining spectra of B to those of A tells which belong together, and these pairs tell the
difference better than the standards alone, so that the assignment is made again. Standards that are put among the
unmarked spectra show how far it can be trusted. No value takes part.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import scipy

from ..monitor import Monitor
from ..numerics import lapack
from ._how_sure import by_chance, probabilities
from ._part import Part
from ._problem import TransferProblem
from ._verdict import LEVEL, no_larger, no_worse

DIRECTIONS = 20
"""Leading directions of A's spectra in which samples are compared."""
FLOOR = 0.03
"""Part of the mean variance of the standards' differences that every direction is given at least."""
RIDGE = 0.1
ROUNDS = 4
FAR = 10.0
SURELY_RIGHT = 2.0
"""How many times the error at the marked standards the error at the pairs may be where every standard was found."""
MOST = 1000
"""Unmarked spectra per instrument above which none are looked for."""
FEWEST = 5
"""Unmarked spectra per instrument below which none are looked for."""


@dataclass(frozen=True, eq=False)
class Unmarked:
    """Pairs that were found.

    Parameters
    ----------
    rows_a, rows_b : (k,) int arrays
        Rows of A and of B.
    hits, judged : int
        How many of the standards found their own partner when put among the unmarked spectra, and how many were.
    clearness : (k,) array
        How many times as far as the partner the next candidate is (of either spectrum, the nearer one).
    right, like : (k,) int arrays
        Of the standards that found a partner no more clearly than this pair (`like` of them), how many found their
        own. They do have a partner, so that this says nothing of samples that B alone measured.
    chance : (k,) array
        How often chance alone makes a pair stand out as much, see `by_chance`.
    probability : (k,) array
        That a pair is right, see `probabilities`.
    """

    rows_a: np.ndarray
    rows_b: np.ndarray
    hits: int
    judged: int
    clearness: np.ndarray = field(default_factory=lambda: np.zeros(0))
    right: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    like: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    chance: np.ndarray = field(default_factory=lambda: np.zeros(0))
    probability: np.ndarray = field(default_factory=lambda: np.zeros(0))

    def sure(self) -> np.ndarray:
        """Probability (k,) that a pair is right; in files of earlier versions by the standards like it."""
        return self.probability if len(self.probability) else (self.right + 1.0) / (self.like + 2.0)

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file."""
        return {"rows_a": self.rows_a, "rows_b": self.rows_b, "hits": self.hits, "judged": self.judged,
                "clearness": self.clearness, "right": self.right, "like": self.like, "chance": self.chance,
                "probability": self.probability}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Unmarked:
        """The pairs that `to_state` described."""
        whole = {name: np.asarray(state[name], dtype=np.int64) for name in ("rows_a", "rows_b", "right", "like")}
        return cls(whole["rows_a"], whole["rows_b"], int(state["hits"]), int(state["judged"]),
                   np.asarray(state["clearness"], dtype=float), whole["right"], whole["like"],
                   *(np.asarray(state.get(name, ()), dtype=float) for name in ("chance", "probability")))

    def trust(self, without: np.ndarray, beside: np.ndarray, own: float = 0.0) -> float:
        """Share of the combination that uses the pairs: the smaller of two probabilities, as verdicts are judged by.

        With h the share of standards that were found again:

        - that at the marked standards it errs less than 1 + h times as much as the combination without the pairs:
          where the pairs are known to be right, a few standards must say clearly that they do harm; where they are
          not, that they do good;
        - that at the pairs, each left out, it errs less than `allowed` times as much as the one without them at the
          marked standards. A's value belongs to B's spectrum in a true pair and not in a false one, so false pairs
          are predicted worse than standards. That tells them also where the standards are found again and the
          others have no partner at all, because B measured other samples.

        In both, an error at the marked standards below the one of A's model at A's own left-out samples is luck, and
        counts as that: no pair can be predicted better.

        Parameters
        ----------
        without : (m,) array
            Squared relative errors at the marked standards of the combination without the pairs.
        beside : (m + k,) array
            Those of the combination with them, at the standards and at the pairs.
        own : float
            Mean of those of A's model at A's left-out samples.
        """
        m = len(without)
        if len(beside) == m:
            return 0.0
        found = float(without.mean())
        least = max(found, own)
        theirs = np.sqrt(without * (least / found) if found > 0 else np.full(m, least))
        share = min(no_worse(np.sqrt(beside[:m]), theirs, 1.0 + self.hits / max(1, self.judged)).probability,
                    no_larger(float(beside[m:].mean()), len(beside) - m, self.allowed ** 2 * least, m).probability)
        return 0.0 if share < 1.0 - LEVEL else 1.0 if share > LEVEL else share

    @property
    def allowed(self) -> float:
        """How many times the error at the standards the error at the pairs may be: 1/(2 (1 − h)), at most 2.

        1 where half of the standards were found again, 1/2 where none was: then only what predicts better than the
        standards do is believed.
        """
        missed = 1.0 - self.hits / max(1, self.judged)
        return SURELY_RIGHT if missed <= 0 else min(SURELY_RIGHT, 0.5 / missed)


class _Space:
    """Both instruments' spectra in few directions; distances that count what the instruments always differ in less."""

    def __init__(self, A: np.ndarray, B: np.ndarray) -> None:
        mean = A.mean(axis=0)
        _, s, Vt = lapack.svd(A - mean, full_matrices=False)
        V = Vt[:max(1, min(DIRECTIONS, int((s > 1e-8 * s[0]).sum())))].T
        centred = B - B.mean(axis=0)
        self.a, self.b, self.gram = (A - mean) @ V, (B - mean) @ V, centred @ centred.T

    def distances(self, ia: np.ndarray, jb: np.ndarray, rows_a: np.ndarray, rows_b: np.ndarray,
                  ridge: float | None) -> np.ndarray:
        """Squared distances (rows_b, rows_a) after what the pairs (ia, jb) tell of the instruments.

        The map of B is a shift, with `ridge` also a kernel ridge regression on B's spectra; the metric is the inverse
        covariance of what the pairs still differ by when left out.
        """
        move = self.a[ia].mean(axis=0) - self.b[jb].mean(axis=0)
        rest = self.a[ia] - self.b[jb] - move
        mapped = self.b[rows_b] + move
        if ridge is not None:
            K, mean = self.gram[np.ix_(jb, jb)], self.gram[np.ix_(jb, jb)].mean(axis=0)
            own = K - mean - mean[:, None] + mean.mean()
            cross = self.gram[np.ix_(rows_b, jb)]
            cross = cross - cross.mean(axis=1, keepdims=True) - mean + mean.mean()
            size = float(np.trace(own)) / len(own)
            if size > 0:
                solved = lapack.solve(own + ridge * size * np.eye(len(own)), np.column_stack([rest, own]))
                mapped = mapped + cross @ solved[:, :rest.shape[1]]
                H = solved[:, rest.shape[1]:].T + 1.0 / len(own)
                rest = (rest - H @ rest) / np.maximum(1.0 - np.diag(H), 0.05)[:, None]
        C = rest.T @ rest / max(1, len(rest) - 1)
        floor = max(FLOOR * float(np.trace(C)) / len(C), 1e-12 * float(self.a.var(axis=0).sum()))
        # by eigenvectors: a Cholesky of the inverse fails where rounding makes its smallest eigenvalue negative
        values, vectors = lapack.eigh(C)
        L = vectors / np.sqrt(np.maximum(values, 0.0) + max(floor, 1e-300))
        a, b = self.a[rows_a] @ L, mapped @ L
        return np.maximum((b ** 2).sum(axis=1)[:, None] + (a ** 2).sum(axis=1) - 2.0 * b @ a.T, 0.0)

    def assign(self, ia: np.ndarray, jb: np.ndarray, rows_a: np.ndarray, rows_b: np.ndarray,
               far: float = np.inf) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Rows of A and of B that belong together, given the pairs (ia, jb), how clearly, and how often by chance.

        A pair stays if one is the other's nearest and if it is not `far` times as distant as the median of the nearer
        half: where only some samples were measured on both, the others have nobody.
        """
        D = self.distances(ia, jb, rows_a, rows_b, None)
        before: list[tuple[int, int]] = []
        used = D
        for _ in range(ROUNDS):
            used = D
            j, i = scipy.optimize.linear_sum_assignment(D)
            found = D[j, i]
            near = np.median(np.sort(found)[:max(3, len(found) // 2)])
            keep = (found <= D.min(axis=1)[j]) | (found <= D.min(axis=0)[i])
            if np.isfinite(far):
                keep &= found <= far * near + 1e-9 * float(D.mean())  # what rounding leaves of copies is no distance
            i, j = i[keep], j[keep]
            now = list(zip(i.tolist(), j.tolist(), strict=True))
            if now == before:
                break
            before = now
            D = self.distances(np.concatenate([ia, rows_a[i]]), np.concatenate([jb, rows_b[j]]), rows_a, rows_b, RIDGE)
        return rows_a[i], rows_b[j], clearness(used, j, i), by_chance(used, j, i)


def clearness(D: np.ndarray, j: np.ndarray, i: np.ndarray) -> np.ndarray:
    """How many times as far as the partner the next candidate of either spectrum is, per pair.

    Parameters
    ----------
    D : (n_b, n_a) array
        Squared distances.
    j, i : (k,) int arrays
        Rows and columns of the pairs.
    """
    of_b, of_a = D[j].copy(), D[:, i].copy()
    of_b[np.arange(len(j)), i] = of_a[j, np.arange(len(i))] = np.inf
    nearest = np.minimum(of_b.min(axis=1, initial=np.inf), of_a.min(axis=0, initial=np.inf))
    own = np.maximum(D[j, i], 1e-12 * max(float(D.mean()), 1e-300))  # copies are no distance apart
    return np.sqrt(nearest / own)


def unmarked_pairs(problem: TransferProblem, fold_s: np.ndarray, monitor: Monitor) -> Unmarked | None:
    """Pairs among the spectra that are no standards; None where there is nothing to look for.

    Parameters
    ----------
    problem : TransferProblem
    fold_s : (m,) int array
        Fold of every standard: those of one fold are put among the unmarked spectra together.
    monitor : Monitor
        Asked for a cancel.
    """
    m = problem.m
    free_a = np.flatnonzero(problem.sample_a >= m)
    of_b = problem.sample_b >= m
    if problem.values_b is not None:  # what has values of its own is used with them
        of_b &= ~np.isfinite(problem.values_b).any(axis=1)
    free_b = np.flatnonzero(of_b)
    if m < 3 or not FEWEST <= len(free_a) <= MOST or not FEWEST <= len(free_b) <= MOST:
        return None
    # standards behind the others, their repeats averaged
    A = np.vstack([problem.A[free_a], problem.standards_a])
    B = np.vstack([problem.B[free_b], problem.standards_b])
    space = _Space(A, B)
    tried = _tried(space, fold_s, len(free_a), len(free_b), monitor)
    s = np.arange(m)
    found_a, found_b, how, chance = space.assign(len(free_a) + s, len(free_b) + s, np.arange(len(free_a)),
                                                 np.arange(len(free_b)), FAR)
    no_clearer = tried.clearness[None, :] <= how[:, None]
    return Unmarked(
        free_a[found_a], free_b[found_b], int(tried.right.sum()), m, how, (no_clearer & tried.right).sum(axis=1),
        no_clearer.sum(axis=1), chance, probabilities(
            chance, tried.chance[tried.right], np.concatenate([tried.chance[~tried.right], tried.decoys])))


@dataclass(frozen=True, eq=False)
class _Tried:
    """What standards found that were put among the unmarked spectra: with their partner, and as decoys without it."""

    clearness: np.ndarray
    right: np.ndarray
    chance: np.ndarray
    decoys: np.ndarray


def _tried(space: _Space, fold_s: np.ndarray, n_a: int, n_b: int, monitor: Monitor) -> _Tried:
    """Every standard in turn, those of a fold together; the spectra of standards stand behind the unmarked ones."""
    a, b, s = np.arange(n_a), np.arange(n_b), np.arange(len(fold_s))
    clear, right, chance, decoys = [], [], [], []
    for fold in np.unique(fold_s):
        monitor.raise_if_cancelled()
        out, rest = s[fold_s == fold], s[fold_s != fold]
        known, with_a, with_b = (n_a + rest, n_b + rest), np.concatenate([a, n_a + out]), np.concatenate([b, n_b + out])
        found_a, found_b, how, p = space.assign(*known, with_a, with_b)
        own = found_b >= n_b
        clear.append(how[own])
        right.append(found_a[own] - n_a == found_b[own] - n_b)
        chance.append(p[own])
        _, found_b, _, p = space.assign(*known, a, with_b)
        decoys.append(p[found_b >= n_b])
        found_a, _, _, p = space.assign(*known, with_a, b)
        decoys.append(p[found_a >= n_a])
    return _Tried(*(np.concatenate(found) for found in (clear, right, chance, decoys)))


def with_pairs(part: Part, problem: TransferProblem, found: Unmarked) -> Part:
    """The part with the pairs that were found beside its standards; their values are those of A's samples."""
    assert problem.values_a is not None
    a, b = found.rows_a, found.rows_b
    return replace(part, SA=np.vstack([part.SA, problem.A[a]]), SB=np.vstack([part.SB, problem.B[b]]),
                   YS=np.vstack([part.YS, problem.values_a[a]]))
