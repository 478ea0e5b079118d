"""Who did what, when and why, from what to what: entries in a chain of hashes, of which none can be changed unseen."""

from .changes import changes_between
from .trail import Entry, Trail, TrailCheck, appended, chained, check, merged, read

__all__ = ["Entry", "Trail", "TrailCheck", "appended", "chained", "changes_between", "check", "merged", "read"]
