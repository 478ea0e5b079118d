"""Which spectrum the mouse points at, and what is said of the place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ...core.data import Axis
from ...words import units
from .reference_lines import Nearest, nearest
from .spectra_layer import SpectraLayer
from .thinning import pick_curve


def pointed_at(
    layers: Iterable[tuple[SpectraLayer, Sequence[int]]], at: tuple[float, float], pixel: tuple[float, float],
    reach: float,
) -> tuple[SpectraLayer | None, int]:
    """The spectrum nearest to a point.

    Parameters
    ----------
    layers : iterable of (SpectraLayer, sequence of int)
        Each with the places, among its spectra, of those that are brought out; these lie on top and are picked first.
    at : (float, float)
        Point in data units.
    pixel : (float, float)
        Size of a pixel in data units.
    reach : float
        Farthest distance in pixels.

    Returns
    -------
    layer : SpectraLayer or None
        None if no spectrum is within reach.
    place : int
        Among the spectra of the layer; -1 if there is none.
    """
    best: tuple[float, SpectraLayer | None, int] = (np.inf, None, -1)
    for layer, on_top in layers:
        x = layer.axis.values
        if on_top:
            k, distance = pick_curve(x, layer.spectra[list(on_top)], at, pixel, reach / 2)
            if k >= 0 and distance - reach < best[0]:
                best = distance - reach, layer, on_top[k]
        k, distance = pick_curve(x, layer.spectra, at, pixel, reach)
        if k >= 0 and distance < best[0]:
            best = distance, layer, k
    return best[1], best[2]


def said_of(axis: Axis, x: float, layer: SpectraLayer | None, place: int) -> tuple[str, Nearest | None]:
    """What is said of a place of the axis and the spectrum there (None: of the place alone), and the line nearby."""
    unit = units.at(axis.unit)
    parts = [f"{x:.6g} {unit}"]
    if layer is not None:
        channel = int(np.argmin(np.abs(layer.axis.values - x)))
        parts = [f"{layer.axis.values[channel]:.6g} {unit}", f"{layer.spectra[place, channel]:.5g}"]
    line = nearest(axis.unit, x, float(axis.values[0]), float(axis.values[-1]))
    if line is not None:
        parts.append(f"near {line.label} {line.position:.6g} ({line.source})")
    if layer is not None:  # last: the place may be short, and names are long
        parts.append(f"{layer.sample_names[place] or 'without name'} ({layer.name})")
    return "   ·   ".join(parts), line


def caption(layer: SpectraLayer, density: bool, step: int) -> str:
    """Name and number of spectra; of a density image every how many-th spectrum it shows."""
    n = len(layer.spectra)
    text = f"{layer.name} · {n:,} {'spectrum' if n == 1 else 'spectra'}".replace(",", "\u202f")
    if density:
        text += ", density" + (f" of every {step}th" if step > 1 else "")
    return text
