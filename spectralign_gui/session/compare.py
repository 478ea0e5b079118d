"""Whether two runs came out the same."""

from __future__ import annotations

from typing import Any

import numpy as np

from .run import RunResult

TOLERANCE = 1e-8


def differences(old: RunResult, new: RunResult, tolerance: float = TOLERANCE) -> list[str]:
    """What differs between two runs of the same session, as short phrases; empty if they agree.

    Parameters
    ----------
    old, new : RunResult
    tolerance : float
        Relative; embeddings are compared by the distances they give, so signs and rotations do not matter.
    """
    found = []
    if old.method.name != new.method.name:
        found.append(f"method {old.method.name} then, {new.method.name} now")
    if not np.array_equal(old.pairs, new.pairs):
        found.append(f"{len(old.pairs)} pairs then, {len(new.pairs)} now")
    a, b = old.embeddings, new.embeddings
    if (a is None) != (b is None):
        found.append("an embedding on one side only")
    elif a is not None and b is not None:
        if [x.shape for x in a] != [x.shape for x in b]:
            found.append("the embedding has another size")
        else:
            gap = embedding_gap(np.vstack(a), np.vstack(b))
            if gap > tolerance:
                found.append(f"the embedding differs by {gap:.2g} of its size")
    for name in ("eigenvalues_", "objective_"):
        x, y = getattr(old.estimator, name, None), getattr(new.estimator, name, None)
        if x is not None and y is not None and not _close(x, y, tolerance):
            found.append(f"{name.rstrip('_')} differ")
    return found


def embedding_gap(F: np.ndarray, G: np.ndarray) -> float:
    """Relative difference of two embeddings (N, d) after the best rotation of one onto the other."""
    scale = float(np.linalg.norm(F))
    if scale == 0:
        return float(np.linalg.norm(G) > 0)
    u, _, vt = np.linalg.svd(G.T @ F)
    return float(np.linalg.norm(G @ (u @ vt) - F) / scale)


def _close(x: Any, y: Any, tolerance: float) -> bool:
    a, b = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    return a.shape == b.shape and bool(np.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True))
