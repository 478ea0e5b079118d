"""``spectralign short-circuits``: where an alignment ties samples of different kinds together, and what would help."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from ..core.data import SpectralDataset, match_key
from ..core.errors import DataError, ParameterError
from ..core.measures.short_circuits import Connection
from ..core.monitor import Monitor
from ..core.notes import Note, about
from ..io.pairs import read_pairs_table
from ..io.table import write_table
from ..presenters.short_circuits import verdict
from ..session.run import RunResult, execute
from ..session.short_circuits.analysis import Analysis, analyse
from ..session.short_circuits.groups import given_groups
from ..session.short_circuits.path import WEIGHTS
from ..session.short_circuits.proposal import Proposal, propose
from ..session.state import SessionState
from ._outputs import refuse_clashing_outputs, require_ending
from ._progress import TerminalMonitor
from ._session import (
    add_session_arguments,
    hold_out,
    load_session,
    own_model_settings,
    parse_settings,
    refuse_more_than_two,
    session_inputs,
    with_searched_preprocessing,
)
from ._words import at_least, warn
from .align import clean
from .threads import add_threads_argument

METHODS = {"sparse": "slra", "robust": "rlra"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_session_arguments(parser)
    add_threads_argument(parser)
    parser.add_argument("--method", default="lra", help="a method of the low rank family (default: lra)")
    parser.add_argument("--set", action="append", default=[], metavar="name=value", dest="settings",
                        help="a parameter of the method")
    parser.add_argument("--hold-out", type=float, default=0.0, metavar="SHARE",
                        help="withhold the pairing of this share of the standards, to see whether hits stay")
    parser.add_argument("--instrument", metavar="NAME", help="look at this instrument only (default: all)")
    parser.add_argument("--groups", metavar="G.csv", help="a table of sample names and their groups; without groups "
                        "clusters of the samples take their place")
    parser.add_argument("--links", type=int, default=10, metavar="N", help="how many of the worst links (default 10)")
    parser.add_argument("--partners", type=int, default=5, metavar="N",
                        help="links per sample in the comparison with a neighbour graph (default 5)")
    parser.add_argument("--propose", choices=sorted(METHODS), help="look for the gentlest weight of sparse or robust "
                        "alignment that helps and costs no hits")
    parser.add_argument("--cut", type=int, metavar="K", help="with --propose: the K worst links are to be cut "
                        "(default: the weight between groups is to fall)")
    parser.add_argument("--output", metavar="OUT.csv", help="write the links as a table")
    parser.add_argument("--json", action="store_true", help="machine-readable")


def run(arguments: argparse.Namespace) -> int:
    """Align, look for short circuits, propose."""
    refuse_clashing_outputs([arguments.output], [*session_inputs(arguments), arguments.groups])
    if arguments.output:
        require_ending(arguments.output, (".csv",))
    for what, value in (("--links", arguments.links), ("--partners", arguments.partners),
                        ("--cut", arguments.cut if arguments.cut is not None else 1)):
        at_least(what, value, 1)
    if arguments.cut is not None and not arguments.propose:
        raise ParameterError("call.cut_needs_proposal")
    state = load_session(arguments).with_(method=arguments.method)
    refuse_more_than_two(state)
    if arguments.groups:
        state = with_groups(state, arguments.groups)
    state = state.with_(parameters=own_model_settings(state, arguments.coefficients,
                                                      parse_settings(arguments.settings, [arguments.method])))
    state = hold_out(state, arguments.hold_out)
    chosen = arguments.instrument
    if chosen is not None and chosen not in state.instruments:
        raise ParameterError("call.no_such_instrument", chosen=chosen, instruments=state.instruments)
    monitor = TerminalMonitor()
    try:
        state, _ = with_searched_preprocessing(state, arguments, monitor)
        result = execute(state, monitor)
        if not result.fitted.reconstructions:
            raise ParameterError("call.no_reconstruction", method=arguments.method,
                                 title=result.method.title)
        looks = [look(result, k, arguments, monitor) for k, d in enumerate(result.datasets)
                 if chosen in (None, d.name)]
    finally:
        monitor.done()
    for sentence in result.warnings:
        warn(sentence)
    if arguments.output:
        write_table(arguments.output, *link_table(looks))
    if arguments.json:
        print(json.dumps(clean({"method": result.method.name, "hit": result.quality.hit,
                                "instruments": [x.describe() for x in looks]}), indent=2))
        return 0
    for x in looks:
        print("\n".join(x.lines()))
    if arguments.output:
        print(f"written to {arguments.output}")
    return 0


class Look:
    """What was found on one instrument.

    Parameters
    ----------
    dataset : SpectralDataset
        As it took part.
    analysis : Analysis
    links : sequence of Connection
        The worst, to be shown.
    method : str
        That was asked for a proposal; "" for none.
    proposal : Proposal, optional
    """

    def __init__(self, dataset: SpectralDataset, analysis: Analysis, links: Sequence[Connection], method: str = "",
                 proposal: Proposal | None = None) -> None:
        self.dataset, self.analysis, self.links = dataset, analysis, links
        self.method, self.proposal = method, proposal

    def name(self, place: int) -> str:
        """Name of a sample, or its row."""
        return self.dataset.sample_names[place] or f"#{place + 1}"

    @property
    def figures(self) -> dict[str, float]:
        """Shares that lie between groups: of the weight, of the strongest links, of links to nearest neighbours."""
        found = self.analysis.figures
        return {"weight": self.analysis.share, "links": found["reconstruction"]["edge_share"],
                "neighbour_links": found["neighbours"]["edge_share"]}

    def rows(self) -> list[list[Any]]:
        """The links as rows of a table."""
        groups = self.analysis.groups
        return [[self.dataset.name, k + 1, self.name(c.row), self.name(c.partner), str(groups[c.row]),
                 str(groups[c.partner]), float(c.weight), float(c.share)] for k, c in enumerate(self.links)]

    def describe(self) -> dict[str, Any]:
        """As a plain dictionary."""
        found: dict[str, Any] = {
            "name": self.dataset.name, "samples": len(self.dataset),
            "groups": "clusters" if self.analysis.clustered else "given",
            "group_of": [str(g) for g in self.analysis.groups], "between_groups": self.figures,
            "links": [dict(zip(HEADER[1:], row[1:], strict=True)) for row in self.rows()]}
        if self.proposal is not None:
            p = self.proposal
            found["proposal"] = {"method": self.method, "helps": p.helps, "kind": p.kind, "why": p.why,
                                 "parameters": {WEIGHTS[self.method]: p.weight} if p.helps else {},
                                 "before": dict(p.before), "after": dict(p.after)}
        return found

    def lines(self) -> list[str]:
        """In words."""
        a, d = self.analysis, self.dataset
        kind = f"{len(a.labels)} {'clusters (no groups are known)' if a.clustered else 'groups'}"
        if not isfinite(a.share):
            said = [f"{d.name}: all {len(d)} samples are in one group, so nothing can be a short circuit."]
        else:
            f = self.figures
            said = [f"{d.name}: {len(d)} samples in {kind}; {100 * f['weight']:.1f} % of the weight lies between them, "
                    f"{100 * f['links']:.1f} % of the links ({100 * f['neighbour_links']:.1f} % in a neighbour graph)"]
            said.append(f"  {verdict(a)}")
            said += [f"{row[1]:>4}. {row[2]} ← {row[3]}  ({row[4]} ← {row[5]})  {row[6]:+.4f}, {100 * row[7]:.1f} % of "
                     "its weight" for row in self.rows()]
        if self.proposal is not None:
            said.append(f"  {self.proposal.why}")
            if self.proposal.helps:
                said.append(f"  To use it: --method {self.method} --set {WEIGHTS[self.method]}="
                            f"{self.proposal.weight:g}")
        return said


HEADER = ["instrument", "rank", "sample", "put together from", "group", "group of the other", "weight", "share"]


def look(result: RunResult, instrument: int, arguments: argparse.Namespace, monitor: Monitor) -> Look:
    """Look at one instrument, and for a proposal if one is asked for."""
    d = result.datasets[instrument]
    analysis = analyse(result, instrument, given_groups(result)[instrument], arguments.partners, monitor)
    links = analysis.worst[:arguments.links]
    if not arguments.propose:
        return Look(d, analysis, links)
    method = METHODS[arguments.propose]
    cut = analysis.worst[:arguments.cut] if arguments.cut is not None else []
    return Look(d, analysis, links, method, propose(result, method, analysis, cut, monitor, d.sample_names))


def link_table(looks: Sequence[Look]) -> tuple[list[str], list[list[Any]]]:
    """The links of all instruments."""
    return HEADER, [row for x in looks for row in x.rows()]


def with_groups(state: SessionState, path: str) -> SessionState:
    """The session with the groups of a table: its first column names samples, its second their groups.

    Raises
    ------
    DataError
        The table has one column only, or names no sample.
    """
    header, rows = read_pairs_table(path)
    if len(header) < 2:
        raise DataError(about(Path(path).name, Note("call.groups_columns", "error")))
    table = {match_key(cells[0]): cells[1].strip() for cells in [header, *rows] if len(cells) > 1 and cells[0].strip()}
    made, named = [], set()
    for d in state.datasets:
        mine = [table.get(match_key(name), "") for name in d.sample_names]
        named |= {match_key(name) for name in d.sample_names} & set(table)
        made.append(d.with_(groups=tuple(mine)) if any(mine) else d)
    if not named:
        raise DataError(about(Path(path).name, Note("call.table_names_unknown", "error", table=list(table))))
    missing = int(np.sum([g == "" for d in made for g in (d.groups or ("",) * len(d))]))
    if missing:
        warn(f"{Path(path).name}: {missing} spectra have no group there; they count as one group of their own")
    return state.with_(datasets=tuple(made))
