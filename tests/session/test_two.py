"""Two of several instruments: what is chosen, the session of the two, and putting its settings back."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Standard
from spectralign_gui.core.errors import ParameterError
from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.session.export.codec import Pool, state_from_tree, state_to_tree
from spectralign_gui.session.run import execute
from spectralign_gui.session.state import SessionState
from spectralign_gui.session.state.editing import rename_instrument, restored
from spectralign_gui.session.state.instrument_pair import (
    completed,
    pair_of,
    put_back,
    runs_on_two,
    to_run,
    two_of,
    with_pair,
)


def instrument(name: str, seed: int) -> SpectralDataset:
    rng = np.random.default_rng(seed)
    return SpectralDataset(name, rng.random((12, 20)), Axis(np.linspace(1000, 1200, 20), "nm"),
                           tuple(f"{name}{k}" for k in range(12)))


@pytest.fixture
def state() -> SessionState:
    """Four instruments; A shares standards with D only, B with C and D."""
    datasets = tuple(instrument(name, k) for k, name in enumerate("ABCD"))
    standards = (*(Standard({"A": (k,), "D": (k,)}) for k in range(6)),
                 *(Standard({"B": (k,), "C": (k + 1,), "D": (k,)}, held_out=k == 8) for k in range(6, 10)))
    return SessionState(datasets, standards, PreprocessingSpec((StepSpec("snv"),), {"C": (), "A": ()}), method="ds",
                        excluded={"A": (11,), "B": (0, 1)},
                        selections={"odd": {"A": (1,), "C": (3,)}, "b": {"B": (2,)}},
                        unavailable={"B": {3: "broken"}, "C": {2: ""}})


def test_the_first_two_that_share_standards_unless_others_are_chosen(state):
    assert pair_of(state) == ("A", "D")
    chosen = with_pair(state, target="C")
    assert pair_of(chosen) == ("A", "C") and pair_of(with_pair(chosen, source="C")) == ("C", "A"), "they change places"
    assert pair_of(with_pair(chosen, target="A")) == ("C", "A")
    assert pair_of(chosen.without_dataset("C")) == ("A", "D") and pair_of(chosen.without_dataset("B")) == ("A", "C")
    assert pair_of(rename_instrument(chosen, "C", "new")) == ("A", "new")
    assert pair_of(state.with_(datasets=state.datasets[:2], pair=("B", "A"))) == ("A", "B"), "of two there is no choice"
    assert pair_of(state.with_(datasets=state.datasets[:1])) is None
    assert pair_of(state.with_(pair=("A", "A"))) == ("A", "D")


def test_what_is_left_open_is_completed(state):
    assert completed(state) == ("A", "D")
    assert completed(state, "B") == ("B", "C") and completed(state, None, "C") == ("B", "C")
    assert completed(state, "A", "B") == ("A", "B"), "what is asked for, though they share nothing"
    for wrong in (("X", None), (None, "X"), ("A", "A")):
        with pytest.raises(ParameterError):
            completed(state, *wrong)


def test_the_session_of_two_holds_what_is_of_them(state):
    two = two_of(with_pair(state, "C", "B"))
    assert two.instruments == ("C", "B") and all(d is state.dataset(d.name) for d in two.datasets)
    assert [dict(s.rows) for s in two.standards] == [{"B": (k,), "C": (k + 1,)} for k in range(6, 10)]
    assert [s.held_out for s in two.standards] == [False, False, True, False]
    assert two.preprocessing.own == {"C": ()} and two.preprocessing.shared == state.preprocessing.shared
    assert two.excluded == {"B": (0, 1)} and two.selections == {"odd": {"C": (3,)}, "b": {"B": (2,)}}
    assert two.unavailable == state.unavailable and two_of(two) is two


def test_a_method_for_two_runs_on_the_two(state):
    assert runs_on_two(state) and not runs_on_two(state.with_(method="lra"))
    assert to_run(state.with_(method="lra")).instruments == ("A", "B", "C", "D")
    result = execute(to_run(with_pair(state, "D", "B")))
    assert result.state.instruments == ("D", "B") and len(result.pairs) == 3 and len(result.held_out_pairs) == 1


def test_projects_keep_the_choice(state):
    pool = Pool()
    for one in (state, with_pair(state, "D", "B")):
        assert state_from_tree(state_to_tree(one, pool), pool) == one


def test_settings_of_a_run_of_two_come_back_among_the_others(state):
    then = two_of(with_pair(state, "D", "B")).with_(method="pds", seed=4)
    now = state.with_(method="lra", excluded={"A": (1,), "D": (5,)})
    back = restored(now, then)
    assert back.instruments == state.instruments and (back.method, back.seed, back.pair) == ("pds", 4, ("D", "B"))
    assert back.excluded == {"A": (1,), "B": (0, 1)} and back.standards is now.standards
    assert back.preprocessing.own == state.preprocessing.own and two_of(back) == then
    # other standards were marked since: those of the two come back, and what others have of the same samples stays
    fewer = now.with_(standards=(*state.standards[:6], Standard({"B": (6,), "C": (7,), "D": (2,)}),
                                 Standard({"A": (9,), "C": (9,), "D": (9,)})))
    back = put_back(then, fewer)
    assert two_of(back).standards == then.standards
    assert {"B": (6,), "C": (7,), "D": (6,)} in [dict(s.rows) for s in back.standards]
    assert {"A": (9,), "C": (9,), "D": (9,), "B": (9,)} in [dict(s.rows) for s in back.standards]
