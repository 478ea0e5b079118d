"""Spectra of another instrument and properties by way of the joint space: shared by all low rank alignments."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base import Alignment
from ...notes import about
from ...numerics.lookup import RowLookup
from .direct import FEWEST, blended
from .joint import JointMaps


class ThroughJointSpace(Alignment):
    """Base of alignments that place new spectra with `extend` and keep their maps out of the joint space in `maps_`.

    A subclass sets `lookups_`, `stored_` and `maps_` (None until needed) in its fit.
    """

    maps_: dict[str, Any] | None
    lookups_: list[dict[str, Any]]
    stored_: list[np.ndarray]
    _direct_from: float = FEWEST  # standards from which a direct map between two instruments has a share

    def extend(self, X: np.ndarray, instrument: int = 0) -> np.ndarray:
        """Joint coordinates (n, d) of spectra (n, p_k) as new samples, training rows not looked up."""
        raise NotImplementedError

    def _joint_maps(self) -> JointMaps:
        raise NotImplementedError

    def _transform(self, X: np.ndarray, instrument: int) -> np.ndarray:
        return RowLookup.from_state(self.lookups_[instrument]).put_back(
            X, self.extend(X, instrument), self.stored_[instrument])

    def _to_spectra(self, X: np.ndarray, instrument: int, to: int) -> np.ndarray:
        maps = self._joint_maps()
        joint = maps.spectra(self._extend_for_spectra(X, instrument), instrument, to)
        return blended(joint, X, maps.state.get("direct", ()), instrument, to)  # older models have none

    def _extend_for_spectra(self, X: np.ndarray, instrument: int) -> np.ndarray:
        """Joint coordinates from which spectra are rebuilt; a family may take more of them than it shows."""
        return self.extend(X, instrument)

    def _predict(self, X: np.ndarray, instrument: int) -> np.ndarray:
        maps = self._joint_maps()
        if not maps.has_targets:
            raise NotImplementedError(about(self.title, self.why_no_predict))
        return maps.predict(self.extend(X, instrument), instrument)

    def to_state(self) -> dict[str, Any]:
        """Plain tree for the model file; see `Alignment.to_state`."""
        self._joint_maps()  # made when first needed; a file must hold them
        return super().to_state()
