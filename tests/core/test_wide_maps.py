"""The map to spectra takes more joint dimensions than the embedding shows, where the standards say so."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core import create
from spectralign_gui.core.alignments._rank_choice import DIMENSIONS
from spectralign_gui.core.alignments.lra import LowRankAlignment
from spectralign_gui.core.alignments.maps.width import inner_maps, map_dimensions
from spectralign_gui.core.numerics.reduced import Solution


def two_sets(seed: int = 0, n: int = 60) -> tuple[list[np.ndarray], np.ndarray]:
    """Six latent directions that both instruments see well."""
    rng = np.random.default_rng(seed)
    latent = rng.standard_normal((n, 6)) * np.array([3, 2, 1.5, 1.2, 1, 0.9])
    Xs = [latent @ np.linalg.qr(rng.standard_normal((p, 6)))[0].T + 0.02 * rng.standard_normal((n, p))
          for p in (30, 24)]
    return Xs, np.stack([np.arange(40)] * 2, axis=1)


class Narrow(LowRankAlignment):
    """As many dimensions in the map as the embedding has."""

    _wide_from = _direct_from = np.inf


def error(fitted: LowRankAlignment, Xs: list[np.ndarray]) -> float:
    wanted = Xs[0][40:]
    return float(np.linalg.norm(fitted.to_spectra(Xs[1][40:], 1, 0) - wanted) / np.linalg.norm(wanted))


def test_more_dimensions_are_taken_where_they_help() -> None:
    Xs, pairs = two_sets()
    fitted = create("lra", rank=8, n_components=2).fit(Xs, pairs=pairs)
    assert fitted.n_components_ == 2 and fitted.transform(Xs[1][40:], 1).shape == (20, 2)
    wide = error(fitted, Xs)
    assert fitted.wide_samples_ is not None
    narrow = Narrow(rank=8, n_components=2)
    assert wide < 0.15 < error(narrow.fit(Xs, pairs=pairs), Xs)
    few = create("lra", rank=8, n_components=2).fit(Xs, pairs=pairs[:19])
    few.to_spectra(Xs[1][:2], 1, 0)
    assert few.wide_samples_ is None, "nineteen standards cannot tell"


def test_a_saved_model_rebuilds_alike_and_an_older_one_still_does() -> None:
    Xs, pairs = two_sets(1)
    fitted = create("lra", rank=8, n_components=2).fit(Xs, pairs=pairs)
    state = fitted.to_state()
    again = LowRankAlignment.from_state(fitted.get_params(), state)
    np.testing.assert_array_equal(again.to_spectra(Xs[1], 1, 0), fitted.to_spectra(Xs[1], 1, 0))
    narrow = Narrow(rank=8, n_components=2)
    old = narrow.fit(Xs, pairs=pairs).to_state()
    del old["wide_samples_"]
    older = LowRankAlignment.from_state(narrow.get_params(), old)
    np.testing.assert_array_equal(older.to_spectra(Xs[1], 1, 0), narrow.to_spectra(Xs[1], 1, 0))


def test_a_live_change_chooses_anew() -> None:
    Xs, pairs = two_sets(2)
    fitted = create("lra", rank=8, n_components=2).fit(Xs, pairs=pairs)
    error(fitted, Xs)
    moved = fitted.resolve(n_components=6)
    fresh = create("lra", rank=8, n_components=6).fit(Xs, pairs=pairs)
    np.testing.assert_allclose(moved.to_spectra(Xs[1], 1, 0), fresh.to_spectra(Xs[1], 1, 0), atol=1e-9)


def test_number_is_never_below_that_of_the_embedding() -> None:
    Xs, pairs = two_sets(3)
    fitted = create("lra", rank=8, n_components=5).fit(Xs, pairs=pairs)
    for d in (1, 3, 5, 7):
        found = map_dimensions(fitted._problem, fitted.choice_.kept, fitted.reconstructions_, fitted._data, 0.8, d, 20)
        assert found >= d
    assert map_dimensions(fitted._problem, fitted.choice_.kept, fitted.reconstructions_, fitted._data, 0.8, 3, 41) == 3


def test_inner_maps_are_those_of_the_fit() -> None:
    Xs, pairs = two_sets(4)
    fitted = create("lra", rank=6, n_components=3).fit(Xs, pairs=pairs)
    solution = Solution(fitted.eigenvalues_, np.concatenate(fitted.embeddings_), 3)
    for own, found in zip(fitted._inner, inner_maps(fitted.reconstructions_, solution, 0.8, fitted._data.offsets),
                          strict=True):
        np.testing.assert_allclose(found, own, rtol=1e-12)


@pytest.mark.parametrize("name", ["slra", "rlra"])
def test_sparse_and_robust_choose_dimensions_on_their_own_reconstruction(name: str) -> None:
    Xs, pairs = two_sets(5)
    fitted = create(name, tol=1e-4).fit(Xs, pairs=pairs)
    score = fitted.dimensions_score_
    assert fitted.n_components_ == DIMENSIONS[int(np.nanargmax(score))]
    given = create(name, tol=1e-4, n_components=2).fit(Xs, pairs=pairs)
    assert given.n_components_ == 2 and not hasattr(given, "dimensions_score_")


def test_sparse_takes_no_rank_at_which_sparsity_alone_would_decide() -> None:
    Xs, pairs = two_sets(6)
    for sparsity in (0.01, 3.0):
        fitted = create("slra", sparsity=sparsity, tol=1e-3).fit(Xs, pairs=pairs)
        assert fitted.chosen_["rank"] == 4 or min(fitted.penalties_) >= sparsity
