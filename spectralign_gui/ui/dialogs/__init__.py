"""Small dialogs: questions, errors, About."""

from .ask import ask, ask_text, tell
from .errors import ErrorReporter

__all__ = ["ErrorReporter", "ask", "ask_text", "tell"]
