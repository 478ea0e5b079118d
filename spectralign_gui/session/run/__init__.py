"""Running a session (preprocessing → method → measures), and what can be said of a run."""

from .execution import Prepared, RunResult, execute, measure, prepare, why_not

__all__ = ["Prepared", "RunResult", "execute", "measure", "prepare", "why_not"]
