"""From the project files of older versions to the present one. One stored project per version is kept in the tests.

What has changed::

    1   the first
    2   a seal in front of the file; data sets inside a group ``set``; check days, rounds of suggestions, samples that
        cannot be measured, starred runs
    3   why a sample cannot be measured
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SCHEMA = 3
"""Of the files that this version writes."""


def _from_1(tree: dict[str, Any]) -> dict[str, Any]:
    """Sessions had neither check days nor rounds at first; runs had no stars."""
    def filled(state: dict[str, Any]) -> dict[str, Any]:
        return {"checks": [], "rounds": [], "unavailable": {}, **state}

    return {**tree, "state": filled(tree["state"]),
            "runs": [{"starred": False, **run, "state": filled(run["state"])} for run in tree["runs"]]}


def _from_2(tree: dict[str, Any]) -> dict[str, Any]:
    """Samples that cannot be measured were rows without a reason."""
    def told(state: dict[str, Any]) -> dict[str, Any]:
        return {**state, "unavailable": {name: [[int(row), ""] for row in rows]
                                         for name, rows in state["unavailable"].items()}}

    return {**tree, "state": told(tree["state"]),
            "runs": [{**run, "state": told(run["state"])} for run in tree["runs"]]}


MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _from_1, 2: _from_2}
"""From schema n to n + 1: a function of the tree of the whole file (``state``, ``runs``, ``extras``)."""
