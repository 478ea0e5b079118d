"""Net analyte ridge with calibration adaptation (NARCA): coefficients that the instruments' difference cannot move."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ..errors import ParameterError
from ..monitor import checkpoint
from ..numerics import lapack
from ..parameters import Parameter
from ..regression.parameters import REGRESSION
from ._affine import AffineMap
from ._part import Part, Path
from ._retrain import SHIFT, RetrainedTransfer, shifts
from .joint_ridge import PENALTIES, patterns_of


class NetAnalyteRidge(RetrainedTransfer):
    """min ‖y − Xb‖² + τ²‖b‖² + λ²‖Nb‖² on A; N are the standards' spectra on A minus those on B."""

    parameters = (
        Parameter("weight_of_difference", "float", None, "Weight of the difference",
                  "How strongly the coefficients avoid the directions in which the instruments differ: λ², with the "
                  "differences brought to the size of A's spectra. 0 is plain ridge.", minimum=0, has_automatic=True,
                  logarithmic=True,
                  advice="0.1 to 1,000. Automatic compares 0, 0.1, 10 and 1,000."),
        Parameter("ridge_penalty", "float", None, "Ridge penalty",
                  "How strongly the coefficients are kept small: τ², relative to the mean squared length of A's "
                  "centred spectra.", minimum=0, open_minimum=True, has_automatic=True, logarithmic=True, advanced=True,
                  advice="1e-5 to 0.1. Automatic chooses by leaving samples out."),
        SHIFT, *(p for p in REGRESSION if p.name in ("component_rule", "closure")))
    cleans = False

    def _candidates(self, part: Part, values: dict[str, Any]) -> list[dict[str, Any]]:
        own = values["weight_of_difference"]
        return [{"weight_of_difference": v, "shift": s} for s in shifts(values)
                for v in ((0.0, 0.1, 10.0, 1000.0) if own is None else (own,))]

    def _path_length(self, part: Part, values: dict[str, Any]) -> int:
        return len(self._penalties())

    def _penalties(self) -> np.ndarray:
        own: float | None = self.ridge_penalty  # type: ignore[attr-defined]
        return PENALTIES if own is None else np.array([own])

    def _describe_step(self, index: int) -> dict[str, Any]:
        return {"penalty": float(self._penalties()[index])}

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        if not chosen["shift"]:
            return None, None
        return None, AffineMap.shift(part.SA.mean(axis=0) - part.SB.mean(axis=0))

    def _differences(self, part: Part, map_b: AffineMap | None) -> np.ndarray:
        """Spectra (m, r) that the coefficients avoid."""
        return np.asarray(part.SA - (part.SB if map_b is None else map_b(part.SB)))

    def _path(self, part: Part, chosen: dict[str, Any], n_components: int) -> Path:
        _, map_b = self._corrections(part, chosen)
        N = self._differences(part, map_b)
        q, L, r = part.YA.shape[1], n_components, part.A.shape[1]
        b, b0 = np.zeros((q, L, r)), np.zeros((q, L))
        every = np.isfinite(part.YA)
        for columns in patterns_of(every):
            known = every[:, columns[0]]
            ridge = part.once(("ridge", known.tobytes()), partial(DoubleRidge, part.A[known]))
            Y = part.YA[known][:, columns]
            b[columns] = ridge.path(Y, N, chosen["weight_of_difference"], self._penalties()[:L])
            b0[columns] = Y.mean(axis=0)[:, None] - b[columns] @ ridge.mean
        of_b, of_b0 = b, b0
        if map_b is not None:
            pulled, constant = map_b.pull_back(b.reshape(q * L, r).T, b0.ravel())
            of_b, of_b0 = pulled.T.reshape(q, L, r), constant.reshape(q, L)
        return Path(b, b0, of_b, of_b0)


class DoubleRidge:
    """min ‖y − Xb‖² + τ²‖b‖² + λ²‖Nb‖² for many y, N, λ and τ: X is decomposed once.

    With XᵀX = V S Vᵀ and D = (S + τ²)⁻¹ the few rows of N are an update of it, (S + τ² + MᵀM)⁻¹ =
    D − D Mᵀ(I + M D Mᵀ)⁻¹ M D, M = λNV; where they are many, XᵀX + λ²NᵀN is decomposed for each λ.

    Parameters
    ----------
    X : (n, p) array
        Centred here.

    Raises
    ------
    ParameterError
        All spectra are the same.

    References
    ----------
    Peper, Kalivas and co-workers; Tikhonov regularisation with a second penalty: Kalivas et al., Appl. Spectrosc. 63
    (2009) 800. The update: Woodbury.
    """

    def __init__(self, X: np.ndarray) -> None:
        self.mean = X.mean(axis=0)
        self.X = X - self.mean
        self.scale = float((self.X ** 2).sum(axis=1).mean())
        if self.scale <= 0:
            raise ParameterError("the ridge cannot be fitted: A's spectra are all the same.")
        self.gram = self.X.T @ self.X
        self.values, self.V = lapack.eigh(self.gram)

    def path(self, Y: np.ndarray, N: np.ndarray, weight: float, penalties: np.ndarray) -> np.ndarray:
        """Coefficients (q, L, p) for every property and penalty.

        Parameters
        ----------
        Y : (n, q) array
            Centred here.
        N : (m, p) array
            Brought to the mean squared length of X's rows before it is weighted.
        weight : float
            λ².
        penalties : (L,) array
            τ², relative to the mean squared length of X's rows.
        """
        target = self.X.T @ (Y - Y.mean(axis=0))
        size = float((N ** 2).sum(axis=1).mean()) if N.size else 0.0
        N = N * np.sqrt(weight * self.scale / size) if size > 0 and weight > 0 else N[:0]
        values, V, M = self.values, self.V, N @ self.V
        if 4 * len(N) > len(V):
            values, V = lapack.eigh(self.gram + N.T @ N)
            M = M[:0]
        D = 1.0 / (np.maximum(values, 0.0) + self.scale * penalties[:, None])
        z = D * (V.T @ target).T[:, None, :]  # (q, L, p)
        if len(M):
            checkpoint()
            inner = np.eye(len(M)) + (M * D[:, None, :]) @ M.T  # (L, m, m)
            z = z - D * (lapack.solve(inner, (z @ M.T)[..., None])[..., 0] @ M)
        return np.asarray(z @ V.T)
