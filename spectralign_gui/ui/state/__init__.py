"""The model that all docks share, the selection, and the controller of runs."""

from .app_model import AppModel
from .run_controller import RunController
from .selection import SelectionModel
from .turns import Redraw, Turns, dock_of, in_front

__all__ = ["AppModel", "Redraw", "RunController", "SelectionModel", "Turns", "dock_of", "in_front"]
