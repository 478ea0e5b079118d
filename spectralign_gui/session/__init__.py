"""What the user has done so far, as immutable values: data, standards, preprocessing, method; and running it.

The window, the command line and the project file all work on these, so that they cannot disagree.
"""

from .state.session_state import SessionState

__all__ = ["SessionState"]
