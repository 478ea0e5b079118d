"""``spectralign users``: who may sign, with which role."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..core.errors import ParameterError
from ..core.naming import counted
from ..session.audit.people import key_of, listed
from ..session.audit.signing import ROLES, Signer
from ._pass_phrase import VARIABLE, PassPhrases


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", choices=("start", "add", "role", "pass", "withdraw", "list"),
                        help="start: begin a users file with NAME as its first approver; add: enter NAME with --role; "
                             "role: give NAME another one; pass: a new pass phrase; withdraw: NAME signs no more; "
                             "list: who is in it, after a look whether it was changed")
    parser.add_argument("file", metavar="LAB.users")
    parser.add_argument("name", nargs="?", default="", metavar="NAME")
    parser.add_argument("--role", choices=ROLES, help="of add and role")
    parser.add_argument("--by", default="", metavar="NAME", help="approver who does this; of pass without --by: NAME "
                        "itself")
    parser.add_argument("--why", default="", metavar="TEXT", help="reason")
    parser.epilog = ("Pass phrases are asked for. In a script they are lines of standard input or of the "
                     f"file that {VARIABLE} names: first that of --by, then the new one.")


def run(arguments: argparse.Namespace) -> int:
    """Do it."""
    from ..io.audit.users import begin, read_users

    name, file = arguments.name.strip(), Path(arguments.file).name
    if arguments.action == "list":
        users = read_users(arguments.file)
        for person, role, state, since in listed(users.people):
            print(f"{person}: {role}, {state}, since {since}")
        print(f"{file} is whole: {counted(len(users.trail), 'entry', 'entries')}, last hash {users.head}")
        return 0
    if not name:
        raise ParameterError("users.name_needed", action=arguments.action)
    phrases = PassPhrases()
    if arguments.action == "start":
        begin(arguments.file, name, phrases.ask(name, new=True), arguments.why)
        print(f"{file} begun with {name} as approver")
        return 0
    return changed(arguments, name, phrases)


def changed(arguments: argparse.Namespace, name: str, phrases: PassPhrases) -> int:
    """An entry by a person who is known."""
    from ..io.audit.users import add, authenticate, set_pass, set_role, withdraw

    file, why, action = arguments.file, arguments.why, arguments.action
    who = arguments.by.strip() or (name if action == "pass" else "")
    if not who:
        raise ParameterError("users.by_needed")
    if action in ("add", "role") and not arguments.role:
        raise ParameterError("users.role", role="none", roles=list(ROLES))
    by: Signer = authenticate(file, who, phrases.ask(who))
    if action == "add":
        add(file, by, name, arguments.role, phrases.ask(name, new=True), why)
    elif action == "role":
        set_role(file, by, name, arguments.role, why)
    elif action == "withdraw":
        withdraw(file, by, name, why)
    else:
        set_pass(file, by, name, phrases.ask(name, new=True), why)
    by_another = "" if key_of(who) == key_of(name) else f", set by {who}"
    print({"add": f"{name} is entered as {arguments.role}", "role": f"{name} is {arguments.role} now",
           "withdraw": f"{name} signs no more; earlier signatures stay valid",
           "pass": f"{name} has a new pass phrase{by_another}"}[action])
    return 0
