"""Changes that touch several parts of a session."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, Source, SpectralDataset, Standard
from spectralign_gui.core.errors import DataError
from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.session.state import SessionState
from spectralign_gui.session.state.editing import (
    add_datasets,
    exclude,
    move_instrument,
    rename_instrument,
    restored,
    set_group,
)


def dataset(name: str, path: str = "") -> SpectralDataset:
    return SpectralDataset(name, np.eye(4), Axis(np.arange(4.0)), source=Source(path))


def test_a_taken_name_becomes_parent_folder_and_stem():
    state = add_datasets(SessionState(), [dataset("scan", "/x/lab/scan.csv"), dataset("scan", "/x/field/scan.csv")])
    assert state.instruments == ("scan", "field scan")
    state = add_datasets(state, [dataset("scan", "/y/field/scan.csv"), dataset("scan")])
    assert state.instruments == ("scan", "field scan", "field scan 2", "scan 2")


def test_rename_reaches_every_part():
    state = SessionState(
        (dataset("a"), dataset("b")), (Standard({"a": (0,), "b": (1,)}),),
        PreprocessingSpec(own={"a": (StepSpec("snv"),)}), excluded={"a": (2,)}, selections={"few": {"a": (1,)}})
    new = rename_instrument(state, "a", " lab ")
    assert new.instruments == ("lab", "b")
    assert new.standards[0].rows == {"lab": (0,), "b": (1,)}
    assert set(new.preprocessing.own) == {"lab"} and new.excluded == {"lab": (2,)}
    assert new.selections == {"few": {"lab": (1,)}}
    assert rename_instrument(state, "a", "a") is state
    for bad, words in (("b", "already"), ("  ", "needs a name"), ("a/b", "slash")):
        with pytest.raises(DataError, match=words):
            rename_instrument(state, "a", bad)


def test_order_and_reference():
    state = SessionState(tuple(dataset(n) for n in "abc"))
    assert move_instrument(state, "c", 0).instruments == ("c", "a", "b")
    assert move_instrument(state, "a", 9).instruments == ("b", "c", "a")


def test_leaving_out_and_taking_back():
    state = SessionState((dataset("a"), dataset("b")))
    out = exclude(state, [("a", 2), ("a", 0), ("b", 1)])
    assert out.excluded == {"a": (0, 2), "b": (1,)}
    assert exclude(out, [("a", 2), ("b", 1)], out=False).excluded == {"a": (0,)}


def test_groups_by_hand():
    state = SessionState((dataset("a"), dataset("b")))
    grouped = set_group(state, [("a", 1), ("b", 3)], "wet")
    assert grouped.dataset("a").groups == ("", "wet", "", "")
    assert set_group(grouped, [("a", 1)], "").dataset("a").groups is None
    assert state.dataset("a").groups is None


def test_restored_keeps_selections_only_for_the_same_samples():
    """Another file of the same name and size has other samples in its rows."""
    def measured(seed: int, sha: str = "", names: tuple[str, ...] = ()) -> SpectralDataset:
        return dataset("a").with_(spectra=np.random.default_rng(seed).random((4, 4)), source=Source("a.csv", sha),
                                  sample_names=names or tuple("wxyz"))

    earlier = SessionState((measured(1, "aa"),), seed=1)
    now = SessionState((measured(2, "aa"),), seed=2, selections={"few": {"a": (1,)}}, unavailable={"a": (2,)})
    kept = restored(now, earlier)
    assert kept.seed == 1 and kept.selections == now.selections and kept.unavailable == now.unavailable
    for other in (measured(2, "bb"), measured(1, "aa", tuple("zyxw")), measured(2), measured(1, "aa").take(range(3))):
        kept = restored(now.with_(datasets=(other,)), earlier)
        assert kept.selections == {} and kept.unavailable == {}
    pasted = SessionState((measured(1),))
    assert restored(now.with_(datasets=(measured(1),)), pasted).selections == now.selections
