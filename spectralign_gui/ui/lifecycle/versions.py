"""The table of versions."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from ...presenters.lifecycle import VERSIONS
from ..widgets import Column, TableModel

TIPS = {"On held-back samples": "Against the version that it was made from, on check samples that took no part in it",
        "Check days": "Days on which check samples were measured with it"}


def _text(k: int, row: list[str]) -> str:
    return row[k]


class VersionModel(TableModel[list[str]]):
    """A row per version."""

    def __init__(self, parent: QObject) -> None:
        super().__init__([Column(title, partial(_text, k), cell_tip=partial(_text, k), tip=TIPS.get(title, ""))
                          for k, title in enumerate(VERSIONS)], parent=parent)
