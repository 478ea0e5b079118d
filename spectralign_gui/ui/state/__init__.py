"""The model that all docks share, the selection, and the controller of runs."""

from .app_model import AppModel
from .run_controller import RunController
from .selection import SelectionModel

__all__ = ["AppModel", "RunController", "SelectionModel"]
