"""What sparse and robust alignment share: their parameters, progress, history, the honest word on convergence."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import ParameterError
from ..monitor import Monitor, stops_asked
from ..naming import the_instrument, the_set
from ..notes import Note
from ..parameters import Parameter

TOL = Parameter(
    "tol", "float", 1e-6, "Tolerance",
    "The iteration stops when both residuals fall below this; smaller is more exact and slower.",
    minimum=1e-12, maximum=0.1, logarithmic=True, advanced=True,
    advice="1e-6; 1e-4 is enough to look at.")
MAX_ITER = Parameter(
    "max_iter", "int", 2000, "Most iterations",
    "The iteration gives up after this many steps and says that it did not converge.",
    minimum=1, maximum=1_000_000, advanced=True,
    advice="2,000; more where *Quality* says that it did not converge.")

PREVIEW_SIDE = 400
PREVIEW_SECONDS = 0.7
KEYS = ("objective", "primal_residual", "dual_residual")


class Stops:
    """What "stop as is" does to a fit of several sets: the sets after the stopped one get as many steps and no more,
    so that the whole is what `max_iter` of that many would have given. Another stop ends them at once."""

    def __init__(self) -> None:
        self.obeyed = 0
        self.limit: int | None = None
        self.stopped: list[int | None] = []
        """Per set: the iteration at which it was stopped; None where it ended by itself."""

    def asked(self, monitor: Monitor, iteration: int) -> bool:
        """Whether the iteration of the present set ends here."""
        count = stops_asked(monitor)
        if count > self.obeyed:
            self.obeyed, self.limit = count, iteration
            return True
        return self.limit is not None and iteration >= self.limit


class Progress:
    """Passes each iteration on to the monitor; asks it for a cancel or a stop.

    Parameters
    ----------
    monitor : Monitor
    instrument : int
    tol : float
    max_iter : int
    preview : function(solution) -> (m, m) array
        Small picture of R.
    stops : Stops
    embed : function(solution) -> list of (n_k, d) arrays, or None
        The embedding as it is now, when it is time for one.
    """

    def __init__(
        self, monitor: Monitor, instrument: int, tol: float, max_iter: int, preview: Callable[[Any], np.ndarray],
        stops: Stops, embed: Callable[[Any], list[np.ndarray] | None] = lambda solution: None,
    ) -> None:
        self.monitor, self.instrument, self.tol, self.max_iter = monitor, instrument, tol, max_iter
        self.preview, self.stops, self.embed = preview, stops, embed
        self.stopped_at: int | None = None
        self._first: float | None = None
        self._stage = ""
        self._last_picture = time.monotonic()

    def __call__(self, iteration: int, values: dict[str, float], solution: Any) -> bool:
        """After an iteration; may raise `Cancelled`. True: the user wants the iterate as it is."""
        self.monitor.raise_if_cancelled()
        worst = max(values["primal_residual"], values["dual_residual"], 1e-300)
        worst = min(worst, 1e300)
        self._first = max(worst, self._first or 0.0)
        way = np.log(self._first / self.tol)
        done = np.log(self._first / worst) / way if way > 0 else 1.0
        fraction = min(max(float(done), iteration / self.max_iter, 0.0), 1.0)
        extra: dict[str, Any] = {}
        if time.monotonic() - self._last_picture > PREVIEW_SECONDS:
            extra["reconstruction"] = self.preview(solution)
            self._last_picture = time.monotonic()
        embeddings = self.embed(solution)
        if embeddings is not None:
            extra["embeddings"] = embeddings
        self._stage = self._stage or f"Iterating, {the_instrument(self.instrument)}"  # made once: small sets are quick
        self.monitor.report(self._stage, fraction, instrument=self.instrument, iteration=iteration, **values, **extra)
        if self.stops.asked(self.monitor, iteration):
            self.stopped_at = iteration
            return True
        return False


def stride(n: int) -> slice:
    """Every so many-th sample, so that a preview stays small."""
    return slice(None, None, max(1, -(-n // PREVIEW_SIDE)))


def merge_histories(histories: list[dict[str, list[float]]]) -> dict[str, list[float]]:
    """One table of all sets: a row per iteration, with "instrument" and "iteration" columns."""
    merged: dict[str, list[float]] = {name: [] for name in (*KEYS, "instrument", "iteration")}
    for k, history in enumerate(histories):
        for name in KEYS:
            merged[name] += history[name]
        steps = len(history[KEYS[0]])
        merged["instrument"] += [k] * steps
        merged["iteration"] += list(range(1, steps + 1))
    return merged


def refuse_early_end(converged: bool, iterations: list[int]) -> None:
    """Refuse an iterate that has nothing in it yet, where the iteration simply had too few steps.

    Raises
    ------
    ParameterError
    """
    if not converged:
        raise ParameterError("iterative.nothing_yet", iterations=max(iterations))


def not_converged(k: int, iterations: int, gap: float, stopped: bool = False) -> Note:
    """What is said of a set whose iteration gave up, or was stopped."""
    return Note("iterative.stopped" if stopped else "iterative.not_converged", set=the_set(k), iterations=iterations,
                gap=gap)
