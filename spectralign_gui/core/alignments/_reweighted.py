"""What the two re-weighting methods share: common coordinates, kernel, and prediction by kernel expansions."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import DataError
from ..fitdata import FitData
from ..monitor import Monitor
from ..naming import the_property
from ..notes import about
from ..numerics.density_ratio import median_square, squared_distances
from ..numerics.grapheigen import range_basis
from ..numerics.memory import require
from ..parameters import Parameter
from ._graph import N_COMPONENTS as ANY_COMPONENTS
from ._graph import choose_components
from .maps.linear import MappedAlignment, same_signs

KERNEL = Parameter(
    "kernel", "choice", "linear", "Kernel", choices=("linear", "rbf"),
    help="Linear for straight calibrations; rbf bends with the data.",
    advice="linear; rbf where residuals bend.")
GAMMA = Parameter(
    "gamma", "float", None, "Kernel width γ", minimum=0, open_minimum=True, has_automatic=True, automatic=None,
    logarithmic=True, when=("kernel", ("rbf",)),
    help="γ of exp(−γ·distance²); automatic is 1 / median squared distance of the spectra.",
    advice="Automatic.")
PENALTY = Parameter(
    "ridge", "float", None, "Ridge", minimum=0, open_minimum=True, has_automatic=True, automatic=None,
    logarithmic=True, help="Penalty of the regression; automatic takes the one of smallest leave-one-out error.",
    advice="Automatic.")


def n_components_parameter() -> Parameter:
    """Here d is the number of principal components the regression sees."""
    return Parameter(**{
        **ANY_COMPONENTS.__dict__, "title": "Principal components",
        "help": "How many principal components of all spectra the regression sees; automatic keeps everything above "
                "rounding.", "advice": "Automatic; 10 to 20 for speed."})


class ReweightedRegression(MappedAlignment):
    """Two sets on the same channels, left where they are; what adapts is the weight of each sample."""

    min_sets = 2
    max_sets = 2
    needs = frozenset({"targets", "same channels"})
    state_attributes = (*MappedAlignment.state_attributes, "kernel_", "models_")
    why_no_spectra = ("it adapts the regression and leaves the spectra as they are; use a calibration transfer for "
                      "spectra of the other instrument.")

    models_: list[dict[str, Any]]
    kernel_: dict[str, Any]

    def _common_coordinates(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> list[np.ndarray]:
        """Principal coordinates of both scaled sets together; without loss if all are kept."""
        require(8 * 6 * sum(data.sizes) ** 2, f"the kernel matrix of {sum(data.sizes)} spectra",
                "take fewer spectra")
        Xs = self._scale(data, values, monitor)
        monitor.report("Common principal components", 0.1)
        monitor.raise_if_cancelled()
        V = range_basis(np.concatenate(Xs))[2]
        d = choose_components(values["n_components"], V.shape[1], limit=V.shape[1], what="the spectra")
        maps = [V[:, :d]] * len(Xs)
        embeddings, maps = same_signs([X @ m for X, m in zip(Xs, maps, strict=True)], maps)
        self._set_embedding(data, embeddings, maps=maps)
        self.outward_ = None  # spectra and properties do not go through a joint regression here
        Z = np.concatenate(embeddings)
        gamma = values["gamma"]
        if values["kernel"] == "rbf" and gamma is None:
            gamma = 1 / median_square(squared_distances(Z, Z))
            self.chosen_["gamma"] = gamma
        self.kernel_ = {"name": values["kernel"], "gamma": gamma}
        return embeddings

    def _kernel(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        if self.kernel_["name"] == "linear":
            return A @ B.T
        return np.exp(-self.kernel_["gamma"] * squared_distances(A, B))

    def _targets(self, data: FitData) -> np.ndarray:
        """Stacked targets (N, q)."""
        assert data.targets is not None
        return np.concatenate(data.targets)

    def _to_spectra(self, X: np.ndarray, instrument: int, to: int) -> np.ndarray:
        raise NotImplementedError(about(self.title, self.why_no_spectra))

    def _check_labelled(self, table: np.ndarray, where: str) -> None:
        """Refuse properties with fewer than two known values there.

        Raises
        ------
        DataError
        """
        known = np.isfinite(table).sum(axis=0)
        if (known < 2).any():
            j = int(np.argmin(known))
            raise DataError("regression.too_few_known_where", property=the_property(j), known=known[j], where=where)
