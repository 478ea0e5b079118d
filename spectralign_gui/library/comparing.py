"""Compare methods honestly, and ask which samples to measure next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..core.data import SpectralDataset
from ..core.monitor import Monitor
from ..session.compare.evaluate import evaluate_properties
from ..session.compare.plan import ComparisonPlan
from ..session.standards.rounds import SampleSuggestion
from ..session.standards.suggestion import suggest_samples
from ..session.state import SessionState
from .fitting import Standards, session_of


def evaluate(a: SpectralDataset, b: SpectralDataset, *, methods: Sequence[str] = ("auto",),
             standards: Standards = "names", numbers: Sequence[int] | None = None,
             settings: Mapping[str, Mapping[str, Any]] | None = None, preprocess: Iterable[str] = (),
             repeats: int | None = None, seed: int = 0, jobs: int = 1, monitor: Monitor | None = None,
             **options: Any) -> dict[str, Any]:
    """Errors of prediction on samples that took part in nothing.

    Parameters
    ----------
    a, b : SpectralDataset
        With reference values.
    methods : sequence of str
        "no transfer" and the native model stand beside them.
    standards, preprocess
        See `align`.
    numbers : sequence of int, optional
        Numbers of standards; default 5, 10 and 20, or what the marked samples leave.
    settings : mapping of method name to mapping of parameter name to value, optional
    repeats : int, optional
    seed : int
    jobs : int
        Processes.
    monitor : Monitor, optional
    **options
        See `session.compare.plan.ComparisonPlan`: ``regression``, ``test_share``, ``folds``, ``draw``, ``budget``,
        ``properties``, ``search``, ``rule``, ``closure``.

    Returns
    -------
    dict
        What ``spectralign evaluate --report`` writes: ``["methods"]["pds"]["properties"]["Moisture"]["20"]["rmsep"]``.

    Raises
    ------
    SpectrAlignError
        One sentence that says what is missing.

    Examples
    --------
    >>> import numpy as np, spectralign_gui as sa
    >>> rng = np.random.default_rng(0)
    >>> X = rng.random((40, 3)) @ rng.random((3, 30))
    >>> a = sa.spectra(X, values={"Protein": X[:, 7]})
    >>> b = sa.spectra(1.1 * X + 0.05, name="B")
    >>> found = sa.evaluate(a, b, methods=["ds"], standards="rows", numbers=[8], repeats=2)
    >>> figures = found["methods"]["ds"]["properties"]["Protein"]["8"]["rmsep"]
    >>> figures["mean"] < 0.05
    True
    """
    state = session_of([a, b], standards, preprocess, seed=seed)
    plan = ComparisonPlan(methods, dict(settings or {}), standards=numbers, repeats=repeats, seed=seed, **options)
    return evaluate_properties(state, plan, n_jobs=jobs, monitor=monitor)


def suggest(*datasets: SpectralDataset, count: int, strategy: str = "tau", standards: Standards = (),
            seed: int = 0, monitor: Monitor | None = None) -> list[SampleSuggestion]:
    """Which samples to measure next on the other instruments, best first.

    Parameters
    ----------
    *datasets : SpectralDataset
    count : int
    strategy : str
        "tau", "kennard-stone", "duplex", "spxy" or "random".
    standards : see `align`
        Those marked already; default none.
    seed : int
        For "random".
    monitor : Monitor, optional

    Returns
    -------
    list of SampleSuggestion
        ``sample``, ``instrument``, ``row``, ``score``.

    Examples
    --------
    >>> import spectralign_gui as sa
    >>> a, b = sa.sample_spectra("libs")
    >>> len(sa.suggest(a, count=3, strategy="kennard-stone"))
    3
    """
    if isinstance(standards, (list, tuple)) and not standards:
        return suggest_samples(SessionState(tuple(datasets), seed=seed), count, strategy, monitor=monitor)
    return suggest_samples(session_of(datasets, standards, seed=seed), count, strategy, monitor=monitor)
