"""The monitor that a job's work talks to: progress out, cancel in, without a queue that could fill up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..core.monitor import Switch


@dataclass
class Update:
    """What has come in since the last look.

    Parameters
    ----------
    stage : str
    fraction : float
    seconds_left : float
        Estimate; -1 while unknown.
    snapshots : list of dict
        Live values: the latest of every instrument (and of none), each with its ``stage`` and ``fraction``; table
        rows one by one.
    """

    stage: str = ""
    fraction: float = 0.0
    seconds_left: float = -1.0
    snapshots: list[dict[str, Any]] = field(default_factory=list)


class JobMonitor:
    """Keeps only the latest values (a run reports thousands of times; the window looks 15 times a second).

    Parameters
    ----------
    notify : callable
        Called in the worker's thread when there is something new *and* the last news has been taken, so that
        never more than one notice is under way.
    """

    def __init__(self, notify: Callable[[], None]) -> None:
        self._notify = notify
        self._switch = Switch()
        self._lock = threading.Lock()
        self._told = False
        self._stage, self._fraction = "", 0.0
        self._latest: dict[int | None, dict[str, Any]] = {}
        self._rows: list[dict[str, Any]] = []
        self._clock = TimeLeft()

    # -- the side of the work ----------------------------------------------------------------------------
    def report(self, stage: str, fraction: float, **values: Any) -> None:
        """See `spectralign_gui.core.monitor.Monitor`."""
        fraction = min(max(float(fraction), 0.0), 1.0)
        with self._lock:
            self._stage, self._fraction = stage, fraction
            self._clock.at(fraction)
            if "table_row" in values:
                self._rows.append({**values, "stage": stage, "fraction": fraction})
            elif values:
                key = values.get("instrument")
                self._latest[key] = {**self._latest.get(key, {}), **values, "stage": stage, "fraction": fraction}
            tell, self._told = not self._told, True
        if tell:
            self._notify()

    def raise_if_cancelled(self) -> None:
        """Raise `Cancelled` once `cancel` was called; wait while paused."""
        self._switch.check()

    @property
    def stops(self) -> int:
        """See `core.monitor.stops_asked`."""
        return self._switch.stops

    # -- the side of the window --------------------------------------------------------------------------
    def cancel(self) -> None:
        """Ask the work to stop at its next check; may be called from any thread."""
        self._switch.cancel()

    @property
    def cancel_asked(self) -> bool:
        """Whether `cancel` was called."""
        return self._switch.cancelled

    def pause(self) -> None:
        """Let the work wait at its next check; the time left stands still."""
        with self._lock:
            self._clock.hold()
        self._switch.pause()

    def resume(self) -> None:
        """Let the work go on."""
        with self._lock:
            self._clock.go_on()
        self._switch.resume()

    def stop(self) -> None:
        """Let the iteration end after its present step, with its result as it is."""
        with self._lock:
            self._clock.go_on()
        self._switch.stop()

    @property
    def paused(self) -> bool:
        """Whether the work waits, or will at its next check."""
        return self._switch.paused

    def take(self) -> Update:
        """What is new; forgets it."""
        with self._lock:
            self._told = False
            snapshots = self._rows + list(self._latest.values())
            self._rows, self._latest = [], {}
            return Update(self._stage, self._fraction, self._clock.seconds_left(), snapshots)


class TimeLeft:
    """Estimate of the time left from the fraction done, smoothed so that it does not jump."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._start = clock()
        self._fraction = 0.0
        self._end: float | None = None
        self._held: float | None = None

    def hold(self) -> None:
        """Stand still: time that passes from now on is not the work's."""
        if self._held is None:
            self._held = self._clock()

    def go_on(self) -> None:
        """Run again."""
        if self._held is not None:
            lost, self._held = self._clock() - self._held, None
            self._start += lost
            if self._end is not None:
                self._end += lost

    def at(self, fraction: float) -> None:
        """Take note of the fraction done."""
        now = self._clock() if self._held is None else self._held
        elapsed = now - self._start
        if fraction < self._fraction:
            self._end = None
        if fraction > self._fraction and fraction >= 0.02 and elapsed > 0.3:
            end = self._start + elapsed / fraction
            self._end = end if self._end is None else 0.7 * self._end + 0.3 * end
        self._fraction = fraction

    def seconds_left(self) -> float:
        """Seconds until the end; -1 while nothing can be said."""
        if self._end is None:
            return -1.0
        return max(self._end - (self._clock() if self._held is None else self._held), 0.0)
