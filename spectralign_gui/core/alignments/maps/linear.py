"""Base of the methods whose joint coordinates are a linear function of the scaled spectra."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from ...base import Alignment
from ...errors import DataError
from ...fitdata import FitData
from ...monitor import Monitor
from ...naming import the_spectra
from ...notes import about
from ...numerics.grapheigen import fix_signs
from ...numerics.scaling import ScaledSet, Scaling
from .joint import JointMaps


class MappedAlignment(Alignment):
    """Joint coordinates u = scaled(x)·map_k + offset_k; the maps may be missing (instance-level settings).

    Attributes
    ----------
    scaling_ : list of dict
        State of the scaling per instrument.
    maps_ : list of (p_k, d) arrays, or None
        What turns scaled spectra into joint coordinates.
    offsets_ : list of (d,) arrays, or None
    outward_ : dict or None
        State of the maps from the joint space to spectra and properties, learned on the training coordinates.
    """

    state_attributes: ClassVar[tuple[str, ...]] = ("scaling_", "maps_", "offsets_", "outward_")

    scaling_: list[dict[str, Any]]
    maps_: list[np.ndarray] | None
    offsets_: list[np.ndarray] | None
    outward_: dict[str, Any] | None

    def _scale(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> list[np.ndarray]:
        """Scaled float64 copies of all sets; the statistics are kept."""
        return [s.dense() for s in self._scaled_sets(data, values, monitor)]

    def _scaled_sets(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> list[ScaledSet]:
        """All sets seen through their scaling, without copies; the statistics are kept."""
        monitor.report("Scaling", 0.02)
        self.maps_, self.offsets_, self.outward_ = None, None, None
        scalings = [Scaling(values["scaling"]).fit(X, the_spectra(k)) for k, X in enumerate(data.Xs)]
        self.scaling_ = [s.to_state() for s in scalings]
        return [ScaledSet(X, s) for s, X in zip(scalings, data.Xs, strict=True)]

    def _set_embedding(
        self, data: FitData, embeddings: Sequence[np.ndarray], eigenvalues: np.ndarray | None = None,
        maps: Sequence[np.ndarray] | None = None, offsets: Sequence[np.ndarray] | None = None,
    ) -> None:
        """Keep the result.

        Raises
        ------
        DataError
            If a coordinate is not finite (the problem was too ill-conditioned to solve).
        """
        if not all(np.isfinite(E).all() for E in embeddings):
            raise DataError("embedding.not_finite")
        self.embeddings_ = [np.ascontiguousarray(E) for E in embeddings]
        self.n_components_ = int(self.embeddings_[0].shape[1])
        if eigenvalues is not None:
            self.eigenvalues_ = np.asarray(eigenvalues, dtype=np.float64)
        self.maps_ = None if maps is None else [np.ascontiguousarray(m) for m in maps]
        self.offsets_ = None if offsets is None else [np.asarray(o, dtype=np.float64) for o in offsets]
        self.chosen_["n_components"] = self.n_components_
        if self.maps_ is not None:
            self.outward_ = JointMaps.fit(self.embeddings_, data).to_state()

    def _transform(self, X: np.ndarray, instrument: int) -> np.ndarray:
        if getattr(self, "maps_", None) is None:
            raise NotImplementedError(about(self.title, self.why_no_transform))
        assert self.maps_ is not None
        scaled = Scaling.from_state(self.scaling_[instrument]).block(X)
        joint = scaled @ self.maps_[instrument]
        return joint if self.offsets_ is None else joint + self.offsets_[instrument]

    def _outward(self) -> JointMaps:
        if getattr(self, "outward_", None) is None:
            raise NotImplementedError(about(self.title, self.why_no_transform))
        assert self.outward_ is not None
        return JointMaps.from_state(self.outward_)

    def _to_spectra(self, X: np.ndarray, instrument: int, to: int) -> np.ndarray:
        return self._outward().spectra(self._transform(X, instrument), instrument, to)

    def _predict(self, X: np.ndarray, instrument: int) -> np.ndarray:
        outward = self._outward()
        if not outward.has_targets:
            raise NotImplementedError(about(self.title, self.why_no_predict))
        return outward.predict(self._transform(X, instrument), instrument)


def same_signs(
    embeddings: Sequence[np.ndarray], maps: Sequence[np.ndarray],
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Embeddings with the sign convention of `fix_signs` over all sets, and the maps turned with them."""
    stacked = np.concatenate(embeddings)
    signed = fix_signs(stacked)
    flips = np.where((stacked * signed).sum(axis=0) < 0, -1.0, 1.0)
    return [E * flips for E in embeddings], [m * flips for m in maps]
