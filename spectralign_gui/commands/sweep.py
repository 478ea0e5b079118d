"""``spectralign sweep``: a method over a range of one or two parameters, held-out hit rate and RMSEP at every point."""

from __future__ import annotations

import argparse

import numpy as np

from ..core.errors import ParameterError
from ..core.registry import method
from ..io.table import write_table
from ..session.compare.sweep import FOLDS, SweepAxis, proposed_values, run_sweep, sweep_table, sweepable
from ._outputs import refuse_clashing_outputs, require_ending
from ._progress import TerminalMonitor
from ._session import (
    add_session_arguments,
    load_session,
    own_model_settings,
    pairs_or_refuse,
    parse_settings,
    refuse_more_than_two,
    searches,
    session_inputs,
)
from ._words import at_least
from .threads import add_threads_argument


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_session_arguments(parser)
    add_threads_argument(parser)
    parser.add_argument("--method", default="lra", help="see `spectralign methods` (default: lra)")
    parser.add_argument("--vary", action="append", required=True, metavar="name[=v1,v2,...]",
                        help="a parameter to vary, once or twice; without values sensible ones are taken")
    parser.add_argument("--set", action="append", default=[], metavar="name=value", dest="settings",
                        help="a parameter that stays")
    parser.add_argument("--folds", type=int, default=FOLDS, help=f"folds over the standards (default {FOLDS})")
    parser.add_argument("--repeats", type=int, default=1, help="repeats of the splits (default 1)")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes (default: one, and all processors where the "
                        "sweep is long enough; the figures are the same)")
    parser.add_argument("--dask", metavar="ADDRESS", help="run on the Dask cluster at this address")
    parser.add_argument("--output", required=True, metavar="OUT.csv")


def run(arguments: argparse.Namespace) -> int:
    """Sweep, write the table, say what was best."""
    refuse_clashing_outputs([arguments.output], session_inputs(arguments))
    require_ending(arguments.output, (".csv",))
    for what, value, least in (("--folds", arguments.folds, 2), ("--repeats", arguments.repeats, 1),
                               ("--jobs", 1 if arguments.jobs is None else arguments.jobs, 1)):
        at_least(what, value, least)
    axes = [_axis(word, arguments.method) for word in arguments.vary]
    state = load_session(arguments).with_(method=arguments.method)
    refuse_more_than_two(state)
    settings = parse_settings(arguments.settings, [arguments.method])
    state = state.with_(parameters=own_model_settings(state, arguments.coefficients, settings))
    pairs_or_refuse(state)
    monitor = TerminalMonitor()
    try:
        sweep = run_sweep(state, axes, folds=arguments.folds, repeats=arguments.repeats, monitor=monitor,
                          search=searches(arguments), n_jobs=arguments.jobs, dask=arguments.dask)
    finally:
        monitor.done()
    header, rows = sweep_table(sweep)
    write_table(arguments.output, header, rows)
    names = [a.name for a in sweep.axes]
    for figure in ("hit", *sweep.properties):
        best = sweep.best(figure)
        if best is not None:
            at = ", ".join(f"{n} = {v}" for n, v in zip(names, best.values, strict=True))
            if figure == "hit":
                print(f"best hit@3: {best.hit:.3f} at {at} (guessing: {sweep.chance:.3f})")
            else:
                beside = ", ".join(f"{title} {sweep.yardsticks[key][figure]:.4g}" for key, title in (
                    ("none", "no transfer"), ("native", "native model"))
                    if np.isfinite(sweep.yardsticks.get(key, {}).get(figure, np.nan)))
                print(f"best RMSEP of {figure}: {best.rmsep[figure]:.4g} at {at} ({beside})")
    failed = [p for p in sweep.points if p.error]
    if failed:
        print(f"{len(failed)} of {len(sweep.points)} points gave no figure: {failed[0].error}")
    print("the best of many points looks a little better than it is; confirm it with samples held out of the sweep")
    print(f"written to {arguments.output}")
    return 0


def _axis(word: str, name: str) -> SweepAxis:
    key, given, text = word.partition("=")
    known = {p.name: p for p in sweepable(method(name))}
    if key not in known:
        raise ParameterError("call.vary_no_parameter", word=word, name=name, key=key,
                             join=', '.join(known) or 'none')
    parameter = known[key]
    if not given:
        return SweepAxis(key, proposed_values(parameter))
    return SweepAxis(key, tuple(parameter.parse(v.strip()) for v in text.split(",") if v.strip()))
