"""``spectralign audit``: the trail of a project or a model: begin, add, check, export."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..core.errors import FileError, ParameterError
from ..core.naming import counted
from ..io.atomic import write_text
from ..io.audit.export import as_csv, as_html
from ..io.audit.places import add, load_trail, start, verified
from ..io.audit.signed import checked_beside
from ..session.audit.signing import MEANINGS
from ._outputs import refuse_clashing_outputs, require_ending
from ._words import tell, unended, warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", choices=("start", "add", "sign", "verify", "export"),
                        help="start: begin a trail; add: an entry by hand; sign: sign it with all entries so far; "
                             "verify: whether nothing was changed; export: as CSV or HTML")
    parser.add_argument("file", metavar="PROJECT|MODEL.h5|REPORT")
    parser.add_argument("--who", default="", metavar="NAME", help="person; the account is added")
    parser.add_argument("--what", default="", metavar="TEXT", help="what was done (of add)")
    parser.add_argument("--why", default="", metavar="TEXT", help="reason")
    parser.add_argument("--head", default="", metavar="HASH", help="of verify: a last hash that was noted earlier")
    parser.add_argument("--users", default="", metavar="LAB.users", help="users file, of sign and verify")
    parser.add_argument("--meaning", choices=MEANINGS, help="of sign")
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
    if arguments.action == "sign":
        return signed(arguments)
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
    problem, said = checked_beside(arguments.file, arguments.users)
    if problem is not None:
        raise FileError("audit.not_sound", name=name, said=problem)
    if said is not None:
        tell(unended(str(said)))
    print(f"the trail of {name} is whole: {counted(found.entries, 'entry', 'entries')}, last hash {found.head}")
    return 0


def signed(arguments: argparse.Namespace) -> int:
    """Sign."""
    from ..io.audit.signed import Signing, sign_file
    from ._pass_phrase import PassPhrases

    if not arguments.users:
        raise ParameterError("signing.no_users")
    if not arguments.meaning:
        raise ParameterError("signing.meaning", meaning="none", meanings=list(MEANINGS))
    if not arguments.who.strip():
        raise ParameterError("life.who_needed")
    phrase = PassPhrases().ask(arguments.who)
    signer = sign_file(arguments.file, arguments.who, Signing(arguments.users, phrase), arguments.meaning,
                       arguments.why)
    print(f"{Path(arguments.file).name} is signed by {signer.name} ({signer.role}) as {arguments.meaning}")
    return 0
