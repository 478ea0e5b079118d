"""Projects: new, open, save, save as; autosave, recovery, and a word when a second window has the same project."""

from .keeper import ENDING, ProjectKeeper

__all__ = ["ENDING", "ProjectKeeper"]
