"""PLS models that mdatools for R (and mda.tools) writes with ``writeJSON``.

Of the file these entries are used: "npred", "nresp", "ncomp", "ncomp_selected", "exclvars", "coeffs" (channels fastest,
then components, then responses, of scaled variables), "v" (numbers of responses, channels and components; means of
responses and channels; their scales; more), "xvarvalues", "varlabels", "prep".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.errors import FileError, SpectrAlignError
from ...session.predict.model import Model
from .linear import linear_model

EVEN = 1e-3
"""Steps of an axis that differ by less, in parts of a step, are even."""


def is_mdatools(tree: Any) -> bool:
    """Whether it is a PLS model of mdatools."""
    kinds = tree.get("class") if isinstance(tree, dict) else None
    return isinstance(kinds, list | str) and "plsmodel" in kinds


def from_mdatools(tree: Mapping[str, Any], instrument: str, axis_unit: str = "", quantity: str = "") -> Model:
    """The model with the number of components that was selected.

    Raises
    ------
    FileError
        An entry is missing or wrong, or the model preprocesses spectra by itself.
    """
    try:
        return _model(tree, instrument, axis_unit, quantity)
    except KeyError as error:
        raise FileError("import.entry_missing", name=str(error.args[0])) from error
    except SpectrAlignError:
        raise
    except (TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        raise FileError("import.entries", error=error) from error


def _model(tree: Mapping[str, Any], instrument: str, axis_unit: str, quantity: str) -> Model:
    if tree.get("prep"):
        raise FileError("import.mdatools_prep")
    p, q, components = (int(tree[k]) for k in ("npred", "nresp", "ncomp"))
    chosen = int(tree.get("ncomp_selected", components))
    if min(p, q, components) < 1 or not 1 <= chosen <= components or p * q * components > 50_000_000:
        raise FileError("import.shapes")
    b = _data(tree["coeffs"])
    v = _data(tree["v"])
    if len(b) != p * q * components or len(v) < 3 + 2 * (p + q) or tuple(v[:3]) != (q, p, components):
        raise FileError("import.shapes")
    scaled = b.reshape((q, components, p))[:, chosen - 1].T  # channels are the fastest
    mean_y, mean_x = v[3:3 + q], v[3 + q:3 + q + p]
    scale_y, scale_x = v[3 + q + p:3 + 2 * q + p], v[3 + 2 * q + p:3 + 2 * (q + p)]
    if (scale_x == 0).any():
        raise FileError("import.not_finite")
    B = scaled * scale_y / scale_x[:, None]
    intercept = mean_y - mean_x @ B
    labels = [str(t) for t in tree.get("varlabels", [])[:q]]
    properties = labels if len(labels) == q and len(set(labels)) == q else [f"property {j + 1}" for j in range(q)]
    axis = np.asarray([float(x) for x in tree["xvarvalues"]], dtype=np.float64)
    if len(axis) != p:
        raise FileError("import.shapes")
    axis, B = _with_left_out(axis, B, [int(k) for k in tree.get("exclvars", [])])
    return linear_model(B, intercept, axis, axis_unit, instrument, properties, quantity=quantity)


def _data(entry: Any) -> np.ndarray:
    listed = entry["data"] if isinstance(entry, Mapping) else entry
    return np.array([float(x) for x in listed], dtype=np.float64)


def _with_left_out(axis: np.ndarray, B: np.ndarray, left_out: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """The whole axis: channels that the model leaves out have the coefficient 0; an even axis says where they are."""
    if not left_out:
        return axis, B
    total = len(axis) + len(left_out)
    kept = np.setdiff1d(np.arange(total), left_out)
    if len(set(left_out)) != len(left_out) or min(left_out) < 0 or len(kept) != len(axis) or len(axis) < 2:
        raise FileError("import.shapes")
    step = np.diff(axis) / np.diff(kept)
    if np.ptp(step) > EVEN * abs(step).min():
        raise FileError("import.left_out_uneven")
    whole = axis[0] + float(np.median(step)) * (np.arange(total) - kept[0])
    whole[kept] = axis
    wide = np.zeros((total, B.shape[1]))
    wide[kept] = B
    return whole, wide
