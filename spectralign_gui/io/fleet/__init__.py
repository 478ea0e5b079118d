"""A fleet on file: an SQLite database that many read and one writes, or a folder of records."""

from .database import ENDINGS
from .fleet import add, fleet_of, history, note, note_figures, remove

__all__ = ["ENDINGS", "add", "fleet_of", "history", "note", "note_figures", "remove"]
