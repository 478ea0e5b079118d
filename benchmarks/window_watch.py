"""How long a window does not answer while something is done in it, and in which lines."""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

TICK = 5
"""Milliseconds between two signs of life."""
QUIET = 250
"""Milliseconds without work that tell that an action is over."""
LATE = 0.015
"""Seconds of work after which the place where the window is busy is noted."""


@dataclass
class Seen:
    """What was seen of an action.

    Parameters
    ----------
    gaps : (n,) array
        Seconds between two signs of life of the event loop.
    own : (n,) array
        Seconds that the GUI thread itself was at work in each: what other programs take is not in them.
    seconds : float
        From the action to its last visible effect.
    places : list of (seconds, Counter)
        Long work, and how often each call was met in it.
    """

    gaps: np.ndarray
    own: np.ndarray
    seconds: float
    places: list[tuple[float, Counter[str]]] = field(default_factory=list)

    @property
    def largest(self) -> float:
        """Largest gap in milliseconds."""
        return float(1000 * self.gaps.max(initial=0.0))

    @property
    def longest_work(self) -> float:
        """Longest work of the GUI thread between two signs of life, in milliseconds."""
        return float(1000 * self.own.max(initial=0.0))

    @property
    def usual(self) -> float:
        """95th percentile of the gaps in milliseconds."""
        return float(1000 * np.quantile(self.gaps, 0.95)) if len(self.gaps) else 0.0

    def over(self, limit: float) -> int:
        """Number of gaps above `limit` milliseconds."""
        return int((self.gaps > limit / 1000).sum())


class Watch:
    """Performs actions in the running event loop and watches it.

    Parameters
    ----------
    busy : callable
        Whether the window still works at what it was told.
    where : bool
        Note the calls in which the window is busy (Linux only). Looking costs time itself, so that figures are worse
        with it.
    """

    def __init__(self, busy: Callable[[], bool], where: bool = False) -> None:
        self._busy, self._where = busy, where
        self._worked = time.thread_time()

    def perform(self, action: Callable[[], object], patience: float = 600.0) -> Seen:
        """Do it, and look until nothing moves any more."""
        loop, timer = QEventLoop(), QTimer()
        ticks: list[float] = []
        worked: list[float] = []
        begun, active = time.perf_counter(), [0.0]

        def tick() -> None:
            now = time.perf_counter()
            ticks.append(now)
            worked.append(time.thread_time())
            self._worked = worked[-1]
            if self._busy() or (len(ticks) > 1 and now - ticks[-2] > 4 * TICK / 1000):
                active[0] = now
            if now - max(active[0], begun) > QUIET / 1000 or now - begun > patience:
                loop.quit()

        timer.timeout.connect(tick)
        places: list[tuple[float, Counter[str]]] = []
        over = threading.Event()
        looker = threading.Thread(target=self._look, args=(threading.get_ident(), places, over), daemon=True)

        def begin() -> None:
            ticks.append(time.perf_counter())
            worked.append(time.thread_time())
            action()

        QTimer.singleShot(0, begin)
        timer.start(TICK)
        if self._where:
            looker.start()
        loop.exec()
        timer.stop()
        over.set()
        if self._where:
            looker.join()
        last = active[0] or begun
        return Seen(np.diff(ticks), np.diff(worked), last - begun, places)

    def _look(self, thread: int, places: list[tuple[float, Counter[str]]], over: threading.Event) -> None:
        at, before = -1.0, 0.0
        clock = time.pthread_getcpuclockid(thread)
        while not over.wait(0.002):
            now = time.clock_gettime(clock)
            since = now - self._worked
            if since < LATE or now - before < 0.002:  # what other programs take is of no interest here
                continue
            before = now
            if at != self._worked:
                at = self._worked
                places.append((since, Counter()))
            frame = sys._current_frames().get(thread)
            calls = [f"{s.filename.rpartition('spectralign_gui/')[2][-48:]}:{s.lineno} {s.name}"
                     for s in traceback.extract_stack(frame)]
            inner = [c for c in calls if "window_watch" not in c and "window_actions" not in c]
            places[-1][1][" > ".join(inner[-7:])] += 1
            places[-1] = (max(places[-1][0], since), places[-1][1])


def settle(busy: Callable[[], bool]) -> None:
    """Until nothing is pending."""
    Watch(busy).perform(lambda: None)
    QApplication.processEvents()
