"""Kernels between samples, and Nyström features for sets whose kernel matrix would be too large."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import DataError, ParameterError
from ..parameters import the_parameter
from . import lapack
from .scaling import BlockMatrix, row_blocks

KERNELS = ("rbf", "polynomial", "cosine", "linear")
WORN = 1e-10  # relative eigenvalue of the landmarks' kernel below which a direction is rounding


@dataclass(frozen=True)
class Kernel:
    """k(x, z).

    Parameters
    ----------
    name : {"rbf", "polynomial", "cosine", "linear"} or callable
        exp(−γ‖x−z‖²); (γ x·z + c)^degree; x·z / (‖x‖‖z‖); x·z; or a function of (n, p) and (m, p) arrays that gives
        the (n, m) matrix.
    gamma : float
        γ of "rbf" and "polynomial".
    degree : int
    coef0 : float
        c of "polynomial".
    """

    name: str | Callable[[np.ndarray, np.ndarray], np.ndarray]
    gamma: float = 1.0
    degree: int = 3
    coef0: float = 1.0

    def __call__(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        """Kernel matrix (n, m) in float64.

        Raises
        ------
        DataError, ParameterError
            If it is not finite, or a callable gives another shape.
        """
        if callable(self.name):
            K = np.asarray(self.name(X, Z), dtype=np.float64)
            if K.shape != (len(X), len(Z)):
                raise ParameterError("kernel.shape", shape=str(K.shape), value=(len(X), len(Z)))
        elif self.name == "rbf":
            centre = Z.mean(axis=0)  # squares of differences do not change, but lose fewer digits
            X, Z = X - centre, Z - centre
            K = (X**2).sum(axis=1)[:, None] + (Z**2).sum(axis=1) - 2 * X @ Z.T
            K = np.exp(-self.gamma * np.maximum(K, 0.0))
        elif self.name == "polynomial":
            K = (self.gamma * (X @ Z.T) + self.coef0) ** self.degree
        elif self.name == "cosine":
            K = _unit(X) @ _unit(Z).T
        else:
            K = X @ Z.T
        if not np.isfinite(K).all():
            raise DataError("kernel.not_finite", parameter=the_parameter('gamma'))
        return K

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file.

        Raises
        ------
        ParameterError
            For a Python function, which a file cannot hold.
        """
        if callable(self.name):
            raise ParameterError("kernel.function_in_file", parameter=the_parameter('kernel'))
        return {"name": self.name, "gamma": self.gamma, "degree": self.degree, "coef0": self.coef0}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Kernel:
        """The kernel that `to_state` described."""
        return cls(str(state["name"]), float(state["gamma"]), int(state["degree"]), float(state["coef0"]))


def _unit(X: np.ndarray) -> np.ndarray:
    norms = np.linalg.norm(X, axis=1, keepdims=True)
    return X / np.where(norms > 0, norms, 1.0)


class NystromFeatures(BlockMatrix):
    """Φ = k(X, Z) W^(−1/2), W = k(Z, Z) over landmarks Z: ΦΦᵀ is the Nyström approximation of the kernel matrix.

    Parameters
    ----------
    X : BlockMatrix (n, p)
        Scaled spectra.
    landmarks : (m, p) array
        Scaled spectra Z.
    kernel : Kernel

    Attributes
    ----------
    whiten : (m, r) array
        W^(−1/2) on the range of W; new spectra have the features k(x, Z) whiten.
    """

    def __init__(self, X: BlockMatrix, landmarks: np.ndarray, kernel: Kernel) -> None:
        self.X, self.landmarks, self.kernel = X, landmarks, kernel
        values, vectors = lapack.eigh(kernel(landmarks, landmarks))
        used = values > WORN * values[-1]
        if not used.any() or values[-1] <= 0:
            raise DataError("kernel.no_positive_eigenvalue")
        self.whiten = vectors[:, used] / np.sqrt(values[used])
        self.shape = (X.shape[0], int(used.sum()))

    def blocks(self) -> Iterator[tuple[slice, np.ndarray]]:
        """Blocks of Φ; computed anew in every pass, so that Φ is never held as a whole."""
        for part, block in self.X.blocks():
            for inner in row_blocks((len(block), len(self.landmarks))):
                place = slice(part.start + inner.start, part.start + inner.stop)
                yield place, self.kernel(block[inner], self.landmarks) @ self.whiten
