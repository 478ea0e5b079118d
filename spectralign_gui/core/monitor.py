"""Progress and cancel without Qt: what long-running core work talks to."""

from __future__ import annotations

import threading
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


class SilentMonitor:
    """Default monitor: shows nothing, can be cancelled from another thread."""

    def __init__(self) -> None:
        self._cancel = threading.Event()

    def report(self, stage: str, fraction: float, **values: Any) -> None:
        """Show nothing."""

    def cancel(self) -> None:
        """Ask the run to stop at its next check."""
        self._cancel.set()

    def raise_if_cancelled(self) -> None:
        """Raise `Cancelled` once `cancel` was called."""
        if self._cancel.is_set():
            raise Cancelled


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


class CancelOnly:
    """Passes cancels on and keeps progress and live results of inner fits away from the window.

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
