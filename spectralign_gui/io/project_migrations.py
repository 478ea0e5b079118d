"""From the project files of older versions to the present one. One stored project per version is kept in the tests.

What has changed::

    1   the first
    2   a seal in front of the file; data sets inside a group ``set``; check days, rounds of suggestions, samples that
        cannot be measured, starred runs
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SCHEMA = 2
"""Of the files that this version writes."""


def _from_1(tree: dict[str, Any]) -> dict[str, Any]:
    """Sessions had neither check days nor rounds at first; runs had no stars."""
    def filled(state: dict[str, Any]) -> dict[str, Any]:
        return {"checks": [], "rounds": [], "unavailable": {}, **state}

    return {**tree, "state": filled(tree["state"]),
            "runs": [{"starred": False, **run, "state": filled(run["state"])} for run in tree["runs"]]}


MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _from_1}
"""From schema n to n + 1: a function of the tree of the whole file (``state``, ``runs``, ``extras``)."""
