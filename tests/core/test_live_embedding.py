"""The embedding that iterative solvers show on their way: where it leads, and that it has no effect."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core import create
from spectralign_gui.core.alignments import _live_embedding
from spectralign_gui.core.alignments._live_embedding import SHARE, LiveEmbedding
from spectralign_gui.core.monitor import SilentMonitor
from tests.core.test_iterative_alignments import dense_embedding, two_sets


class Watching(SilentMonitor):
    """Keeps the embeddings that were told while the iteration ran."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[list[np.ndarray]] = []

    def report(self, stage: str, fraction: float, **values) -> None:
        if stage.startswith("Iterating") and "embeddings" in values:
            self.seen.append(values["embeddings"])


@pytest.mark.parametrize(("name", "given"), [("slra", {"sparsity": 0.03}), ("rlra", {})])
def test_it_moves_to_the_result_and_changes_nothing(name, given, monkeypatch):
    Xs, pairs = two_sets()
    plain = create(name, n_components=2, **given).fit(Xs, pairs=pairs)
    monkeypatch.setattr(_live_embedding, "SECONDS", 0.0)
    monkeypatch.setattr(_live_embedding, "SHARE", 1e9)
    watching = Watching()
    fitted = create(name, n_components=2, **given).fit(Xs, pairs=pairs, monitor=watching)
    for a, b in zip(plain.embeddings_, fitted.embeddings_, strict=True):
        np.testing.assert_array_equal(a, b)
    assert plain.objective_ == fitted.objective_ and plain.history_ == fitted.history_
    assert len(watching.seen) == len(fitted.history_["objective"])
    final = np.vstack(fitted.embeddings_)

    def away(embeddings: list[np.ndarray]) -> float:  # sine of the largest angle to the plane of the result
        F = np.vstack(embeddings)
        assert [len(e) for e in embeddings] == [40, 40] and np.allclose(F.T @ F, np.eye(2), atol=1e-9)
        return float(np.linalg.norm(F - final @ (final.T @ F), 2))

    assert away(watching.seen[-1]) < 0.2  # approximate: within the span of low rank alignment
    assert away(watching.seen[-1]) < away(watching.seen[0])


def problem_of(Xs, pairs):
    fitted = create("rlra", n_components=2).fit(Xs, pairs=pairs)
    return fitted._problem, [g.kept for g in fitted._given]


def test_with_low_rank_reconstructions_it_is_exact(monkeypatch):
    monkeypatch.setattr(_live_embedding, "SECONDS", 0.0)
    Xs, pairs = two_sets(3)
    problem, kept = problem_of(Xs, pairs)
    Rs = [s.reconstruct(k) for s, k in zip(problem.sets, kept, strict=True)]
    found = np.vstack(LiveEmbedding(problem, kept, 0.7, 2)(0, Rs[0].apply))
    _, wanted = dense_embedding([R.matrix() for R in Rs], pairs, 0.7, 2)
    np.testing.assert_allclose(found @ found.T, wanted @ wanted.T, atol=1e-8)


def test_pictures_take_a_small_share_of_the_time():
    now = [0.0]

    def clock() -> float:
        now[0] += 0.05  # what a picture takes: it asks for the time before and after
        return now[0]

    Xs, pairs = two_sets()
    problem, kept = problem_of(Xs, pairs)
    live = LiveEmbedding(problem, kept, 0.8, 2, clock)
    drawn = []
    for _ in range(400):
        if live(0, lambda B: 0.9 * B) is not None:
            drawn.append(now[0])
    assert len(drawn) > 3
    assert np.diff(drawn).min() >= 0.05 / SHARE
