"""What the transfers share that need no standards: enough spectra, and whose means are compared."""

from __future__ import annotations

import numpy as np

from ..errors import DataError
from ..naming import the_set
from ..parameters import Parameter
from ._problem import TransferProblem

MEANS = Parameter("mean", "choice", "auto", "Means from",
                  "Whose mean difference is taken out: that of the standards, which are the same samples, or that of "
                  "all spectra.", choices=("auto", "standards", "all"),
                  advice="auto takes the standards where there are any.")


def need_spectra(problem: TransferProblem, least: int, title: str) -> None:
    """Refuse fewer than `least` spectra of either instrument.

    Raises
    ------
    DataError
    """
    for k, X in enumerate((problem.measured_a, problem.measured_b)):
        if len(X) < least:
            raise DataError("transfer.too_few_spectra", title=title, set=the_set(k), n=len(X), least=least)


def whose_means(problem: TransferProblem, choice: str) -> str:
    """What the parameter `mean` comes to: "standards" or "all"."""
    return choice if choice != "auto" else "standards" if problem.m else "all"


def compared(problem: TransferProblem, choice: str, title: str) -> tuple[np.ndarray, np.ndarray]:
    """Spectra of A and of B whose means stand for the same, by the parameter `mean`.

    Raises
    ------
    PairsError
        Those of the standards are asked for, and there are none.
    """
    if whose_means(problem, choice) == "standards":
        problem.need_standards(1, title)
        return problem.standards_a, problem.standards_b
    return problem.A, problem.B


def compared_means(problem: TransferProblem, choice: str, title: str) -> tuple[np.ndarray, np.ndarray]:
    """Their mean spectra (p_a,), (p_b,); see `compared`."""
    A, B = compared(problem, choice, title)
    return A.mean(axis=0), B.mean(axis=0)


def at_most(X: np.ndarray, count: int) -> np.ndarray:
    """So many rows of X (n, p) drawn at random, the same ones every time; all where there are no more."""
    return X if len(X) <= count else X[np.sort(np.random.RandomState(0).permutation(len(X))[:count])]
