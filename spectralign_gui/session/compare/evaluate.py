"""Prediction errors of transfers on a session's data: what ``evaluate`` and the Compare dock show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...core.data import SpectralDataset, every_property, expand_pairs
from ...core.data.common_axis import why_not_same_channels
from ...core.errors import DataError, SpectrAlignError
from ...core.monitor import Monitor
from ...core.naming import datasets_called, instruments_called
from ...core.notes import Note, together
from ...core.registry import method
from ...core.threads import limited_threads
from ...core.transfers.said import sentence_of
from ...core.validation.entries import Entry, entries_for, without_predictions
from ...core.validation.transfer import Journal, validate_transfers
from ...core.validation.transfer_data import TransferData
from ...core.validation.transfer_report import full_report
from ...core.validation.transfer_result import TransferValidation
from ...core.validation.unmarked import AUTOMATIC, MARKED, marked_settings
from ...preprocessing.pipeline import fit_preprocessing
from ...preprocessing.spec import PreprocessingSpec
from ...preprocessing.step import steps
from ..run.doubtful_samples import suspects_among
from ..run.execution import Prepared, check_channels, prepare
from ..run.held_out import property_names
from ..run.own_model import own_model_among, own_properties, with_properties
from ..run.preprocessing_search import search_preprocessing
from ..run.result import RunResult
from ..standards.found_pairs import FoundPairs, found_pairs, pairs_report
from ..state.session_state import SessionState
from .applicability import channels_note, without_channels
from .chosen_inside import ChosenInside, preprocessing_note
from .plan import ComparisonPlan
from .splitting import split_data


@dataclass(frozen=True, eq=False)
class LearnedInside:
    """Preprocessing that learns on the training rows of each split only (picklable, for several processes)."""

    raw: tuple[SpectralDataset, ...]
    spec: PreprocessingSpec

    def __call__(self, *training: np.ndarray) -> list[np.ndarray]:
        """Spectra of all samples, preprocessed; `training` has the rows to learn on, per instrument."""
        rows = {d.name: r.tolist() for d, r in zip(self.raw, training, strict=True)}
        fitted = fit_preprocessing(self.spec, self.raw, rows)
        return [fitted.apply(d).spectra for d in self.raw]


def learned_inside(state: SessionState, prepared: Prepared) -> LearnedInside | None:
    """The session's preprocessing as something to learn anew in every split; None if no step learns."""
    if not any(steps()[s.step].learned for d in state.datasets for s in state.preprocessing.steps_for(d.name)):
        return None
    raw = tuple(d.take(rows) for d, rows in zip(state.datasets, prepared.kept_rows, strict=True))
    return LearnedInside(raw, state.preprocessing)


def transfer_data(
    state: SessionState, monitor: Monitor | None = None, own: Sequence[str] = (), search: bool = False,
) -> tuple[TransferData, Prepared]:
    """The session's two instruments as data for a comparison; `own` are the properties
    that take part, in this order, where not all do or an own model is used.

    With `search` every split chooses its preprocessing itself, on its training rows and standards.

    Raises
    ------
    DataError
        Not two instruments, no standards, or no reference values.
    """
    prepared = prepare(state, monitor)
    if own:
        prepared = replace(prepared, datasets=tuple(with_properties(prepared.datasets, own)))
    targets = check_comparable(prepared)
    pairs = prepared.kept_pairs(expand_pairs(state.standards, state.instruments, held_out=None))
    names = every_property(prepared.datasets)
    data = TransferData([d.spectra for d in prepared.datasets], pairs, targets, names,
                        learned_inside(state, prepared),
                        why_not_same_channels(prepared.datasets), lab_errors(prepared.datasets),
                        units(prepared.datasets),
                        same_by_name(prepared, pairs), ChosenInside.of(state, prepared) if search else None)
    return data, prepared


def same_by_name(prepared: Prepared, pairs: np.ndarray) -> list[np.ndarray] | None:
    """Rows of two instruments that are repeats of one sample by their names and values; None where nothing tells."""
    return prepared.repeats(pairs)


