"""Short circuits in a sentence, with what its figures mean."""

from __future__ import annotations

import math
import weakref

from ..session.run import RunResult
from ..session.short_circuits.analysis import Analysis
from .quality import wilson


def summary(name: str, a: Analysis, before: float | None) -> str:
    """How much lies between groups of an instrument; `before` is the share in the run shown before, if it compares."""
    if math.isnan(a.share):
        return (f"All samples of {name} are in one group, so nothing can be a short circuit. Paint groups with the "
                "lasso, or give them in the Data dock.")
    kind = "clusters" if a.clustered else "groups"
    text = (f"{100 * a.share:.1f} % of the weight of {name} lies between {kind}; "
            f"{100 * a.figures['reconstruction']['edge_share']:.1f} % of its links, "
            f"{100 * a.figures['neighbours']['edge_share']:.1f} % in a neighbour graph.")
    return text if before is None else f"{text} Before: {100 * before:.1f} %, now {100 * a.share:.1f} %."


def verdict(a: Analysis) -> str:
    """Whether it ties kinds together that a neighbour graph keeps apart, in a sentence; "" where there are no figures.

    By the 95 % interval of the share of its strongest links, beside the share in a graph of as many nearest neighbours.
    """
    if math.isnan(a.share):
        return ""
    kind, number = "clusters" if a.clustered else "groups", int(a.figures["edges"])
    share, usual = (float(a.figures[k]["edge_share"]) for k in ("reconstruction", "neighbours"))
    low, high = wilson(round(share * number), number)
    if low > usual:
        text = (f"Short circuits are likely: more links lie between {kind} than with nearest "
                "neighbours. Look at the worst links.")
    elif high < usual:
        text = f"No sign of short circuits: fewer links lie between {kind} than with nearest neighbours."
    else:
        text = f"No sign of short circuits: as many links lie between {kind} as with nearest neighbours."
    return text + (" No groups are known: clusters stand for them, so this is a hint." if a.clustered else "")


def explanation(a: Analysis) -> str:
    """What the figures are of; "" where there are none."""
    if math.isnan(a.share):
        return ""
    clusters = (" Clusters of the samples are used as groups, the same for every run, so that runs can be compared; "
                "Actions ▸ Find clusters again takes those of this run.") if a.clustered else ""
    return (f"Weight that samples put on others; links: the {a.figures['edges']:,} strongest, beside as many of the "
            f"neighbour graph.{clusters}")


class SharesShown:
    """The shares between groups of the last two runs that were shown, per instrument."""

    def __init__(self) -> None:
        self._past: dict[str, list[tuple[weakref.ref[RunResult], tuple[str, ...], float]]] = {}

    def before(self, name: str, result: RunResult, a: Analysis) -> float | None:
        """The share in the run shown before this one, if it had the same groups; this one is noted."""
        past = self._past.setdefault(name, [])
        entry = weakref.ref(result), tuple(str(v) for v in a.labels), a.share
        if past and past[-1][0]() is result:
            past[-1] = entry
        else:
            past.append(entry)
            del past[:-2]
        if len(past) < 2 or past[-2][1] != entry[1]:
            return None
        return past[-2][2]
