"""A fleet as a table: a row per instrument, what needs somebody first."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..core.naming import counted
from ..session.fleet import ALARM, DUE, HOLDS, ODD, UNCHECKED, Instrument
from ..session.fleet.standing import share_of_limit
from .lifecycle import KINDS, when

ORDER = (ODD, ALARM, DUE, UNCHECKED, HOLDS)
COLUMNS = ("Instrument", "State", "Model version", "Standards", "Last check", "Bias", "Of the limit", "Figures",
           "In force by", "Since", "Noted", "Remark")


def in_order(fleet: Sequence[Instrument]) -> list[Instrument]:
    """Those that need somebody first, of these the one nearest to its limits first."""
    def rank(i: Instrument) -> tuple[int, float, str]:
        share = share_of_limit(i.standing)
        return ORDER.index(i.standing.state), -share if math.isfinite(share) else 0.0, i.name

    return sorted(fleet, key=rank)


def row(instrument: Instrument) -> list[str]:
    """The texts of a row, see `COLUMNS`."""
    s = instrument.standing
    version = f"{s.version} of {s.versions}, {KINDS.get(s.kind, s.kind)}" if s.version else ""
    checked = f"{s.last_check} ({counted(s.checks, 'check day')})" if s.last_check else ""
    bias = ", ".join(f"{n} {b:+.3g}{f' {u}' if u else ''}" for n, b, u in zip(s.properties, s.bias, s.units,
                                                                              strict=False))
    share = share_of_limit(s)
    figures = ", ".join(f"{f.name} {f.value:.3g}{f' {f.unit}' if f.unit else ''}" for f in instrument.figures)
    remark = " ".join(t for t in (s.problem, " ".join(s.alarms), instrument.note) if t)
    return [instrument.name, s.state, version, "" if s.standards is None else str(s.standards), checked, bias,
            f"{100 * share:.0f} %" if math.isfinite(share) else "", figures, s.who, when(s.when),
            when(instrument.noted), remark]


def summary(fleet: Sequence[Instrument]) -> str:
    """How many instruments stand how."""
    found = [(state, sum(i.standing.state == state for i in fleet)) for state in ORDER]
    return f"{counted(len(fleet), 'instrument')}: " + ", ".join(f"{n} {state}" for state, n in found if n) + "."
