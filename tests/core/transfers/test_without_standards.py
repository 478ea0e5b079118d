"""Transfers that need no standards (uDOP, CTRL, CTAI, TCA, Sinkhorn) against their definitions, written out plainly."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spectralign_gui.core import create
from spectralign_gui.core.errors import DataError, PairsError, ParameterError
from spectralign_gui.core.notes import code_of
from spectralign_gui.core.regression.pls import pls1_rotations
from spectralign_gui.core.transfers.ctai import ctai_model
from spectralign_gui.core.transfers.ctrl import band_of, chosen_ridge, mean_filter
from spectralign_gui.core.transfers.sinkhorn import score_space, sinkhorn_plan, transport_map
from spectralign_gui.core.transfers.tca import left_out_curve, transfer_components
from spectralign_gui.core.transfers.udop import udop_directions

SEEDS = st.integers(0, 10_000)


def error(name, d, **values):
    """Error at new samples of B after a fit without any standard, over the spread of the values."""
    est = create(name, **values).fit([d["A"], d["B"]], targets=[d["Y"], None])
    assert est.takes_unmarked()
    return np.sqrt(((est.predict(d["new_b"]) - d["new_y"]) ** 2).mean(axis=0)) / d["new_y"].std(axis=0)


# -- uDOP -------------------------------------------------------------------------------------------------
def leading(X, k):
    values, V = np.linalg.eigh(X.T @ X)
    return V[:, np.argsort(values)[::-1][:k]]


@given(SEEDS, st.integers(1, 3))
def test_udop_by_its_definition(seed, k):
    rng = np.random.default_rng(seed)
    sizes = np.array([9.0, 4.0, 2.0, 0.5, 0.3])
    A = rng.normal(size=(12, 5)) * sizes
    B = (rng.normal(size=(9, 5)) * sizes) @ np.linalg.qr(np.eye(5) + 0.1 * rng.normal(size=(5, 5)))[0] + 3
    a, b = A - A.mean(axis=0), B - B.mean(axis=0)
    Vs, Vt, V = leading(a, k), leading(b, k), leading(np.vstack([a, b]), k)
    for W in (Vs, Vt):
        for i in range(k):
            if W[:, i] @ V[:, i] < 0:
                W[:, i] *= -1
    D = (B - B.mean(axis=0)) @ Vt @ Vs.T + B.mean(axis=0) - B
    s, U = udop_directions(A, B, k)
    np.testing.assert_allclose(s, np.sqrt(np.maximum(np.linalg.eigvalsh(D.T @ D)[::-1], 0)), atol=1e-6 * s[0])
    np.testing.assert_allclose(np.abs(U[0] @ leading(D, 1)[:, 0]), 1.0, rtol=1e-5)


@pytest.mark.parametrize("name, share", [("udop", 0.6), ("ctrl", 0.6), ("ctai", 0.6), ("tca", 0.6), ("sinkhorn", 0.3)])
def test_it_helps_without_any_standard(name, share, instruments):
    assert (error(name, instruments) < share * error_of_nothing(instruments)).all()


def error_of_nothing(d):
    est = create("none").fit([d["A"], d["B"]], pairs=d["pairs"], targets=[d["Y"], None])
    return np.sqrt(((est.predict(d["new_b"]) - d["new_y"]) ** 2).mean(axis=0)) / d["new_y"].std(axis=0)


@pytest.mark.parametrize("name", ["udop", "ctai", "tca", "sinkhorn"])
def test_too_few_spectra_are_refused(name, instruments):
    d = instruments
    with pytest.raises(DataError, match="at least 3 spectra of each instrument, but there are 2 spectra of set 1"):
        create(name).fit([d["A"], d["B"][:2]], targets=[d["Y"], None])


@pytest.mark.parametrize("name", ["ctrl", "ctai", "tca", "sinkhorn", "coral"])
def test_standards_give_the_means_where_there_are_any(name, instruments):
    """B's other samples are of another composition, so that the mean of all spectra misleads."""
    d = instruments
    rows = np.argsort(d["Y"][:, 0])
    B = d["B"][rows[:14]]  # low values only
    pairs = np.stack([rows[:14:2], np.arange(0, 14, 2)], axis=1)

    def bias(mean):
        est = create(name, mean=mean).fit([d["A"], B], pairs=pairs, targets=[d["Y"], None])
        return abs((est.predict(d["new_b"]) - d["new_y"])[:, 0].mean())

    assert bias("standards") < 0.7 * bias("all")
    assert bias("auto") == bias("standards")
    with pytest.raises(PairsError, match="at least 1 standard"):
        create(name, mean="standards").fit([d["A"], B], targets=[d["Y"], None])


