"""Splits by physical sample and cross-validated hits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spectralign_gui.core import LowRankAlignment, PairsError, ParameterError
from spectralign_gui.core.base import Alignment
from spectralign_gui.core.errors import Cancelled
from spectralign_gui.core.fitdata import FitData
from spectralign_gui.core.measures.hits import partner_ranks
from spectralign_gui.core.monitor import Monitor
from spectralign_gui.core.validation.hits import cross_validated_hits
from spectralign_gui.core.validation.splits import k_folds, shares, standards_of


@st.composite
def pair_tables(draw: st.DrawFn) -> tuple[np.ndarray, list[int]]:
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    sizes = [10, 9, 8][:draw(st.integers(2, 3))]
    table = [(a, i, b, int(rng.integers(0, sizes[b]))) for a in range(len(sizes)) for b in range(a + 1, len(sizes))
             for i in range(sizes[a]) if rng.random() < 0.5]
    return np.array(table or [(0, 0, 1, 0)]), sizes


@settings(max_examples=50, deadline=None)
@given(pair_tables(), st.integers(0, 5))
def test_no_spectrum_is_on_both_sides(case: tuple[np.ndarray, list[int]], seed: int) -> None:
    pairs, sizes = case
    _, sample = standards_of(pairs, sizes)
    count = sample.max() + 1
    if count < 3:
        with pytest.raises(PairsError, match="standards"):
            k_folds(pairs, sizes, 3, 1, seed)
        return
    splits = k_folds(pairs, sizes, 3, 2, seed)
    for split in splits + (shares(pairs, sizes, 0.3, 2, seed)):
        kept = {(int(s), int(r)) for p in split.kept for s, r in ((p[0], p[1]), (p[2], p[3]))}
        held = {(int(s), int(r)) for p in split.held for s, r in ((p[0], p[1]), (p[2], p[3]))}
        assert not kept & held and held and kept
    for repeat in (0, 1):
        assert sum(len(s.held) for s in splits if s.repeat == repeat) == len(np.unique(pairs, axis=0))


def test_splits_depend_on_the_seed_only() -> None:
    pairs = np.stack([np.arange(20)] * 2, axis=1)
    one, two = k_folds(pairs, [20, 20], 5, 2, 0), k_folds(pairs, [20, 20], 5, 3, 0)
    for a, b in zip(one, two, strict=False):
        assert np.array_equal(a.held, b.held), "more repeats change none of the earlier ones"
    assert any(not np.array_equal(a.held, b.held) for a, b in zip(one, k_folds(pairs, [20, 20], 5, 2, 1), strict=True))


def test_fewer_standards_are_part_of_more() -> None:
    pairs = np.stack([np.arange(20)] * 2, axis=1)
    few, many = (shares(pairs, [20, 20], 0.25, 3, 0, standards=m) for m in (4, 12))
    for a, b in zip(few, many, strict=True):
        assert np.array_equal(a.held, b.held) and len(a.kept) == 4
        assert {tuple(p) for p in a.kept} <= {tuple(p) for p in b.kept}
    with pytest.raises(PairsError, match="15 of 20"):
        shares(pairs, [20, 20], 0.25, 3, 0, standards=16)
    for bad in (0.0, 1.0, -1.0):
        with pytest.raises(ParameterError, match="test share"):
            shares(pairs, [20, 20], bad)
    with pytest.raises(ParameterError, match="folds"):
        k_folds(pairs, [20, 20], 1)


def test_ranks_by_definition() -> None:
    rng = np.random.default_rng(0)
    spots = [rng.standard_normal((12, 3)), rng.standard_normal((10, 3))]
    pairs = np.array([(0, 2, 1, 5), (0, 2, 1, 6), (0, 4, 1, 1)])
    forward, backward = partner_ranks(spots, pairs)
    D = np.linalg.norm(spots[0][:, None] - spots[1][None], axis=2)
    best = min(D[2, 5], D[2, 6])
    assert list(forward) == [sum(D[2, j] < best for j in range(10) if j not in (5, 6)),
                             sum(D[4, j] < D[4, 1] for j in range(10) if j != 1)]
    assert list(backward) == [sum(D[i, r] < D[p, r] for i in range(12) if i != p) for r, p in ((1, 4), (5, 2), (6, 2))]
    flat = [np.zeros((12, 3)), np.zeros((10, 3))]
    assert (partner_ranks(flat, pairs)[0] >= 8).all(), "one point for all hits nothing"


class Oracle(Alignment):
    """Puts every sample at its first channel and remembers what it was given."""

    parameters = ()
    needs = frozenset({"pairs"})
    seen: list[dict[str, Any]] = []

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        monitor.raise_if_cancelled()
        self.embeddings_ = [X[:, :1] for X in data.Xs]
        Oracle.seen.append({"sizes": data.sizes, "pairs": data.pairs, "targets": data.targets, "Xs": data.Xs})

    def _transform(self, X: np.ndarray, instrument: int) -> np.ndarray:
        return X[:, :1]


def known_sets() -> tuple[list[np.ndarray], np.ndarray]:
    place = np.arange(30.0)[:, None]
    return [np.hstack([place, place]), np.hstack([place + 0.1, place])], np.stack([np.arange(20)] * 2, axis=1)


def test_held_out_pairings_are_withheld_and_spectra_stay() -> None:
    Xs, pairs = known_sets()
    Oracle.seen.clear()
    targets = [np.arange(30.0)[:, None], np.arange(30.0)[:, None]]
    report = cross_validated_hits(Oracle(), Xs, pairs, folds=4, repeats=2, targets=targets)
    assert report["hit"]["1"]["a_to_b"] == {"mean": 1.0, "std": 0.0, "values": [1.0, 1.0], "interval_95": 0.0}
    assert report["hit_inductive"]["1"]["b_to_a"]["mean"] == 1.0
    assert report["foscttm"]["mean"] == 0.0 and report["matched_distance"]["mean"] < 0.05
    assert (report["folds"], report["repeats"], report["seed"]) == (4, 2, 0)
    transductive, inductive = Oracle.seen[0::2], Oracle.seen[1::2]
    assert len(transductive) == 8
    for fit in transductive:
        assert fit["sizes"] == [30, 30] and len(fit["pairs"]) == 15
        held = np.setdiff1d(np.arange(20), fit["pairs"][:, 1])
        assert np.isnan(fit["targets"][1][held]).all() and np.isfinite(fit["targets"][0]).all()
    for fit in inductive:
        assert fit["sizes"] == [25, 25] and len(fit["pairs"]) == 15
        for _, i, _, j in fit["pairs"]:
            assert fit["Xs"][0][i, 1] == fit["Xs"][1][j, 1], "pairs follow their spectra"


def test_a_method_without_a_map_says_so() -> None:
    class NoMap(Oracle):
        def _transform(self, X: np.ndarray, instrument: int) -> np.ndarray:
            raise NotImplementedError("cannot map new spectra at all")

    Xs, pairs = known_sets()
    report = cross_validated_hits(NoMap(), Xs, pairs, folds=4, repeats=1)
    assert report["hit_inductive"] is None and "cannot map" in report["why_not_inductive"]


def test_processes_give_the_same() -> None:
    rng = np.random.default_rng(0)
    latent = rng.standard_normal((30, 3))
    Xs = [latent @ rng.standard_normal((3, p)) + 0.1 * rng.standard_normal((30, p)) for p in (9, 7)]
    pairs = np.stack([np.arange(20)] * 2, axis=1)
    est = LowRankAlignment(rank=4, n_components=3)
    one, two = (cross_validated_hits(est, Xs, pairs, folds=2, repeats=1, n_jobs=n) for n in (1, 2))
    assert one["hit"] == two["hit"] and one["hit_inductive"] == two["hit_inductive"]


def test_cancel() -> None:
    class Stop:
        def __init__(self) -> None:
            self.rows = 0

        def report(self, stage: str, fraction: float, **values: object) -> None:
            self.rows += 1

        def raise_if_cancelled(self) -> None:
            if self.rows >= 2:
                raise Cancelled

    Xs, pairs = known_sets()
    stop = Stop()
    with pytest.raises(Cancelled):
        cross_validated_hits(Oracle(), Xs, pairs, folds=4, repeats=5, monitor=stop)
    assert stop.rows == 2


def test_automatic_reaches_the_targets(shared: Any) -> None:
    """Two repeats of the benchmark on the pair with the least room."""
    X, Y = (np.loadtxt(shared / "data" / "corn" / f"{name}_spectra.csv", delimiter=",", skiprows=1)
            for name in ("m5", "mp5"))
    report = cross_validated_hits(LowRankAlignment(), [X, Y], np.stack([np.arange(80)] * 2, axis=1), repeats=2)
    for name in ("hit", "hit_inductive"):
        assert min(side["mean"] for side in report[name]["3"].values()) >= 0.93, name
