"""Run the checks, one after the other, each in an empty folder."""

from __future__ import annotations

import tempfile
import time
import warnings
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from ...core.errors import Cancelled
from ...core.monitor import Monitor, SilentMonitor
from .installed import computer, installation, program_files, versions
from .models import MODELS
from .numbers import NUMBERS
from .outcome import Area, Check, Outcome, SelfTest, Trial
from .reading import READING
from .saving import SAVING

AREAS = (NUMBERS, MODELS, READING, SAVING)


def run_self_test(operator: str = "", extra: Iterable[Area] = (), monitor: Monitor | None = None) -> SelfTest:
    """Try what the program does on this computer.

    Parameters
    ----------
    operator : str
        Who does it.
    extra : iterable of Area
        Further checks, as of the window's plots.
    monitor : Monitor, optional

    Returns
    -------
    SelfTest

    Examples
    --------
    >>> from spectralign_gui.io.self_test import run_self_test
    >>> run_self_test("A. Chemist").passed
    True
    """
    monitor = monitor or SilentMonitor()
    began, started = time.monotonic(), datetime.now().astimezone().isoformat(timespec="seconds")
    files = program_files()
    areas = [installation(files), *AREAS, *extra]
    listed = [(area.title, name, trial) for area in areas for name, trial in area.trials]
    checks = []
    for number, (title, name, trial) in enumerate(listed):
        monitor.report(f"{title}: {name}", number / len(listed))
        monitor.raise_if_cancelled()
        checks.append(_tried(title, name, trial))
    monitor.report("Done", 1.0)
    return SelfTest(tuple(checks), operator, started, time.monotonic() - began, computer(), versions(), files)


def _tried(area: str, name: str, trial: Trial) -> Check:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="spectralign-self-test-", ignore_cleanup_errors=True) as folder, \
            warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            outcome = trial(Path(folder))
        except Cancelled:
            raise
        except Exception as error:  # noqa: BLE001 - whatever goes wrong is what the check is there to find
            outcome = Outcome("no error", f"{type(error).__name__}: {error}", "", False)
    return Check(area, name, outcome, time.monotonic() - began)
