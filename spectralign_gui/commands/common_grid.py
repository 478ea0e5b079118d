"""How the command line brings instruments with different channels onto one grid."""

from __future__ import annotations

from ..core.notes import code_of, said_of


def grid_option(said: object) -> str:
    """How the command line brings instruments onto one grid, as a sentence; "" where a refusal is not about that."""
    why = said_of(said).facts.get("reason", "") if code_of(said_of(said)) == "method.by_channel" else ""
    by_grid = code_of(why) in ("common_axis.add_resample", "common_axis.correct_axis")
    return " Give --preprocess resample:onto=reference,outside=drop." if by_grid else ""
