"""Neighbour graphs, Laplacian eigenvectors, shortest paths: by definition on small inputs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spectralign_gui.core.errors import MemoryNeedError, ParameterError
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.core.numerics import grapheigen, graphs


def data(seed: int, n: int, p: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((n, p))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 14), st.integers(1, 6), st.integers(1, 16))
def test_neighbours_by_definition(seed, n, p, k):
    X = data(seed, n, p)
    W = graphs.neighbour_graph(X, k).toarray()
    D = np.linalg.norm(X[:, None] - X[None], axis=2)
    expected = np.zeros((n, n))
    for i in range(n):
        order = [j for j in np.argsort(D[i], kind="stable") if j != i][:k]
        expected[i, order] = 1
    np.testing.assert_array_equal(W, np.maximum(expected, expected.T))


def test_far_from_the_origin_the_neighbours_stay_the_same():
    X = data(1, 30, 4)
    np.testing.assert_array_equal(graphs.neighbour_graph(X, 4).toarray(),
                                  graphs.neighbour_graph(X + 1e7, 4).toarray())


def test_duplicated_spectra_are_each_others_neighbours_and_never_their_own():
    X = np.repeat(data(2, 5, 3), 4, axis=0)
    rows, distances = graphs.nearest_neighbours(X, 3)
    assert (rows != np.arange(20)[:, None]).all()
    assert (distances == 0).all()


def test_heat_weights_do_not_depend_on_the_scale():
    X = data(3, 20, 4)
    a, b = (graphs.neighbour_graph(f * X, 3, "heat").toarray() for f in (1.0, 1e-9))
    np.testing.assert_allclose(a, b, rtol=1e-9)
    W = graphs.neighbour_graph(X, 3, "heat", bandwidth=2.0).tocoo()
    d2 = ((X[W.row] - X[W.col]) ** 2).sum(1)
    np.testing.assert_allclose(W.data, np.exp(-d2 / 2.0))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.integers(4, 16), st.integers(1, 3), st.booleans())
def test_eigenmaps_equal_the_dense_generalised_problem(seed, n, k, lanczos):
    W = graphs.neighbour_graph(data(seed, n, 3), k, "heat")
    keep = grapheigen.DENSE_ROWS
    try:
        grapheigen.DENSE_ROWS = 4 if lanczos and n > 12 else keep
        values, F = grapheigen.laplacian_eigenmaps(W, max(1, n // 5))
    finally:
        grapheigen.DENSE_ROWS = keep
    L, degrees = graphs.laplacian(W)
    from scipy.linalg import eigh

    expected = eigh(L.toarray(), np.diag(degrees), eigvals_only=True)
    parts, _ = graphs.components(W)
    np.testing.assert_allclose(values, expected[parts:parts + len(values)], atol=1e-9)
    np.testing.assert_allclose(L @ F, degrees[:, None] * F * values, atol=1e-8)
    np.testing.assert_allclose(F.T @ (degrees[:, None] * F), np.eye(len(values)), atol=1e-8)


def test_lanczos_drops_one_zero_per_part():
    X = np.concatenate([data(4, 700, 3), data(5, 900, 3) + 100])
    W = graphs.neighbour_graph(X, 6)
    assert graphs.components(W)[0] == 2
    values, F = grapheigen.laplacian_eigenmaps(W, 4)
    assert values[0] > 1e-4
    L, degrees = graphs.laplacian(W)
    np.testing.assert_allclose(L @ F, degrees[:, None] * F * values, atol=1e-7)


def test_merging_adds_weights_and_drops_inner_edges():
    W = graphs.neighbour_graph(data(6, 12, 2), 3)
    pairs = np.array([[0, 5], [5, 9], [2, 3]])
    merged, place = graphs.merge_rows(W, pairs)
    assert merged.shape == (9, 9) and place[0] == place[5] == place[9] and place[2] == place[3]
    dense, P = W.toarray(), np.eye(9)[place]
    expected = P.T @ dense @ P
    np.fill_diagonal(expected, 0)
    np.testing.assert_allclose(merged.toarray(), expected)


def test_shortest_paths():
    X = data(7, 20, 2)
    D = np.linalg.norm(X[:, None] - X[None], axis=2)
    np.testing.assert_allclose(graphs.shortest_paths(X, None), D, atol=1e-12)
    W = graphs.neighbour_graph(X, 5, "distance").toarray()
    G = np.where(W > 0, W, np.inf)
    np.fill_diagonal(G, 0)
    for m in range(20):  # Floyd–Warshall
        G = np.minimum(G, G[:, m:m + 1] + G[m:m + 1, :])
    np.testing.assert_allclose(graphs.shortest_paths(X, 5), G, atol=1e-12)


def test_a_graph_that_falls_apart_is_refused_by_name():
    X = np.concatenate([data(8, 6, 2), data(9, 6, 2) + 50])
    with pytest.raises(ParameterError, match="n_neighbors: with 2 neighbours the graph of set 1 falls into 2 unconn"):
        graphs.shortest_paths(X, 2, "set 1")


def test_distances_that_do_not_fit_are_refused_before_they_start():
    with pytest.raises(MemoryNeedError, match="GB"):
        graphs.euclidean_distances(np.zeros((3_000_000, 1)))


def test_neighbour_search_can_be_cancelled():
    from spectralign_gui.core.errors import Cancelled

    monitor = SilentMonitor()
    monitor.cancel()
    with pytest.raises(Cancelled):
        graphs.nearest_neighbours(data(0, 10, 2), 2, monitor)
