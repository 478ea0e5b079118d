"""A folder is watched: what arrives in it is predicted, and the results are kept up."""

from .watcher import Event, Watcher, WatchOptions

__all__ = ["Event", "WatchOptions", "Watcher"]
