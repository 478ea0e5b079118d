"""The contract of a preprocessing step: `pytest --pyargs spectralign_gui.contract -k NAME` proves one's own."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.contract import step_checks
from spectralign_gui.preprocessing.step import steps

every_step = pytest.mark.parametrize("name", sorted(steps()))


@every_step
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_input_is_not_changed(name, dtype):
    step_checks.input_unchanged_type_kept_repeatable(name, {}, dtype)


@every_step
@pytest.mark.parametrize("check", [
    step_checks.saved_and_loaded_it_does_the_same, step_checks.one_spectrum_alone_is_treated_as_in_the_batch,
    step_checks.linear_is_told_truly, step_checks.an_uneven_axis_is_no_obstacle], ids=lambda check: check.__name__)
def test_it_keeps(name, check):
    check(name, {})


@every_step
def test_its_declaration_makes_a_form(name):
    step_checks.declarations_make_a_form(name)


@every_step
@pytest.mark.parametrize("seed", range(8))
def test_odd_data(name, seed):
    rng = np.random.default_rng(seed)
    step_checks.odd_data_give_a_result_or_one_sentence(
        name, {}, int(rng.integers(1, 6)), int(rng.integers(1, 31)), int(rng.integers(0, 11)), seed, seed % 3 == 0)
