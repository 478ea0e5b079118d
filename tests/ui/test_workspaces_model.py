"""Workspaces, their lines and paths, computed from a session; and arrangements as trees of cuts. No window."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from spectralign_gui.core.registry import method
from spectralign_gui.preprocessing.spec import PreprocessingSpec, StepSpec
from spectralign_gui.session.run.choose_method import differences
from spectralign_gui.session.run.execution import execute
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state.session_state import SessionState
from spectralign_gui.ui.workspaces.cuts import Pile, as_plain, cut, from_plain, piles_of
from spectralign_gui.ui.workspaces.goals import GOALS, goal_of, next_step, suitable_method
from spectralign_gui.ui.workspaces.known import Checked, Compared, Known, Predicted
from spectralign_gui.ui.workspaces.plan import EMBEDDING, RAIL, WITHOUT_EMBEDDING, WORKSPACES, home_of, main_docks
from spectralign_gui.ui.workspaces.status import MARKS, short_title, statuses
from tests.ui.helpers import make_dataset

LINE = 18
"""Letters of a line that the rail shows without shortening, with names of usual length."""


@pytest.fixture(scope="module")
def state() -> SessionState:
    datasets = (make_dataset("m5", seed=1), make_dataset("mp5", p=60, seed=2))
    return SessionState(datasets, hold_out_share(match_by_name(datasets).standards, 0.25))


@pytest.fixture(scope="module")
def run(state):
    return execute(state)


def test_the_model_needs_no_qt():
    code = ("import sys, importlib.util\n"
            "import spectralign_gui.session.run\n"
            "import spectralign_gui.ui\n"
            "import types; p = types.ModuleType('spectralign_gui.ui.workspaces');"
            "p.__path__ = [__import__('os').path.join(spectralign_gui.ui.__path__[0], 'workspaces')]\n"
            "sys.modules['spectralign_gui.ui.workspaces'] = p\n"
            "from spectralign_gui.ui.workspaces import plan, known, status, goals, cuts\n"
            "assert not [m for m in sys.modules if m.startswith(('PySide6', 'pyqtgraph'))]")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_dock_of_a_workspace_exists_and_every_dock_has_a_home():
    from spectralign_gui.ui.main_window.docks import dock_classes

    there = {cls.dock_name for cls in dock_classes()}
    assert {d for w in WORKSPACES.values() for d in w.docks} <= there
    assert tuple(WORKSPACES) == RAIL
    assert {d for d in there if home_of(d) == "all"} == {"welcome", "log"}
    for name, workspace in WORKSPACES.items():
        assert all(home_of(d) == name for d in workspace.main), name


def test_align_shows_the_embedding_or_what_a_method_without_one_has():
    align = WORKSPACES["align"]
    assert WITHOUT_EMBEDDING not in main_docks(align, True) and EMBEDDING in main_docks(align, True)
    assert EMBEDDING not in main_docks(align, False) and main_docks(align, False)[0] == WITHOUT_EMBEDDING


def test_an_empty_session_says_what_is_missing():
    lines = statuses(Known(SessionState()))
    assert {n: s.mark for n, s in lines.items()} == {
        "data": "missing", "standards": "blocked", "align": "blocked", "compare": "blocked", "predict": "blocked",
        "check": "blocked"}
    assert lines["data"].line == "no spectra yet"
    assert all(s.line and s.detail.endswith(".") for s in lines.values())


def known_sessions(state, run):
    """Sessions at every point of the way: with and without each of the things that a session may have."""
    no_values = tuple(replace(d, targets=None) for d in state.datasets)
    states = [SessionState(), SessionState(state.datasets[:1]), state.with_(standards=()), state,
              SessionState(no_values, state.standards)]
    compared = [None, Compared("pds", "PDS, best of 9", "PDS has the smallest errors."),
                Compared("", "nothing fits", "No method could be fitted.", good=False),
                Compared("pds", "PDS", "PDS.", outdated=True)]
    predicted = [None, Predicted(12, "LRA", "Oil ± 0.3")]
    checked = [None, Checked("2026-01-05", True, "It holds."), Checked("2026-01-05", False, "Alarm.")]
    for s, r, c, p, k, trusted in product(states, [None, run], compared, predicted, checked,
                                          ["good", "warning", "bad", "muted"]):
        yield Known(s, r, int(r is not None), c, p, k, (), trusted, "Why.")


def test_every_session_has_six_lines_that_fit_and_a_path_that_goes_on(state, run):
    number = 0
    for known in known_sessions(state, run):
        lines = statuses(known)
        for name, status in lines.items():
            assert status.mark in MARKS and status.line and status.detail, (name, status)
            assert len(status.line) <= LINE, status.line
        for goal in GOALS.values():
            step = next_step(goal, known)
            done = [s for s in goal.path if s.done(known)]
            assert (step is None) == (len(done) == len(goal.path))
        number += 1
    assert number == 960


def test_a_run_that_differs_from_the_form_says_so(state, run):
    assert differences(run, state) == []
    changed = {
        "method": state.with_(method="pds"), "settings": state.with_parameter("mu", 0.5),
        "standards": state.with_(standards=state.standards[:-1]),
        "excluded samples": state.with_(excluded={"m5": (1,)}),
        "spectra": state.with_(datasets=(make_dataset("m5", seed=3), state.datasets[1])),
        "preprocessing": state.with_(preprocessing=PreprocessingSpec((StepSpec("snv", {}),)))}
    for what, now in changed.items():
        found = differences(run, now)
        assert found == [what]
        line = statuses(Known(now, run, 1))["align"]
        assert line.mark == "warning" and "older" in line.line and found[0] in line.detail
    assert differences(run, state.with_parameter("mu", method("lra").defaults()["mu"])) == [], "a default is a default"


def test_ticks_need_a_result_that_can_be_trusted(state, run):
    marks = {trusted: statuses(Known(state, run, 1, trusted=trusted, headline="So."))["align"].mark
             for trusted in ("good", "warning", "bad")}
    assert marks == {"good": "done", "warning": "warning", "bad": "warning"}


def test_goals_lead_to_values_only_where_there_are_values(state):
    assert goal_of("", Known(state)).name == "values"
    assert goal_of("", Known(SessionState())).name == "space"
    assert goal_of("wrong", Known(state)).name == "wrong"
    values = GOALS["values"]
    assert suitable_method(values, Known(state)) == "auto"
    assert suitable_method(values, Known(SessionState())) == "", "the automatic transfer needs reference values"
    assert suitable_method(values, Known(state, runs=1)) == "", "who has run something has chosen"
    assert suitable_method(values, Known(state.with_parameter("mu", 0.5))) == ""
    assert [s.workspace for s in values.path] == ["data", "data", "standards", "compare", "predict"]
    for goal in GOALS.values():
        assert 2 <= len(goal.path) <= 6 and goal.path[0].workspace == "data"


@pytest.mark.parametrize(("title", "asked"), [("Temp (C)", True), ("Shot time (s)", True), ("Protein", False)])
def test_conditions_beside_the_spectra_are_not_taken_for_the_values_that_are_wanted(tmp_path, title, asked):
    from spectralign_gui.io.read import read_dataset

    path = tmp_path / "a.csv"
    path.write_text(f"Sample,{title}," + ",".join(str(v) for v in range(1100, 1124, 2)) + "\n" + "".join(
        f"T{i},{22 + i / 7:.1f}," + ",".join(f"{np.sin(k / 3) + i / 50:.4f}" for k in range(12)) + "\n"
        for i in range(9)))
    data = read_dataset(path)
    assert data.targets.names == (title,)
    state = match_by_name((data, data.with_(name="b", targets=None))).standards
    known = Known(SessionState((data, data.with_(name="b", targets=None)), state))
    assert (next_step(GOALS["values"], known).action == "open-reference") is asked
    assert (suitable_method(GOALS["values"], known) == "auto") is not asked


def test_where_no_method_predicts_the_path_does_not_say_to_predict(state):
    found = Compared("ds", "DS, 1 alike", "Nothing can be predicted yet.", False)
    assert next_step(GOALS["values"], Known(state, compared=found)).action == "use-and-predict", "doubted, but usable"
    step = next_step(GOALS["values"], Known(state, compared=replace(found, usable=False)))
    assert step.action == "" and step.workspace == "compare" and "No method predicts yet" in step.title


def test_short_titles():
    assert [short_title(method(n)) for n in ("lra", "ds", "pds", "none", "cca")] == ["LRA", "DS", "PDS", "No transfer",
                                                                                    "CCA"]


# -- arrangements ----------------------------------------------------------------------------------------
def placed(rng: np.random.Generator, rect, names, depth=0):
    """Random piles that divide a place by straight cuts, as Qt docks them."""
    x, y, w, h = rect
    if len(names) == 1 or depth > 4:
        return [Pile(tuple(names), names[-1], rect)]
    at = int(rng.integers(1, len(names)))
    share = rng.uniform(0.25, 0.75)
    if rng.random() < 0.5:
        one, other = (x, y, int(w * share), h), (x + int(w * share) + 5, y, w - int(w * share) - 5, h)
    else:
        one, other = (x, y, w, int(h * share)), (x, y + int(h * share) + 5, w, h - int(h * share) - 5)
    return [*placed(rng, one, names[:at], depth + 1), *placed(rng, other, names[at:], depth + 1)]


@pytest.mark.parametrize("seed", range(60))
def test_an_arrangement_is_read_back_from_where_docks_stand(seed):
    rng = np.random.default_rng(seed)
    names = [f"d{k}" for k in range(int(rng.integers(1, 9)))]
    piles = placed(rng, (0, 0, 1600, 1100), names)
    tree = cut([piles[k] for k in rng.permutation(len(piles))])
    assert {p.docks for p in piles_of(tree)} == {p.docks for p in piles}
    assert {p.rect for p in piles_of(tree)} == {p.rect for p in piles}
    assert sorted(map(str, from_plain(as_plain(piles), dict.fromkeys(names, 1)))) == sorted(map(str, piles))


@pytest.mark.parametrize("kept", [None, 3, "x", {}, [3], [{"docks": ["a"]}], [{"docks": ["a"], "rect": [1, 2, 3]}],
                                  [{"docks": ["gone"], "rect": [0, 0, 1, 1]}],
                                  [{"docks": ["a"], "rect": [0, 0, "w", 1]}]])
def test_settings_that_are_not_understood_give_nothing(kept):
    assert from_plain(kept, {"a": 1}) == []


def test_docks_that_are_gone_or_named_twice_are_passed_over():
    kept = [{"docks": ["a", "gone"], "front": "gone", "rect": [0, 0, 5, 5]},
            {"docks": ["a", "b"], "rect": [9, 0, 5, 5]}]
    assert from_plain(kept, {"a": 1, "b": 2}) == [Pile(("a",), "a", (0, 0, 5, 5)), Pile(("b",), "b", (9, 0, 5, 5))]


def test_the_same_names_are_matched_first(state):
    """Where nothing is paired and names agree, every path that needs pairs asks for them right after the spectra."""
    bare = state.with_(standards=())
    named = Known(bare)
    other = Known(bare.with_(datasets=(bare.datasets[0], make_dataset("C", names=[f"x{i}" for i in range(24)]))))
    no_values = Known(bare.with_(datasets=tuple(replace(d, targets=None) for d in bare.datasets)))
    assert named.unmatched_names == no_values.unmatched_names == 24 and other.unmatched_names == 0
    assert statuses(named)["standards"].line == "match by name"
    for name in ("values", "spectra", "space", "wrong", "next"):
        for known in (named, no_values):
            step = next_step(GOALS[name], known)
            assert step.action == "match-names", name
            assert "same names" in step.title
        assert "same names" not in next_step(GOALS[name], other).title
        assert next_step(GOALS[name], Known(state)).action != "match-names"
    assert next_step(GOALS["values"], Known(SessionState(bare.datasets[:1]))).action == "open"