# -- CTRL -------------------------------------------------------------------------------------------------
def moved(x, by):
    return np.array([x[min(max(i + by, 0), len(x) - 1)] for i in range(len(x))])


@given(SEEDS, st.sampled_from([3, 5, 7]))
def test_the_mean_filter_by_its_definition(seed, width):
    """The least squares of x̄_A on 1 and the copies; every spectrum through the filter, and x̄_B onto x̄_A."""
    rng = np.random.default_rng(seed)
    p = 20
    A, B = rng.normal(size=(4, p)), rng.normal(size=(5, p))
    a, b = A.mean(axis=0), B.mean(axis=0)
    half = width // 2
    K = np.stack([moved(b, k) for k in range(-half, half + 1)], axis=1)
    h = np.linalg.lstsq(np.column_stack([np.ones(p), K]), a, rcond=None)[0][1:]
    np.testing.assert_allclose(mean_filter(a, b, width, 0.0), h, rtol=1e-6, atol=1e-8)
    est = create("ctrl", window=width, ridge=0.0, mean="all").fit([A, B])

    def through(x):
        return np.stack([moved(x, k) for k in range(-half, half + 1)], axis=1) @ h

    wanted = [through(x) + a - through(b) for x in B]
    np.testing.assert_allclose(est.to_spectra(B), wanted, rtol=1e-6, atol=1e-8)
    np.testing.assert_allclose(est.to_spectra(B).mean(axis=0), a, atol=1e-8)


def test_a_large_ridge_leaves_a_mean_shift_and_an_even_window_is_refused(instruments):
    d = instruments
    est = create("ctrl", ridge=1e9).fit([d["A"], d["B"]])
    np.testing.assert_allclose(est.to_spectra(d["new_b"]), d["new_b"] + d["A"].mean(axis=0) - d["B"].mean(axis=0),
                               atol=1e-6)
    with pytest.raises(ParameterError, match="odd"):
        create("ctrl", window=4).fit([d["A"], d["B"]])


def test_a_shift_of_one_channel_is_found():
    grid = np.linspace(0, 1, 80)
    a, b = (sum(np.exp(-((grid - c - s) / 0.03) ** 2) for c in (0.2, 0.45, 0.8)) for s in (0.0, grid[1]))
    ridge = chosen_ridge(a, b, 5)
    h = mean_filter(a, b, 5, ridge)
    assert ridge < 1e-3 and np.argmax(h) == 3 and h[3] > 0.8
    assert band_of(h, 80).shape == (80, 5)


