"""Labels of a logarithmic axis never touch."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spectralign_gui.ui.plots.log_axis import APART, LogAxis, labelled


@given(st.floats(-12, 12), st.floats(0.05, 20), st.floats(40, 900))
def test_labels_lie_within_and_apart(low, width, pixels):
    found = np.array(labelled(low, low + width, pixels))
    assert np.all((found >= low) & (found <= low + width))
    assert len(found) < 2 or np.diff(found).min() * pixels / width >= APART - 1e-6


def test_little_room_is_powers_of_ten_and_more_room_more(qapp):
    assert labelled(0, 3, 100) == [0, 1, 2, 3]
    np.testing.assert_allclose(labelled(0, 1, 100), np.log10([1, 2, 5, 10]))
    assert LogAxis("left").logTickStrings([0.0, 1.0, np.log10(200)], 1.0, 1.0) == ["1", "10", "200"]
    assert LogAxis("left").logTickStrings([-7.0], 1.0, 1.0) == ["10⁻⁷"]
