"""From the words of a call to a session: instruments, standards, reference values, preprocessing, parameters."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..core.data import SpectralDataset, Standard, expand_pairs
from ..core.errors import DataError, PairsError, ParameterError
from ..core.registry import method
from ..io.coefficients import read_coefficients
from ..io.pairs import read_pairs_table
from ..io.read import read_dataset
from ..io.targets import read_targets
from ..preprocessing.parse import parse_preprocessing
from ..session.joining import join_by_name, join_by_row
from ..session.own_model import NAMES, PARAMETER, check_takes_own_model, with_own_model
from ..session.pairing import hold_out_share, match_by_name, match_by_row, match_table
from ..session.state import SessionState


def add_session_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments that ``align`` and ``evaluate`` share."""
    parser.add_argument("spectra", nargs="+", metavar="[NAME=]FILE",
                        help="spectra, one file per instrument; the first is the reference A")
    marks = parser.add_mutually_exclusive_group(required=False)
    marks.add_argument("--pairs", metavar="PAIRS.csv",
                       help="standards: a column per instrument, cells are sample names or #row")
    marks.add_argument("--match-names", action="store_true", help="samples of the same name are standards")
    marks.add_argument("--match-rows", action="store_true", help="samples in the same row are standards")
    parser.add_argument("--preprocess", action="append", default=[], metavar="[NAME/]STEP[:k=v,...]",
                        help="a preprocessing step, in order; with NAME/ for one instrument only")
    parser.add_argument("--targets", metavar="T.csv", help="reference values: sample name or #row, then properties")
    parser.add_argument("--coefficients", metavar="C.csv",
                        help="your own model of the first instrument: a column of channels, one of coefficients per "
                             "property, a row called intercept; used in place of a fitted model by methods that can")
    parser.add_argument("--targets-by-row", action="store_true",
                        help="the table of reference values has no names: join it by row order")
    parser.add_argument("--read", action="append", default=[], metavar="NAME:option=value",
                        help="how to read the file of an instrument (separator, decimal, unit ...)")
    parser.add_argument("--exclude", action="append", default=[], metavar="NAME:#3,#12",
                        help="leave these rows of an instrument out")
    parser.add_argument("--seed", type=int, default=0, help="seed of everything random (default 0)")


def session_inputs(arguments: argparse.Namespace) -> list[str | None]:
    """Every file that the session is read from; None where a kind was not given."""
    return [*arguments.spectra, arguments.pairs, arguments.targets, arguments.coefficients]


def load_session(arguments: argparse.Namespace) -> SessionState:
    """The session that the arguments describe."""
    datasets = load_instruments(arguments.spectra, arguments.read)
    standards = load_standards(arguments, datasets)
    if arguments.targets:
        datasets = load_targets(datasets, arguments.targets, arguments.targets_by_row)
    names = [d.name for d in datasets]
    spec = parse_preprocessing(arguments.preprocess, names)
    excluded = dict(excluded_rows(word, datasets) for word in arguments.exclude)
    return SessionState(datasets=tuple(datasets), standards=tuple(standards), preprocessing=spec, excluded=excluded,
                        seed=arguments.seed)


def split_name(word: str) -> tuple[str | None, str]:
    """``NAME=PATH`` → (NAME, PATH); a path that exists is taken as it is."""
    if "=" in word and not Path(word).exists():
        name, _, path = word.partition("=")
        if name.strip() and path:
            return name.strip(), path
    return None, word


def load_instruments(words: Sequence[str], reading: Iterable[str] = ()) -> list[SpectralDataset]:
    """Read one data set per file and name it by the file's stem, on a clash by parent folder and stem."""
    named = [split_name(word) for word in words]
    stems = [Path(path).stem for _, path in named]
    names = [name or (stem if stems.count(stem) == 1 else f"{Path(path).resolve().parent.name}_{stem}")
             for (name, path), stem in zip(named, stems, strict=True)]
    for name in names:
        if names.count(name) > 1:
            raise DataError(f"two instruments would be called {name!r}; name them with NAME=PATH.")
    options: dict[str, dict[str, Any]] = {name: {} for name in names}
    for word in reading:
        owner, _, setting = word.partition(":")
        key, separator, value = setting.partition("=")
        if owner not in options or not separator:
            raise ParameterError(f"--read takes NAME:option=value with NAME one of {', '.join(names)}, not {word!r}.")
        options[owner][key.strip()] = value
    return [read_one(path, name, **options[name]) for name, (_, path) in zip(names, named, strict=True)]


def read_one(path: str, name: str | None = None, **options: Any) -> SpectralDataset:
    """The single data set of a file; what the reader has to say is passed on as warnings."""
    dataset = read_dataset(path, name, **options)
    for sentence in dataset.warnings:
        warn(f"{Path(path).name}: {sentence}")
    return dataset


