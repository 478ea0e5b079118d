"""Small dialogs: questions, errors, About."""

from .ask import ask, ask_text, tell
from .errors import ErrorReporter
from .files import ask_files

__all__ = ["ErrorReporter", "ask", "ask_files", "ask_text", "tell"]
