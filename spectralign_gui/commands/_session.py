"""From the words of a call to a session: instruments, standards, reference values, preprocessing, parameters."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..core.data import SpectralDataset, Standard, expand_pairs
from ..core.errors import DataError, PairsError, ParameterError
from ..core.monitor import Monitor
from ..core.notes import Note, about
from ..core.registry import method
from ..io.blocks import open_blocks
from ..io.coefficients import read_coefficients
from ..io.intake.one_instrument import is_several, name_of_several
from ..io.new_spectra import said_of_files
from ..io.pairs import read_pairs_table
from ..io.read import read_dataset
from ..preprocessing.parse import parse_preprocessing
from ..session.run.own_model import NAMES, PARAMETER, check_takes_own_model, with_own_model
from ..session.run.preprocessing_search import Searched, search_preprocessing
from ..session.standards.pairing import hold_out_share, match_by_name, match_by_row, match_table
from ..session.state import SessionState
from ..session.state.instrument_pair import completed, runs_on_two, two_of
from ..session.state.reference_values import without_settings
from ._reading import add_reading, fitting, reading_of
from ._several import SPECTRA_HELP, add_average_repeats, averaged, read_several, with_repeats
from ._targets import load_targets
from ._words import at_least, is_whole, some, split_name, tell, unended, warn

SEARCH = "search"
"""In the place of a preprocessing step."""


def add_session_arguments(parser: argparse.ArgumentParser, of_methods: bool = True) -> Any:
    """Arguments that ``align``, ``evaluate``, ``sweep`` and ``suggest`` share; the group of those that mark standards.

    Without `of_methods` what only a fit needs is not among them.
    """
    parser.add_argument("spectra", nargs="+", metavar="[NAME=]FILE",
                        help=f"{SPECTRA_HELP}; the first is the reference A")
    parser.add_argument("--from", dest="source", metavar="NAME",
                        help="of several instruments only two take part: values come from this one, which is the "
                             "reference A in the place of the first (default: the first that shares standards with "
                             "--to)")
    parser.add_argument("--to", dest="target", metavar="NAME",
                        help="the other of the two, whose samples are to be predicted (default: the first that shares "
                             "standards with --from)")
    marks = parser.add_mutually_exclusive_group(required=False)
    marks.add_argument("--pairs", metavar="PAIRS.csv",
                       help="standards: a column per instrument, cells are sample names or #row")
    marks.add_argument("--match-names", action="store_true", help="samples of the same name are standards")
    marks.add_argument("--match-rows", action="store_true", help="samples in the same row are standards")
    parser.add_argument("--preprocess", action="append", default=[], metavar="[NAME/]STEP[:k=v,...]",
                        help="a preprocessing step, in order; with NAME/ for one instrument only; the word search "
                             "chooses further steps on the standards")
    parser.add_argument("--targets", action="append", default=[], metavar="[NAME=]T.csv",
                        help="reference values: sample name or #row of the first instrument, then properties; with "
                             "NAME= those of one instrument, #row of its own (may be given several times)")
    if of_methods:
        parser.add_argument("--coefficients", metavar="C.csv",
                            help="your own model of the first instrument: a column of channels, one of coefficients "
                                 "per property, a row called intercept; used in place of a fitted model by methods "
                                 "that can")
        parser.add_argument("--exclude", action="append", default=[], metavar="NAME:#3,#12",
                            help="leave these rows of an instrument out (counted before repeats are averaged)")
    parser.add_argument("--targets-by-row", action="store_true",
                        help="the tables of reference values have no names: join them by row order")
    parser.add_argument("--read", action="append", default=[], metavar="NAME:option=value",
                        help="how to read the file of an instrument (separator, decimal, unit ...)")
    add_reading(parser)
    add_average_repeats(parser)
    parser.add_argument("--seed", type=int, default=0, help="seed of everything random (default 0)")
    return marks


def searches(arguments: argparse.Namespace) -> bool:
    """Whether the preprocessing is to be chosen on the standards."""
    return SEARCH in arguments.preprocess


def with_searched_preprocessing(state: SessionState, arguments: argparse.Namespace, monitor: Monitor,
                                ) -> tuple[SessionState, Searched | None]:
    """The session with the preprocessing that its standards choose, where that is asked for."""
    if not searches(arguments):
        return state, None
    found = search_preprocessing(state, monitor)
    tell(found.note)
    return found.state, found


def session_inputs(arguments: argparse.Namespace) -> list[str | None]:
    """Every file that the session is read from; None where a kind was not given."""
    return [*arguments.spectra, arguments.pairs, *arguments.targets, arguments.coefficients]


def load_session(arguments: argparse.Namespace, two: bool = False, exclude: bool = True) -> SessionState:
    """The session that the arguments describe.

    With ``--from`` or ``--to``, or if it must be of `two` instruments and more are given, it is of two: the one that
    values come from is then the first, whose rows a table means. Without `exclude` that option is the caller's.
    """
    at_least("--seed", arguments.seed, 0)
    datasets = load_instruments(arguments.spectra, arguments.read, reading_of(arguments))
    excluded = dict(excluded_rows(word, datasets) for word in arguments.exclude) if exclude else {}
    single = averaged(SessionState(tuple(datasets), excluded=excluded), arguments.average_repeats)
    datasets, excluded = list(single.datasets), dict(single.excluded)
    standards = load_standards(arguments, datasets)
    pair, chosen = None, (arguments.source, arguments.target)
    if any(chosen) or (two and len(datasets) > 2):
        pair = _pair(SessionState(tuple(datasets), tuple(standards)), *chosen)
        datasets = [*(next(d for d in datasets if d.name == name) for name in pair),
                    *(d for d in datasets if d.name not in pair)]
    if getattr(arguments, "property_columns", None) is None:
        datasets = _without_settings(datasets, getattr(arguments, "properties", ()))
    datasets = load_targets(datasets, arguments.targets, arguments.targets_by_row)
    names = [d.name for d in datasets]
    spec = parse_preprocessing([word for word in arguments.preprocess if word != SEARCH], names)
    state = SessionState(datasets=tuple(datasets), standards=tuple(standards), preprocessing=spec, excluded=excluded,
                         seed=arguments.seed)
    return state if pair is None else two_of(state, pair)


def _without_settings(datasets: Sequence[SpectralDataset], words: Iterable[str]) -> list[SpectralDataset]:
    """As the window does: what is titled as a temperature, a time or a code is no reference value unless named."""
    asked = [part.strip() for word in words for part in (word, *word.split(","))]
    made, left = [], []
    for d in datasets:
        kept, titles = without_settings(d, asked)
        made.append(kept)
        left += [t for t in titles if t not in left]
    if left:
        warn(f"{some(left)}: not taken as reference values, by their titles; --value-columns takes them")
    return made


def _pair(state: SessionState, source: str | None, target: str | None) -> tuple[str, str]:
    """From and To; what the call leaves open is said.

    Raises
    ------
    ParameterError
    """
    if len(state.datasets) < 2:
        raise ParameterError("call.only_one_instrument")
    try:
        pair = completed(state, source, target)
    except ParameterError as error:
        raise ParameterError("call.from_to", error=error) from error
    if (source is None or target is None) and len(state.datasets) > 2:
        warn(f"of the {len(state.datasets)} instruments two are compared, from {pair[0]} to {pair[1]}; --from and --to "
             "choose others")
    return pair


def refuse_more_than_two(state: SessionState) -> None:
    """Refuse more instruments than the session's method takes, if it takes two.

    Raises
    ------
    ParameterError
    """
    if runs_on_two(state):
        raise ParameterError("call.two_instruments_of_many", title=method(state.method).title,
                             n_datasets=len(state.datasets))


def load_instruments(words: Sequence[str], reading: Iterable[str] = (), common: Mapping[str, Any] | None = None,
                     ) -> list[SpectralDataset]:
    """Read one data set per file, folder or pattern, named by the file's stem, on a clash by parent folder and stem."""
    named = [split_name(word) for word in words]
    stems = [name_of_several(path) if is_several(path) else Path(path).stem for _, path in named]
    names = [name or (stem if stems.count(stem) == 1 else f"{Path(path).resolve().parent.name}_{stem}")
             for (name, path), stem in zip(named, stems, strict=True)]
    for name in names:
        if names.count(name) > 1:
            raise DataError("call.instruments_same_name", name=name)
    options: dict[str, dict[str, Any]] = {name: {} for name in names}
    for word in reading:
        owner, _, setting = word.partition(":")
        key, separator, value = setting.partition("=")
        if owner not in options or not separator:
            raise ParameterError("call.read_form", names=names, word=word)
        options[owner][key.strip()] = value
    made = [_read_one(path, name, common or {}, options[name])
            for name, (_, path) in zip(names, named, strict=True)]
    tell_warnings([(path, d.warnings) for (_, path), d in zip(named, made, strict=True)])
    return made


