"""Workspaces: one arrangement of the window for each part of the work, and the rail that leads through them."""

from .goals import GOALS, Goal, goal_of, next_step
from .known import Checked, Compared, Known, Predicted
from .plan import ALL, RAIL, START, WORKSPACES, Workspace, home_of, main_docks
from .rail import Rail
from .status import Status, statuses

__all__ = ["ALL", "GOALS", "RAIL", "START", "WORKSPACES", "Checked", "Compared", "Goal", "Known", "Predicted", "Rail",
           "Status", "Workspace", "goal_of", "home_of", "main_docks", "next_step", "statuses"]
