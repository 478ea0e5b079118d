"""Reading foreign bytes apart: in a process of its own with limits of memory and time, so that a file that makes a
native library die, hang or take all memory costs that process and nothing else.

`apart` calls a function there and gives back what it gives; what crosses is plain (`frames`), never a pickle.
"""

from .limits import Allowance
from .many import many
from .pool import apart, close_all, warm, watched_by, watching

__all__ = ["Allowance", "apart", "close_all", "many", "warm", "watched_by", "watching"]