def check_comparable(prepared: Prepared) -> list[np.ndarray]:
    """The reference values of a session that prediction errors can be compared on.

    Raises
    ------
    DataError
        Not two instruments, or no reference values.
    """
    if len(prepared.datasets) != 2:
        raise DataError("comparison.two_instruments", n_datasets=len(prepared.datasets))
    targets = prepared.targets
    if targets is None or not any(np.isfinite(t).any() for t in targets):
        raise DataError("comparison.needs_values")
    return targets


def lab_errors(datasets: Sequence[SpectralDataset]) -> dict[str, float]:
    """The laboratory's standard error of every property for which one is given; the first instrument's goes first."""
    found: dict[str, float] = {}
    for d in datasets:
        if d.targets is not None:
            for name, error in zip(d.targets.names, d.targets.lab_errors, strict=True):
                if np.isfinite(error):
                    found.setdefault(name, error)
    return found


def units(datasets: Sequence[SpectralDataset]) -> dict[str, str]:
    """The unit of every property for which one is given; the first instrument's goes first."""
    found: dict[str, str] = {}
    for d in datasets:
        if d.targets is not None:
            for name, unit in zip(d.targets.names, d.targets.units, strict=True):
                if unit:
                    found.setdefault(name, unit)
    return found


def lines_for(methods: Sequence[str], settings: Mapping[str, Mapping[str, Any]] | None = None, regression: str = "pls",
              ) -> tuple[Entry, ...]:
    """`entries_for` the methods, and beside the automatic transfer the same from the marked standards alone.

    That line takes a third to a half of the time of the automatic one. It tells what the automatic transfer reaches
    where B has measured the standards and nothing else; a comparison drops it where no unmarked spectra were used.
    """
    entries = list(entries_for(methods, settings, regression))
    for place, entry in enumerate(entries):
        if entry.method == AUTOMATIC and MARKED not in methods and entry.settings.get("unmarked") is not False:
            entries.insert(place + 1, Entry(MARKED, MARKED, marked_settings(entry.settings)))
            break
    return tuple(entries)


def _without_needless(result: TransferValidation, methods: Sequence[str]) -> None:
    """Drop the line with the standards only where it is the automatic one again, and nobody asked for it."""
    if MARKED in methods or result.unmarked or not result.cells:
        return
    result.entries = tuple(e for e in result.entries if e.method != MARKED)
    result.cells = {k: c for k, c in result.cells.items() if k[0] != MARKED}
    result.keep_figures()


def compare(
    state: SessionState, plan: ComparisonPlan, *, n_jobs: int | None = 1, dask: Any = None,
    monitor: Monitor | None = None, journal: Journal | None = None, keep_finished: bool = False,
) -> tuple[TransferValidation, tuple[Entry, ...], list[str]]:
    """All predictions of a comparison, its lines, and what the user should know.

    `n_jobs`, `dask`, `journal` and `keep_finished` are those of `validate_transfers`: no figure depends on them.
    """
    methods, settings = plan.methods, plan.of_lines
    model = own_model_among(methods, settings)
    own = own_properties(model)
    if own and plan.search:
        raise DataError("search.own_model")
    if own:  # "no transfer" is then the user's own model on B's spectra
        settings = {**settings, "none": {**model, **settings.get("none", {})}}
    data, prepared = transfer_data(state, monitor, own or plan.properties, plan.search)
    splitting, splits, lost = split_data(data, plan.standards, test_share=plan.test_share, folds=plan.folds,
                                         repeats=plan.repeats, seed=plan.seed)
    if monitor is not None:
        monitor.report("Splitting the samples", 0.0, splitting=splitting)
    entries, ruled_out = without_channels(lines_for(methods, settings, plan.regression), data.other_channels)
    ruled_out = {k: v for k, v in ruled_out.items() if k != MARKED or k in methods}
    with instruments_called(prepared.datasets):
        result = validate_transfers(
            data, entries, splitting.counts, splits=splits, regression=plan.regression, draw=plan.draw, n_jobs=n_jobs,
            dask=dask, budget=plan.budget, monitor=monitor, journal=journal, keep_finished=keep_finished)
    _without_needless(result, methods)
    result.left_out = {**without_predictions(methods), **ruled_out}
    by_default = splitting.sentence if plan.test_share is None and plan.folds is None else ""
    return result, result.entries, [note for note in (
        suspects_among(prepared.datasets, data.pairs), channels_note(prepared, ruled_out), by_default, lost,
        preprocessing_note(result)) if note]


