"""Whether cross-validation would have taken more latent variables than it was allowed."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.base import Alignment
from ...core.figures import listed


def at_the_limit(estimator: Alignment, properties: Sequence[str]) -> list[str]:
    """A sentence where a fitted PLS model of A has as many latent variables as were allowed, else nothing.

    The combination of the automatic transfer weighs many models and chooses no number of this kind.
    """
    chosen = estimator.chosen_
    most = chosen.get("max_components")
    if most is None or "combination" in chosen or chosen.get("regression") != "pls":
        return []
    model = chosen.get("model", {}).get("0", ())
    known = [p for j, p in enumerate(properties) if j not in estimator.unknown_properties_]
    full = [name for name, entry in zip(known, model, strict=False) if entry.get("n_components") == most]
    if not full:
        return []
    return [f"{listed(full)}: cross-validation of A's model chose {most} latent variables, the most that are allowed; "
            "more may predict better (Most latent variables in the Method dock)."]
