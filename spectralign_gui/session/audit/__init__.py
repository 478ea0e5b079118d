"""Who did what, when and why, from what to what: entries in a chain of hashes, of which none can be changed unseen."""

from .changes import changes_between
from .trail import FIRST, Entry, Trail, TrailCheck, appended, chained, check, merged, read, set_back, signatures

__all__ = ["FIRST", "Entry", "Trail", "TrailCheck", "appended", "chained", "changes_between", "check", "merged", "read",
           "set_back", "signatures"]
