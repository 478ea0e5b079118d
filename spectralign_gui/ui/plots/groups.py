"""Groups painted by hand: the selected samples get a group, undoably."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

from ...session.state import SessionState
from ...session.state.selections import Sample
from ..dialogs import ask_text
from ..state import AppModel


def with_group(state: SessionState, samples: Iterable[Sample], name: str) -> SessionState:
    """A state in which these samples, and their partners on other instruments, belong to a group ("" takes it away).

    A group is a property of the physical sample, so it is given to every spectrum of a standard.
    """
    chosen = set(samples)
    for standard in state.standards:
        members = {(k, row) for k, rows in standard.rows.items() for row in rows}
        if members & chosen:
            chosen |= members
    datasets = []
    for d in state.datasets:
        rows = [row for k, row in chosen if k == d.name and row < len(d)]
        if not rows:
            datasets.append(d)
            continue
        groups = list(d.groups) if d.groups is not None else [""] * len(d)
        for row in rows:
            groups[row] = name
        datasets.append(d.with_(groups=tuple(groups) if any(groups) else None))
    return state.with_(datasets=tuple(datasets))


def ask_and_paint(model: AppModel, parent: QWidget) -> str | None:
    """Ask for a group's name and give it to the selected samples; None if nothing was done."""
    samples = model.selection.samples
    if not samples:
        model.message.emit("Select samples first: a lasso in a scatter plot is the quick way.")
        return None
    known = sorted({g for d in model.state.datasets if d.groups is not None for g in d.groups if g})
    name, ok = ask_text(parent, "Put into a group",
                        f"Group of the {len(samples)} selected samples (empty: no group)", choices=known)
    if not ok:
        return None
    name = name.strip()
    model.change(f"Put {len(samples)} samples into {name!r}" if name else f"Take {len(samples)} samples out of groups",
                 with_group(model.state, samples, name))
    return name