def read_one(path: str, settled: str = "", options: Mapping[str, Any] | None = None) -> SpectralDataset:
    """The single data set of a file for a model; what the reader has to say is passed on as warnings.

    `settled` is the unit that the model knows: a guess that agrees with it needs no word.
    """
    dataset = _read_one(path, None, options or {})
    tell_warnings([(path, dataset.warnings)], settled)
    return dataset


def tell_warnings(said: Sequence[tuple[str, Iterable[str]]], settled: str = "") -> None:
    """What the readers said of files as warnings: a guess that several files share once, with their names."""
    for sentence in said_of_files(said, settled):
        warn(sentence)


def _read_one(path: str, name: str | None, common: Mapping[str, Any], own: Mapping[str, Any] | None = None,
              ) -> SpectralDataset:
    if is_several(path):
        return read_several(path, name or name_of_several(path), common, own or {}).dataset
    options = {**fitting(path, common), **(own or {})}
    large = open_blocks(path, **options)
    dataset = None if large is None else large.whole()
    if dataset is None:
        dataset = read_dataset(path, name, **options)
    elif name is not None:
        dataset = dataset.with_(name=name)
    return dataset


def load_standards(arguments: argparse.Namespace, datasets: Sequence[SpectralDataset]) -> list[Standard]:
    """Standards from a pairs file, by name or by row; none if the call names no way."""
    if arguments.pairs:
        report = match_table(*read_pairs_table(arguments.pairs), datasets)
        if report.unknown:
            raise PairsError(f"{Path(arguments.pairs).name}: {some(report.unknown, 3, ' ')}")
        if not report.standards:
            raise PairsError(about(Path(arguments.pairs).name, Note("call.no_standard_in_table", "error")))
    elif arguments.match_names:
        report = match_by_name(datasets)
        repeated = with_repeats(datasets)
        if not report.standards:
            raise PairsError(repeated or "call.no_common_name")
        if repeated is not None:
            warn(unended(str(repeated)))
    elif arguments.match_rows:
        report = match_by_row(datasets)
    else:
        return []
    if report.ambiguous:
        warn(f"names that occur more than once on an instrument are taken as repeats: {some(report.ambiguous)}")
    return list(report.standards)


