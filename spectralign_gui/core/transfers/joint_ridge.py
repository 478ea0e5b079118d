"""Two-instrument ridge: one regression vector that both instruments share, and a small own part for each."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ParameterError
from ..numerics import lapack
from ..parameters import Parameter
from ..regression.parameters import REGRESSION
from ._affine import AffineMap
from ._part import Part, Path
from ._retrain import SHIFT, RetrainedTransfer, shifts

PENALTIES = 10.0 ** np.arange(0.5, -8.1, -0.5)
"""Relative to the mean squared length of A's centred spectra; strong first."""
LARGEST_OWN = 1e10
"""Beyond it the common part is lost in rounding; the two models are apart long before."""


class JointRidge(RetrainedTransfer):
    """b_k = b₀ + v_k with penalty λ(‖b₀‖² + ‖v_k‖²/own); own = 0 is one model for both.

    Solved with the kernel k(x, x')·(1 + own·[same instrument]) + 1 + [own > 0][same instrument]. Automatic: own part,
    penalty and shift per property, by leaving physical samples out.
    """

    parameters = (
        Parameter("own", "float", None, "Own part",
                  "How far each instrument's coefficients may go their own way; 0 is one model for both, large is a "
                  "model of B alone.", minimum=0, has_automatic=True, logarithmic=True,
                  advice="0.1 to 10. Automatic compares 0, 0.1, 1 and 10."),
        SHIFT, *(p for p in REGRESSION if p.name in ("component_rule", "closure")))

    def _candidates(self, part: Part, values: dict[str, Any]) -> list[dict[str, Any]]:
        own = [0.0, 0.1, 1.0, 10.0] if values["own"] is None else [values["own"]]
        return [{"own": c, "shift": s} for c in own for s in shifts(values)]

    def _path_length(self, part: Part, values: dict[str, Any]) -> int:
        return len(PENALTIES)

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        if not chosen.get("shift"):
            return None, None
        return None, AffineMap.shift(part.SA.mean(axis=0) - part.SB.mean(axis=0))

    def _path(self, part: Part, chosen: dict[str, Any], n_components: int) -> Path:
        _, map_b = self._corrections(part, chosen)
        XB, YB = part.labelled
        XB = XB if map_b is None else map_b(XB)
        return joint_ridge_path(part.A, part.YA, XB, YB, float(chosen["own"]), PENALTIES[:n_components], map_b)

    def _describe_step(self, index: int) -> dict[str, Any]:
        return {"penalty": float(PENALTIES[index])}


def patterns_of(known: np.ndarray) -> list[list[int]]:
    """Columns of a mask (n, q) that are alike."""
    found: dict[bytes, list[int]] = {}
    for j in range(known.shape[1]):
        found.setdefault(known[:, j].tobytes(), []).append(j)
    return list(found.values())


def joint_ridge_path(
    A: np.ndarray, YA: np.ndarray, B: np.ndarray, YB: np.ndarray, own: float, penalties: np.ndarray,
    map_b: AffineMap | None = None,
) -> Path:
    """Models of both instruments for every penalty.

    Parameters
    ----------
    A, YA, B, YB : arrays (n, r), (n, q), (m, r), (m, q)
        NaN values are left out per property.
    own : float
    penalties : (L,) array
    map_b : AffineMap, optional
        What B's spectra have gone through; the returned model takes them as measured.

    Raises
    ------
    ParameterError
        If A's spectra are all the same.
    """
    mean = A.mean(axis=0)
    scale = float(((A - mean) ** 2).sum(axis=1).mean())
    if scale <= 0:
        raise ParameterError("transfer.no_variation")
    Z = (np.vstack([A, B]) - mean) / np.sqrt(scale)
    Y = np.vstack([YA, YB])
    of_b = np.arange(len(Z)) >= len(A)
    K = Z @ Z.T
    same = of_b[:, None] == of_b[None, :]
    own = min(own, LARGEST_OWN)
    constant = 1.0 if own > 0 else 0.0
    K = K * (1.0 + own * same) + 1.0 + constant * same
    q, L, r = Y.shape[1], len(penalties), Z.shape[1]
    out = [np.zeros((q, L, r)), np.zeros((q, L)), np.zeros((q, L, r)), np.zeros((q, L))]
    known = np.isfinite(Y)
    for columns in patterns_of(known):
        rows = known[:, columns[0]]
        y_mean = Y[rows & ~of_b][:, columns].mean(axis=0) if (rows & ~of_b).any() else Y[rows][:, columns].mean(axis=0)
        D, Q = lapack.eigh(K[np.ix_(rows, rows)])
        turned = Q.T @ (Y[rows][:, columns] - y_mean)
        divide = 1.0 / (np.maximum(D, 0.0)[None, :] + penalties[:, None])
        alpha = (turned.T[:, None, :] * divide[None, :, :]) @ Q.T
        b_rows = of_b[rows]
        for base, mine in ((0, ~b_rows), (2, b_rows)):
            out[base][columns] = (alpha * (1.0 + own * mine)) @ Z[rows] / np.sqrt(scale)
            out[base + 1][columns] = (alpha * (1.0 + constant * mine)).sum(axis=2) + y_mean[:, None]
            out[base + 1][columns] -= out[base][columns] @ mean
    if map_b is not None:
        b, c = map_b.pull_back(out[2].reshape(q * L, r).T, out[3].ravel())
        out[2], out[3] = b.T.reshape(q, L, -1), c.reshape(q, L)
    return Path(*out)
