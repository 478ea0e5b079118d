"""Kalman updating: offset and slope of A's predictions on B follow the standards in the order they were measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..parameters import Parameter
from ..regression.parameters import OWN_MODEL
from ._problem import TransferProblem
from .bias import PredictionCorrection

OFFSET_BEFORE, SLOPE_BEFORE = 1e4, 10.0
"""Variances before the first standard, beside that of the noise: nothing is known of the offset; the slope moves a
value one standard deviation away by about three times the noise."""
EVIDENCE, FEWEST = 2.0, 5
"""A drift or a slope is taken from so many standards on, and where it raises the log likelihood by more than this: of
simulated standards without either, 6, 3 and 3 % of lists of 5, 10 and 20 seem to have one."""
DRIFTS = (0.0, 0.003, 0.03, 0.3)
"""What automatic compares: variance of the step from one standard to the next, beside that of the noise."""


class KalmanUpdating(PredictionCorrection):
    """y = ŷ + o_t + g_t (ŷ − mean) + e; o and g walk at random; the state after the last standard corrects."""

    parameters = (
        Parameter("order", "choice", "listed", "Order in time", "What the standards' order in time is read from: the "
                  "list of standards, or the order of their spectra in B's file.", choices=("listed", "file"),
                  advice="file where the instrument appends every measurement."),
        Parameter("drift", "float", None, "Drift", "Variance by which the offset moves from one standard to the next, "
                  "beside that of the noise; 0 weighs all standards alike.", minimum=0, maximum=1e6,
                  has_automatic=True, logarithmic=True,
                  advice="0 to 0.3. Automatic takes what foretells each next standard clearly better than 0."),
        Parameter("slope", "choice", "auto", "Slope", "Whether the slope is followed too.",
                  choices=("auto", "yes", "no"), advice="auto, judged like the drift."),
        *OWN_MODEL)

    def _fit_transfer(self, problem: TransferProblem, values: dict[str, Any]) -> None:
        self._states: list[KalmanState] = []
        super()._fit_transfer(problem, values)
        self.chosen_.update(drift=[s.drift for s in self._states], slope=[s.with_slope for s in self._states],
                            uncertainty=[s.uncertainty for s in self._states])
        del self._states

    def _order(self, problem: TransferProblem, values: dict[str, Any]) -> np.ndarray:
        if values["order"] == "listed":
            return super()._order(problem, values)
        return np.argsort([int(rows.min()) for rows in problem.rows_b], kind="stable")

    def _line(self, predicted: np.ndarray, reference: np.ndarray, values: dict[str, Any]) -> tuple[float, float]:
        drifts = DRIFTS if values["drift"] is None else (float(values["drift"]),)
        slopes = {"auto": (False, True), "yes": (True,), "no": (False,)}[values["slope"]]
        best = best_state(predicted, reference, drifts, slopes)
        self._states.append(best)
        return best.slope, best.offset


@dataclass(frozen=True)
class KalmanState:
    """What is known after the last standard: y ≈ slope · ŷ + offset.

    Parameters
    ----------
    slope, offset : float
    uncertainty : float
        Standard deviation of the offset at the mean prediction.
    likelihood : float
        Logarithm of the density of every standard as foretold from those before it, the noise being what fits best.
    drift : float
    with_slope : bool
    """

    slope: float
    offset: float
    uncertainty: float
    likelihood: float
    drift: float
    with_slope: bool


def best_state(predicted: np.ndarray, reference: np.ndarray, drifts: tuple[float, ...] = DRIFTS,
               slopes: tuple[bool, ...] = (False, True), moments: np.ndarray | None = None) -> KalmanState:
    """The state under the plainest drift and slope (the first of each), or under others that are clearly likelier.

    Fewer than `FEWEST` standards cannot show either; see `kalman` for the arguments.
    """
    if len(predicted) < FEWEST:
        drifts, slopes = drifts[:1], slopes[:1]
    plain, *others = (kalman(predicted, reference, d, s, moments) for s in slopes for d in drifts)
    best = max(others, key=lambda k: k.likelihood, default=plain)
    return best if best.likelihood > plain.likelihood + EVIDENCE else plain


def kalman(predicted: np.ndarray, reference: np.ndarray, drift: float, with_slope: bool,
           moments: np.ndarray | None = None) -> KalmanState:
    """Kalman filter with the offset and the slope of the error as state.

    Parameters
    ----------
    predicted, reference : (m,) arrays
        In the order of time.
    drift : float
        Variance of a step of the offset, and of the slope's effect one standard deviation from the mean, beside that of
        the noise.
    with_slope : bool
    moments : (m,) array, optional
        When they were measured, rising; what is of one moment is not apart by a step. Default: one step each.

    References
    ----------
    Kalman, J. Basic Eng. 82 (1960) 35. The variance of the noise is that of the greatest likelihood (Harvey,
    Forecasting, structural time series models and the Kalman filter, 1989, 3.4).
    """
    middle, spread = float(predicted.mean()), float(predicted.std())
    unit = spread if spread > 0 else max(float(np.abs(reference - predicted).max()), 1e-300)
    u, error = (predicted - middle) / unit, (reference - predicted) / unit
    state, P = np.zeros(2), np.diag([OFFSET_BEFORE, SLOPE_BEFORE if with_slope else 0.0])
    step = np.diag([drift, drift if with_slope else 0.0])
    scaled, spreads = np.zeros(len(u)), np.zeros(len(u))
    steps = np.diff(np.arange(len(u)) if moments is None else moments, prepend=0 if moments is None else moments[0])
    for t, (x, e, apart) in enumerate(zip(u, error, steps, strict=True)):
        P = P + float(apart) * step
        h = np.array([1.0, x])
        S = float(h @ P @ h) + 1.0
        gain = P @ h / S
        scaled[t], spreads[t] = (e - h @ state) ** 2 / S, S
        state, P = state + gain * (e - h @ state), P - np.outer(gain, h @ P)
    noise = max(float(scaled.mean()), 1e-24)
    likelihood = -0.5 * (len(u) * np.log(noise) + float(np.log(spreads).sum()))
    slope = 1.0 + float(state[1])
    return KalmanState(slope, float(state[0]) * unit + (1.0 - slope) * middle,
                       float(np.sqrt(noise * max(P[0, 0], 0.0))) * unit, float(likelihood), drift, with_slope)
