"""The Qt side of the session: one model that every dock listens to."""

from .app_model import AppModel
from .selection import SelectionModel

__all__ = ["AppModel", "SelectionModel"]
