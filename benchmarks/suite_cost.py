"""What the tests cost, in seconds of processor time: a plugin of pytest, for one process on a machine that others use.

    OPENBLAS_NUM_THREADS=1 QT_QPA_PLATFORM=offscreen python -m pytest -q -p benchmarks.suite_cost tests/core \
        -m "not realwindow and not alone"

Time by the clock says how busy the machine is; processor time is that of this process and of the children it has
waited for (a reading process that still lives is not in it). At the end stand the directories, files, functions
and fixtures that cost most, and `suite_cost.json` (SUITE_COST=PATH for another place) holds every test. See SUITE.md.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

SHOWN = 25
_tests: dict[str, dict[str, float]] = {}
_fixtures: dict[str, list[float]] = defaultdict(lambda: [0, 0.0])
_collected: list[float] = []


def seconds() -> float:
    """Processor time of this process and of the children it has waited for."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def _timed(phase: str) -> Callable[..., Any]:
    @pytest.hookimpl(wrapper=True)
    def hook(item: pytest.Item) -> Iterator[Any]:
        begun = seconds()
        try:
            return (yield)
        finally:
            _tests.setdefault(item.nodeid, {})[phase] = seconds() - begun

    return hook


pytest_runtest_setup, pytest_runtest_call = _timed("setup"), _timed("call")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[Any]:
    """The time after a test; its hook has one argument more."""
    begun = seconds()
    try:
        return (yield)
    finally:
        _tests.setdefault(item.nodeid, {})["teardown"] = seconds() - begun


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Iterator[Any]:
    """The time of every fixture, with those that it uses."""
    begun = seconds()
    try:
        return (yield)
    finally:
        known = _fixtures[f"{fixturedef.argname} of {fixturedef.baseid or 'everywhere'}"]
        known[0], known[1] = known[0] + 1, known[1] + seconds() - begun


def pytest_collection_finish() -> None:
    """All before the first test: starting, importing, collecting."""
    _collected.append(seconds())


def _table(title: str, rows: dict[str, list[float]]) -> str:
    most = sorted(rows.items(), key=lambda row: -row[1][1])[:SHOWN]
    return "\n".join([title, *(f"{cost:8.1f} s {int(count):6d}  {name}" for name, (count, cost) in most)])


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The tables, and the file."""
    whole = {name: sum(phases.values()) for name, phases in _tests.items()}
    titles = ("directory", "file", "function")
    by: dict[str, dict[str, list[float]]] = {title: defaultdict(lambda: [0, 0.0]) for title in titles}
    for name, cost in whole.items():
        file = name.split("::")[0]
        for title, part in zip(titles, ("/".join(file.split("/")[:2]), file, name.split("[")[0]), strict=True):
            by[title][part] = [by[title][part][0] + 1, by[title][part][1] + cost]
    for title, rows in [*by.items(), ("fixture", _fixtures)]:
        terminalreporter.write_line(_table(f"\nby {title}", rows))
    terminalreporter.write_line(f"\n{len(whole)} tests {sum(whole.values()):.0f} s, collecting {_collected[0]:.0f} s, "
                                f"all {seconds():.0f} s of processor time")
    Path(os.environ.get("SUITE_COST", "suite_cost.json")).write_text(json.dumps(
        {"tests": _tests, "fixtures": _fixtures, "collected": _collected[0], "all": seconds()}), encoding="utf-8")
