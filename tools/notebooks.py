"""Write the notebooks of ``docs/notebooks/`` from the texts below them: a file ``NAME.py`` with ``# %%`` cells each.

    python -m tools.notebooks          write
    python -m tools.notebooks --check  exit code 1 if a notebook is not that of its text

A cell that begins with ``# %% [markdown]`` is prose: its lines are comments.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "notebooks"


def cells(text: str) -> list[tuple[str, str]]:
    """(kind, source) of every cell; kind is "markdown" or "code"."""
    found = []
    for part in text.split("# %%")[1:]:
        head, _, body = part.partition("\n")
        if "[markdown]" in head:
            lines = [line.removeprefix("#").removeprefix(" ") for line in body.strip().splitlines()]
            found.append(("markdown", "\n".join(lines)))
        else:
            found.append(("code", body.strip()))
    return found


def notebook(text: str) -> dict[str, Any]:
    """A notebook (nbformat 4.5) without outputs."""
    made: list[dict[str, Any]] = []
    for number, (kind, source) in enumerate(cells(text)):
        cell = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": source.splitlines(keepends=True)}
        made.append(cell if kind == "markdown" else {**cell, "execution_count": None, "outputs": []})
    return {"cells": made, "metadata": {"language_info": {"name": "python"}, "kernelspec": {
        "display_name": "Python 3", "language": "python", "name": "python3"}}, "nbformat": 4, "nbformat_minor": 5}


def written(path: Path) -> str:
    """What belongs into the notebook of a text."""
    return json.dumps(notebook(path.read_text(encoding="utf-8")), indent=1, ensure_ascii=False) + "\n"


def main(check: bool) -> int:
    """Write them, or say which are old."""
    old = 0
    for path in sorted(FOLDER.glob("*.py")):
        target = path.with_suffix(".ipynb")
        text = written(path)
        if check and (not target.exists() or target.read_text(encoding="utf-8") != text):
            print(f"{target.name} is not that of {path.name}")
            old += 1
        elif not check:
            target.write_text(text, encoding="utf-8")
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
