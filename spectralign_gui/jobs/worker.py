"""The worker object that lives in the thread of a job."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from ..core.errors import Cancelled, SpectrAlignError
from ..core.monitor import Monitor
from .monitor import JobMonitor

log = logging.getLogger(__name__)


class Worker(QObject):
    """Calls the work once and says how it ended. Exactly one of the four ends is emitted.

    Signals
    -------
    news
        Without payload: there is something to take from the monitor.
    finished(object), cancelled, failed(str), defect(str, str)
        The value returned; the user stopped it; one sentence for the user; a defect of the program with its
        one-line text and its traceback.
    """

    news = Signal()
    finished = Signal(object)
    cancelled = Signal()
    failed = Signal(str)
    defect = Signal(str, str)

    def __init__(self, work: Callable[[Monitor], Any]) -> None:
        super().__init__()
        self._work: Callable[[Monitor], Any] | None = work
        self.monitor = JobMonitor(self.news.emit)

    @Slot()
    def run(self) -> None:
        """Do the work (in the worker's thread)."""
        work, self._work = self._work, None
        try:
            self.monitor.raise_if_cancelled()
            result = work(self.monitor)  # type: ignore[misc]
            self.monitor.raise_if_cancelled()
        except Cancelled:
            self.cancelled.emit()
        except (SpectrAlignError, NotImplementedError) as error:
            # NotImplementedError is how a method says why it cannot do what was asked
            self.failed.emit(str(error))
        except MemoryError as error:
            self.failed.emit(f"There is not enough memory for this{f' ({error})' if str(error) else ''}; "
                             "close other programs, or use fewer or shorter spectra.")
        except Exception as error:
            # any other exception is a defect: it must reach the log and the user, not end the thread in silence
            log.exception("a job stopped at a defect")
            self.defect.emit(f"{type(error).__name__}: {error}", traceback.format_exc())
        else:
            self.finished.emit(result)
