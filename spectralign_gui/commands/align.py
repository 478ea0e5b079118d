"""``spectralign align``: align instruments and write the result."""

from __future__ import annotations

import argparse
import json
from typing import Any

import numpy as np

from ..core.figures import percent
from ..core.notes import listed
from ..io.atomic import write_text
from ..io.hdf5 import HDF5_ENDINGS
from ..io.model_file import save_result
from ..presenters.run_verdict import run_verdict
from ..session.compare.evaluate import advice_of
from ..session.run import RunResult, execute
from ..session.run.doubtful_samples import samples_in_doubt
from ..session.run.held_out import rebuilt_spectra
from ..session.run.left_out_intervals import with_left_out_intervals
from ..session.run.marked_spectra import standards_in_words
from ..session.run.outlying_samples import outlying_samples
from ..session.run.used_parameters import used_parameters
from ..session.standards.found_pairs import found_in, pairs_report
from ..version import __version__
from ._found_pairs import add_found_pairs_argument, check_found_pairs_argument, tell_found_pairs
from ._outputs import refuse_clashing_outputs, refuse_no_folder, require_ending
from ._progress import TerminalMonitor
from ._session import (
    add_session_arguments,
    hold_out,
    load_session,
    own_model_settings,
    parse_settings,
    refuse_more_than_two,
    session_inputs,
    warn,
    with_searched_preprocessing,
)
from .threads import add_threads_argument


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_session_arguments(parser)
    add_threads_argument(parser)
    parser.add_argument("--method", default="lra", help="see `spectralign methods` (default: lra)")
    parser.add_argument("--set", action="append", default=[], metavar="name=value", dest="settings",
                        help="a parameter of the method")
    parser.add_argument("--hold-out", type=float, default=0.0, metavar="SHARE",
                        help="withhold the pairing of this share of the standards and report their hit rate")
    parser.add_argument("--intervals", action="store_true",
                        help="leave every standard out in turn, so that the model predicts with intervals also where "
                             "none (or few) are held out")
    parser.add_argument("--output", required=True, metavar="OUT.h5")
    parser.add_argument("--report", metavar="R.json", help="write figures and parameters as JSON")
    add_found_pairs_argument(parser)
    parser.add_argument("--figures", metavar="DIR", help="write pictures of the result into this folder")


def run(arguments: argparse.Namespace) -> int:
    """Align, write, say what came out."""
    refuse_clashing_outputs([arguments.output, arguments.report, arguments.found_pairs], session_inputs(arguments))
    require_ending(arguments.output, HDF5_ENDINGS)
    refuse_no_folder(arguments.figures)
    check_found_pairs_argument(arguments, [arguments.method])
    state = load_session(arguments).with_(method=arguments.method)
    refuse_more_than_two(state)
    parameters = own_model_settings(state, arguments.coefficients,
                                    parse_settings(arguments.settings, [arguments.method]))
    state = hold_out(state.with_(parameters=parameters), arguments.hold_out)
    monitor = TerminalMonitor()
    try:
        state, searched = with_searched_preprocessing(state, arguments, monitor)
        result = execute(state, monitor, () if searched is None else (searched.note,))
        if arguments.intervals:
            result = with_left_out_intervals(result, monitor)
    finally:
        monitor.done()
    for sentence in result.warnings:
        if searched is None or sentence != searched.note:  # that is told already
            warn(sentence)
    said = run_verdict(result)
    save_result(result, arguments.output, overwrite=True, verdict=(said.mood, said.kept))
    if arguments.report:
        chosen = {} if searched is None else {"preprocessing_search": searched.table()}
        write_text(arguments.report, json.dumps({**report(result), **chosen}, indent=2))
    if arguments.figures:
        arguments.save_figures(result, arguments.figures)  # given by the caller: drawing needs Qt, unknown here
    print(summary(result, arguments.output))
    tell_found_pairs(arguments, [arguments.method], found_in(result))
    return 0


def report(result: RunResult) -> dict[str, Any]:
    """The report of ``align`` as a plain dictionary, NaN as null."""
    fitted = result.fitted
    reconstructions = fitted.reconstructions or [None] * len(result.datasets)
    instruments = []
    for dataset, r in zip(result.datasets, reconstructions, strict=False):
        values = getattr(r, "singular_values", None)
        rank = getattr(r, "rank", None)
        instruments.append({
            "name": dataset.name, "spectra": len(dataset), "channels": len(dataset.axis),
            "rank": None if rank is None else int(rank),
            "singular_values": None if values is None else [float(v) for v in np.asarray(values)]})
    eigenvalues = None if fitted.embedding is None else fitted.embedding.eigenvalues
    return clean({
        "method": result.method.name, "parameters": used_parameters(result), "instruments": instruments,
        "pairs": len(result.pairs), "held_out": len(result.held_out_pairs),
        "eigenvalues": None if eigenvalues is None else [float(v) for v in eigenvalues],
        "converged": bool(fitted.convergence.converged),
        "iterations": fitted.convergence.steps,
        "hit": result.quality.hit, "foscttm": result.quality.foscttm,
        "matched_distance": result.quality.matched_distance,
        "spectra": {name: dict(zip(("before", "after"), errors, strict=True))
                    for name, errors in rebuilt_spectra(result).items()},
        "outliers": [{"instrument": s.instrument, "row": s.row, "sample": s.name, "reason": s.reason}
                     for s in outlying_samples(result)],
        "in_doubt": [{"instrument": name, "row": row} for name, row in samples_in_doubt(result)],
        **({"found_pairs": pairs_report(found_in(result))} if result.method.name == "auto" else {}),
        "seconds": dict(result.seconds),
        "threads": result.threads,
        "warnings": list(result.warnings), "notes": listed(result.warnings), "version": __version__})


def clean(value: Any) -> Any:
    """Numbers and containers that JSON knows; NaN and infinity become null."""
    if isinstance(value, dict):
        return {str(k): clean(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [clean(v) for v in value]
    if isinstance(value, np.ndarray):
        return clean(value.tolist())
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not np.isfinite(value):
        return None
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return getattr(value, "__name__", str(value))


def summary(result: RunResult, output: str) -> str:
    """What came out, in a few lines."""
    embedding = result.fitted.embedding  # a calibration transfer has no joint space
    dimensions = None if embedding is None else embedding.n_components
    names = [d.name for d in result.datasets]
    spectra = " and ".join(f"{d.name} ({len(d)} spectra)" for d in result.datasets)
    joint = "" if dimensions is None else f", {dimensions} joint dimensions"
    lines = [f"{result.method.title}: {spectra}, {standards_in_words(result.pairs, names)}{joint}"]
    hit = result.quality.hit.get("3")
    if hit:
        lines.append(f"held-out standards found among the 3 nearest: {percent(hit['a_to_b'])} A to B, "
                     f"{percent(hit['b_to_a'])} B to A ({standards_in_words(result.held_out_pairs, names)} "
                     "withheld from the fit)")
    for name, (before, after) in rebuilt_spectra(result).items():
        beside = f" ({before:.4g} as measured)" if np.isfinite(before) else ""
        lines.append(f"held-out spectra of {name}, rebuilt as {result.datasets[0].name} measures them, are off by "
                     f"{after:.4g}{beside}")
    for sample in outlying_samples(result):
        lines.append(f"outlying: {sample.instrument} {sample.name}" + (f": {sample.reason}" if sample.reason else ""))
    advice = advice_of(result)
    if advice:
        lines.append(f"Recommendation: {advice['sentence']}")
    lines.append(f"written to {output}")
    return "\n".join(lines)