# -- CTAI -------------------------------------------------------------------------------------------------
@given(SEEDS, st.integers(1, 3))
def test_ctai_by_its_definition(seed, count):
    """Every point (ŷ, t) of B is turned by the angle between the lines, about where B's line meets A's mean."""
    rng = np.random.default_rng(seed)
    X, B = rng.normal(size=(14, 5)), rng.normal(size=(9, 5)) @ rng.normal(size=(5, 5)) + 0.5
    y = X[:, 0] + 0.3 * rng.normal(size=14) + 4
    mean, level = X.mean(axis=0), y.mean()
    R, q = pls1_rotations(X - mean, y - level, count)
    unit_y, units = ((X - mean) @ R @ q).std(), ((X - mean) @ R).std(axis=0)
    wanted = np.full(9, level)
    for i in range(count):
        ends = []
        for Z in (X, B):
            u, v = (Z - mean) @ R @ q / unit_y, (Z - mean) @ R[:, i] / units[i]
            ends.append((u, v, *np.polyfit(u, v, 1)))
        (_, _, slope_a, _), (u, v, slope_b, start) = ends
        turn = np.arctan(slope_a) - np.arctan(slope_b)
        wanted += q[i] * units[i] * (np.sin(turn) * u + np.cos(turn) * (v - start))
    b, c, angle = ctai_model(X, y, B, count)
    assert angle.shape == (count,)
    np.testing.assert_allclose(B @ b + c, wanted, rtol=1e-7, atol=1e-8)


def test_ctai_of_one_instrument_twice_changes_nothing(instruments):
    d = instruments
    est = create("ctai").fit([d["A"], d["A"]], targets=[d["Y"], None])
    np.testing.assert_allclose(est.predict(d["new_a"], 1), est.predict(d["new_a"], 0), rtol=1e-9)


# -- TCA --------------------------------------------------------------------------------------------------
@given(SEEDS, st.sampled_from([0.5, 20.0]))
def test_transfer_components_by_the_eigenproblem(seed, penalty):
    rng = np.random.default_rng(seed)
    n, m = 7, 5
    X = np.vstack([rng.normal(size=(n, 6)), rng.normal(size=(m, 6)) + 0.7])
    K = X @ X.T
    e = np.concatenate([np.full(n, 1 / n), np.full(m, -1 / m)])
    H = np.eye(n + m) - 1 / (n + m)
    Kc = H @ K @ H
    mu = float((Kc @ e) @ (Kc @ e)) / penalty
    values, V = np.linalg.eig(np.linalg.solve(Kc @ np.outer(e, e) @ Kc + mu * np.eye(n + m), Kc @ H @ Kc))
    order = np.argsort(values.real)[::-1][:3]
    W, level = transfer_components(K, K @ e, penalty)
    T = (K - level) @ W
    for i, k in enumerate(order):
        wanted = Kc @ V[:, k].real
        assert abs(np.corrcoef(T[:, i], wanted)[0, 1]) > 1 - 1e-6
    np.testing.assert_allclose(T[:, :3].std(axis=0), 1.0, rtol=1e-6)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_both_instruments_have_one_mean_in_the_components(kernel, instruments):
    d = instruments
    est = create("tca", kernel=kernel, n_components=3).fit([d["A"], d["B"]], targets=[d["Y"], None])
    means = [est.predict(X, 0).mean(axis=0) for X in (d["A"], d["B"])]
    np.testing.assert_allclose(means[0], means[1], atol=1e-6)
    assert (est.linear_model(1) is None) == (kernel == "rbf")
    again = type(est).from_state(est.get_params(), est.to_state())
    np.testing.assert_array_equal(again.predict(d["new_b"]), est.predict(d["new_b"]))
    with pytest.raises(ParameterError, match="Components"):
        create("tca", n_components=200).fit([d["A"], d["B"]], targets=[d["Y"], None])


@given(SEEDS)
def test_left_out_errors_of_components_by_refitting(seed):
    rng = np.random.default_rng(seed)
    T, y, numbers = rng.normal(size=(12, 3)), rng.normal(size=12), np.arange(12) % 4
    wanted = np.zeros((3, 12))
    for k in range(4):
        for i in np.flatnonzero(numbers == k):
            for count in (1, 2, 3):
                rest = numbers != k
                design = np.column_stack([np.ones(rest.sum()), T[rest, :count]])
                found = np.linalg.lstsq(design, y[rest], rcond=None)[0]
                wanted[count - 1, i] = (np.concatenate([[1.0], T[i, :count]]) @ found - y[i]) ** 2
    np.testing.assert_allclose(left_out_curve(T, y, numbers), wanted.mean(axis=1), rtol=1e-6)


