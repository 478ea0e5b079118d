"""``spectralign evaluate``: hit rates of held-out standards and prediction errors, methods side by side."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.base import Alignment
from ..core.errors import DataError, ParameterError, SpectrAlignError
from ..core.naming import instruments_called
from ..core.notes import as_note, code_of, listed
from ..core.registry import method
from ..core.regression import REGRESSIONS
from ..core.regression.choose import RULES
from ..core.threads import threads_for
from ..core.validation.hits import cross_validated_hits
from ..core.validation.transfer_report import full_report
from ..core.validation.transfer_result import TransferValidation
from ..core.validation.transfer_splits import DRAWS
from ..io.atomic import write_text
from ..io.journal import ComparisonJournal, fingerprint
from ..io.table import write_table
from ..io.workbook import write_workbook
from ..presenters.comparison_lines import lines_of
from ..presenters.judgement import Judgement, as_tree, judge
from ..session.compare.applicability import why_unfit
from ..session.compare.comparison_settings import OF_A_ON_A, for_all, properties_asked
from ..session.compare.comparison_tables import comparison_tables
from ..session.compare.evaluate import (
    advise_or_why,
    check_comparable,
    evaluate_properties,
    learned_inside,
    lines_for,
    same_by_name,
)
from ..session.compare.plan import ComparisonPlan
from ..session.compare.splitting import REPEATS, foreseen
from ..session.compare.verdict import Advised
from ..session.run import Prepared, prepare
from ..session.run.held_out import property_names
from ..session.standards.found_pairs import FoundPairs, pairs_table
from ..session.state import SessionState
from ..version import __version__
from ._comparison import print_comparison
from ._found_pairs import add_found_pairs_argument, check_found_pairs_argument, tell_found_pairs
from ._journal import journal_path, kept_journal
from ._outputs import refuse_clashing_outputs, require_ending
from ._progress import TerminalMonitor
from ._session import (
    add_session_arguments,
    load_session,
    own_model_settings,
    pairs_or_refuse,
    parse_settings,
    searches,
    session_inputs,
    warn,
)
from ._words import at_least, is_whole
from .align import clean
from .threads import add_threads_argument

FOLDS = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_session_arguments(parser)
    add_threads_argument(parser)
    parser.add_argument("--method", action="append", default=[], dest="methods", metavar="M",
                        help="a method; may be given several times (default: lra)")
    parser.add_argument("--set", action="append", default=[], metavar="M.name=value", dest="settings",
                        help="a parameter of a method")
    parser.add_argument("--regression", default="pls", choices=REGRESSIONS,
                        help="regression for the properties (default: pls)")
    parser.add_argument("--rule", choices=RULES,
                        help="how the number of latent variables is read from cross-validation, for all lines alike")
    parser.add_argument("--closure", type=float, metavar="100",
                        help="close the predicted parts of a whole to at most this sum, for all lines alike")
    parser.add_argument("--properties", action="append", default=[], metavar="NAME[,NAME...]",
                        help="properties to compare; may be given several times (default: all)")
    hits = parser.add_mutually_exclusive_group()
    hits.add_argument("--hits", action="store_true",
                      help="hit rates of all methods that have any, also with --targets (default: then of alignments "
                           "only, since those of transfers take long)")
    hits.add_argument("--no-hits", action="store_true", help="prediction errors only, no hit rates")
    parser.add_argument("--standards", metavar="5,10,20", help="numbers of transfer standards for the properties "
                        "(default: 5,10,20, or what the marked samples leave)")
    split = parser.add_mutually_exclusive_group()
    split.add_argument("--test-share", type=float, metavar="0.25", help="share of samples tested (properties; default "
                       "0.25, and of fewer than 20 samples each in turn, in 5 groups)")
    split.add_argument("--folds", type=int, help="folds over the standards (default 5)")
    parser.add_argument("--repeats", type=int, help="repeats of the splits (default 10; 3 where each of fewer than 20 "
                        "samples is tested in turn)")
    parser.add_argument("--draw", choices=DRAWS, default=DRAWS[0], help="how the standards of a comparison are chosen: "
                        "spread over the first instrument's spectra (default), or at random")
    parser.add_argument("--budget", type=float, metavar="SECONDS", help="time for the automatic choice")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes (default: one, and all processors where the "
                        "comparison is long enough; the figures are the same)")
    parser.add_argument("--dask", metavar="ADDRESS", help="run on the Dask cluster at this address")
    parser.add_argument("--against", metavar="LINE",
                        help="line that the others are compared with in pairs, such as none (default: the best)")
    parser.add_argument("--table", metavar="T.(csv|xlsx)",
                        help="the prediction errors as a table: ranks, paired differences; as .xlsx also the learning "
                             "curve and every repeat")
    add_found_pairs_argument(parser)
    parser.add_argument("--report", metavar="R.json", help="everything that was found, as JSON")
    parser.add_argument("--resume", action="store_true", help="continue a call that was stopped or killed: give the "
                        "same call again, with this; what was finished is in a journal beside its report (or table)")


def run(arguments: argparse.Namespace) -> int:
    """Evaluate, write the report, print a table."""
    names = list(dict.fromkeys(arguments.methods)) or ["lra"]
    infos = {name: method(name) for name in names}
    folds = FOLDS if arguments.folds is None else arguments.folds
    repeats = REPEATS if arguments.repeats is None else arguments.repeats
    for what, value, least in (("--folds", folds, 2), ("--repeats", repeats, 1),
                               ("--jobs", 1 if arguments.jobs is None else arguments.jobs, 1)):
        at_least(what, value, least)
    if arguments.test_share is not None and not 0 < arguments.test_share < 1:
        raise ParameterError("call.test_share", test_share=arguments.test_share)
    if arguments.regression not in REGRESSIONS:
        raise ParameterError("call.unknown_regression", regressions=REGRESSIONS, regression=arguments.regression)
    refuse_clashing_outputs([arguments.report, arguments.table, arguments.found_pairs], session_inputs(arguments))
    require_ending(arguments.table, (".csv", ".xlsx"))
    check_found_pairs_argument(arguments, names, bool(arguments.targets))
    if arguments.closure is not None and not arguments.closure > 0:
        raise ParameterError("call.closure", closure=arguments.closure)
    for option in ("against", "table", "properties", "rule", "closure", "no_hits"):
        if getattr(arguments, option) not in (None, [], False) and not arguments.targets:
            raise ParameterError("call.needs_targets", replace=option.replace('_', '-'))
    if searches(arguments) and not arguments.targets:
        raise ParameterError("call.needs_targets", replace="preprocess search")
    if arguments.resume and journal_path(arguments) is None:
        raise ParameterError("call.resume_needs_output")
    settings = parse_settings(arguments.settings, names)
    state = load_session(arguments, two=bool(arguments.targets) or any(i.max_sets == 2 for i in infos.values()))
    settings = {**_of_the_yardsticks(arguments.settings, names),
                **own_model_settings(state, arguments.coefficients, settings)}
    settings = for_all(settings, rule=arguments.rule, closure=arguments.closure, budget=arguments.budget)
    lines = [entry.key for entry in lines_for(names, settings, arguments.regression)]
    if arguments.against and arguments.against not in lines:
        raise ParameterError("call.no_such_line", against=arguments.against, lines=lines)
    pairs_or_refuse(state)
    prepared = prepare(state)
    if arguments.targets:  # said before the hit rates are computed, not after
        check_comparable(prepared)
        plan = foreseen(state)
        repeats = plan.repeats if plan is not None and arguments.repeats is None else repeats
    properties = properties_asked(arguments.properties, property_names(prepared.datasets))
    report: dict[str, Any] = {"methods": {name: {} for name in names}, "folds": folds,
                              "repeats": repeats, "seed": arguments.seed,
                              "instruments": list(state.instruments), "rule": arguments.rule,
                              "closure": arguments.closure,
                              "threads": threads_for([d.spectra.shape for d in prepared.datasets])}
    _compare(report, _Task(arguments, state, prepared, names, settings, properties, TerminalMonitor()))
    return 0


def _compare(report: dict[str, Any], task: _Task) -> None:
    """Compute with a journal, write what there is in the end; a stop is passed on when that is written.

    Raises
    ------
    KeyboardInterrupt
    """
    arguments, prepared, found_pairs = task.arguments, task.prepared, None
    key = fingerprint([*_what_counts(arguments, task.names, task.settings), task.state.instruments,
                       pairs_or_refuse(task.state), *(prepared.targets or ()),
                       *(part for d in prepared.datasets for part in (d.spectra, d.sample_names))])
    with kept_journal(arguments, key) as journal:
        task.journal = journal
        try:
            _hits(report, task, (report["folds"], report["repeats"]))
            found_pairs = _properties(report, task) if arguments.targets else None
        except KeyboardInterrupt as stop:
            if not any("hit" in entry for entry in report["methods"].values()):
                raise
            task.stop = stop
        finally:
            task.monitor.done()
        if task.stop is not None:
            report |= {"complete": False, "stopped": True}
        _write(report, task, found_pairs)
        if task.stop is None and journal is not None:
            journal.remove()
    if task.stop is not None:
        raise task.stop


def _what_counts(arguments: argparse.Namespace, names: list[str], settings: Any) -> list[Any]:
    """What the figures depend on beside the data: not where they are written, nor by how many processes."""
    return [__version__, names, settings, {k: getattr(arguments, k) for k in (
        "regression", "rule", "closure", "properties", "hits", "no_hits", "standards", "test_share", "folds", "repeats",
        "seed", "draw", "preprocess")}]


@dataclass
class _Task:
    """What is to be compared; `stop` is set where the comparison was ended from outside and has something to show."""

    arguments: argparse.Namespace
    state: SessionState
    prepared: Prepared
    names: list[str]
    settings: dict[str, dict[str, Any]]
    properties: tuple[str, ...]
    monitor: TerminalMonitor
    journal: ComparisonJournal | None = None
    stop: BaseException | None = None


def _write(report: dict[str, Any], task: _Task, found_pairs: FoundPairs | None) -> None:
    """The report, the tables on standard output, the table as a file."""
    arguments, state = task.arguments, task.state
    if arguments.report:
        write_text(arguments.report, json.dumps(clean(report), indent=2))
    if len(arguments.spectra) > len(state.instruments):
        print(f"of {state.instruments[0]} and {state.instruments[1]}, from the first to the second\n")
    _print_hits(report)
    written = [f for f in (arguments.report, arguments.table) if f]
    if "paired" in report:
        print_comparison(report)
        if arguments.table:
            _write_table(report, arguments.table, found_pairs)
        if not report.get("stopped"):
            tell_found_pairs(arguments, task.names, found_pairs, bool(report.get("unmarked")))
    elif arguments.table in written:  # stopped before there was any prediction error
        written.remove(arguments.table)
    if report.get("stopped"):
        resume = "; the same call with --resume continues" if journal_path(arguments) else ""
        print(f"\nStopped before all was done: the figures are of what was finished{resume}.")
    if written:
        print(f"\nwritten to {' and '.join(written)}")


def _write_table(report: dict[str, Any], path: str, found_pairs: FoundPairs | None) -> None:
    tables = comparison_tables(report)
    if path.lower().endswith(".csv"):
        write_table(path, *tables["Errors"])
        return
    if found_pairs is not None:
        tables["Found pairs"] = pairs_table(found_pairs)
    write_workbook(path, tables)


def _hits(report: dict[str, Any], task: _Task, split: tuple[int, int]) -> None:
    """Hit rates of every method that has any; one that lacks something or fails is left out with a sentence.

    What all methods need is looked at before any of them is fitted.

    Raises
    ------
    SpectrAlignError
        There are no reference values, and no method is left.
    """
    arguments, prepared, settings, journal = task.arguments, task.prepared, task.settings, task.journal
    chosen, why = {}, {}
    for name in report["methods"]:
        info = method(name)
        if info.family == "transfer" and not info.can & {"transform", "to_spectra"}:
            continue  # a model of the values has no spectra or coordinates to find a partner by
        if arguments.no_hits or (arguments.targets and info.family == "transfer" and not arguments.hits):
            if not arguments.no_hits:
                report["methods"][name]["why_no_hits"] = (
                    "With reference values the hit rates of a transfer are measured only if --hits asks for them.")
            continue
        reason = why_unfit(info, settings[name], prepared)
        chosen[name], why[name] = info, reason
    for name, info in chosen.items():
        if not why[name]:
            place = f"hits of {name}"
            known = journal.entry(place) if journal is not None else None
            if known is None:
                try:
                    known = _hits_of(info.create(**settings[name]), task, split)
                except (SpectrAlignError, NotImplementedError, np.linalg.LinAlgError) as error:
                    why[name] = as_note(error)
                else:
                    if journal is not None:
                        journal.add(place, known)
            report["methods"][name].update(known or {})
        if why[name]:
            report["methods"][name]["why_no_hits"] = why[name]
    refused = {name: sentence for name, sentence in why.items() if sentence}
    if refused and len(refused) == len(chosen) and not arguments.targets:
        raise DataError(" ".join(dict.fromkeys(refused.values())))
    for name, sentence in refused.items():
        if not arguments.targets:
            warn(f"{name} is left out: {sentence}")
        elif code_of(sentence) != "method.by_channel":  # of those the comparison speaks
            warn(f"no hit rates of {name}: {sentence}")


def _of_the_yardsticks(words: list[str], names: list[str]) -> dict[str, dict[str, Any]]:
    """Parameters that the call gives to no method in particular, for the lines that always stand beside: a comparison
    with models of another kind would not be one."""
    settings: dict[str, dict[str, Any]] = {}
    for name in ("none", "target-only", "native"):
        known = {p.name for p in method(name).parameters}
        shared = [w for w in words if w.partition("=")[0].strip() in known]
        if name not in names and shared:
            settings |= parse_settings(shared, [name])
    of_a = {k: v for k, v in settings.get("native", {}).items() if k in OF_A_ON_A}
    return {**settings, "a-on-a": of_a} if of_a else settings


def _properties(report: dict[str, Any], task: _Task) -> FoundPairs | None:
    arguments, state, names, settings = task.arguments, task.state, task.names, task.settings

    said: list[Judgement] = []
    count = 0

    def reported(result: TransferValidation) -> dict[str, Any]:
        nonlocal count
        task.stop, count = result.stopped, result.counts[-1]
        said.append(judge(result, lines_of(result, count), count))
        return full_report(result, against=arguments.against)

    plan = ComparisonPlan(
        names, settings, arguments.regression, _counts(arguments.standards), test_share=arguments.test_share,
        folds=arguments.folds, repeats=arguments.repeats, seed=arguments.seed, draw=arguments.draw,
        budget=arguments.budget, properties=task.properties, search=searches(arguments), rule=arguments.rule,
        closure=arguments.closure)
    found = evaluate_properties(state, plan, reported, n_jobs=arguments.jobs, dask=arguments.dask, monitor=task.monitor,
                                journal=task.journal, keep_finished=True)
    advice, reason = None, ""
    if "auto" in names and task.stop is None:
        try:
            advice, reason = advise_or_why(state, plan, task.monitor)
        except KeyboardInterrupt as stop:  # the comparison itself is done
            task.stop = stop
    found |= {} if advice is None else {"recommendation": advice.report}
    found["verdict"] = as_tree(said[-1].advised(Advised.of(None if advice is None else advice.report)), count)
    found["warnings"] = [*found.get("warnings", ()), *([reason] if reason else [])]
    found["notes"] = listed(found["warnings"])
    for name, entry in found["methods"].items():
        report["methods"].setdefault(name, {}).update(entry)
    report.update({k: v for k, v in found.items() if k != "methods"}, repeats=found["splits"]["repeats"])
    for sentence in found.get("warnings", ()):
        warn(sentence)
    return None if advice is None else advice.found


def _counts(text: str | None) -> list[int] | None:
    if text is None:
        return None
    parts = [p.strip() for p in text.split(",") if p.strip()]
    if not parts or not all(is_whole(p) and int(p) >= 1 for p in parts):
        raise ParameterError("call.standards_form", text=text)
    return [int(p) for p in parts]


def _hits_of(estimator: Alignment, task: _Task, split: tuple[int, int]) -> dict[str, Any]:
    """What the report says of the hits of a method."""
    prepared = task.prepared
    pairs = prepared.kept_pairs(pairs_or_refuse(task.state))
    with instruments_called(prepared.datasets):
        found = cross_validated_hits(
            estimator, [d.spectra for d in prepared.datasets], pairs, same=same_by_name(prepared, pairs),
            folds=split[0], repeats=split[1], seed=task.arguments.seed, targets=prepared.targets,
            groups=prepared.groups, monitor=task.monitor, n_jobs=task.arguments.jobs or 1,
            prepare=learned_inside(task.state, prepared))
    return {k: found[k] for k in ("hit", "hit_inductive", "foscttm", "matched_distance", "seconds")} | (
        {"why_not_inductive": found["why_not_inductive"]} if found.get("why_not_inductive") else {})


def _print_hits(report: dict[str, Any]) -> None:
    shown = {name: entry for name, entry in report["methods"].items() if (entry.get("hit") or {}).get("3")}
    if not shown:
        return
    width = max(14, *map(len, shown))
    print(f"{'method':<{width}} {'hit@3 A to B':>13} {'hit@3 B to A':>13} {'inductive':>17}  seconds per fit")
    for name, entry in shown.items():
        hit, inner = entry["hit"]["3"], (entry.get("hit_inductive") or {}).get("3")
        unseen = f"{inner['a_to_b']['mean']:.2f} / {inner['b_to_a']['mean']:.2f}" if inner else "-"
        print(f"{name:<{width}} {hit['a_to_b']['mean']:>13.3f} {hit['b_to_a']['mean']:>13.3f} {unseen:>17}"
              f"  {entry['seconds']:.2g}")
