"""Maps out of the joint space: ridge by definition, offsets of sets, targets shared by standards."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.alignments.maps.joint import (
    RIDGES,
    JointMaps,
    apply_ridge,
    fit_ridge,
    set_offsets,
    shared_targets,
)
from spectralign_gui.core.fitdata import FitData

RNG = np.random.default_rng(0)


def test_ridge_by_definition() -> None:
    G = RNG.standard_normal((30, 4)) * [1, 2, 3, 4] + 5
    Y = G @ RNG.standard_normal((4, 3)) + RNG.standard_normal((30, 3))
    found = fit_ridge(G, Y)
    Z = (G - G.mean(axis=0)) / G.std(axis=0)
    Yc = Y - Y.mean(axis=0)

    def score(ridge: float) -> float:
        H = Z @ np.linalg.solve(Z.T @ Z + ridge * 30 * np.eye(4), Z.T)
        return float(((Yc - H @ Yc) ** 2).sum()) / (30 - 1 - np.trace(H)) ** 2

    assert found["ridge"] == pytest.approx(min(RIDGES, key=score))
    wanted = Z @ np.linalg.solve(Z.T @ Z + found["ridge"] * 30 * np.eye(4), Z.T @ Yc) + Y.mean(axis=0)
    assert np.abs(apply_ridge(found, G) - wanted).max() < 1e-10


def test_directions_that_one_set_does_not_know_are_not_blown_up() -> None:
    known = RNG.standard_normal((40, 1))
    A = np.hstack([known, known + 1e-3 * RNG.standard_normal((40, 1))])  # one direction, but for a trace of noise
    y = 2 * known + 0.1 * RNG.standard_normal((40, 1))
    B = RNG.standard_normal((40, 2))  # the other set varies in both
    spread = np.ones(2)
    assert np.abs(apply_ridge(fit_ridge(A, y, spread), B)).max() < 10
    assert np.isfinite(apply_ridge(fit_ridge(np.zeros((5, 2)), np.ones((5, 1))), B)).all()


def test_offsets_of_sets() -> None:
    base = RNG.standard_normal((20, 3))
    shift = np.array([1.0, -2.0, 0.0])
    sets = [base, base[:12] - shift, base[:8] + 5 * shift]
    pairs = np.array([(0, i, 1, i) for i in range(10)] + [(1, i, 2, i) for i in range(6)])
    offsets = set_offsets(sets, pairs)
    assert np.abs(offsets - [0 * shift, shift, -5 * shift]).max() < 1e-12
    noisy = [base, base + RNG.standard_normal((20, 3))]  # no offset: what is found is mostly taken back
    few = np.array([(0, i, 1, i) for i in range(4)])
    raw = (noisy[0][:4] - noisy[1][:4]).mean(axis=0)
    assert (np.abs(set_offsets(noisy, few)[1]) <= np.abs(raw)).all()
    assert np.array_equal(set_offsets(noisy, few[:1]), np.zeros((2, 3)))


def test_standards_share_their_targets() -> None:
    Xs = [RNG.standard_normal((5, 3)), RNG.standard_normal((4, 3))]
    targets = [np.array([[1.0], [2.0], [np.nan], [4.0], [5.0]]), np.array([[np.nan], [7.0], [np.nan], [np.nan]])]
    data = FitData.check(Xs, [[0, 0], [1, 1], [2, 1], [3, 2], [4, 2]], targets)
    one, two = shared_targets(data)
    assert one.ravel() == pytest.approx([1, 2, 7, 4, 5])
    assert two.ravel()[:3] == pytest.approx([1, 7, 4.5]) and np.isnan(two[3, 0])
    assert shared_targets(FitData.check(Xs, [[0, 0]])) is None
    assert np.isnan(targets[1][0, 0]), "the input is not changed"


def test_maps_round_trip() -> None:
    Xs = [RNG.standard_normal((25, 6)), RNG.standard_normal((20, 4))]
    data = FitData.check(Xs, [[i, i] for i in range(15)], [X[:, :2] for X in Xs])
    maps = JointMaps.fit([X[:, :3] for X in Xs], data)
    again = JointMaps.from_state(maps.to_state())
    G = RNG.standard_normal((7, 3))
    assert again.spectra(G, 1, 0).shape == (7, 6) and again.predict(G, 1).shape == (7, 2)
    assert np.array_equal(again.spectra(G, 0, 1), maps.spectra(G, 0, 1))


def test_spectra_may_take_more_coordinates_than_properties() -> None:
    Xs = [RNG.standard_normal((25, 6)), RNG.standard_normal((20, 4))]
    data = FitData.check(Xs, [[i, i] for i in range(15)], [X[:, :2] for X in Xs])
    narrow, wide = [X[:, :2] for X in Xs], [X[:, :4] for X in Xs]
    both, small, large = (JointMaps.fit(*given) for given in ((narrow, data, wide), (narrow, data), (wide, data)))
    G = RNG.standard_normal((7, 4))
    assert np.array_equal(both.predict(G[:, :2], 1), small.predict(G[:, :2], 1))
    assert np.array_equal(both.spectra(G, 1, 0), large.spectra(G, 1, 0))
