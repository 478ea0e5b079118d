"""pynir: pds, sst, slope and bias (its BS), and PFCE with standards and values; its defaults.

Its PFCE is an optimisation over all channels with a numerical gradient: it is asked up to 150 channels only.
"""

import numpy as np
from child import Case, on_a, run, through
from pynir.CalibrationTransfer import BS, FS_PFCE, PDS, SST

MOST_CHANNELS = 150


def methods(case: Case):
    """Name → predictions."""
    models = on_a(case)
    a, b, y = case.standards_a, case.standards_b, case.standards_y

    def of(estimator):
        return lambda: through(case, models, estimator.fit(a, b).transform)

    def slope_bias():
        return np.column_stack([BS().fit(y[:, j], m(b)).transform(m(case.test)).ravel()
                                for j, m in enumerate(models)])

    def pfce():
        if a.shape[1] > MOST_CHANNELS:
            raise ValueError(f"not asked: more than {MOST_CHANNELS} channels")
        found = []
        for j, m in enumerate(models):
            start = np.concatenate([[m.level - m.mean @ m.b], m.b])
            found.append(np.ravel(FS_PFCE().fit(a, b, y[:, j], start).transform(case.test)))
        return np.column_stack(found)

    return {"pds": of(PDS()), "sst": of(SST()), "slope-bias": slope_bias, "pfce": pfce}


run(methods)
