"""τ scores: which samples a reconstruction leans on (dissertation 3.5)."""

from __future__ import annotations

import numpy as np

from ..numerics.reconstruction import Reconstruction
from ..numerics.scaling import row_blocks


def tau_scores(R: Reconstruction) -> np.ndarray:
    """τ_i = Σ_{j≠i} (|R_ij| + |R_ji|) for every sample, a block of rows at a time: (n,)."""
    n = R.n_samples
    out = np.zeros(n)
    for part in row_blocks((n, n)):
        block = np.abs(R.rows(part))
        block[np.arange(len(block)), np.arange(part.start, part.stop)] = 0.0
        out[part] += block.sum(axis=1)
        out += block.sum(axis=0)
    return out


def reconstructs(R: Reconstruction, row: int, most: int = 5) -> list[tuple[int, float]]:
    """The samples that lean most on sample `row`: (their row, |R_j,row|), strongest first, itself left out."""
    unit = np.zeros((R.n_samples, 1))
    unit[row] = 1.0
    column = np.abs(R.apply(unit)[:, 0])
    column[row] = 0.0
    order = np.argsort(-column, kind="stable")[:most]
    return [(int(j), float(column[j])) for j in order if column[j] > 0]
