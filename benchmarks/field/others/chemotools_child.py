"""chemotools: direct and piecewise direct standardization, spectral space transformation; its defaults."""

from chemotools.adaptation import DirectStandardization, PiecewiseDirectStandardization, SpectralSpaceTransform
from child import Case, on_a, run, through


def methods(case: Case):
    """Name → predictions."""
    models = on_a(case)

    def of(estimator):
        def predict():
            return through(case, models, estimator.fit(case.standards_b, X_source=case.standards_a).transform)
        return predict

    return {"ds": of(DirectStandardization()), "pds": of(PiecewiseDirectStandardization()),
            "sst": of(SpectralSpaceTransform())}


run(methods)
