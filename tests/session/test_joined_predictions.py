"""Predictions of several files are one table that keeps everything the parts say."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from spectralign_gui.session.predict.predictions import Predictions


def part(name: str, value: float, flags: tuple[str, ...]) -> Predictions:
    return Predictions((name,), ("SiO2 (wt%)",), np.array([[value]]), np.array([3.0]), (flags,), 0.8,
                       "held-out standards", (0.0, 100.0))


def test_files_stand_below_each_other_and_nothing_is_lost():
    a, b = part("r1", 99.0, ()), part("r2", 1.0, ("Q",))
    whole = Predictions.joined([a, b])
    assert whole.names == ("r1", "r2") and whole.flags == ((), ("Q",))
    np.testing.assert_array_equal(whole.values, [[99.0], [1.0]])
    for f in fields(Predictions):
        if f.name not in ("names", "values", "flags"):
            np.testing.assert_array_equal(getattr(whole, f.name), getattr(a, f.name))
    _, rows = whole.table()
    assert [r[2:4] for r in rows] == [[96.0, 100.0], [0.0, 4.0]]  # the intervals end where the values can be
