"""Regression of properties on joint coordinates: one slope for all sets, an intercept for each set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .maps.joint import fit_ridge


def fit_properties(
    embeddings: Sequence[np.ndarray], targets: Sequence[np.ndarray], driven: np.ndarray,
) -> list[dict[str, Any]]:
    """Plain tree per property: "coef" (d, 1), "centres" and "spreads" (k, d), "intercepts" (k,).

    Coordinates carry no offset between sets, so each set with known values is centred on them; a set without any
    takes the mean value of the others at the mean of its own samples. Unlabelled rows count as 0 in the correlation,
    which makes the coordinates of a set with the share w of known values w times too small along the driven axes:
    that is taken out again.

    Parameters
    ----------
    embeddings : list of (n_k, d) arrays
    targets : list of (n_k, q) arrays
        NaN where unknown.
    driven : (d,) bool array
        Which axes are driven by correlation.
    """
    maps = []
    shares = [float(np.isfinite(t).mean()) or 1.0 for t in targets]
    spreads = np.stack([np.where(driven, share, 1.0) for share in shares])
    embeddings = [E / spread for E, spread in zip(embeddings, spreads, strict=True)]
    sizes = [len(E) for E in embeddings]
    for j in range(targets[0].shape[1]):
        known = [np.isfinite(t[:, j]) for t in targets]
        values = [t[k, j] for t, k in zip(targets, known, strict=True)]
        counts = np.array([len(v) for v in values])
        if not counts.sum():
            maps.append({"coef": np.zeros((embeddings[0].shape[1], 1)), "spreads": spreads,
                         "centres": np.zeros((len(sizes), embeddings[0].shape[1])),
                         "intercepts": np.full(len(sizes), np.nan)})
            continue
        overall = float(np.concatenate(values).mean())
        centres = np.stack([E[k].mean(axis=0) if k.any() else E.mean(axis=0)
                            for E, k in zip(embeddings, known, strict=True)])
        intercepts = np.array([float(v.mean()) if len(v) else overall for v in values])
        G = np.concatenate([E[k] - c for E, k, c in zip(embeddings, known, centres, strict=True)])
        y = np.concatenate([v - m for v, m in zip(values, intercepts, strict=True)])
        coef = np.zeros((G.shape[1], 1))
        if len(y) >= 3 and y.any():
            coef = fit_ridge(G, y[:, None])["coef"]
        maps.append({"coef": coef, "centres": centres, "spreads": spreads, "intercepts": intercepts})
    return maps


def predict_properties(maps: Sequence[dict[str, Any]], G: np.ndarray, instrument: int) -> np.ndarray:
    """Values (n, q) at the joint coordinates (n, d) of samples of one instrument."""
    return np.hstack([(G / part["spreads"][instrument] - part["centres"][instrument]) @ part["coef"]
                      + part["intercepts"][instrument] for part in maps])
