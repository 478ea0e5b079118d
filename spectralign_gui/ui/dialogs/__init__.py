"""Small dialogs: questions, errors, About."""

from .ask import ask, tell
from .errors import ErrorReporter

__all__ = ["ErrorReporter", "ask", "tell"]
