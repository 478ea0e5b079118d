"""Two simulated instruments that measure the same samples."""

import numpy as np
import pytest


def simulate(n=40, p=60, seed=0, noise=2e-4):
    """Spectra of A and B (n, p) of the same samples, and two properties."""
    rng = np.random.default_rng(seed)
    grid = np.linspace(0, 1, p)
    pure = np.exp(-0.5 * ((grid - np.array([0.2, 0.35, 0.5, 0.7, 0.85])[:, None]) / 0.09) ** 2)
    C = rng.uniform(0, 1, (n, 5))
    A = C @ pure + 0.3
    moved = np.array([np.interp(grid - 0.012, grid, row) for row in pure])
    offset = 0.35 + 0.2 * grid ** 2 + 0.3 * pure[1] + 0.2 * pure[3]
    B = C @ moved * 0.93 + offset + 0.01 * np.outer(C[:, 0], np.sin(6 * grid))
    Y = np.stack([C[:, 1] * 10 + 5, C[:, 3] * 2 + C[:, 2]], axis=1)
    return A + noise * rng.normal(size=A.shape), B + noise * rng.normal(size=B.shape), Y


def two_instruments():
    """A (30), B (30), values (30), pairs of 12 standards, and ten new samples of B with values."""
    A, B, Y = simulate()
    rows = np.arange(0, 24, 2)
    return {"A": A[:30], "B": B[:30], "Y": Y[:30], "pairs": np.stack([rows, rows], axis=1), "rows": rows,
            "new_a": A[30:], "new_b": B[30:], "new_y": Y[30:]}


@pytest.fixture
def instruments():
    """See `two_instruments`."""
    return two_instruments()
