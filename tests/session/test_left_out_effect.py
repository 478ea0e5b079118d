"""Leaving samples out that collapses the joint space, or loses hits, is said."""

from __future__ import annotations

import pytest

from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.session.run import execute
from spectralign_gui.session.run.left_out_effect import harm_of_leaving_out, left_out_since, with_harm
from spectralign_gui.session.short_circuits.changes import without
from spectralign_gui.session.standards.pairing import hold_out_share


@pytest.fixture(scope="module")
def libs():
    state = load_sample_session("libs")
    return execute(state.with_(standards=hold_out_share(state.standards, 0.2, 0)))


def test_two_rocks_less_and_one_dimension_is_left(libs):
    """Both samples of the worst link: the rank that is chosen then leaves one joint dimension."""
    names = libs.state.datasets[0].sample_names
    worst = [("libs_lab", names.index(n)) for n in ("ROCK-040", "ROCK-009")]
    after = execute(without(libs.state, worst))
    assert libs.embeddings[0].shape[1] >= 3 and after.embeddings[0].shape[1] == 1
    text = harm_of_leaving_out(libs, after)
    assert text.startswith("Since 2 more samples are left out, the joint space has 1 dimension instead of")
    assert "from 71 % to 14 %" in text
    assert with_harm(after, [libs]).warnings[-1] == text and with_harm(libs, [after]) is libs


def test_what_does_no_harm_or_differs_otherwise_says_nothing(libs):
    after = execute(without(libs.state, [("libs_lab", 3)]).with_parameter("mu", 0.5))
    assert left_out_since(libs, after) == 0 and harm_of_leaving_out(libs, after) == ""
    dollar = execute(load_sample_session("dollar"))
    fewer = execute(without(dollar.state, [(dollar.state.instruments[0], 3)]))
    assert left_out_since(dollar, fewer) == 1 and harm_of_leaving_out(dollar, fewer) == ""
    assert with_harm(fewer, [dollar]) is fewer
