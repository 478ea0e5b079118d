"""The model that all docks share, the selection, and the controller of runs."""

from .app_model import AppModel
from .result_chooser import Choice, ResultChooser
from .run_controller import RunController
from .selection import SelectionModel
from .turns import Redraw, Turns, dock_of, in_front

__all__ = ["AppModel", "Choice", "Redraw", "ResultChooser", "RunController", "SelectionModel", "Turns", "dock_of",
           "in_front"]
