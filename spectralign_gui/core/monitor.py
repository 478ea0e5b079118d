"""Progress and cancel without Qt: what long-running core work talks to."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol, runtime_checkable

from .errors import Cancelled


@runtime_checkable
class Monitor(Protocol):
    """Receives progress; any object with these two methods serves."""

    def report(self, stage: str, fraction: float, **values: Any) -> None:
        """Say how far a stage is.

        Parameters
        ----------
        stage : str
            Short name in the user's words ("Decomposing instrument 1").
        fraction : float
            0..1 of the *whole* run where known, else of the stage.
        **values
            Live results to show. Known keys: ``instrument`` (int), ``singular_values`` (array of that
            instrument), ``threshold`` (float), ``basis``/``weights`` (factors of R), ``embeddings``
            (list of arrays), ``iteration``, ``objective``, ``primal_residual``, ``dual_residual``
            (floats), ``reconstruction`` (n×n array), ``table_row`` (dict, for sweeps and comparisons).
            Arrays handed over are copies or never change afterwards.
        """

    def raise_if_cancelled(self) -> None:
        """Raise `Cancelled` if the user asked to stop."""


class Switch:
    """Cancel, pause, continue and "stop as is" of one piece of work; all may be called from any thread."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._cancelled, self._paused, self._stops = False, False, 0

    def cancel(self) -> None:
        """The work raises `Cancelled` at its next check, also out of a pause."""
        with self._condition:
            self._cancelled = True
            self._condition.notify_all()

    def pause(self) -> None:
        """The work waits at its next check, without using the processor."""
        with self._condition:
            self._paused = True

    def resume(self) -> None:
        """The work goes on."""
        with self._condition:
            self._paused = False
            self._condition.notify_all()

    def stop(self) -> None:
        """An iteration ends after its present step and its result is used; goes on from a pause to do so."""
        with self._condition:
            self._stops += 1
            self._paused = False
            self._condition.notify_all()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled

    @property
    def paused(self) -> bool:
        """Whether the work is to wait."""
        return self._paused

    @property
    def stops(self) -> int:
        """How often `stop` was called."""
        return self._stops

    def check(self) -> None:
        """Called by the work: wait while paused; raise `Cancelled` once it is cancelled."""
        with self._condition:
            self._condition.wait_for(lambda: self._cancelled or not self._paused)
            if self._cancelled:
                raise Cancelled


def stops_asked(monitor: Monitor) -> int:
    """How often the user asked for "stop as is"; 0 for a monitor that knows no such thing."""
    return int(getattr(monitor, "stops", 0))


class SilentMonitor:
    """Default monitor: shows nothing; `switch` lets another thread cancel, pause or stop."""

    def __init__(self) -> None:
        self.switch = Switch()

    @property
    def stops(self) -> int:
        """See `stops_asked`."""
        return self.switch.stops

    def report(self, stage: str, fraction: float, **values: Any) -> None:
        """Show nothing."""

    def cancel(self) -> None:
        """Ask the run to stop at its next check."""
        self.switch.cancel()

    def raise_if_cancelled(self) -> None:
        """Raise `Cancelled` once `cancel` was called; wait while paused."""
        self.switch.check()


class SubMonitor:
    """Maps the 0..1 of a part of the work onto ``start..stop`` of the whole and passes everything on."""

    def __init__(self, parent: Monitor, start: float, stop: float, prefix: str = "") -> None:
        self._parent, self._start, self._stop, self._prefix = parent, start, stop, prefix

    def report(self, stage: str, fraction: float, **values: Any) -> None:
        """Report to the parent with the fraction mapped."""
        whole = self._start + (self._stop - self._start) * min(max(fraction, 0.0), 1.0)
        self._parent.report(self._prefix + stage, whole, **values)

    def raise_if_cancelled(self) -> None:
        """Ask the parent."""
        self._parent.raise_if_cancelled()

    @property
    def stops(self) -> int:
        """See `stops_asked`."""
        return stops_asked(self._parent)


class CancelOnly:
    """Passes cancels on and keeps progress and live results of inner fits away from the window.

    "Stop and keep this result" is not passed on: an inner fit is no result of its own.

    Parameters
    ----------
    parent : Monitor or None
    """

    def __init__(self, parent: Monitor | None = None) -> None:
        self._parent = parent

    def report(self, stage: str, fraction: float, **values: Any) -> None:
        """Show nothing."""

    def raise_if_cancelled(self) -> None:
        """Ask the parent."""
        if self._parent is not None:
            self._parent.raise_if_cancelled()


_watching: ContextVar[Monitor | None] = ContextVar("watching", default=None)


@contextmanager
def watched_by(monitor: Monitor) -> Iterator[None]:
    """Within it (in this thread) `checkpoint` asks this monitor."""
    token = _watching.set(monitor)
    try:
        yield
    finally:
        _watching.reset(token)


def checkpoint() -> None:
    """Before a step that takes long and has no monitor at hand: raise `Cancelled` if the fit around it is to stop."""
    monitor = _watching.get()
    if monitor is not None:
        monitor.raise_if_cancelled()


def is_watched() -> bool:
    """Whether a fit around it can be cancelled at all."""
    return _watching.get() is not None


def inherited() -> Monitor:
    """The monitor of a fit that was given none: cancels of the fit around it, if there is one, end it too."""
    around = _watching.get()
    return SilentMonitor() if around is None else CancelOnly(around)
