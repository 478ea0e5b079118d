"""What every dock is made of: the dock itself and its background work."""

from .base import Dock, let_shrink
from .work import Work

__all__ = ["Dock", "Work", "let_shrink"]
