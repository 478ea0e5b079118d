"""Fixtures for all tests."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

# The suite draws the same problems every time, so that a failure is never by chance and can be repeated by anybody.
# No deadline: how long an example takes says how busy the machine is.
# New ones are drawn by HYPOTHESIS_PROFILE=explore ./test.sh tests/core; what fails there becomes an @example.
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.register_profile("explore", derandomize=False, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_collection_finish() -> None:
    """Modules stay: Python need not look through them whenever it looks for unused objects."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def same_numbers(request: pytest.FixtureRequest) -> None:
    """A module's RNG begins anew in every test: what a test draws does not hang on those that ran before it."""
    if hasattr(request.module, "RNG"):
        request.module.RNG = np.random.default_rng(0)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference vectors, real data and vendor files beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip("the folder ../shared with reference vectors and real files is not here")
    return SHARED


@pytest.fixture(scope="session")
def corn(shared: Path) -> Path:
    """Corn: three NIR instruments, 80 samples, 700 channels, no sample names."""
    return shared / "data" / "corn"


@pytest.fixture(scope="session")
def sugarcane(shared: Path) -> Path:
    """Sugarcane: instruments with different axes, semicolon files, padded names."""
    return shared / "data" / "sugarcane"
