"""Which of several files are opened: a project takes the place of the session, so it cannot come with others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget

from ...core.monitor import Monitor
from ...session.state.session_state import SessionState
from ..dialogs import ask
from ..project import ENDING

OFFERED = 3
"""Of more projects the first ones are offered."""


def which_to_open(window: QWidget, paths: Sequence[str | Path]) -> tuple[list[str | Path], list[str | Path]]:
    """The project (at most one) or the other files; both empty if the user wants neither."""
    projects = [p for p in paths if Path(p).suffix.lower() == ENDING]
    others = [p for p in paths if p not in projects]
    if len(projects) + bool(others) < 2:
        return projects, others
    offered = projects[:OFFERED]
    answers = [f"Open &project {Path(p).name}" if k == 0 else f"Open project {Path(p).name}"
               for k, p in enumerate(offered)]
    if others:
        answers.append("Open the &other file" if len(others) == 1 else f"Open the {len(others)} &other files")
    choice = ask(window, "Project or files?", "A project replaces what is open, so it cannot be opened "
                 f"together with {'other files' if others else 'another project'}.", answers,
                 detail="The rest can be opened afterwards.", name="ask-project-or-files")
    if 0 <= choice < len(offered):
        return [offered[choice]], []
    return [], others if choice == len(offered) else []


def open_them(window: Any, paths: Sequence[str | Path], look: bool = False) -> None:
    """Open files of any kind in the main window."""
    projects, others = which_to_open(window, paths)
    if projects:
        if window.controller.running:
            window.may_replace()
        else:
            window.project.open(projects[0])
    elif others:
        window.saved.look(others, partial(window.importer.open, look=look))


def read_sample(name: str, monitor: Monitor) -> SessionState:
    """A set of sample spectra; the reader is imported only now."""
    from ...io.samples import load_sample_session

    return load_sample_session(name)
