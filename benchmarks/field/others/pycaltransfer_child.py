"""pycaltransfer: ds, pds, sst, epo, top, udop, joint-Y PLS, slope and bias, di-PLS.

Its functions have no defaults for the number of components: ds takes all that the standards have, pds 2 in windows of
5 channels to each side, sst 2; epo, top and udop have theirs (1, 1, 1 of 20).
"""

import numpy as np
import pycaltransfer.caltransfer as ct
from child import Case, Model, on_a, run, through
from sklearn.cross_decomposition import PLSRegression


def methods(case: Case):
    """Name → predictions."""
    models = on_a(case)
    a, b, y, q = case.standards_a, case.standards_b, case.standards_y, case.Y.shape[1]

    def mapped(make):
        def predict():
            F, offset = make()
            return through(case, models, lambda X: X @ F + offset)
        return predict

    def projected(make):
        def predict():
            E = make()
            return np.column_stack([Model(case.A @ E, case.Y[:, j], case.most)(case.test @ E) for j in range(q)])
        return predict

    def slope_bias():
        found = []
        for j, m in enumerate(models):
            slope, bias = ct.slope_bias_correction(y[:, [j]], m(b)[:, None])
            found.append(np.ravel(slope) * m(case.test) + np.ravel(bias))
        return np.column_stack(found)

    def joint():
        found = []
        for j, m in enumerate(models):
            R = PLSRegression(n_components=m.components, scale=False).fit(case.A, case.Y[:, j]).x_rotations_
            weights, level = ct.jointypls_regression((case.A - m.mean) @ R, (b - m.mean) @ R, case.Y[:, j], y[:, j])
            found.append((case.test - m.mean) @ R @ weights + level)
        return np.column_stack(found)

    def invariant():
        found = []
        for j, m in enumerate(models):
            B, level, *_ = ct.dipals(case.A, case.Y[:, [j]], case.A, case.B, m.components, 0, heuristic=True)
            found.append((case.test @ B + level).ravel())
        return np.column_stack(found)

    return {
        "ds": mapped(lambda: ct.ds_pc_transfer_fit(a, b, len(a) - 1)),
        "pds": mapped(lambda: ct.pds_pls_transfer_fit(a, b, 2, 5)), "sst": mapped(lambda: ct.sst(a, b, 2)),
        "epo": projected(lambda: ct.epo_fit(a, b)[0]), "top": projected(lambda: ct.top((a, b))),
        "udop": projected(lambda: ct.udop(case.A, case.B)), "slope-bias": slope_bias, "jypls": joint,
        "dipls": invariant,
    }


run(methods)
