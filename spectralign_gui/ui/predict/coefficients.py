"""Saving preprocessing, transfer and model of one instrument as coefficients on its own channels."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from ...io.table import write_table
from ...session.predict.coefficients import coefficients_table
from ...session.predict.model import Model
from ...session.run import RunResult
from ..dock import Work
from ..export.target import ask_target


def save_coefficients(parent: QWidget, work: Work, result: RunResult | None, instrument: str, proposed: str,
                      tell: Callable[[str], object]) -> None:
    """Ask where to, and save; `proposed` is a name for the file."""
    chosen = ask_target(parent, f"Save coefficients for {instrument}", proposed, ["Table (*.csv)"])
    if chosen is None or result is None:
        return
    path = chosen[0]
    work.save(path, lambda: write_table(path, *coefficients_table(Model.of(result), instrument)), tell)
