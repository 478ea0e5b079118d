"""``spectralign model``: the life of a model: versions, check samples, updates, approval, the way back."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.errors import ParameterError
from ..core.naming import counted
from ..session.audit.signing import MEANINGS
from ._outputs import refuse_clashing_outputs, require_ending
from ._words import tell, unended, warn

if TYPE_CHECKING:
    from ..io.audit.signed import Signing
    from ..io.lifecycle.record import Record

ACTIONS = ("start", "check", "show", "propose", "approve", "decline", "roll-back", "current", "sign",
           "require-signatures", "verify", "export")
ALARM = 3
"""Exit code of check and show where the last day has an alarm."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", choices=ACTIONS,
                        help="start: begin a record with MODEL.h5; check: enter check samples of a day; show: "
                             "versions and check days; propose: an update, judged on held-back samples; approve, "
                             "decline: decide on it; roll-back: to an earlier version; current: print the model file "
                             "in force; sign: sign the record, or a version, up to now; require-signatures: from now "
                             "on only approvers of --users decide, with a signature; verify: whether the record was "
                             "changed; export: every entry as CSV or HTML. Exit code of check and show: 3 where the "
                             "last day has an alarm, else 0")
    parser.add_argument("record", metavar="RECORD.life")
    parser.add_argument("file", nargs="?", metavar="MODEL.h5|SPECTRA", help="of start and check")
    parser.add_argument("--instrument", default="", metavar="NAME", help="of start (required): instrument that it "
                        "predicts for")
    parser.add_argument("--values", default="", metavar="VALUES.csv", help="of check (required): reference values")
    parser.add_argument("--day", default="", metavar="2026-01-31", help="of check (default today)")
    parser.add_argument("--held-back", default="", metavar="NAME,NAME", help="of check: samples that only judge "
                        "updates and never take part in one (default every second one); what a sample was first, it "
                        "stays")
    parser.add_argument("--by", default="", metavar="bias|slope|change|recursive|MODEL.h5", help="of propose "
                        "(required): correct the mean error; a line of bias and slope; only what has changed since "
                        "the samples were first measured; that change followed from day to day (Kalman filter); or "
                        "another model, fitted again")
    parser.add_argument("--since", default="", metavar="DAY", help="of propose: first day that counts (default where "
                        "the drift began)")
    parser.add_argument("--version", type=int, default=0, metavar="N", help="of approve, decline and roll-back "
                        "(required)")
    parser.add_argument("--who", default="", metavar="NAME", help="person (the account is added); required by start, "
                        "propose, approve, decline, roll-back, sign and require-signatures")
    parser.add_argument("--why", default="", metavar="TEXT", help="reason; required by approve, decline and roll-back")
    parser.add_argument("--users", default="", metavar="LAB.users", help="users file: sign this step (approve, "
                        "decline, roll-back, sign, require-signatures; the pass phrase is asked for); of verify: whose "
                        "the signatures are")
    parser.add_argument("--meaning", choices=MEANINGS, help="of sign")
    parser.add_argument("--head", default="", metavar="HASH", help="of verify: a last hash that was noted earlier")
    parser.add_argument("--output", metavar="OUT.(csv|html)", help="of export")
    parser.add_argument("--json", action="store_true", help="of show: print it as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Do it."""
    action = str(arguments.action).replace("-", "_")
    result: int = globals()[f"do_{action}"](arguments)
    return result


def _needed(arguments: argparse.Namespace, *names: str) -> None:
    for name in names:
        if not getattr(arguments, name):
            raise ParameterError("call.model_needs", action=arguments.action,
                                 what={"file": "a file", "by": "--by", "version": "--version"}.get(name, f"--{name}"))


def do_start(arguments: argparse.Namespace) -> int:
    """Begin."""
    from ..io.lifecycle import start

    _needed(arguments, "file", "instrument")
    record = start(arguments.record, arguments.file, arguments.instrument, arguments.who, arguments.why)
    print(f"{record.path.name} begun with {Path(arguments.file).name} as version 1")
    return 0


def do_check(arguments: argparse.Namespace) -> int:
    """Enter check samples."""
    from ..io.lifecycle import check

    _needed(arguments, "file", "values")
    names = [n.strip() for n in arguments.held_back.split(",") if n.strip()]
    record = check(arguments.record, arguments.file, arguments.values, arguments.day, names, arguments.who,
                   arguments.why)
    last = record.life.checks[-1]
    print(f"{last.day}: {counted(len(last.samples), 'check sample')}, {int(last.held_back.sum())} of them held back, "
          f"predicted by version {last.version}")
    return _standing(record)


def _standing(record: Record) -> int:
    for alarm in dict.fromkeys(record.life.alarms):
        warn(unended(alarm))
    return ALARM if record.life.alarms else 0


def do_show(arguments: argparse.Namespace) -> int:
    """Versions and days."""
    from ..io.lifecycle import read_record
    from ..presenters.lifecycle import day_rows, samples_text, standing, version_rows

    record = read_record(arguments.record)
    life = record.life
    if arguments.json:
        print(json.dumps(as_tree(record), indent=2, ensure_ascii=False, allow_nan=False))
        return _standing(record)
    print(f"{record.path.name}: {', '.join(life.properties)} on {life.instrument}")
    for row in version_rows(life):
        number, state, how, days, judged, who, when, why, file = row
        print(f"version {number}, {state}: {how}; {days} check days; {judged + '; ' if judged else ''}{who}, {when}"
              f"{f' ({why})' if why else ''}; {file}")
    for day, version, samples, held, name, error, low, high, alarm in day_rows(life):
        print(f"{day}, version {version}, {name}: mean error {error:+.4g} of {samples}, {held} held back; "
              f"limits {low:.4g} to {high:.4g}{', alarm' if alarm else ''}")
    print(samples_text(life), end="\n" if life.checks else "")
    said, mood = standing(life)
    print(said)
    return ALARM if mood == "bad" else _standing(record)  # it holds the alarms already


def as_tree(record: Record) -> dict[str, object]:
    """What `show` says, for programs."""
    from ..presenters.lifecycle import DAYS, VERSIONS, day_rows, standing, version_rows

    life = record.life
    return {"instrument": life.instrument, "properties": list(life.properties), "current": life.current,
            "versions": [dict(zip(VERSIONS, row, strict=True)) for row in version_rows(life)],
            "days": [dict(zip(DAYS, row, strict=True)) for row in day_rows(life)], "alarms": list(life.alarms),
            "held_back": [k for k, held in life.roles.items() if held], "standing": standing(life)[0],
            "entries": life.entries, "head": life.head}


def do_propose(arguments: argparse.Namespace) -> int:
    """An update."""
    from ..core.validation.updates import KINDS
    from ..io.lifecycle import propose, propose_model
    from ..presenters.lifecycle import judged_text

    _needed(arguments, "by", "who")
    way = propose if arguments.by in KINDS else propose_model
    record = way(arguments.record, arguments.by, arguments.since, arguments.who, arguments.why)
    made = record.life.versions[-1]
    print(f"version {made.number} proposed, by check samples since {made.since}: {Path(made.file).name}")
    print(judged_text(record.life, made))
    return 0


def do_approve(arguments: argparse.Namespace) -> int:
    """Put a version in force."""
    from ..io.lifecycle import approve

    _needed(arguments, "version")
    record = approve(arguments.record, arguments.version, arguments.who, arguments.why, _signing(arguments))
    print(f"version {arguments.version} is in force; {record.path.name} has {record.life.entries} entries")
    return 0


def do_decline(arguments: argparse.Namespace) -> int:
    """Decide against a version."""
    from ..io.lifecycle import decline

    _needed(arguments, "version")
    record = decline(arguments.record, arguments.version, arguments.who, arguments.why, _signing(arguments))
    print(f"version {arguments.version} is declined; version {record.life.current} stays in force")
    return 0


def do_roll_back(arguments: argparse.Namespace) -> int:
    """Back to an earlier version."""
    from ..io.lifecycle import roll_back

    _needed(arguments, "version")
    record = roll_back(arguments.record, arguments.version, arguments.who, arguments.why, _signing(arguments))
    print(f"version {record.life.current} is in force again")
    return 0


def _signing(arguments: argparse.Namespace, always: bool = False) -> Signing | None:
    """The pass phrase, where a users file is given or the record asks for signatures."""
    from ..io.lifecycle import Signing, read_record
    from ._pass_phrase import PassPhrases

    if not (always or arguments.users or read_record(arguments.record).life.root):
        return None
    _needed(arguments, "who", "why")
    return Signing(arguments.users, PassPhrases().ask(arguments.who))


def do_sign(arguments: argparse.Namespace) -> int:
    """Sign."""
    from ..io.lifecycle import sign

    _needed(arguments, "meaning")
    signing = _signing(arguments, always=True)
    assert signing is not None
    record = sign(arguments.record, arguments.who, arguments.meaning, arguments.why, signing, arguments.version)
    what = f"version {arguments.version}" if arguments.version else "the record"
    print(f"{what} is signed as {arguments.meaning}; {record.path.name} has {record.life.entries} entries")
    return 0


def do_require_signatures(arguments: argparse.Namespace) -> int:
    """Only approvers decide from now on."""
    from ..io.lifecycle import require

    _needed(arguments, "users")
    signing = _signing(arguments, always=True)
    assert signing is not None
    record = require(arguments.record, arguments.who, arguments.why, signing)
    print(f"decisions in {record.path.name} are signed by approvers of {Path(record.life.users).name} from now on")
    return 0


def do_current(arguments: argparse.Namespace) -> int:
    """Print the model file in force, for other commands."""
    from ..io.lifecycle import current_model

    print(current_model(arguments.record))
    return 0


def do_verify(arguments: argparse.Namespace) -> int:
    """Whether the record and its model files are as they were written."""
    from ..io.lifecycle import read_record, verify_signatures
    from ..io.lifecycle.models import verify_files

    record = read_record(arguments.record, arguments.head.strip().lower())
    for remark in record.found.remarks:
        warn(unended(remark))
    verify_files(record)
    said = verify_signatures(record, arguments.users)
    if said is not None:
        tell(unended(str(said)))
    print(f"{record.path.name} and its model files are as they were entered: "
          f"{counted(record.life.entries, 'entry', 'entries')}, last hash {record.life.head}")
    return 0


def do_export(arguments: argparse.Namespace) -> int:
    """Every entry as a table or a document."""
    from ..io.atomic import write_text
    from ..io.audit.export import as_csv, as_html
    from ..io.lifecycle import read_record

    if not arguments.output:
        raise ParameterError("say where to with --output.")
    refuse_clashing_outputs([arguments.output], [arguments.record])
    require_ending(arguments.output, (".csv", ".html"))
    record = read_record(arguments.record)
    write_text(arguments.output, as_csv(record.trail) if arguments.output.lower().endswith(".csv") else
               as_html(record.trail, record.found, str(record.path)))
    print(f"{counted(record.life.entries, 'entry', 'entries')}, written to {arguments.output}")
    return 0
