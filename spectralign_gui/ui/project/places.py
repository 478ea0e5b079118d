"""Where the docks stand, and in which workspace, in the project file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from PySide6.QtCore import QByteArray

from ..workspaces.plan import ALL, RAIL

Window = Any
"""The main window, which imports this package: its `lead` is asked."""


def places_of(window: Window) -> dict[str, Any]:
    """What of a window belongs to its project: the open workspace and the places of its docks, as plain values."""
    return {"workspace": window.lead.switcher.here,
            "layout": np.frombuffer(bytes(window.saveState().data()), dtype=np.uint8).copy()}


def take_places(window: Window, extras: Mapping[str, Any]) -> None:
    """Open the workspace of a project with its docks as they were.

    Places without their workspace are passed over: the rail would show another one, and would keep them as its own.
    """
    workspace, layout = extras.get("workspace"), extras.get("layout")
    if not isinstance(workspace, str) or workspace not in (*RAIL, ALL):
        return
    window.lead.go(workspace)
    if isinstance(layout, np.ndarray) and layout.dtype == np.uint8 and layout.size:
        window.restoreState(QByteArray(layout.tobytes()))