@dataclass(frozen=True, eq=False)
class Advice:
    """What the automatic transfer, fitted on all standards, says is to be done.

    Parameters
    ----------
    report : dict
        "sentence" and what else `AutomaticTransfer.recommendation_` holds, with the warnings of the fit and
        "found_pairs".
    found : FoundPairs or None
        Pairs that are not marked.
    tried : list of dict
        `AutomaticTransfer.tuning_`: every setting that was tried.
    """

    report: dict[str, Any]
    found: FoundPairs | None
    tried: list[dict[str, Any]]


def advise(
    state: SessionState, settings: Mapping[str, Any] | None = None, monitor: Monitor | None = None,
    properties: Sequence[str] = (),
) -> Advice:
    """Fit the automatic transfer on all standards and let it say what is to be done."""
    data, prepared = transfer_data(state, monitor, properties)
    estimator = method("auto").create(**dict(settings or {}))
    check_channels(estimator, prepared.datasets)
    with limited_threads([np.shape(X) for X in data.Xs]), datasets_called(prepared.datasets):
        estimator.fit(data.Xs, pairs=data.pairs, targets=data.targets, monitor=monitor, samples=data.same)
    found = found_pairs(estimator, state.datasets, prepared.kept_rows, state.standards)
    return Advice({**in_words(estimator.recommendation_, data.properties),  # type: ignore[attr-defined]
                   "warnings": list(estimator.warnings_), "found_pairs": pairs_report(found)}, found,
                  list(estimator.tuning_))  # type: ignore[attr-defined]


def advise_or_why(state: SessionState, plan: ComparisonPlan, monitor: Monitor | None = None,
                  ) -> tuple[Advice | None, str]:
    """`advise`, or None and why there is no advice: what the other methods showed is not lost by it.

    Where the plan searches, on spectra that are preprocessed as all standards choose.
    """
    try:
        if plan.search:
            state = search_preprocessing(state, monitor).state
        return advise(state, plan.of_lines.get(AUTOMATIC), monitor, plan.properties), ""
    except SpectrAlignError as error:
        return None, Note("comparison.no_advice", reason=error)


def advice_of(result: RunResult) -> dict[str, Any] | None:
    """What a run of the automatic transfer recommends, with the names of the properties; None for other methods."""
    advice = getattr(result.estimator, "recommendation_", None)
    return in_words(advice, property_names(result.datasets)) if advice else None


def in_words(advice: Mapping[str, Any], properties: Sequence[str]) -> dict[str, Any]:
    """The recommendation with the names of the properties: "needs" says what each needs, "unlearned" names those that
    nothing predicts. One of an earlier version keeps its own sentence.
    """
    found = {**advice, "unlearned": [properties[j] for j in advice.get("unlearned", ())]}
    if "needs" in advice:
        found["needs"] = {properties[j]: need for j, need in enumerate(advice["needs"]) if need}
    if "properties" in advice:
        return {**found, "sentence": sentence_of(advice, properties)}
    if found["unlearned"]:
        found["sentence"] = together(found["sentence"], Note("comparison.unlearned", names=found["unlearned"]))
    return found


def evaluate_properties(state: SessionState, plan: ComparisonPlan,
                        report: Callable[[TransferValidation], dict[str, Any]] = full_report,
                        **how: Any) -> dict[str, Any]:
    """The report of a comparison; `how` are the keywords of `compare`.

    Returns
    -------
    dict
        "methods" in the form of the evaluate report, "ranking", "learning_curve", "outliers", "warnings".
    """
    result, _, notes = compare(state, plan, **how)
    found = report(result)
    told = found.get("splits", {}).get("sentence")  # no warning
    return {**found, "warnings": [*(n for n in notes if n != told), *found.get("warnings", [])]}
