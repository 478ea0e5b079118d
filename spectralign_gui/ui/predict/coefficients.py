"""Saving preprocessing, transfer and model of one instrument as coefficients on its own channels."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ...io.table import write_table
from ...session.predict.coefficients import coefficients_table
from ...session.predict.model import Model
from ...session.run import RunResult
from ..dock import Work


def save_coefficients(work: Work, path: Path, result: RunResult, instrument: str, tell: Callable[[str], object],
                      ) -> None:
    """Save them to a table."""
    work.save(path, lambda: write_table(path, *coefficients_table(Model.of(result), instrument)), tell)
