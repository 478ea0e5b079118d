"""From selected samples to what the plots bring out: they and their partners on the other instruments."""

from __future__ import annotations

from collections.abc import Iterable

from ...session.state import SessionState
from ...session.state.selections import Sample
from .spectra_layer import MAX_CURVES, Highlight

DISTINCT = 6


def with_partners(state: SessionState, samples: Iterable[Sample], most: int | None = None) -> list[list[Sample]]:
    """Selected samples in groups: spectra of the same standard stand together, partners included.

    With `most`, further samples of an instrument that has so many are left out: thousands of them are not drawn.
    """
    known = {d.name: len(d) for d in state.datasets}
    chosen = [s for s in samples if s[1] < known.get(s[0], 0)]
    groups: list[list[Sample]] = []
    done: set[Sample] = set()
    lookup = {(name, row): standard for standard in state.standards for name, rows in standard.rows.items()
              for row in rows}
    order = {name: k for k, name in enumerate(state.instruments)}
    counts = dict.fromkeys(state.instruments, 0)
    for sample in sorted(chosen, key=lambda s: (order[s[0]], s[1])):
        if sample in done or (most is not None and counts[sample[0]] >= most):
            continue
        standard = lookup.get(sample)
        members = [sample]
        if standard is not None:
            members = [(name, row) for name in state.instruments for row in standard.rows.get(name, ())]
        members = [m for m in members if m not in done]
        done.update(members)
        for name, _ in members:
            counts[name] += 1
        groups.append(members)
    return groups


def highlights(state: SessionState, samples: Iterable[Sample]) -> dict[str, list[Highlight]]:
    """Spectra to bring out per instrument; a few standards get a colour each."""
    groups = with_partners(state, samples, MAX_CURVES)
    found: dict[str, list[Highlight]] = {name: [] for name in state.instruments}
    for k, members in enumerate(groups):
        mark = k if 1 < len(groups) <= DISTINCT else -1
        for name, row in members:
            label = state.dataset(name).sample_names[row] or f"row {row + 1}"
            found[name].append(Highlight(row, label, mark))
    return found
