"""Where Lanczos does not find the eigenvectors, the problem is solved as a whole, or a sentence says what to do."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse.linalg import ArpackNoConvergence

from spectralign_gui.core.errors import DataError
from spectralign_gui.core.numerics import lanczos
from spectralign_gui.core.numerics.laplacian import PairGraph
from spectralign_gui.core.numerics.reduced import block_diagonal


def problem(seed: int = 0):
    rng = np.random.default_rng(seed)
    bases = [np.linalg.qr(rng.normal(size=(40, 6)))[0], np.linalg.qr(rng.normal(size=(35, 5)))[0]]
    deficits = [rng.uniform(0.2, 1, 6), rng.uniform(0.2, 1, 5)]
    graph = PairGraph(75, np.array([[i, 40 + j] for i, j in ((0, 0), (0, 1), (1, 1), (2, 1), (3, 5), (4, 5))]))
    return bases, deficits, graph


def by_definition(bases, deficits, graph, mu):
    S, weight = block_diagonal(bases), np.concatenate(deficits)
    laplacian = np.zeros((graph.size, graph.size))
    for i, j in graph.pairs:
        laplacian[i, i] += 1
        laplacian[j, j] += 1
        laplacian[i, j] -= 1
        laplacian[j, i] -= 1
    return (1 - mu) * (np.eye(graph.size) - S @ np.diag(weight) @ S.T) + 2 * mu * laplacian


@pytest.mark.parametrize("restarts", [300, 0])
@pytest.mark.parametrize("mu", [0.02, 0.5, 0.9])
def test_smallest_eigenvectors_by_either_way(monkeypatch, restarts, mu):
    if not restarts:
        def never(*_, **__):
            raise ArpackNoConvergence("No convergence", np.zeros(0), np.zeros((75, 0)))
        monkeypatch.setattr("scipy.sparse.linalg.eigsh", never)
    bases, deficits, graph = problem()
    A = by_definition(bases, deficits, graph, mu)
    found = lanczos.solve_lanczos(bases, deficits, graph, mu, 5)
    np.testing.assert_allclose(found.eigenvalues, np.linalg.eigvalsh(A)[:5], atol=1e-10)
    np.testing.assert_allclose(A @ found.vectors, found.vectors * found.eigenvalues, atol=1e-8)


def test_what_neither_way_finds_is_said(monkeypatch):
    def never(*_, **__):
        raise ArpackNoConvergence("No convergence", np.zeros(0), np.zeros((75, 0)))
    monkeypatch.setattr("scipy.sparse.linalg.eigsh", never)
    monkeypatch.setattr(lanczos, "LARGEST_DENSE", 70)
    bases, deficits, graph = problem()
    with pytest.raises(DataError, match="choose a µ farther from 0 and 1"):
        lanczos.solve_lanczos(bases, deficits, graph, 0.5, 3)
