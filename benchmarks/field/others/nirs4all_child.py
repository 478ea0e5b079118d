"""nirs4all: the standardizations of its native part (n4m), and slope and bias; their defaults.

All but pds take sixteen times as long for twice the channels (a minute for 700 at 10 standards): they are asked up to
300 channels only.
"""

import numpy as np
from child import Case, on_a, run, through
from n4m.domain_adaptation import standardization as st

MOST_CHANNELS = 300


def methods(case: Case):
    """Name → predictions."""
    models = on_a(case)
    a, b, y = case.standards_a, case.standards_b, case.standards_y

    def of(kind):
        def predict():
            if a.shape[1] > MOST_CHANNELS and kind is not st.PiecewiseDirectStandardization:
                raise ValueError(f"not asked: more than {MOST_CHANNELS} channels")
            return through(case, models, kind().fit(b, a).transform)
        return predict

    def slope_bias():
        return np.column_stack([np.ravel(st.SlopeBiasCorrection().fit(m(b), y[:, j]).transform(m(case.test)))
                                for j, m in enumerate(models)])

    return {"ds": of(st.DirectStandardization), "pds": of(st.PiecewiseDirectStandardization),
            "robust-ds": of(st.RobustDirectStandardization), "saps": of(st.ScoreAugmentedProjectionStandardization),
            "slope-bias": slope_bias}


run(methods)
