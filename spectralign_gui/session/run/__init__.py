"""Running a session (preprocessing → method → measures), and what can be said of a run."""

from .execution import Prepared, execute, measure, prepare, why_not
from .result import RunResult

__all__ = ["Prepared", "RunResult", "execute", "measure", "prepare", "why_not"]
