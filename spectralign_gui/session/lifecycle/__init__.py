"""The life of a model: its versions, its check samples over all days, updates, who approved them, and the way back."""

from .life import Check, Life, Version, life_of
from .proposing import entry_of_check, new_roles, proposal, window_start

__all__ = ["Check", "Life", "Version", "entry_of_check", "life_of", "new_roles", "proposal", "window_start"]
