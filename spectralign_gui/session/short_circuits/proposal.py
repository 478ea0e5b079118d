"""A sparse or robust weight proposed from the data, with the reason in words, and only if it was seen to help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite

import numpy as np

from ...core.measures.short_circuits import Connection
from ...core.monitor import Monitor, SubMonitor
from ..run import RunResult
from .analysis import Analysis
from .path import Path, fitted
from .proposal_words import between_words, faulty_words, link_words, which_links
from .solution import KEPT, Solution, keeps, measured, short, what_it_loses

POINTS = {"slra": 9, "rlra": 25}
MANY, FEWER = 300, 13
"""With more samples than this a point takes long, and there are fewer of them."""
HALVINGS = 4
CUT, STAYS_CUT = 0.1, 0.15
"""A link is cut where a tenth of its weight is left on the path, and no more than the second share in the run."""
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
        NaN where none helps: the method is then better left as it is.
    why : str
        Sentences for the user.
    kind : {"link", "faulty", "between", "none"}
        What was found: the chosen links vanish, one of their samples counts as faulty (robust), the weight between
        groups falls, or none of it.
    before, after : mapping
        "between" (share of the weight between groups), "hit" (top 3 of held-out standards, worse direction), "link"
        (the strongest of the chosen links), "within" (weight within groups); now, and with the weight.
    """

    weight: float
    why: str
    kind: str
    before: Mapping[str, float] = field(default_factory=dict)
    after: Mapping[str, float] = field(default_factory=dict)

    @property
    def helps(self) -> bool:
        """Whether it is worth being applied."""
        return self.kind != "none"


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
    now = measured(result.estimator, float("nan"), result, analysis, links)
    path = Path(result, method, SubMonitor(monitor, 0.0, 0.1, "First solution: "))
    found: list[Solution] = []
    for k, weight in enumerate(path.grid(points)):
        part = SubMonitor(monitor, 0.1 + 0.7 * k / points, 0.1 + 0.7 * (k + 1) / points, f"{k + 1} of {points}: ")
        if not path.go(float(weight), part):
            break
        found.append(measured(path.estimator, float(weight), result, analysis, links))
        # a stronger one does not bring the weight within groups back
        if any(keeps(p, now) for p in found) and all(p.within < KEPT * now.within for p in found[-2:]):
            break
    harmless = [p for p in found if keeps(p, now)]
    refined: Solution | None = None
    cut = next((p for p in harmless if p.link <= CUT * now.link), None) if links and now.link > 0 else None
    if cut is not None:
        refined = _refined(path, found, cut, now, monitor, result, analysis, links)
    asked = _Asked(result, method, analysis, links, names, now, monitor)
    return _chosen(asked, harmless, cut, refined)


@dataclass(frozen=True)
class _Asked:
    """What a proposal is asked for."""

    result: RunResult
    method: str
    analysis: Analysis
    links: Sequence[Connection]
    names: Sequence[str]
    now: Solution
    monitor: Monitor

    @property
    def title(self) -> str:
        return TITLES[self.method]

    def confirmed(self, p: Solution) -> tuple[Solution | None, str]:
        """The point as the run itself would have it: solved from the beginning, to the tolerance of a run.

        The path stops early and starts each solution from the one before, so it may show what no run gives. Returned
        with the reason where the run would lose what the path keeps.
        """
        estimator = fitted(self.result, self.method, short(p.weight), self.monitor)
        if estimator is None:
            return None, "cuts everything"
        real = measured(estimator, short(p.weight), self.result, self.analysis, self.links)
        return (real, "") if keeps(real, self.now) else (None, what_it_loses(real, self.now))


def _chosen(asked: _Asked, harmless: Sequence[Solution], cut: Solution | None, refined: Solution | None) -> Proposal:
    """The first of what can be had that the run itself confirms: cut links, faulty spectra, less between groups."""
    now, links, title = asked.now, asked.links, asked.title
    size, tried, said = len(asked.analysis.groups), "", ""
    if links and now.link > 0:
        for p in dict.fromkeys(p for p in (refined, cut) if p is not None):
            real, lost = asked.confirmed(p)
            if real is not None and real.link <= STAYS_CUT * now.link:
                return _proposal(asked, real, link_words(title, real, now, links, asked.names), "link")
            tried = tried or f"At {title} = {short(p.weight):g} the run {lost or 'does not cut it'}. "
        said = f"No {title} cuts {which_links(links, asked.names)} without losing half of the weight within groups" + (
            " or hits. " if isfinite(now.hit) else ". ") + tried
        found = _confirmed_faulty(asked, harmless, links, size)
        if found is not None:
            return _proposal(asked, found, said + faulty_words(title, found, links, asked.names), "faulty")
    if isfinite(now.between):
        lowest = min((p.between for p in harmless), default=now.between)
        if lowest <= WORTH * now.between:
            enough = now.between - MOST * (now.between - lowest)
            best = next(p for p in harmless if p.between <= enough)
            real, lost = asked.confirmed(best)
            if real is not None and real.between <= WORTH * now.between:
                return _proposal(asked, real, said + between_words(title, real, now, lowest), "between")
            said += (f"At {title} = {short(best.weight):g} the run "
                     f"{lost or 'does not lower the weight between groups'}. ")
        else:
            said += (f"{'None' if said else f'No {title}'} lowers the weight between groups ({100 * now.between:.1f} % "
                     f"now, {100 * lowest:.1f} % at best). ")
    else:
        said += "All samples are in one group, so there is no weight between groups to go by. "
    worst = asked.analysis.worst[:WORST]
    found = _confirmed_faulty(asked, harmless, worst, size)
    if found is not None:
        return _proposal(asked, found, said + faulty_words(title, found, worst, asked.names), "faulty")
    said += "Nothing was changed."
    return Proposal(float("nan"), said, "none", now.figures, {})


def _proposal(asked: _Asked, p: Solution, why: str, kind: str) -> Proposal:
    if not isfinite(asked.now.hit):
        why += " No standards are held out, so it could not be checked whether hits stay."
    return Proposal(p.weight, why, kind, asked.now.figures, p.figures)


def _confirmed_faulty(
    asked: _Asked, points: Sequence[Solution], links: Sequence[Connection], n: int,
) -> Solution | None:
    """The first point where a sample of the links counts as faulty, if the run says so too."""
    p = _faulty(points, links, n)
    real = asked.confirmed(p)[0] if p is not None else None
    return real if real is not None and _faulty([real], links, n) is not None else None


def _faulty(points: Sequence[Solution], links: Sequence[Connection], n: int) -> Solution | None:
    """The first point where a sample of the links, but few samples in all, count as faulty."""
    members = {place for c in links for place in (c.row, c.partner)}
    return next((p for p in points if members & set(p.outliers) and len(p.outliers) <= FEW * n), None)


def _refined(
    path: Path, found: Sequence[Solution], cut: Solution, now: Solution, monitor: Monitor, result: RunResult,
    a: Analysis, links: Sequence[Connection],
) -> Solution:
    """The gentlest weight between the last point that does not cut the links and the first that does."""
    at = found.index(cut)
    if at == 0:
        return cut
    gentle, best = found[at - 1].weight, cut
    for k in range(HALVINGS):
        weight = float(np.sqrt(gentle * best.weight))
        part = SubMonitor(monitor, 0.8 + 0.2 * k / HALVINGS, 0.8 + 0.2 * (k + 1) / HALVINGS, "Refining: ")
        p = measured(path.estimator, weight, result, a, links) if path.go(weight, part) else None
        if p is not None and p.link <= CUT * now.link and keeps(p, now):
            best = p
        else:
            gentle = weight
    return best
