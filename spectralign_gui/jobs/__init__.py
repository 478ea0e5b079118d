"""Running core work off the GUI thread: worker, progress, cancel. The only layer below ui that knows Qt.

``JobManager.start(work, title)`` runs any ``work(monitor)`` in its own thread and returns a `Job`, whose signals
arrive in the GUI thread. Imports, runs, sweeps, comparisons and exports all go this way.
"""

from .job import Job
from .manager import JobManager
from .monitor import JobMonitor

__all__ = ["Job", "JobManager", "JobMonitor"]
