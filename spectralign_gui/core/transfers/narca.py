"""Net analyte ridge with calibration adaptation (NARCA): coefficients that the instruments' difference cannot move."""

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
from .joint_ridge import PENALTIES


class NetAnalyteRidge(RetrainedTransfer):
    """min ‖y − Xb‖² + τ²‖b‖² + λ²‖Nb‖² on A; N are the standards' spectra on A minus those on B."""

    parameters = (
        Parameter("weight_of_difference", "float", None, "Weight of the difference",
                  "How strongly the coefficients avoid the directions in which the instruments differ: λ², with the "
                  "differences brought to the size of A's spectra. 0 is plain ridge.", minimum=0, has_automatic=True,
                  logarithmic=True,
                  advice="0.1 to 1,000. Automatic compares 0, 0.1, 10 and 1,000."),
        SHIFT, *(p for p in REGRESSION if p.name in ("component_rule", "closure")))
    cleans = False

    def _candidates(self, part: Part, values: dict[str, Any]) -> list[dict[str, Any]]:
        own = values["weight_of_difference"]
        return [{"weight_of_difference": v, "shift": s} for s in shifts(values)
                for v in ((0.0, 0.1, 10.0, 1000.0) if own is None else (own,))]

    def _path_length(self, part: Part, values: dict[str, Any]) -> int:
        return len(PENALTIES)

    def _describe_step(self, index: int) -> dict[str, Any]:
        return {"penalty": float(PENALTIES[index])}

    def _corrections(self, part: Part, chosen: dict[str, Any]) -> tuple[AffineMap | None, AffineMap | None]:
        if not chosen["shift"]:
            return None, None
        return None, AffineMap.shift(part.SA.mean(axis=0) - part.SB.mean(axis=0))

    def _path(self, part: Part, chosen: dict[str, Any], n_components: int) -> Path:
        _, map_b = self._corrections(part, chosen)
        N = part.SA - (part.SB if map_b is None else map_b(part.SB))
        q, L, r = part.YA.shape[1], n_components, part.A.shape[1]
        b, b0 = np.zeros((q, L, r)), np.zeros((q, L))
        for j in range(q):
            known = np.isfinite(part.YA[:, j])
            X, y = part.A[known], part.YA[known, j]
            b[j] = narca_path(X - X.mean(axis=0), y - y.mean(), N, chosen["weight_of_difference"], PENALTIES[:L])
            b0[j] = y.mean() - b[j] @ X.mean(axis=0)
        of_b, of_b0 = b, b0
        if map_b is not None:
            pulled, constant = map_b.pull_back(b.reshape(q * L, r).T, b0.ravel())
            of_b, of_b0 = pulled.T.reshape(q, L, r), constant.reshape(q, L)
        return Path(b, b0, of_b, of_b0)


def narca_path(X: np.ndarray, y: np.ndarray, N: np.ndarray, weight: float, penalties: np.ndarray) -> np.ndarray:
    """Coefficients (L, p) for every penalty.

    Parameters
    ----------
    X, y : (n, p), (n,) centred arrays
    N : (m, p) array
        Differences; brought to the mean squared length of X's rows before they are weighted.
    weight : float
        λ².
    penalties : (L,) array
        τ², relative to the mean squared length of X's rows.

    Raises
    ------
    ParameterError
        All of A's spectra are the same.

    References
    ----------
    Peper, Kalivas and co-workers; Tikhonov regularisation with a second penalty: Kalivas et al., Appl. Spectrosc. 63
    (2009) 800.
    """
    scale = float((X ** 2).sum(axis=1).mean())
    if scale <= 0:
        raise ParameterError("the ridge cannot be fitted: A's spectra are all the same.")
    size = float((N ** 2).sum(axis=1).mean()) if N.size else 0.0
    rows = X if size <= 0 or weight <= 0 else np.vstack([X, N * np.sqrt(weight * scale / size)])
    _, s, Vt = lapack.svd(rows, full_matrices=False)
    turned = Vt @ (X.T @ y)
    return (turned / (s ** 2 + scale * penalties[:, None])) @ Vt
