"""What the reproduction scripts share: where results go, reconstructions of one set, neighbours of a reconstruction."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from spectralign_gui.core import create
from spectralign_gui.core.numerics.reconstruction import Reconstruction

SECTIONS = Path(__file__).resolve().parent / "sections"


def write_section(name: str, text: str) -> None:
    """Write one section of the page."""
    SECTIONS.mkdir(parents=True, exist_ok=True)
    (SECTIONS / f"{name}.md").write_text(text.strip() + "\n", encoding="utf-8")
    print(text)


def machine() -> str:
    """Interpreter, numpy and system, for the foot of a section."""
    return f"Python {platform.python_version()}, numpy {np.__version__}, {platform.system()} {platform.machine()}"


def reconstruction(X: np.ndarray, method: str = "lra", **values: object) -> Reconstruction:
    """R of one set: the set is aligned with itself, which changes nothing in its own reconstruction."""
    pairs = np.stack([np.arange(len(X))] * 2, axis=1)
    fitted = create(method, n_components=1, **values).fit([X, X], pairs)
    return fitted.reconstructions_[0]


def strongest(R: np.ndarray, count: int) -> np.ndarray:
    """(n, count) samples with the largest |R_ij|, the sample itself left out."""
    size = np.abs(R).copy()
    np.fill_diagonal(size, -1)
    return np.argsort(-size, axis=1, kind="stable")[:, :count]


def crossing_share(neighbours: np.ndarray, groups: np.ndarray, rows: Sequence[int] | None = None) -> float:
    """Share of neighbours that belong to another group than the sample."""
    rows = np.arange(len(groups)) if rows is None else np.asarray(rows)
    return float((groups[neighbours[rows]] != groups[rows, None]).mean())


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(c) for c in row) + " |" for row in rows])


def plus_minus(values: Sequence[float], digits: int = 3) -> str:
    """Mean ± standard deviation."""
    return f"{np.nanmean(values):.{digits}f} ± {np.nanstd(values):.{digits}f}"
