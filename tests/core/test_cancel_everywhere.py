"""A fit that is cancelled ends before its next decomposition, whatever the size: counted in steps, not in seconds."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import FrameType

import numpy as np
import pytest

import spectralign_gui.core
from spectralign_gui.contract.problem import make_problem
from spectralign_gui.core.errors import Cancelled
from spectralign_gui.core.monitor import SilentMonitor, checkpoint, inherited, watched_by
from spectralign_gui.core.numerics import lapack
from spectralign_gui.core.registry import methods

CORE = Path(spectralign_gui.core.__file__).parent
HEAVY = {"cholesky", "eigh", "eigvalsh", "inv", "lstsq", "pinv", "qr", "solve", "svd", "eig", "eigs", "eigsh", "svds",
         "cho_factor", "lu_factor", "polar", "sqrtm", "expm", "solve_sylvester", "lsqr", "cg"}
MOST = 4
"""Decompositions between two questions; each is of the size of the problem."""


class Steps:
    """A monitor that counts the decompositions begun between its questions."""

    def __init__(self) -> None:
        self.now = self.worst = self.asked = 0

    def report(self, stage: str, fraction: float, **values: object) -> None:
        pass

    def raise_if_cancelled(self) -> None:
        self.worst, self.now = max(self.worst, self.now), 0
        self.asked += 1

    def profile(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_name in HEAVY and (
                "numpy" in frame.f_code.co_filename or "scipy" in frame.f_code.co_filename):
            self.now += 1


@pytest.mark.parametrize("name", list(methods()))
def test_few_decompositions_between_two_questions(name):
    info, steps = methods()[name], Steps()
    problem = make_problem(info)
    problem.fit(info)  # what is imported and remembered is so now
    sys.setprofile(steps.profile)
    try:
        problem.fit(info, monitor=steps)
    finally:
        sys.setprofile(None)
    assert max(steps.worst, steps.now) <= MOST and steps.asked >= 2


def test_all_of_the_core_decomposes_through_the_checked_functions():
    found = []
    for path in sorted(CORE.rglob("*.py")):
        if path.name == "lapack.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if called.startswith("np.linalg.") and called.removeprefix("np.linalg.") in HEAVY:
                found.append(f"{path.relative_to(CORE)}:{node.lineno}")
    assert found == []


@pytest.mark.parametrize("name", [n for n in dir(lapack) if n in HEAVY])
def test_a_decomposition_is_not_begun_once_it_is_cancelled(name):
    square = np.eye(3)
    arguments = (square, square) if name in ("lstsq", "solve") else (square,)
    getattr(lapack, name)(*arguments)  # outside any fit nobody is asked
    monitor = SilentMonitor()
    with watched_by(monitor):
        getattr(lapack, name)(*arguments)
        monitor.cancel()
        with pytest.raises(Cancelled):
            getattr(lapack, name)(*arguments)
    checkpoint()


def test_a_fit_inside_a_fit_is_cancelled_with_it():
    monitor = SilentMonitor()
    with watched_by(monitor):
        inner = inherited()
        inner.raise_if_cancelled()
        monitor.cancel()
        with pytest.raises(Cancelled):
            inner.raise_if_cancelled()
    inherited().raise_if_cancelled()
