"""Kernel low rank alignment (dissertation 3.16): low rank alignment in a kernel's feature space."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import DataError
from ..monitor import Monitor
from ..naming import the_set, the_spectra
from ..notes import Note
from ..numerics import lapack
from ..numerics.factors import Factors, decompose
from ..numerics.joint import SetBasis
from ..numerics.kernels import KERNELS, Kernel, NystromFeatures
from ..numerics.krylov import leading_eigenpairs
from ..numerics.memory import require
from ..numerics.scaling import ScaledSet, Scaling
from ..parameters import Parameter
from ..regression.closure import CLOSURE
from ._lowrank import LIVE, LowRankBase
from ._shared_parameters import MU, N_COMPONENTS, RANDOM_STATE, RANK, SCALING, SKIP_FIRST, VARIANCE
from .lra import wanted

EXACT = 3000  # samples up to which the whole kernel matrix is used
LANDMARKS = 1000
DIRECT = 600


@dataclass(frozen=True)
class _KernelParameter(Parameter):
    """A named kernel, or from Python a function."""

    def check(self, value: Any) -> Any:
        """A callable is taken as it is."""
        return value if callable(value) else super().check(value)


KERNEL = _KernelParameter(
    "kernel", "choice", "rbf", "Kernel",
    "How alike two spectra are: rbf by distance, polynomial, cosine (shape only), linear.", choices=KERNELS,
    advice="rbf; linear gives low rank alignment again (a check); cosine, which forgets sizes, did worst on NIR.")
GAMMA = Parameter(
    "gamma", "float", None, "Kernel width γ",
    "Larger makes only very similar spectra count as alike; automatic is a tenth of 1 over the mean squared distance "
    "from the mean spectrum.",
    minimum=0.0, open_minimum=True, has_automatic=True, logarithmic=True,
    advice="Automatic; then a tenth and ten times of the value that the run shows.")
DEGREE = Parameter("degree", "int", 3, "Degree", "Degree of the polynomial kernel.", minimum=1, maximum=20,
    advice="2 or 3.")
COEF0 = Parameter(
    "coef0", "float", 1.0, "Constant", "Constant inside the polynomial kernel; 0 keeps the highest degree only.",
    minimum=0.0,
    advice="1.")
OMEGA = Parameter(
    "omega", "float", None, "Fit weight ω",
    "Eigenvalues of the kernel matrix above 1/ω are kept; larger keeps more detail.",
    minimum=0.0, open_minimum=True, has_automatic=True, logarithmic=True, excludes=("rank", "variance"), live=True,
    advice="Rather set the kept rank.")
LANDMARK_COUNT = Parameter(
    "landmarks", "int", None, "Landmarks",
    f"Samples that represent all of a large set; automatic is all up to {EXACT} samples, else {LANDMARKS}.",
    minimum=2, has_automatic=True, advanced=True,
    advice="Automatic; more is more exact and slower.")


def _with_omega(parameter: Parameter) -> Parameter:
    others = tuple("omega" if name == "penalty" else name for name in parameter.excludes)
    return Parameter(**{**parameter.__dict__, "excludes": others})


class KernelLowRankAlignment(LowRankBase):
    """Low rank alignment in the feature space of a kernel.

    With K = UΣUᵀ (not centred), R = U₁(I − (ωΣ₁)⁻¹)U₁ᵀ over the eigenvalues σ > 1/ω; then as low rank alignment.

    Parameters
    ----------
    n_components, mu, rank, variance, scaling, skip_first
        As in `LowRankAlignment`.
    omega : float, optional
        ω = 1/λ; at most one of omega, rank, variance.
    kernel : {"rbf", "polynomial", "cosine", "linear"} or callable
        A callable takes (n, p) and (m, p) scaled spectra and gives the (n, m) matrix; such a model cannot be saved.
    gamma : float, optional
        γ of each set if None: 0.1 / mean ‖x − x̄‖² as scaled (0.1 / channels after centre-rms). Smaller is closer to
        the linear form.
    degree, coef0 : int, float
        Of the polynomial kernel.
    landmarks : int, optional
        Nyström landmarks per set, drawn at random without replacement; None uses all samples up to 3,000 and 1,000
        landmarks beyond.
    random_state : int
        Of the landmarks.
    closure : float, optional
        Most that the predicted parts of a whole add up to; see `close_composition`. None leaves them as they are.

    Attributes
    ----------
    singular_values_ : list of arrays
        √σ, the singular values in feature space; `penalties_` is λ = 1/ω and the threshold √λ, as for the linear form.
    """

    parameters = (N_COMPONENTS, MU, OMEGA, _with_omega(RANK), _with_omega(VARIANCE), SCALING, SKIP_FIRST, KERNEL,
                  GAMMA, DEGREE, COEF0, LANDMARK_COUNT, RANDOM_STATE, CLOSURE)
    needs = frozenset({"pairs"})
    _wide_from = 40  # its coordinates are noisier: with fewer standards the choice went wrong more often than right
    max_sets = None

    def __init__(
        self, n_components: int | str = "auto", mu: float = 0.8, omega: float | None = None,
        rank: int | None = None, variance: float | None = None, scaling: str = "centre-rms",
        skip_first: bool = False, kernel: str | Callable[[np.ndarray, np.ndarray], np.ndarray] = "rbf",
        gamma: float | None = None, degree: int = 3, coef0: float = 1.0, landmarks: int | None = None,
        random_state: int = 0, closure: float | None = None,
    ) -> None:
        self.n_components, self.mu, self.omega, self.rank, self.variance = n_components, mu, omega, rank, variance
        self.scaling, self.skip_first, self.kernel, self.gamma = scaling, skip_first, kernel, gamma
        self.degree, self.coef0, self.landmarks, self.random_state = degree, coef0, landmarks, random_state
        self.closure = closure

    def _shrink(self, values: dict[str, Any]) -> dict[str, Any]:
        omega = values["omega"]
        return {"penalty": None if omega is None else 1.0 / omega, "rank": values["rank"],
                "variance": values["variance"]}

    def _live(self) -> tuple[str, ...]:
        return tuple("omega" if name == "penalty" else name for name in LIVE)

    def _set_basis(
        self, k: int, X: np.ndarray, values: dict[str, Any], shrink: dict[str, Any], monitor: Monitor,
    ) -> SetBasis:
        scaling = Scaling(values["scaling"]).fit(X, the_spectra(k))
        gamma = automatic_gamma(ScaledSet(X, scaling)) if values["gamma"] is None else values["gamma"]
        self.chosen_.setdefault("gammas", []).append(float(gamma))
        kernel = Kernel(values["kernel"], gamma, values["degree"], values["coef0"])
        need = wanted(shrink, values["n_components"])
        count = values["landmarks"] or (len(X) if len(X) <= EXACT else LANDMARKS)
        if count >= len(X):
            basis, squares, total, complete = self._exact(k, scaling.block(X), kernel, need, monitor)
            self._kept_for_maps[k] = (scaling, X, kernel, basis / squares)
            return SetBasis(basis, squares, total, (len(X), len(X)), complete)
        chosen = np.sort(np.random.default_rng([values["random_state"], k]).permutation(len(X))[:count])
        features = NystromFeatures(ScaledSet(X, scaling), scaling.block(X[chosen]), kernel)
        found: Factors = decompose(features, monitor=monitor, seed=values["random_state"], **need)
        dual = features.whiten @ (found.right / found.singular_values)
        self._kept_for_maps[k] = (scaling, X[chosen], kernel, dual)
        return SetBasis(found.basis, found.singular_values**2, found.total, found.shape, found.complete)

    def _exact(
        self, k: int, Z: np.ndarray, kernel: Kernel, need: dict[str, Any], monitor: Monitor,
    ) -> tuple[np.ndarray, np.ndarray, float, bool]:
        """Eigenvectors and values of the whole kernel matrix, as many as are needed."""
        n = len(Z)
        require(4 * 8.0 * n * n, f"the kernel matrix of {n} samples", "set a number of landmarks")
        monitor.raise_if_cancelled()
        K = kernel(Z, Z)
        K = (K + K.T) / 2
        total = float(np.trace(K))
        if n > DIRECT and "count" in need and need["count"] + 10 < n // 6:
            values, vectors, converged = leading_eigenpairs(lambda B: K @ B, n, need["count"] + 10, monitor=monitor)
            if converged and values[-1] > n * np.finfo(float).eps * values[0]:
                return vectors, values, total, False
        monitor.raise_if_cancelled()
        values, vectors = lapack.eigh(K)
        values, vectors = values[::-1], vectors[:, ::-1]
        noise = 10 * n * np.finfo(float).eps * abs(values[0])
        if values[0] <= 0:
            raise DataError("kernel.no_positive_eigenvalue_of_set", set=the_set(k))
        if values[-1] < -1e3 * noise:
            self.warnings_.append(Note("kernel.negative_eigenvalues", set=the_set(k), values=values[-1]))
        used = values > noise
        return np.ascontiguousarray(vectors[:, used]), values[used], total, True

    def _map_state(self, k: int, inner: np.ndarray) -> dict[str, Any]:
        scaling, rows, kernel, dual = self._kept_for_maps[k]
        if callable(kernel.name):  # works in this program, but cannot be saved
            return {"scaling": scaling.to_state(), "rows": rows, "dual": dual[:, :len(inner)] @ inner, "kernel": kernel}
        return {"scaling": scaling.to_state(), "rows": rows, "dual": dual[:, :len(inner)] @ inner,
                "kernel": kernel.to_state()}

    def _coordinates(self, X: np.ndarray, state: dict[str, Any]) -> np.ndarray:
        scaling = Scaling.from_state(state["scaling"])
        kernel = state["kernel"] if isinstance(state["kernel"], Kernel) else Kernel.from_state(state["kernel"])
        rows = scaling.block(np.asarray(state["rows"]))
        return np.concatenate([kernel(block, rows) @ state["dual"] for _, block in ScaledSet(X, scaling).blocks()])

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file; refused for a kernel that is a Python function."""
        if callable(self.kernel):
            Kernel(self.kernel).to_state()
        return super().to_state()


def automatic_gamma(X: ScaledSet) -> float:
    """0.1 / mean squared distance of the scaled spectra from their mean."""
    mean = X.transposed_times(np.full((X.shape[0], 1), 1.0 / X.shape[0]))[:, 0]
    square = sum(float(((block - mean) ** 2).sum()) for _, block in X.blocks()) / X.shape[0]
    return 0.1 / square if np.isfinite(square) and square > 0 else 1.0
