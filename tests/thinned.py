"""Sample sessions with a part of their samples, for what takes long on all of them."""

from __future__ import annotations

from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.session.state import SessionState


def thinned(name: str, step: int) -> SessionState:
    """A sample session with every `step`-th sample of each instrument, and all standards."""
    whole = load_sample_session(name)
    marked = {d.name: {row for s in whole.standards for row in s.rows.get(d.name, ())} for d in whole.datasets}
    kept = {d.name: sorted(marked[d.name] | set(range(0, len(d), step))) for d in whole.datasets}
    standards = tuple(type(s)({n: tuple(kept[n].index(row) for row in rows) for n, rows in s.rows.items()}, s.held_out)
                      for s in whole.standards)
    return whole.with_(datasets=tuple(d.take(kept[d.name]) for d in whole.datasets), standards=standards)