def load_standards(arguments: argparse.Namespace, datasets: Sequence[SpectralDataset]) -> list[Standard]:
    """Standards from a pairs file, by name or by row; none if the call names no way."""
    if arguments.pairs:
        report = match_table(*read_pairs_table(arguments.pairs), datasets)
        if report.unknown:
            raise PairsError(f"{Path(arguments.pairs).name}: {_some(report.unknown, 3, ' ')}")
    elif arguments.match_names:
        report = match_by_name(datasets)
        if not report.standards:
            raise PairsError("no sample name occurs on two instruments; give --pairs or --match-rows.")
    elif arguments.match_rows:
        report = match_by_row(datasets)
    else:
        return []
    if report.ambiguous:
        warn(f"names that occur more than once on an instrument are taken as repeats: {_some(report.ambiguous)}")
    return list(report.standards)


def load_targets(datasets: Sequence[SpectralDataset], path: str, by_row: bool) -> list[SpectralDataset]:
    """Data sets with the reference values of a table joined on: to every instrument by name, to A by row."""
    table = read_targets(path)
    for note in table.notes:
        warn(f"{Path(path).name}: {note}")
    censored = int(table.targets.censored.sum())
    if censored:
        warn(f"{Path(path).name}: {censored} censored values (such as <0.05) are treated as unknown")
    if by_row:
        return [join_by_row(datasets[0], table.targets).dataset, *datasets[1:]]
    if not table.names:
        raise DataError(f"{Path(path).name}: the table has no column of sample names; give --targets-by-row if its "
                        f"rows are those of {datasets[0].name}.")
    # "#12" is a row of A, whatever other instruments have in their rows
    only_names = ["" if n.strip().startswith("#") else n for n in table.names]
    reports = [join_by_name(d, table.names if k == 0 else only_names, table.targets) for k, d in enumerate(datasets)]
    if not any(r.matched for r in reports):
        raise DataError(f"{Path(path).name}: none of its sample names ({_some(table.names)}) is one of the spectra.")
    twice = dict.fromkeys(name for r in reports for name in r.ambiguous)
    if twice:
        warn(f"{Path(path).name}: {len(twice)} sample{'s are' if len(twice) > 1 else ' is'} listed more than once with "
             f"different values and left unknown: {_some(list(twice))}")
    unused = set.intersection(*(set(r.unused) for r in reports))
    if unused:
        warn(f"{Path(path).name}: {len(unused)} rows match no sample: {_some(sorted(unused))}")
    return [r.dataset if r.matched else d for r, d in zip(reports, datasets, strict=True)]


def hold_out(state: SessionState, share: float) -> SessionState:
    """Hold a random share of the standards out (seeded); 0 leaves the marks of the pairs file as they are."""
    if not 0 <= share < 1:
        raise ParameterError(f"--hold-out must be from 0 to below 1, not {share:g}.")
    return state.with_(standards=hold_out_share(state.standards, share, state.seed)) if share else state


def parse_settings(words: Iterable[str], method_names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """``name=value`` or ``METHOD.name=value`` → parameters per method, checked."""
    settings: dict[str, dict[str, Any]] = {name: {} for name in method_names}
    for word in words:
        key, separator, value = word.partition("=")
        if not separator:
            raise ParameterError(f"--set takes name=value, not {word!r}.")
        owner, _, name = key.strip().rpartition(".")
        owners = [owner] if owner else list(method_names)
        for m in owners:
            if m not in settings:
                raise ParameterError(f"--set {word}: {m!r} is not among the methods of this call.")
            known = {p.name: p for p in method(m).parameters}
            if name not in known:
                raise ParameterError(f"--set {word}: method {m} has no parameter {name!r}; it has "
                                     f"{', '.join(known) or 'none'}.")
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
        raise PairsError("no standards are marked; give --pairs, --match-names or --match-rows.")
    return pairs


def warn(sentence: str) -> None:
    """A warning on standard error."""
    print(f"spectralign: warning: {sentence}", file=sys.stderr)


def excluded_rows(word: str, datasets: Sequence[SpectralDataset]) -> tuple[str, tuple[int, ...]]:
    """Instrument and rows of ``NAME:#3,#12``."""
    name, _, cells = word.partition(":")
    sizes = {d.name: len(d) for d in datasets}
    rows = [cell.strip().lstrip("#") for cell in cells.split(",")]
    if name not in sizes or not all(r.isdigit() and 1 <= int(r) <= sizes[name] for r in rows):
        raise ParameterError(f"--exclude takes NAME:#row,... with rows that the instrument has, not {word!r}.")
    return name, tuple(int(r) - 1 for r in rows)


def _some(items: Sequence[Any], most: int = 5, separator: str = ", ") -> str:
    shown = separator.join(str(i) for i in items[:most])
    return shown + (f" and {len(items) - most} more" if len(items) > most else "")
