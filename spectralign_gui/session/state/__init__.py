"""What the user has done so far, as one immutable value, and the changes that can be made to it."""

from .session_state import SessionState

__all__ = ["SessionState"]
