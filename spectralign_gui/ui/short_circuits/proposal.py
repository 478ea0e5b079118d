"""A sparse or robust weight proposed from the data, with the reason in words. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from ...core.measures.short_circuits import Connection, group_mass
from ...core.monitor import Monitor, SubMonitor
from ...core.numerics.reconstruction import Reconstruction
from ...session.run import RunResult, measure
from .analysis import Analysis
from .path import Path

POINTS = {"slra": 9, "rlra": 25}
MANY, FEWER = 300, 13
"""With more samples than this a point takes long, and there are fewer of them."""
HALVINGS = 4
CUT = 0.1
"""A link is cut where a tenth of its weight is left."""
NOTHING, FAULTY = 1e-3, 0.05
"""Shares of a spectrum that is set apart as error: below the first it is rounding, from the second it is faulty if it
is named an outlier."""
KEPT = 0.5
"""Of the weight within groups at least this share has to stay: what cuts everything cuts no short circuit."""
LOST_HITS = 0.05
SPREAD = 0.01
"""The share of the weight between groups may not rise by more."""
WORST = 20
"""Where no link was chosen, faulty spectra are looked for among the samples of so many of the worst."""
WORTH = 0.95
"""The weight between groups has to fall to this share of what it is, or it is said that it does not fall."""
FEW = 0.2
"""Faulty spectra are few: where more than this share counts as faulty, the cost of error is too low."""
MOST = 0.8
"""Of the fall that can be had, the gentlest weight with this share is proposed."""
TITLES = {"slra": "sparsity γ", "rlra": "cost of error γ"}


@dataclass(frozen=True)
class Proposal:
    """A weight and why.

    Parameters
    ----------
    weight : float
    why : str
        Sentences for the user.
    kind : {"link", "faulty", "between", "middle"}
        What was found: the chosen links vanish, one of their samples counts as faulty (robust), the weight between
        groups falls, or none of it.
    """

    weight: float
    why: str
    kind: str


@dataclass(frozen=True)
class _Point:
    """One solution: its weight; the share of the weight between groups; within groups, the weight that stays; the
    strongest of the chosen links; top 3 hits; rows that are called outliers; whether the weight does anything."""

    weight: float
    between: float
    within: float
    link: float
    hit: float
    outliers: tuple[int, ...] = ()
    acts: bool = True


def propose(
    result: RunResult, method: str, analysis: Analysis, links: Sequence[Connection], monitor: Monitor,
    names: Sequence[str] = (),
) -> Proposal:
    """The gentlest weight that cuts the chosen links, or that takes most of what can be taken off the weight between
    groups, without losing the weight within groups or hits.

    Parameters
    ----------
    result : RunResult
        The run that is looked at.
    method : {"slra", "rlra"}
    analysis : Analysis
        Of one instrument of it; its groups are used.
    links : sequence of Connection
        Chosen ones; may be empty.
    monitor : Monitor
    names : sequence of str
        Of the instrument's samples.
    """
    points = POINTS[method] if len(analysis.groups) <= MANY else min(POINTS[method], FEWER)
    now = _point(result.estimator, float("nan"), result, analysis, links)
    path = Path(result, method, SubMonitor(monitor, 0.0, 0.1, "First solution: "))
    found: list[_Point] = []
    for k, weight in enumerate(path.grid(points)):
        part = SubMonitor(monitor, 0.1 + 0.7 * k / points, 0.1 + 0.7 * (k + 1) / points, f"{k + 1} of {points}: ")
        if not path.go(float(weight), part):
            break
        found.append(_point(path.estimator, float(weight), result, analysis, links))
        # a stronger one does not bring the weight within groups back
        if any(_keeps(p, now) for p in found) and all(p.within < KEPT * now.within for p in found[-2:]):
            break
    title, harmless = TITLES[method], [p for p in found if _keeps(p, now)]
    said = ""
    if links and now.link > 0:
        cut = next((p for p in harmless if p.link <= CUT * now.link), None)
        if cut is not None:
            best = _refined(path, found, cut, now, monitor, result, analysis, links)
            return Proposal(_short(best.weight), _link_words(title, best, now, links, names), "link")
        said = f"No {title} cuts {_which(links, names)} without losing half of the weight within groups. "
        faulty = _faulty(harmless, links, len(analysis.groups))
        if faulty is not None:
            return Proposal(_short(faulty.weight), said + _faulty_words(title, faulty, links, names), "faulty")
    if isfinite(now.between):
        lowest = min((p.between for p in harmless), default=now.between)
        if lowest <= WORTH * now.between:
            enough = now.between - MOST * (now.between - lowest)
            best = next(p for p in harmless if p.between <= enough)
            return Proposal(_short(best.weight), said + _between_words(title, best, now, lowest), "between")
        none = "None" if said else f"No {title}"
        said += (f"{none} lowers the weight between groups ({100 * now.between:.1f} % now, "
                 f"{100 * lowest:.1f} % at best). ")
    else:
        said += "All samples are in one group, so there is no weight between groups to go by. "
    worst = analysis.worst[:WORST]
    faulty = _faulty(harmless, worst, len(analysis.groups))
    if faulty is not None:
        return Proposal(_short(faulty.weight), said + _faulty_words(title, faulty, worst, names), "faulty")
    weight = _short(path.middle)
    said += f"{title[:1].upper()}{title[1:]} = {weight:g} is the middle of its range."
    if method == "rlra" and isfinite(now.between):
        said += " Sparse alignment is likelier to cut links between groups."
    return Proposal(weight, said, "middle")


def _faulty(points: Sequence[_Point], links: Sequence[Connection], n: int) -> _Point | None:
    """The first point where a sample of the links, but few samples in all, count as faulty."""
    members = {place for c in links for place in (c.row, c.partner)}
    return next((p for p in points if members & set(p.outliers) and len(p.outliers) <= FEW * n), None)


def _point(
    estimator: object, weight: float, result: RunResult, a: Analysis, links: Sequence[Connection],
) -> _Point:
    R: Reconstruction = estimator.reconstructions_[a.instrument]  # type: ignore[attr-defined]
    _, mass = group_mass(R, a.groups, diagonal=False)
    total, within = float(mass.sum()), float(np.trace(mass))
    several = len(a.labels) > 1 and total > 0
    hit = measure(estimator, result.held_out_pairs).get("hit", {}).get("3")  # type: ignore[arg-type]
    errors = getattr(estimator, "errors_", None)
    faulty: tuple[int, ...] = ()
    acts = True
    if errors is not None:
        X, E = np.asarray(result.datasets[a.instrument].spectra, dtype=np.float64), errors[a.instrument]
        apart = np.linalg.norm(E, axis=1) / np.maximum(np.linalg.norm(X - X.mean(axis=0), axis=1), 1e-300)
        acts = bool(np.max(apart) > NOTHING)  # else the cost is so high that nothing is set apart
        named = estimator.outliers_[a.instrument]  # type: ignore[attr-defined]
        faulty = tuple(int(r) for r in named if apart[r] >= FAULTY)
    return _Point(weight, (total - within) / total if several else float("nan"), within,
                  max((strength(R, c.row, c.partner) for c in links), default=0.0),
                  min(hit.values()) if hit else float("nan"), faulty, acts)


def strength(R: Reconstruction, row: int, partner: int) -> float:
    """|R| between two samples, in the stronger direction."""
    block = R.rows(np.array([row, partner]))
    return float(max(abs(block[0, partner]), abs(block[1, row])))


def _keeps(p: _Point, now: _Point) -> bool:
    lost = isfinite(p.hit) and isfinite(now.hit) and p.hit < now.hit - LOST_HITS
    # with a very high cost of error every sample explains itself, noise and all: weak links, but spread over all groups
    spread = isfinite(now.between) and p.between > now.between + SPREAD
    return p.acts and p.within >= KEPT * now.within and not lost and not spread


def _refined(
    path: Path, found: Sequence[_Point], cut: _Point, now: _Point, monitor: Monitor, result: RunResult, a: Analysis,
    links: Sequence[Connection],
) -> _Point:
    """The gentlest weight between the last point that does not cut the links and the first that does."""
    at = found.index(cut)
    if at == 0:
        return cut
    gentle, best = found[at - 1].weight, cut
    for k in range(HALVINGS):
        weight = float(np.sqrt(gentle * best.weight))
        part = SubMonitor(monitor, 0.8 + 0.2 * k / HALVINGS, 0.8 + 0.2 * (k + 1) / HALVINGS, "Refining: ")
        p = _point(path.estimator, weight, result, a, links) if path.go(weight, part) else None
        if p is not None and p.link <= CUT * now.link and _keeps(p, now):
            best = p
        else:
            gentle = weight
    return best


def _short(weight: float) -> float:
    return float(f"{weight:.3g}")


# -- words -----------------------------------------------------------------------------------------------
def _link_words(title: str, p: _Point, now: _Point, links: Sequence[Connection], names: Sequence[str]) -> str:
    text = (f"At {title} = {_short(p.weight):g} the weight of {_which(links, names)} falls from {now.link:.3g} to "
            f"{p.link:.2g}, and {_stays(p, now)}.")
    return f"{text} It is the gentlest of those that were tried that cuts {'them' if len(links) > 1 else 'it'}."


def _faulty_words(title: str, p: _Point, links: Sequence[Connection], names: Sequence[str]) -> str:
    members = {place for c in links for place in (c.row, c.partner)}
    rows = [r for r in p.outliers if r in members]
    text = (f"From {title} = {_short(p.weight):g} down {_list([_name(r, names) for r in rows])} "
            f"{'counts as a faulty spectrum' if len(rows) == 1 else 'count as faulty spectra'}: what the others cannot "
            f"explain of {'it' if len(rows) == 1 else 'them'} is set apart")
    others = len(p.outliers) - len(rows)
    return f"{text}{f', as of {others} more' if others else ''}."


def _between_words(title: str, p: _Point, now: _Point, lowest: float) -> str:
    text = (f"At {title} = {_short(p.weight):g} the weight between groups falls from {100 * now.between:.1f} % to "
            f"{100 * p.between:.1f} %")
    if isfinite(p.hit) and isfinite(now.hit):
        text += f", top 3 hits go from {100 * now.hit:.0f} % to {100 * p.hit:.0f} %"
    return f"{text}, and {_stays(p, now)}. A stronger one brings it to {100 * lowest:.1f} % at most."


def _stays(p: _Point, now: _Point) -> str:
    share = 100 * p.within / now.within if now.within > 0 else 100.0
    return f"{min(share, 100.0):.0f} % of the weight within groups stays"


def _which(links: Sequence[Connection], names: Sequence[str]) -> str:
    if len(links) > 1:
        return f"the {len(links)} chosen links"
    return f"the link {_name(links[0].row, names)} – {_name(links[0].partner, names)}"


def _name(row: int, names: Sequence[str]) -> str:
    return names[row] if row < len(names) and names[row] else f"row {row + 1}"


def _list(words: Sequence[str]) -> str:
    return ", ".join(words[:4]) + (" …" if len(words) > 4 else "")
