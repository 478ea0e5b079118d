"""The console script ``spectralign``: parses the call and hands it to a command."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; returns the exit code (0 done, 1 a defect, 2 the input or the call is at fault)."""
    raise NotImplementedError


def main_window() -> int:
    """Entry of the gui-script: open the window."""
    return main([])


if __name__ == "__main__":
    sys.exit(main())
