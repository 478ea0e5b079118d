"""Beside the map out of the joint space: a direct one, with the share that withheld standards give it."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core import create
from spectralign_gui.core.alignments.lra import LowRankAlignment
from spectralign_gui.core.alignments.maps.direct import DirectMap, direct_maps
from spectralign_gui.core.fitdata import FitData
from spectralign_gui.core.numerics.laplacian import PairGraph

RNG = np.random.default_rng(0)


class Joint(LowRankAlignment):
    """Out of the joint space only."""

    _direct_from = np.inf


def sets(n: int = 40, m: int = 15) -> tuple[list[np.ndarray], np.ndarray]:
    """One direction makes up most of a spectrum; five small ones tell the samples apart."""
    rng = np.random.default_rng(4)
    latent = rng.standard_normal((n, 6)) * np.array([12, 2, 2, 2, 2, 2])
    Xs = [latent @ np.linalg.qr(rng.standard_normal((p, 6)))[0].T + 0.1 * rng.standard_normal((n, p)) + 5
          for p in (30, 24)]
    return Xs, np.stack([np.arange(m)] * 2, axis=1)


def test_the_direct_map_is_ridge_regression_with_the_penalty_of_the_least_left_out_error():
    B, A = RNG.standard_normal((12, 20)), RNG.standard_normal((12, 7))
    A += B[:, :7] * 3
    size = float(((B - B.mean(0)) ** 2).sum()) / 12

    def ridge(rows: np.ndarray, penalty: float, X: np.ndarray) -> np.ndarray:
        Z = B[rows] - B[rows].mean(0)
        slopes = np.linalg.solve(Z.T @ Z + penalty * size * np.eye(20), Z.T @ A[rows])
        return (X - B[rows].mean(0)) @ slopes + A[rows].mean(0)

    everything = np.arange(12)
    penalties = 10.0 ** -np.arange(0.0, 7.0, 0.5)
    errors = [sum(float(((ridge(np.delete(everything, i), p, B[i:i + 1]) - A[i]) ** 2).sum()) for i in everything)
              for p in penalties]
    X = RNG.standard_normal((3, 20))
    np.testing.assert_allclose(DirectMap.fit(B, A)(X), ridge(everything, penalties[int(np.argmin(errors))], X),
                               atol=1e-9)


@pytest.mark.parametrize(("b", "a"), [(1e-150, 1e150), (1e12, 1e-12)])
def test_any_unit(b, a):
    B, A = RNG.standard_normal((9, 5)), RNG.standard_normal((9, 4))
    np.testing.assert_allclose(DirectMap.fit(B * b, A * a)(B * b) / a, DirectMap.fit(B, A)(B), rtol=1e-9)


def test_standards_that_do_not_differ_give_none():
    assert DirectMap.fit(np.ones((5, 4)), RNG.standard_normal((5, 3))) is None
    assert DirectMap.fit(RNG.standard_normal((5, 3)), np.ones((5, 4))) is None


@pytest.mark.parametrize("name", ["lra", "klra", "rlra", "slra"])
def test_what_the_joint_space_lacks_is_rebuilt(name):
    Xs, pairs = sets()
    fitted = create(name, n_components=2).fit(Xs, pairs=pairs)
    narrow = type("Narrow", (type(fitted),), {"_direct_from": np.inf})(n_components=2).fit(Xs, pairs=pairs)
    errors = [np.linalg.norm(f.to_spectra(Xs[1][20:], 1, 0) - Xs[0][20:]) for f in (fitted, narrow)]
    assert errors[0] < 0.8 * errors[1]
    assert {(m["origin"], m["to"]) for m in fitted.maps_["direct"]} == {(0, 1), (1, 0)}
    assert all(0 < m["share"] < 1 for m in fitted.maps_["direct"])


def test_a_saved_model_rebuilds_alike_and_an_older_one_as_it_did():
    Xs, pairs = sets()
    fitted = create("lra").fit(Xs, pairs=pairs)
    state = fitted.to_state()
    again = LowRankAlignment.from_state(fitted.get_params(), state)
    np.testing.assert_array_equal(again.to_spectra(Xs[1], 1, 0), fitted.to_spectra(Xs[1], 1, 0))
    del state["maps_"]["direct"]
    older = LowRankAlignment.from_state(fitted.get_params(), state)
    np.testing.assert_array_equal(older.to_spectra(Xs[1], 1, 0), Joint().fit(Xs, pairs=pairs).to_spectra(Xs[1], 1, 0))


def test_the_share_is_the_best_one_on_withheld_standards():
    """A joint space that knows everything gets all but what the caution takes, one of noise next to nothing."""
    Xs, pairs = sets(m=30)
    data = FitData.check(Xs, pairs, None, None, needs=frozenset(), min_sets=2, max_sets=2, method="")
    graph = PairGraph(80, data.stacked_pairs)
    latent = np.linalg.svd(Xs[0] - Xs[0].mean(0), full_matrices=False)[0][:, :6]
    noise = RNG.standard_normal((40, 6))
    shares = [np.mean([m["share"] for m in direct_maps(data, graph, lambda _, G=G: [G, G])]) for G in (latent, noise)]
    assert shares[0] < 0.65 and shares[1] > 0.85


def test_few_standards_and_far_too_many_samples_leave_it_out():
    Xs, pairs = sets()
    fitted = create("lra").fit(Xs, pairs=pairs[:4])
    fitted.to_spectra(Xs[1][:1], 1, 0)
    assert fitted.maps_["direct"] == []


def test_three_instruments_only_where_they_share_standards():
    Xs, _ = sets()
    Xs = [*Xs, Xs[0][:, ::2] * 2]
    pairs = [(0, i, 1, i) for i in range(10)] + [(1, i, 2, i) for i in range(20, 30)]
    fitted = create("lra").fit(Xs, pairs=np.array(pairs))
    fitted.to_spectra(Xs[2][:1], 2, 0)
    assert {(m["origin"], m["to"]) for m in fitted.maps_["direct"]} == {(0, 1), (1, 0), (1, 2), (2, 1)}
