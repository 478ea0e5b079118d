"""Run all reproduction scripts and join their sections to one page: python -m benchmarks.reproduction [--join-only]"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from pathlib import Path

from .common import SECTIONS

NOT_SCRIPTS = {"common", "figure", "__main__"}


def key(path: Path) -> list[int]:
    """Chapter number in the heading of a section."""
    found = re.search(r"^## ([\d.]+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    return [int(n) for n in found.group(1).strip(".").split(".")] if found else [99]


def main() -> None:
    """Run and join."""
    folder = Path(__file__).resolve().parent
    if "--join-only" not in sys.argv:
        for module in sorted(m.name for m in pkgutil.iter_modules([str(folder)])):
            if module not in NOT_SCRIPTS:
                importlib.import_module(f"{__package__}.{module}").main()
    sections = sorted(SECTIONS.glob("*.md"), key=key)
    text = [re.sub(r"\]\((?=[\w-]+\.svg\))", "](sections/", s.read_text(encoding="utf-8")) for s in sections]
    (folder / "README.md").write_text(
        "# The dissertation's experiments, run again\n\nEvery section is written by the script of its name; numbers "
        "are given whether they agree with the dissertation or not.\n\n" + "\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
