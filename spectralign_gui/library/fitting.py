"""Fit an alignment or a calibration transfer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..core.data import SpectralDataset, Standard
from ..core.errors import PairsError, ParameterError
from ..core.monitor import Monitor
from ..core.registry import method as method_called
from ..io.pairs import read_pairs_table
from ..preprocessing.parse import parse_preprocessing
from ..session.run import RunResult, execute
from ..session.run.left_out_intervals import with_left_out_intervals
from ..session.standards.pairing import hold_out_share, match_by_name, match_by_row, match_table
from ..session.state import SessionState

Standards = str | Path | Sequence[Standard] | np.ndarray
"""How the standards are told: "names", "rows", a file of pairs, an (m, 2) array of rows, or `Standard` objects."""


def align(*datasets: SpectralDataset, standards: Standards = "names", method: str = "lra",
          preprocess: Iterable[str] = (), hold_out: float | Sequence[int] = 0.0,
          exclude: Mapping[str, Sequence[int]] | None = None, intervals: bool = False, seed: int = 0,
          monitor: Monitor | None = None, **parameters: Any) -> RunResult:
    """Bring the spectra of two or more instruments into one space.

    Parameters
    ----------
    *datasets : SpectralDataset
        One per instrument; the first is the reference A.
    standards : str, Path, array or sequence of Standard
        Which samples are the same: "names" (equal sample names), "rows" (equal row order), the path of a pairs file,
        or an (m, 2) array of row numbers, counted from 0.
    method : str
        A registered name, see `core.methods`.
    preprocess : iterable of str
        Steps in order, as on the command line: ``["crop:400-1100", "snv"]``, ``["B/smooth"]`` for one instrument.
    hold_out : float or sequence of int
        Share of the standards that is withheld from the fit and tells how well it went; or which ones, by their place
        among the standards, counted from 0.
    exclude : mapping of instrument name to rows, optional
        Spectra that take no part, counted from 0.
    intervals : bool
        Leave every standard out of a fit in turn: predictions then come with intervals without held-out standards.
    seed : int
    monitor : Monitor, optional
        Gets progress; may cancel.
    **parameters
        Of the method.

    Returns
    -------
    RunResult
        ``embeddings``, ``quality``, ``warnings``, ``estimator``; `predict`, `to_spectra` and `save` take it.

    Raises
    ------
    SpectrAlignError
        One sentence that names the instrument, sample or parameter at fault.

    Examples
    --------
    >>> import spectralign_gui as sa
    >>> a, b = sa.sample_spectra("libs")
    >>> result = sa.align(a, b, standards="names", hold_out=0.2, n_components=3)
    >>> result.embeddings[0].shape[1]
    3
    """
    state = session_of(datasets, standards, preprocess, hold_out, seed, exclude)
    result = execute(with_method(state, method, parameters), monitor)
    return with_left_out_intervals(result, monitor) if intervals else result


def transfer(a: SpectralDataset, b: SpectralDataset, *, standards: Standards = "names", method: str = "auto",
             preprocess: Iterable[str] = (), hold_out: float | Sequence[int] = 0.0,
             exclude: Mapping[str, Sequence[int]] | None = None, intervals: bool = False, seed: int = 0,
             monitor: Monitor | None = None, **parameters: Any) -> RunResult:
    """Make a calibration of instrument A serve instrument B.

    Parameters
    ----------
    a, b : SpectralDataset
        `a` needs reference values where the method fits a regression.
    standards, preprocess, hold_out, exclude, intervals, seed, monitor, **parameters
        See `align`.
    method : str
        Default the automatic transfer, which chooses and says what it chose (``result.estimator.recommendation_``).

    Returns
    -------
    RunResult

    Raises
    ------
    SpectrAlignError
        One sentence that names the instrument, sample or parameter at fault.

    Examples
    --------
    >>> import numpy as np, spectralign_gui as sa
    >>> rng = np.random.default_rng(0)
    >>> X = rng.random((40, 3)) @ rng.random((3, 30))
    >>> a = sa.spectra(X, values={"Protein": X[:, 7]})
    >>> b = sa.spectra(1.1 * X + 0.05, name="B")
    >>> result = sa.transfer(a, b, standards="rows", method="ds")
    >>> new = sa.spectra(1.1 * X[:5] + 0.05, name="new")
    >>> bool(abs(sa.predict(result, new, instrument="B").values[:, 0] - X[:5, 7]).max() < 0.02)
    True
    """
    return align(a, b, standards=standards, method=method, preprocess=preprocess, hold_out=hold_out,
                 exclude=exclude, intervals=intervals, seed=seed, monitor=monitor, **parameters)


def with_method(state: SessionState, name: str, parameters: Mapping[str, Any]) -> SessionState:
    """The session with a method and its settings.

    Raises
    ------
    ParameterError
        No such method, or it has no such parameter.
    """
    known = [p.name for p in method_called(name).parameters]
    for parameter in parameters:
        if parameter not in known:
            raise ParameterError(f"{name} has no parameter {parameter!r}; it has {', '.join(known) or 'none'}.")
    return state.with_(method=name, parameters={name: dict(parameters)})


def session_of(datasets: Sequence[SpectralDataset], standards: Standards, preprocess: Iterable[str] = (),
               hold_out: float | Sequence[int] = 0.0, seed: int = 0,
               exclude: Mapping[str, Sequence[int]] | None = None) -> SessionState:
    """Data sets, standards and preprocessing as one session.

    Raises
    ------
    SpectrAlignError
        Standards, steps or shares that are not possible.
    """
    if isinstance(preprocess, str):
        preprocess = [preprocess]
    names = [d.name for d in datasets]
    marked = held_out(standards_of(datasets, standards), hold_out, seed)
    excluded = {name: tuple(int(r) for r in rows) for name, rows in (exclude or {}).items()}
    for name, rows in excluded.items():
        size = next((len(d) for d in datasets if d.name == name), None)
        if size is None:
            raise ParameterError("library.exclude.no_such_instrument", name=name, names=names)
        if not all(0 <= r < size for r in rows):
            raise ParameterError("library.exclude.no_such_row", name=name, last=size - 1,
                                 row=next(r for r in rows if not 0 <= r < size))
    return SessionState(tuple(datasets), marked, parse_preprocessing(preprocess, names), excluded=excluded, seed=seed)


def held_out(standards: Sequence[Standard], which: float | Sequence[int], seed: int = 0) -> tuple[Standard, ...]:
    """The standards with a share of them, or those at the given places, held out.

    Raises
    ------
    ParameterError
        A share that is none, or a place that does not exist.
    """
    if isinstance(which, (int, float)):
        if not 0 <= which < 1:
            raise ParameterError("library.hold_out.share", share=f"{which:g}")
        return tuple(hold_out_share(standards, which, seed) if which else standards)
    places = {int(k) for k in which}
    if places and not 0 <= min(places) <= max(places) < len(standards):
        raise ParameterError("library.hold_out.no_such_standard", last=len(standards) - 1,
                             place=min(places) if min(places) < 0 else max(places))
    return tuple(s.with_held_out(s.held_out or k in places) for k, s in enumerate(standards))


def standards_of(datasets: Sequence[SpectralDataset], standards: Standards) -> tuple[Standard, ...]:
    """The standards, however they are told.

    Raises
    ------
    PairsError
        None is found, or a row does not exist.
    """
    if isinstance(standards, str) and standards == "names":
        found = match_by_name(datasets).standards
        if not found:
            raise PairsError("no sample name occurs on two instruments; give standards=\"rows\" or a table of pairs.")
        return tuple(found)
    if isinstance(standards, str) and standards == "rows":
        return tuple(match_by_row(datasets).standards)
    if isinstance(standards, (str, Path)):
        report = match_table(*read_pairs_table(standards), datasets)
        if report.unknown or not report.standards:
            raise PairsError(f"{Path(standards).name}: "
                             f"{report.unknown[0] if report.unknown else 'no row names a sample of two instruments.'}")
        return tuple(report.standards)
    if all(isinstance(s, Standard) for s in standards):
        return tuple(standards)
    pairs = np.asarray(standards)
    if pairs.ndim != 2 or pairs.shape[1] != len(datasets) or not np.issubdtype(pairs.dtype, np.integer):
        raise PairsError(f"pairs must be whole row numbers, one column for each of the {len(datasets)} instruments, "
                         f"not an array of shape {pairs.shape}.")
    for d, column in zip(datasets, pairs.T, strict=True):
        if len(column) and not 0 <= column.min() <= column.max() < len(d):
            raise PairsError(f"{d.name} has rows 0 to {len(d) - 1}, but the pairs name row "
                             f"{int(column.min() if column.min() < 0 else column.max())}.")
    return tuple(Standard({d.name: (int(r),) for d, r in zip(datasets, row, strict=True)}) for row in pairs)
