"""Progress on standard error: a bar on a terminal, silent otherwise."""

from __future__ import annotations

import shutil
import sys
import time
from typing import Any


class TerminalMonitor:
    """Monitor that draws one line; ``done()`` wipes it."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._start, self._last = time.monotonic(), 0.0

    def report(self, stage: str, fraction: float, **values: Any) -> None:
        """Draw the bar, at most ten times a second."""
        now = time.monotonic()
        if not self._shown or (now - self._last < 0.1 and fraction < 1.0):
            return
        self._last = now
        width = 24
        filled = round(width * min(max(fraction, 0.0), 1.0))
        left = (now - self._start) * (1 - fraction) / fraction if fraction > 0.02 else None
        tail = f"{left:4.0f} s left" if left is not None else ""
        line = f"[{'#' * filled}{'.' * (width - filled)}] {stage} {tail}"
        sys.stderr.write("\r\x1b[K" + line[: shutil.get_terminal_size().columns - 1])
        sys.stderr.flush()

    def raise_if_cancelled(self) -> None:
        """Ctrl-C raises KeyboardInterrupt by itself."""

    def done(self) -> None:
        """Wipe the bar."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
