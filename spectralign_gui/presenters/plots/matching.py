"""Turning a new embedding so that it lies on the one shown before: signs and rotations are arbitrary anyway."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def sign_turn(embeddings: Sequence[np.ndarray]) -> np.ndarray:
    """(d, d) diagonal matrix that makes the largest coordinate of every axis positive."""
    stacked = np.concatenate(list(embeddings))
    d = stacked.shape[1]
    if not stacked.size:
        return np.eye(d)
    largest = stacked[np.abs(np.nan_to_num(stacked)).argmax(axis=0), np.arange(d)]
    return np.diag(np.where(largest < 0, -1.0, 1.0))


def turn_onto(new: np.ndarray, old: np.ndarray) -> np.ndarray | None:
    """Rotation (and mirroring) of `new` that brings it nearest to `old`; distances stay as they are.

    Parameters
    ----------
    new : (n, d) array
    old : (n, e) array
        The same samples as they are shown now. Where e < d the missing axes count as zero.

    Returns
    -------
    (d, d) array or None
        ``new @ turn`` is what to show (orthogonal Procrustes without scale or shift); None if `old` says
        nothing about it.
    """
    d, e = new.shape[1], min(new.shape[1], old.shape[1])
    if len(new) < 2 or not np.isfinite(new).all() or not np.isfinite(old).all():
        return None
    target = np.zeros((len(old), d))
    target[:, :e] = old[:, :e]
    u, s, vt = np.linalg.svd(new.T @ target)
    if s[0] <= 1e-12 * np.linalg.norm(new) * np.linalg.norm(old):
        return None
    if e < d:
        # axes that the old embedding says nothing about stay as near to the solver's own as they can
        a, _, b = np.linalg.svd(u[:, e:].T @ vt[e:].T)
        u = np.hstack([u[:, :e], u[:, e:] @ (a @ b)])
    return u @ vt


def shared_rows(rows: np.ndarray, rows_before: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Places of the samples that both have."""
    _, here, there = np.intersect1d(rows, rows_before, assume_unique=True, return_indices=True)
    return here, there


class Orientation:
    """Remembers what is shown and turns what comes next onto it."""

    def __init__(self) -> None:
        self._shown: dict[str, tuple[np.ndarray, np.ndarray]] = {}
        self.keep = True

    def forget(self) -> None:
        """The next embedding is shown as the solver gave it, but for signs."""
        self._shown.clear()

    def apply(
        self, names: Sequence[str], rows: Sequence[np.ndarray], embeddings: Sequence[np.ndarray],
    ) -> list[np.ndarray]:
        """Embeddings as to be shown; they become what is remembered."""
        turn = None
        if self.keep:
            new, old = [], []
            for name, r, e in zip(names, rows, embeddings, strict=True):
                if name in self._shown:
                    here, there = shared_rows(r, self._shown[name][0])
                    new.append(e[here])
                    old.append(self._shown[name][1][there])
            if new and len({o.shape[1] for o in old}) == 1:
                turn = turn_onto(np.concatenate(new), np.concatenate(old))
        if turn is None:
            turn = sign_turn(embeddings)
        shown = [e @ turn for e in embeddings]
        self._shown = {n: (r, s) for n, r, s in zip(names, rows, shown, strict=True)}
        return shown
