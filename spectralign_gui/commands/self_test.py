"""``spectralign self-test``: does the program work on this computer?"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from ..core.errors import FileError
from ..io.atomic import write_text
from ..io.document import is_unchanged, render_document, signed
from ..io.self_test import run_self_test
from ..io.self_test.report import document, in_short
from ._outputs import refuse_clashing_outputs, require_ending
from ._progress import TerminalMonitor
from ._words import warn

FAILED = 3
"""Exit code when a check failed: the call was right and the program went on to its end."""


class LineMonitor(TerminalMonitor):
    """Progress as lines of JSON, for a program that shows it."""

    def report(self, stage: str, fraction: float, **values: Any) -> None:
        """A line."""
        print(json.dumps({"stage": stage, "fraction": round(fraction, 4)}), file=sys.stderr, flush=True)

    def done(self) -> None:
        """Nothing is to be wiped."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--operator", default="", metavar="NAME", help="who does it; appears in the report")
    parser.add_argument("--report", metavar="OUT.html",
                        help="write what was found as a report, signed with its SHA-256")
    parser.add_argument("--pdf", metavar="OUT.pdf", help="write it as PDF (needs the window's packages)")
    parser.add_argument("--json", action="store_true", help="print every check as JSON")
    parser.add_argument("--no-plots", action="store_true", help="leave out the checks of plots, 3D and printing")
    parser.add_argument("--verify", metavar="REPORT.html", help="only say whether a report is as it was written")
    parser.add_argument("--progress-lines", action="store_true", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Run the checks, write the report, say what was found."""
    if arguments.verify:
        return verify(arguments.verify)
    refuse_clashing_outputs([arguments.report, arguments.pdf], [])
    require_ending(arguments.report, (".html",))
    require_ending(arguments.pdf, (".pdf",))
    monitor = LineMonitor() if arguments.progress_lines else TerminalMonitor()
    found = run_self_test(arguments.operator, () if arguments.no_plots else arguments.window_checks(), monitor)
    monitor.done()
    record = document(found)
    page, digest = signed(render_document(record))
    if arguments.report:
        write_text(arguments.report, page)
    if arguments.pdf:
        arguments.write_pdf(with_digest(render_document(record, printed=True), digest), Path(arguments.pdf))
    if arguments.json:
        print(json.dumps({**found.to_json(), "sha256": digest}, indent=2, ensure_ascii=False))
    else:
        for check in found.failed:
            warn(f"{check.area}, {check.name}: expected {check.outcome.expected}, got {check.outcome.got}")
        print(in_short(found))
        for path in filter(None, (arguments.report, arguments.pdf)):
            print(f"report written to {path}")
    return 0 if found.passed else FAILED


def with_digest(html: str, digest: str) -> str:
    """The printed form with the signature of the HTML form."""
    return html.replace("0" * 64, digest)


def verify(path: str) -> int:
    """Say whether a report is as it was written.

    Raises
    ------
    FileError
        It has changed, or is none.
    """
    if not is_unchanged(path):
        raise FileError("document.changed", name=Path(path).name)
    print(f"{Path(path).name} is as it was written")
    return 0
