"""Parameters of methods that predict with a regression: which, how it is tuned, or the user's own."""

from __future__ import annotations

from ..parameters import Parameter
from .choose import RULES
from .closure import CLOSURE
from .fit import REGRESSIONS

REGRESSION = (
    Parameter("regression", "choice", "pls", "Regression", "The kind of model that turns spectra into values.",
              choices=tuple(REGRESSIONS),
              advice="pls; ridge is as steady; svr and gp bend with the data and want many samples."),
    Parameter("max_components", "int", 15, "Most latent variables",
              "Largest number of PLS latent variables that cross-validation may choose.", minimum=1, maximum=60,
              advanced=True,
              advice="15; fewer than a third of the samples."),
    Parameter("component_rule", "choice", "within-2-percent", "Rule for latent variables",
              "How the number of latent variables is read from the cross-validation curve.", choices=RULES,
              advanced=True,
              advice="within-2-percent; one-standard-error takes fewer, minimum more."),
    CLOSURE,
)
OWN_MODEL = (*REGRESSION, Parameter(
    "coefficients", "floats", (), "Own regression vector",
    "Your own model of A instead of a fitted one: the intercept, then one coefficient per channel; several "
    "properties one after the other.", advanced=True,
    advice="*Predict ▸ Use own coefficients…* reads them from a file."), Parameter(
    "coefficient_names", "text", "", "Properties of the own regression vector",
    "Names of the properties that your own regression vector gives, separated by semicolons.", advanced=True,
    advice="Read with the coefficients."))
