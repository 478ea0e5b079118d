"""How a regression is tuned."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RegressionOptions:
    """How a regression is tuned.

    Parameters
    ----------
    n_components : int or None
        Latent variables of PLS; None chooses them by cross-validation.
    max_components : int
        Largest number tried.
    rule : str
        One of `choose.RULES`.
    n_folds : int
        Folds of the cross-validation.
    seed : int
        Of the shuffled folds.
    """

    n_components: int | None = None
    max_components: int = 15
    rule: str = "within-2-percent"
    n_folds: int = 10
    seed: int = 0
