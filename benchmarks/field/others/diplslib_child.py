"""diPLSlib: di-PLS and GCT-PLS with their heuristic for the weight, and as many components as A's own model has."""

import numpy as np
from child import Case, on_a, run
from diPLSlib.models import DIPLS, GCTPLS


def methods(case: Case):
    """Name → predictions."""
    models = on_a(case)

    def of(kind, xs, xt):
        def predict():
            return np.column_stack([
                kind(A=m.components, heuristic=True).fit(case.A, case.Y[:, j], xs, xt).predict(case.test).ravel()
                for j, m in enumerate(models)])
        return predict

    return {"dipls": of(DIPLS, case.A, case.B), "gct-pls": of(GCTPLS, case.standards_a, case.standards_b)}


run(methods)