def hold_out(state: SessionState, share: float) -> SessionState:
    """Hold a random share of the standards out (seeded); 0 leaves the marks of the pairs file as they are."""
    if not 0 <= share < 1:
        raise ParameterError("call.hold_out_share", share=share)
    return state.with_(standards=hold_out_share(state.standards, share, state.seed)) if share else state


def parse_settings(words: Iterable[str], method_names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """``name=value`` or ``METHOD.name=value`` → parameters per method, checked."""
    settings: dict[str, dict[str, Any]] = {name: {} for name in method_names}
    for word in words:
        key, separator, value = word.partition("=")
        if not separator:
            raise ParameterError("call.set_form", word=word)
        owner, _, name = key.strip().rpartition(".")
        owners = [owner] if owner else list(method_names)
        for m in owners:
            if m not in settings:
                raise ParameterError("call.set_other_method", word=word, m=m)
            known = {p.name: p for p in method(m).parameters}
            if name not in known:
                raise ParameterError("call.set_no_parameter", word=word, m=m, name=name,
                                     join=', '.join(known) or 'none')
            settings[m][name] = known[name].parse(value)
    return settings


def own_model_settings(
    state: SessionState, path: str | None, settings: dict[str, dict[str, Any]],
) -> dict[str, dict[str, Any]]:
    """The methods' parameters with the coefficients of ``--coefficients``.

    Raises
    ------
    ParameterError
        A method that fits its own model.
    DataError, FileError
        Coefficients that cannot be read or are for another axis.
    """
    if not path:
        return settings
    for name in settings:
        check_takes_own_model(name)
    own = with_own_model(state, read_coefficients(path)).parameters
    return {name: {**values, **{k: own[name][k] for k in (PARAMETER, NAMES)}} for name, values in settings.items()}


def pairs_or_refuse(state: SessionState) -> np.ndarray:
    """All marked pairs.

    Raises
    ------
    PairsError
        If there are none.
    """
    pairs = expand_pairs(state.standards, state.instruments, held_out=None)
    if not len(pairs):
        raise PairsError("call.no_standards")
    return pairs


def excluded_rows(word: str, datasets: Sequence[SpectralDataset]) -> tuple[str, tuple[int, ...]]:
    """Instrument and rows of ``NAME:#3,#12``."""
    name, _, cells = word.partition(":")
    sizes = {d.name: len(d) for d in datasets}
    rows = [cell.strip().lstrip("#") for cell in cells.split(",")]
    if name not in sizes or not all(is_whole(r) and 1 <= int(r) <= sizes[name] for r in rows):
        raise ParameterError("call.exclude_form", word=word)
    return name, tuple(int(r) - 1 for r in rows)
