"""Taking a result out of the window: a report to file, and the same work as a script or a command line."""

from .reporter import Reporter

__all__ = ["Reporter"]
