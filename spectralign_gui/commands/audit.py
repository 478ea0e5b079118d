"""``spectralign audit``: the trail of a project or a model: begin, add, check, export."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..core.errors import FileError, ParameterError
from ..core.naming import counted
from ..io.atomic import write_text
from ..io.audit.export import as_csv, as_html
from ..io.audit.places import add, load_trail, start, verified
from ._outputs import refuse_clashing_outputs, require_ending
from ._words import unended, warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", choices=("start", "add", "verify", "export"),
                        help="start: begin a trail; add: an entry by hand; verify: whether nothing was changed; "
                             "export: as CSV or HTML")
    parser.add_argument("file", metavar="PROJECT|MODEL.h5")
    parser.add_argument("--who", default="", metavar="NAME", help="person; the account is added")
    parser.add_argument("--what", default="", metavar="TEXT", help="what was done (of add)")
    parser.add_argument("--why", default="", metavar="TEXT", help="reason")
    parser.add_argument("--head", default="", metavar="HASH", help="of verify: a last hash that was noted earlier")
    parser.add_argument("--output", metavar="OUT.(csv|html)", help="of export")


def run(arguments: argparse.Namespace) -> int:
    """Do it."""
    name = Path(arguments.file).name
    if arguments.action == "start":
        start(arguments.file, arguments.who, arguments.why)
        print(f"{name} keeps an audit trail now")
        return 0
    if arguments.action == "add":
        if not arguments.what.strip():
            raise ParameterError("say what was done with --what.")
        add(arguments.file, arguments.what.strip(), arguments.who, arguments.why)
        print(f"entry added to the trail of {name}")
        return 0
    found = verified(arguments.file, arguments.head.strip().lower())
    for remark in found.remarks:
        warn(unended(remark))
    if arguments.action == "export":
        if not arguments.output:
            raise ParameterError("say where to with --output.")
        refuse_clashing_outputs([arguments.output], [arguments.file])
        require_ending(arguments.output, (".csv", ".html"))
        trail = load_trail(arguments.file)
        write_text(arguments.output, as_csv(trail) if arguments.output.lower().endswith(".csv") else
                   as_html(trail, found, arguments.file))
    if found.problem is not None:
        raise FileError("audit.not_sound", name=name, said=found.problem)
    print(f"the trail of {name} is whole: {counted(found.entries, 'entry', 'entries')}, last hash {found.head}")
    return 0
