"""Whether two runs came out the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.errors import SpectrAlignError
from ...core.notes import Note
from .result import RunResult

TOLERANCE = 1e-8
ROWS = 300
"""Spectra per instrument whose predictions and transferred spectra are compared."""


def differences(old: RunResult, new: RunResult, tolerance: float = TOLERANCE) -> list[Note]:
    """What differs between two runs of the same session, as short phrases; empty if they agree.

    Parameters
    ----------
    old, new : RunResult
    tolerance : float
        Relative; embeddings are compared by the distances they give, so signs and rotations do not matter.
    """
    found = []
    if old.method.name != new.method.name:
        found.append(Note("repeat.method", name=old.method.name, name2=new.method.name))
    if not np.array_equal(old.pairs, new.pairs):
        found.append(Note("repeat.pairs", n_pairs=len(old.pairs), n_pairs2=len(new.pairs)))
    a, b = old.embeddings, new.embeddings
    if (a is None) != (b is None):
        found.append(Note("repeat.embedding_missing"))
    elif a is not None and b is not None:
        if [x.shape for x in a] != [x.shape for x in b]:
            found.append(Note("repeat.embedding_size"))
        else:
            gap = embedding_gap(np.vstack(a), np.vstack(b))
            if gap > tolerance:
                found.append(Note("repeat.embedding", gap=gap))
    for name, (x, y) in {"eigenvalues": [_eigenvalues(r) for r in (old, new)],
                         "objective": [r.fitted.convergence.objective for r in (old, new)]}.items():
        if x is not None and y is not None and not _close(x, y, tolerance):
            found.append(Note("repeat.attribute", name=name))
    if not found:  # else more words would say the same
        found += _other_outputs(old, new, tolerance)
    return found


def _eigenvalues(result: RunResult) -> np.ndarray | None:
    embedding = result.fitted.embedding
    return None if embedding is None else embedding.eigenvalues


def _other_outputs(old: RunResult, new: RunResult, tolerance: float) -> list[Note]:
    """What a transfer is for and has no embedding to show: predictions and spectra; and groups that were found."""
    if [d.spectra.shape for d in old.datasets] != [d.spectra.shape for d in new.datasets]:
        return [Note("repeat.preprocessed_size")]
    found = []
    for k, (d, e) in enumerate(zip(old.datasets, new.datasets, strict=True)):
        if not _close(d.spectra, e.spectra, tolerance):
            found.append(Note("repeat.preprocessed", name=d.name))
            continue
        asked = {f"predictions on {d.name}": lambda r, k=k: r.estimator.predict(r.datasets[k].spectra[:ROWS], k)}
        if k:
            asked[f"spectra of {d.name} on {old.datasets[0].name}"] = (
                lambda r, k=k: r.estimator.to_spectra(r.datasets[k].spectra[:ROWS], k, 0))
        for what, ask in asked.items():
            a, b = _asked(ask, old), _asked(ask, new)
            if (a is None) != (b is None):
                found.append(Note("repeat.missing", what=what))
            elif a is not None and b is not None and not _close(a, b, tolerance):
                found.append(Note("repeat.attribute", name=what))
    labels = [r.fitted.labels for r in (old, new)]
    if labels[0] is not None and labels[1] is not None and not np.array_equal(labels[0], labels[1]):
        found.append(Note("repeat.groups"))
    return found


def _asked(ask: Callable[[RunResult], np.ndarray], result: RunResult) -> np.ndarray | None:
    try:
        return ask(result)
    except (NotImplementedError, SpectrAlignError):  # the method has no such thing, on both sides
        return None


def embedding_gap(F: np.ndarray, G: np.ndarray) -> float:
    """Relative difference of two embeddings (N, d) after the best rotation of one onto the other."""
    scale = float(np.linalg.norm(F))
    if scale == 0:
        return float(np.linalg.norm(G) > 0)
    u, _, vt = np.linalg.svd(G.T @ F)
    return float(np.linalg.norm(G @ (u @ vt) - F) / scale)


def _close(x: Any, y: Any, tolerance: float) -> bool:
    a, b = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    size = float(np.nanmax(np.abs(a), initial=0.0)) if a.size else 0.0
    # relative to the largest: small numbers beside large ones carry the rounding of the large ones
    return a.shape == b.shape and bool(np.allclose(a, b, rtol=tolerance, atol=tolerance * size, equal_nan=True))
