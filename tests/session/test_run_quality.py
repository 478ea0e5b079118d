"""Typed figures of a run and what its fit left."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.fitted import Fitted, shown_attributes
from spectralign_gui.core.registry import method
from spectralign_gui.session.run.run_quality import Residuals, RunQuality, UnseenHits


def full() -> RunQuality:
    return RunQuality({"3": {"a_to_b": 0.5, "b_to_a": 1.0}}, 0.1, 0.4, 4,
                      {"B": Residuals(("Fat",), np.array([[0.5], [np.nan]]), (1, 2))},
                      {"B": Residuals(("Fat",), np.array([[0.1]]), (0,))},
                      np.array([[0, 1, 1, 2]]), UnseenHits({1: (1, 2)}, (3, 4)))


@pytest.mark.parametrize("figures", [full(), RunQuality(), RunQuality(held_out=full().held_out)])
def test_the_tree_holds_everything(figures):
    again = RunQuality.from_tree(figures.to_tree())
    np.testing.assert_equal(again.to_tree(), figures.to_tree())
    assert again.unseen == figures.unseen and again.hit == figures.hit


def test_nothing_measured_is_an_empty_tree():
    assert RunQuality().to_tree() == {} and RunQuality.from_tree({}).foscttm is None


def test_names_of_version_one_are_read():
    """A project of version 1 has a mapping of these names."""
    old = {"hit": {"1": {"a_to_b": 0.2, "b_to_a": 0.1}}, "foscttm": 0.3, "matched_distance": 0.5, "held_out_pairs": 3,
           "residuals": {"B": {"properties": ["Fat"], "residuals": [[1.0]], "rows": [4]}}, "in_doubt": [[0, 1, 1, 1]]}
    read = RunQuality.from_tree(old)
    assert read.hit["1"]["b_to_a"] == 0.1 and read.held_out["B"].rows == (4,) and read.in_doubt.shape == (1, 4)
    assert not read.left_out


@pytest.mark.parametrize("name", ["lra", "slra", "rlra", "lra-cluster", "cada", "ds", "auto"])
def test_what_a_fit_left(name):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(12, 5))
    estimator = method(name).create()
    y = X[:, :1] + 0.0
    estimator.fit([X, X + 0.1], pairs=[(i, i) for i in range(8)], targets=[y, np.full_like(y, np.nan)])
    left = Fitted.of(estimator)
    embeddings = getattr(estimator, "embeddings_", None)
    assert (left.embedding is None) == (embeddings is None)
    if left.embedding is not None:
        assert left.embedding.coordinates is embeddings
        assert len(left.reconstructions) == 2 and len(left.penalties) == 2
    assert left.convergence.converged == estimator.converged_
    assert (left.convergence.steps > 0) == (name in ("slra", "rlra"))
    assert (left.outliers.rows is not None) == (name == "rlra")
    assert (left.labels is not None) == (name == "lra-cluster")


def test_a_project_keeps_what_is_shown():
    assert {"embeddings_", "history_", "outliers_", "labels_", "penalties_"} <= set(shown_attributes())
