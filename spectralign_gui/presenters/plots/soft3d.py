"""Geometry of the software 3D scatter: turning, projecting, picking, in numpy."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

EYE = 4.0
"""Distance of the eye from the centre, in half widths of the cloud."""


def rotation(yaw: float, pitch: float) -> np.ndarray:
    """Rotation about the vertical, then about the horizontal axis of the screen (radians): (3, 3)."""
    cy, sy, cp, sp = np.cos(yaw), np.sin(yaw), np.cos(pitch), np.sin(pitch)
    return np.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]]) @ np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])


HOME = rotation(0.62, 0.48)


@dataclass
class Camera:
    """Where one looks from.

    Parameters
    ----------
    turn : (3, 3) array
    zoom : float
    shift : (float, float)
        Of the picture, in pixels.
    """

    turn: np.ndarray = field(default_factory=lambda: HOME.copy())
    zoom: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)

    def drag(self, dx: float, dy: float) -> None:
        """Turn by a drag of the mouse, in pixels."""
        self.turn = rotation(0.01 * dx, 0.01 * dy) @ self.turn
        u, _, vt = np.linalg.svd(self.turn)  # rounding must not shear after thousands of drags
        self.turn = u @ vt

    def project(self, points: np.ndarray, width: float, height: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Screen x, y and depth (larger = nearer) of points (n, 3) in the unit cube."""
        q = points @ self.turn.T.astype(points.dtype)
        scale = 0.30 * min(width, height) * self.zoom * EYE / (EYE - np.clip(q[:, 2], -3.0, 3.5) * 0.5)
        return width / 2 + self.shift[0] + q[:, 0] * scale, height / 2 + self.shift[1] - q[:, 1] * scale, q[:, 2]


def unit_box(coordinates: np.ndarray) -> tuple[np.ndarray, float, np.ndarray]:
    """How to move and scale points (alike in all directions) into −1..1.

    Returns
    -------
    centre : (3,) array
    half : float
        Points are drawn at (coordinates − centre) / half.
    extent : (3,) array
        Half lengths of the box around them; the largest is 1.
    """
    finite = coordinates[np.isfinite(coordinates).all(axis=1)]
    if not len(finite):
        return np.zeros(3), 1.0, np.ones(3)
    low, high = finite.min(axis=0), finite.max(axis=0)
    half = float((high - low).max()) / 2 or 1.0
    return (low + high) / 2, half, np.maximum((high - low) / 2 / half, 0.08)


def depth_order(depth: np.ndarray) -> np.ndarray:
    """Order from far to near; 16 bits are enough and make it a radix sort, linear in n."""
    if not len(depth):
        return np.zeros(0, dtype=np.intp)
    low = float(depth.min())
    steps = (depth - low) * (65535 / (float(depth.max()) - low + 1e-9))
    return np.argsort(steps.astype(np.uint16), kind="stable")


def pick_point(x: np.ndarray, y: np.ndarray, depth: np.ndarray, at: tuple[float, float], reach: float = 9.0) -> int:
    """Nearest point to a place on the screen, of about equally near ones the one in front; −1 if none."""
    distance = np.hypot(x - at[0], y - at[1])
    near = np.flatnonzero(distance <= reach)
    if not len(near):
        return -1
    best = np.lexsort((-depth[near], (distance[near] / 2).astype(int)))
    return int(near[best[0]])


def fogged(
    colours: np.ndarray, depth: np.ndarray, background: tuple[int, int, int], strength: float = 0.55,
) -> np.ndarray:
    """Colours (n,) ARGB32 mixed with the background the farther away a point is."""
    if not len(depth):
        return colours
    low, high = float(depth.min()), float(depth.max())
    share = ((high - depth) * (strength * 256 / (high - low + 1e-9))).astype(np.uint32)
    keep = 256 - share
    out = np.full(len(colours), 0xFF000000, dtype=np.uint32)
    for shift, channel in zip((16, 8, 0), background, strict=True):
        out |= ((((colours >> shift) & 0xFF) * keep + channel * share) >> 8) << shift
    return out
