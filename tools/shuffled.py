"""A plug-in of pytest that changes the order of the tests: ``pytest -p tools.shuffled --order 7``.

Files come in another order, and so do the tests of each; what a file has set up once for itself still serves it.
"""

from __future__ import annotations

import random
from typing import Any


def pytest_addoption(parser: Any) -> None:
    """The seed of the order."""
    parser.addoption("--order", type=int, default=0, help="seed of another order of the tests; 0 leaves it")


def pytest_report_header(config: Any) -> str:
    """Say the seed, so that a failure can be had again."""
    return f"order: {config.getoption('--order')}"


def pytest_collection_modifyitems(config: Any, items: list[Any]) -> None:
    """Shuffle files, and tests within a file."""
    seed = config.getoption("--order")
    if not seed:
        return
    chance = random.Random(seed)
    files: dict[Any, list[Any]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    order = list(files)
    chance.shuffle(order)
    for path in order:
        chance.shuffle(files[path])
    items[:] = [item for path in order for item in files[path]]
