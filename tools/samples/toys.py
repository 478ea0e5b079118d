"""Two-manifold toys of the dissertation (Boucher 2018, Figures 3.1, 3.3 and 3.9) for showing short circuits."""

from __future__ import annotations

import numpy as np

CHANNELS = 40


def lift(points: np.ndarray) -> np.ndarray:
    """Points (n, 2 or 3) as smooth "spectra" (n, 40) with the same distances: coefficients of orthonormal cosines."""
    u = (np.arange(CHANNELS) + 0.5) / CHANNELS
    basis = np.array([np.cos(np.pi * k * u) for k in range(1, points.shape[1] + 1)]) * np.sqrt(2 / CHANNELS)
    return points @ basis


def rotation(dimensions: int, rng: np.random.Generator) -> np.ndarray:
    """A random rotation matrix."""
    q, r = np.linalg.qr(rng.normal(size=(dimensions, dimensions)))
    return q * np.sign(np.diag(r))


def dollar(count: int = 100, seed: int = 40) -> dict:
    """A noisy dollar sign: an S-shaped curve crossed by a straight bar, in 3-D, as two rotated, scaled sets.

    Returns
    -------
    dict
        "first", "second" (2·count, 3), "groups" (2·count) "S" or "bar", "position" (2·count, 1) along the curve.
    """
    rng = np.random.default_rng(seed)
    t = np.sort(rng.uniform(-1, 1, count))
    s = np.column_stack([np.sin(1.25 * np.pi * t), t, np.zeros(count)])
    u = np.sort(rng.uniform(-1, 1, count))
    bar = np.column_stack([np.zeros(count), 1.35 * u, 0.35 * u])
    points = np.vstack([s, bar])
    first = points + rng.normal(0, 0.03, points.shape)
    second = 1.7 * (points + rng.normal(0, 0.03, points.shape)) @ rotation(3, rng) + [3.0, -1.0, 2.0]
    return {"first": first, "second": second, "groups": ["S"] * count + ["bar"] * count,
            "position": np.concatenate([t, u])[:, None]}


def crossing_sines(count: int = 60, seed: int = 41) -> dict:
    """Two crossing curves y = 0.2·sin(kx), k = 2 (lying) and 20 (standing), and a turned, scaled copy (D §3.5)."""
    rng = np.random.default_rng(seed)
    x1, x2 = np.sort(rng.uniform(-1, 1, count)), np.sort(rng.uniform(-1, 1, count))
    points = np.vstack([np.column_stack([x1, 0.2 * np.sin(2 * x1)]), np.column_stack([0.2 * np.sin(20 * x2), x2])])
    first = points + rng.normal(0, 0.005, points.shape)
    second = 0.6 * (points + rng.normal(0, 0.005, points.shape)) @ rotation(2, rng) + [1.5, 0.5]
    return {"first": first, "second": second, "groups": ["lying"] * count + ["standing"] * count,
            "position": np.concatenate([x1, x2])[:, None]}


def s_curves(count: int = 100, seed: int = 42) -> dict:
    """Two S-curves that cross, the second turned by 90° about the axis along which both are extruded, and a turned,
    scaled copy (D 3.2)."""
    rng = np.random.default_rng(seed)

    def curve() -> tuple[np.ndarray, np.ndarray]:
        t = np.sort(3 * np.pi * (rng.uniform(size=count) - 0.5))
        return np.column_stack([np.sin(t), 2 * rng.uniform(size=count), np.sign(t) * (np.cos(t) - 1)]), t

    (first, t), (second, u) = curve(), curve()
    points = np.vstack([first, second[:, [2, 1, 0]] * [1.0, 1.0, -1.0]])
    return {"first": points + rng.normal(0, 0.02, points.shape),
            "second": 1.3 * (points + rng.normal(0, 0.02, points.shape)) @ rotation(3, rng) + [-2.0, 1.0, 0.5],
            "groups": ["upright"] * count + ["lying"] * count, "position": np.concatenate([t, u])[:, None]}