# -- Sinkhorn ---------------------------------------------------------------------------------------------
@given(SEEDS, st.integers(2, 5), st.integers(2, 5))
def test_the_plan_by_plain_scaling(seed, n, m):
    """Cuturi's iteration in plain numbers; its margins, and its form diag(u) exp(−C/ε) diag(v)."""
    rng = np.random.default_rng(seed)
    cost = rng.uniform(size=(n, m))
    P, done = sinkhorn_plan(cost, 0.3, 5000)
    K, u, v = np.exp(-cost / 0.3), np.ones(n), np.ones(m)
    for _ in range(3000):
        u = 1 / n / (K @ v)
        v = 1 / m / (K.T @ u)
    assert done
    np.testing.assert_allclose(P, u[:, None] * K * v, rtol=2e-3, atol=1e-6)
    np.testing.assert_allclose(P.sum(axis=0), 1 / m, rtol=1e-9)


def test_a_plan_of_hardly_any_blur_is_the_best_pairing():
    from scipy.optimize import linear_sum_assignment

    cost = np.random.default_rng(2).uniform(size=(5, 5))
    P, _ = sinkhorn_plan(cost, 0.005, 20_000)
    rows, columns = linear_sum_assignment(cost)
    best = np.zeros((5, 5))
    best[rows, columns] = 0.2
    np.testing.assert_allclose(P, best, atol=0.02)
    hard = np.random.default_rng(2).uniform(size=(30, 17))
    assert not sinkhorn_plan(hard, 0.001, 2)[1] and sinkhorn_plan(hard, 0.1, 2000)[1]


@given(SEEDS)
def test_a_cloud_moved_onto_itself_stays(seed):
    T = np.random.default_rng(seed).normal(size=(12, 2))
    T = T - T.mean(axis=0)
    M, done = transport_map(T, T, 0.3, 5000)
    assert done
    np.testing.assert_allclose(M, 0.0, atol=1e-9)


def test_a_stretched_cloud_is_brought_back():
    """B's scores are A's, but wider in one direction and turned a little; entropy does not pull to the middle."""
    rng = np.random.default_rng(0)
    S = rng.normal(size=(150, 2)) * [1.0, 0.6]
    other = rng.normal(size=(150, 2)) * [1.0, 0.6]  # other samples of the same kind
    turn = np.array([[np.cos(0.1), np.sin(0.1)], [-np.sin(0.1), np.cos(0.1)]])
    T = other @ np.diag([1.3, 1.0]) @ turn
    S, T = S - S.mean(axis=0), T - T.mean(axis=0)
    M, _ = transport_map(S, T, 0.2, 5000)
    np.testing.assert_allclose(np.diag([1.3, 1.0]) @ turn @ (np.eye(2) + M), np.eye(2), atol=0.15)


def test_scores_have_the_size_of_their_mean_variance():
    rng = np.random.default_rng(1)
    A, B = rng.normal(size=(20, 6)), rng.normal(size=(50, 6)) * 2
    A, B = A - A.mean(axis=0), B - B.mean(axis=0)
    V, sizes = score_space(A, B, 3)
    np.testing.assert_allclose(V @ V.T, np.eye(3), atol=1e-12)
    np.testing.assert_allclose(sizes ** 2, [(np.var(A @ v) + np.var(B @ v)) / 2 for v in V], rtol=1e-9)


def test_a_transport_that_is_not_finished_is_told(instruments):
    d = instruments
    est = create("sinkhorn", rounds=2, entropy=0.01).fit([d["A"], d["B"][:17]])
    assert [code_of(w) for w in est.warnings_] == ["transfer.transport_unfinished"]
