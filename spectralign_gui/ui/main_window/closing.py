"""Closing: never in the middle of a run without asking, never with unsaved work without asking."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING

from ..dialogs import ask

if TYPE_CHECKING:
    from ..window import Window

log = logging.getLogger(__name__)
PATIENCE = 10.0
"""Seconds that a run gets to stop."""


def may_close(window: Window) -> bool:
    """Ask what has to be asked and stop what is running; whether the window may close."""
    jobs = window.controller.jobs
    # after a shutdown the list still holds jobs whose end has not been told yet: nothing is running any more
    running = [] if jobs.closed else [j for j in jobs.jobs if j.title and j is not window.project.saving]
    if running:
        what = ", ".join(dict.fromkeys(job.title for job in running))
        if ask(window, "Stop and close?", f"{what} is still under way.", ["&Stop and close"],
               detail="Its result will be lost. Everything else stays as it is.", name="ask-stop") != 0:
            return False
    if not window.keep_or_discard():
        return False
    return window.controller.shutdown(PATIENCE) or _end_anyway(window)


def _end_anyway(window: Window) -> bool:
    while True:
        answer = ask(window, "Still stopping", "A calculation has not stopped yet; it is inside a long step.",
                     ["&Wait", "&End the program now"], name="ask-end")
        if answer == 1:
            window.keep_state()
            log.warning("the program was ended with a calculation that did not stop")
            logging.shutdown()
            os._exit(0)  # a thread inside a library call cannot be stopped in any other way
        if answer != 0:
            return False
        if window.controller.shutdown(PATIENCE):
            return True
