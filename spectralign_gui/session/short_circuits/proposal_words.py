"""The sentences of a proposal."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from ...core.measures.short_circuits import Connection
from .solution import Solution, short


def link_words(title: str, p: Solution, now: Solution, links: Sequence[Connection], names: Sequence[str]) -> str:
    """The chosen links vanish."""
    text = (f"At {title} = {short(p.weight):g} the weight of {which_links(links, names)} falls from {now.link:.3g} to "
            f"{p.link:.2g}, and {_stays(p, now)}.")
    return f"{text} It is the gentlest of those that were tried that cuts {'them' if len(links) > 1 else 'it'}."


def faulty_words(title: str, p: Solution, links: Sequence[Connection], names: Sequence[str]) -> str:
    """Samples of the links count as faulty."""
    members = {place for c in links for place in (c.row, c.partner)}
    rows = [r for r in p.outliers if r in members]
    text = (f"From {title} = {short(p.weight):g} down {_list([_name(r, names) for r in rows])} "
            f"{'counts as a faulty spectrum' if len(rows) == 1 else 'count as faulty spectra'}: what the others cannot "
            f"explain of {'it' if len(rows) == 1 else 'them'} is set apart")
    others = len(p.outliers) - len(rows)
    return f"{text}{f', as of {others} more' if others else ''}."


def between_words(title: str, p: Solution, now: Solution, lowest: float) -> str:
    """The weight between groups falls."""
    text = (f"At {title} = {short(p.weight):g} the weight between groups falls from {100 * now.between:.1f} % to "
            f"{100 * p.between:.1f} %")
    if isfinite(p.hit) and isfinite(now.hit):
        text += f", top 3 hits go from {100 * now.hit:.0f} % to {100 * p.hit:.0f} %"
    return f"{text}, and {_stays(p, now)}. A stronger one brings it to {100 * lowest:.1f} % at most."


def _stays(p: Solution, now: Solution) -> str:
    share = 100 * p.within / now.within if now.within > 0 else 100.0
    return f"{min(share, 100.0):.0f} % of the weight within groups stays"


def which_links(links: Sequence[Connection], names: Sequence[str]) -> str:
    """The links in words."""
    if len(links) > 1:
        return f"the {len(links)} chosen links"
    return f"the link {_name(links[0].row, names)} – {_name(links[0].partner, names)}"


def _name(row: int, names: Sequence[str]) -> str:
    return names[row] if row < len(names) and names[row] else f"row {row + 1}"


def _list(words: Sequence[str]) -> str:
    return ", ".join(words[:4]) + (" …" if len(words) > 4 else "")
