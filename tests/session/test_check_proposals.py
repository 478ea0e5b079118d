"""Which standard a nameless check spectrum is proposed to be."""

from types import SimpleNamespace

import numpy as np

from spectralign_gui.session.predict.check_samples import CheckStandard, _nearest


def proposed(new, known):
    result = SimpleNamespace(datasets=(SimpleNamespace(name="B", spectra=np.array(known, dtype=float)),))
    standards = [CheckStandard(f"s{k}", frozenset(), np.ones(1), {"B": (k,)}, True) for k in range(len(known))]
    return [s.label for s in _nearest(result, np.array(new, dtype=float), "B", standards)]


def test_no_sample_is_proposed_twice_where_there_are_enough():
    assert proposed([[1.1], [0.9]], [[1.0], [2.0], [9.0]]) == ["s1", "s0"]


def test_repeats_of_fewer_samples_are_proposed_by_the_nearest():
    assert proposed([[1.1], [0.9], [2.1]], [[1.0], [2.0]]) == ["s0", "s0", "s1"]
