"""R_k with X_k ≈ R_k X_k, kept as factors; the n × n matrix is formed only to be looked at."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy

from . import lapack
from .memory import require


class Reconstruction:
    """Each sample of a set as a combination of the set's samples.

    One of three forms: low rank and symmetric R = U diag(w) Uᵀ (low rank, kernel); a product R = G Uᵀ (robust);
    explicit entries (sparse).

    Parameters
    ----------
    basis : (n, r) array
        U, orthonormal columns; for explicit entries the basis of the set (may have no columns).
    weights : (r,) array
        w, 0 < w ≤ 1; for the other forms the singular values of R, for show.
    singular_values : (m,) array
        Singular values of the set as scaled, descending, kept ones first: what the threshold line is drawn through.
    penalty : float
        λ that was used; the line is at √λ.
    left : (n, r) array, optional
        G of the product form.
    entries : (n, n) array or scipy sparse matrix, optional
        The explicit form.
    """

    def __init__(
        self, basis: np.ndarray, weights: np.ndarray, singular_values: np.ndarray, penalty: float, *,
        left: np.ndarray | None = None, entries: np.ndarray | scipy.sparse.spmatrix | None = None,
    ) -> None:
        self.basis, self.weights = basis, weights
        self.singular_values, self.penalty = singular_values, float(penalty)
        self.left, self.entries = left, entries

    @property
    def n_samples(self) -> int:
        """n of the n × n matrix."""
        return int(self.basis.shape[0])

    @property
    def rank(self) -> int:
        """Rank of R (kept rank)."""
        return int(np.count_nonzero(self.weights))

    @property
    def threshold(self) -> float:
        """√λ."""
        return float(np.sqrt(self.penalty))

    def rows(self, indices: np.ndarray | slice) -> np.ndarray:
        """Rows R[indices, :] as a dense array (m, n)."""
        if self.entries is not None:
            part: Any = self.entries[indices]  # type: ignore[index]
            return np.asarray(part.toarray() if scipy.sparse.issparse(part) else part)
        if self.left is not None:
            return self.left[indices] @ self.basis.T
        return (self.basis[indices] * self.weights) @ self.basis.T

    def apply(self, B: np.ndarray) -> np.ndarray:
        """R B for B (n, m)."""
        if self.entries is not None:
            return np.asarray(self.entries @ B)
        inner = self.basis.T @ B
        return self.left @ inner if self.left is not None else self.basis @ (self.weights[:, None] * inner)

    def deficit(self) -> tuple[np.ndarray, np.ndarray]:
        """(S, l) with (I − R)ᵀ(I − R) = I − S diag(l) Sᵀ, S orthonormal: what the reduced eigenproblem works on.

        Raises
        ------
        TypeError
            For explicit entries, which have no such form of low rank.
        """
        if self.entries is not None:
            raise TypeError("a reconstruction with explicit entries has no low-rank deficit")
        if self.left is None:
            return self.basis, 1.0 - (1.0 - self.weights) ** 2
        r = self.basis.shape[1]  # (I−R)ᵀ(I−R) = I + [U G] [[GᵀG, −I], [−I, 0]] [U G]ᵀ
        Q, triangle = lapack.qr(np.hstack([self.basis, self.left]))
        middle = np.zeros((2 * r, 2 * r))
        middle[:r, :r] = -self.left.T @ self.left
        middle[:r, r:] = middle[r:, :r] = np.eye(r)
        values, vectors = lapack.eigh(triangle @ middle @ triangle.T)
        used = np.abs(values) > 1e-14
        return Q @ vectors[:, used], values[used]

    def matrix(self) -> np.ndarray:
        """R as a dense (n, n) array.

        Raises
        ------
        MemoryNeedError
            If it would not fit; the sentence says how large it is.
        """
        n = self.n_samples
        require(8.0 * n * n, f"the matrix of {n} × {n} samples", "look at a part of the rows instead")
        return self.rows(slice(None))

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file (sparse entries as coordinate lists)."""
        state: dict[str, Any] = {"basis": self.basis, "weights": self.weights, "penalty": self.penalty,
                                 "singular_values": self.singular_values, "left": self.left}
        if self.entries is not None:
            coo = scipy.sparse.coo_matrix(self.entries)
            state["entries"] = {"row": coo.row, "column": coo.col, "value": coo.data}
        return state

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Reconstruction:
        """The reconstruction that `to_state` described."""
        entries = state.get("entries")
        n = len(state["basis"])
        matrix = None if entries is None else scipy.sparse.csr_matrix(
            (entries["value"], (entries["row"], entries["column"])), shape=(n, n))
        return cls(state["basis"], state["weights"], state["singular_values"], state["penalty"],
                   left=state.get("left"), entries=matrix)


def low_rank(basis: np.ndarray, squares: np.ndarray, kept: int, penalty: float) -> Reconstruction:
    """R = U₁(I − λ S₁⁻²)U₁ᵀ (D 3.1; for a kernel the squares are its eigenvalues σ and λ = 1/ω).

    Parameters
    ----------
    basis : (n, r) array
        U.
    squares : (m,) array, m >= kept
        s² of the set, descending.
    kept : int
        How many exceed λ.
    penalty : float
        λ.
    """
    return Reconstruction(basis[:, :kept], 1.0 - penalty / squares[:kept], np.sqrt(squares), penalty)
