"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


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
