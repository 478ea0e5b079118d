"""Short circuits by definition, and that low rank beats nearest neighbours where manifolds cross."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from spectralign_gui.core import DataError
from spectralign_gui.core.measures.short_circuits import (
    between_group_share,
    compare_with_neighbours,
    group_mass,
    strongest_connections,
    strongest_partners,
)
from spectralign_gui.core.numerics import scaling
from spectralign_gui.core.numerics.reconstruction import Reconstruction
from spectralign_gui.core.selection.suggest import reconstruction_of


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 9), st.integers(1, 3), st.booleans())
def test_by_definition(seed: int, n: int, g: int, diagonal: bool) -> None:
    rng = np.random.default_rng(seed)
    R = rng.standard_normal((n, n))
    groups = np.array(list("abc"))[rng.integers(0, g, n)]
    between = total = 0.0
    for i in range(n):
        for j in range(n):
            if i != j or diagonal:
                total += abs(R[i, j])
                between += abs(R[i, j]) * (groups[i] != groups[j])
    assert between_group_share(R, groups, diagonal=diagonal) == pytest.approx(between / total)
    labels, mass = group_mass(R, groups, diagonal=diagonal)
    assert list(labels) == sorted(set(groups)) and mass.sum() == pytest.approx(total)
    for form in (sparse.csr_array(R), Reconstruction(np.zeros((n, 0)), np.zeros(0), np.zeros(0), 1.0, entries=R)):
        assert between_group_share(form, groups, diagonal=diagonal) == pytest.approx(between / total)
    both = np.maximum(np.abs(R), np.abs(R.T))
    wanted = sorted((both[i, j] for i in range(n) for j in range(i) if groups[i] != groups[j]), reverse=True)[:4]
    found = strongest_connections(R, groups, 4, only_between=True)
    assert [abs(c.weight) for c in found] == pytest.approx(wanted)
    for c in found:
        assert c.between and c.weight == R[c.row, c.partner]
        others = np.abs(R[c.row]).sum() - abs(R[c.row, c.row])
        assert c.share == pytest.approx(abs(c.weight) / others)


def test_blocks_of_rows_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    R, groups = rng.standard_normal((30, 30)), rng.integers(0, 3, 30)
    whole = (between_group_share(R, groups), strongest_connections(R, groups, 7), strongest_partners(R, 4).toarray())
    monkeypatch.setattr(scaling, "BLOCK_VALUES", 130)
    assert between_group_share(R, groups) == pytest.approx(whole[0])
    assert strongest_connections(R, groups, 7) == whole[1]
    assert np.array_equal(strongest_partners(R, 4).toarray(), whole[2])


def test_crossing_planes_short_circuit_neighbours_more() -> None:
    rng = np.random.default_rng(3)
    planes = [np.linalg.qr(rng.standard_normal((8, 2)))[0] for _ in range(2)]
    X = np.concatenate([rng.uniform(-1, 1, (80, 2)) @ P.T for P in planes]) + 0.002 * rng.standard_normal((160, 8))
    groups = np.repeat([0, 1], 80)
    found = compare_with_neighbours(reconstruction_of(scaling.ScaledSet(X), rank=4), X, groups, 4)
    assert found["edges"] == 640
    assert found["reconstruction"]["edge_share"] < 0.5 * found["neighbours"]["edge_share"]
    assert all(c.between for c in found["neighbours"]["strongest"])
    assert 0 < found["whole"] < 0.5


def test_groups_have_to_match() -> None:
    with pytest.raises(DataError, match="groups"):
        between_group_share(np.eye(4), [0, 1])
    assert np.isnan(between_group_share(np.zeros((3, 3)), [0, 0, 1]))
