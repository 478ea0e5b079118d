"""The self-test as a document: installation qualification (what is there), operation qualification (does it work)."""

from __future__ import annotations

import csv
import io

from ...core.naming import counted
from ...version import __version__
from ..document import Document, Section
from ..report import Table
from .installed import tree_digest
from .outcome import Check, SelfTest

WORDS = {True: "passed", False: "FAILED", None: "not done"}
IQ = "Installation"


def in_short(found: SelfTest) -> str:
    """One sentence."""
    done = [c for c in found.checks if c.passed is not None]
    left = len(found.checks) - len(done)
    more = f"; {left} could not be done, because a part is not installed" if left else ""
    if found.passed:
        return f"All {counted(len(done), 'check', 'checks')} passed{more}."
    return f"{len(found.failed)} of {counted(len(done), 'check', 'checks')} failed{more}."


def document(found: SelfTest) -> Document:
    """What is put on file."""
    who = f" · operator {found.operator}" if found.operator else ""
    areas = list(dict.fromkeys(c.area for c in found.checks))
    sections = []
    if found.failed:
        sections.append(Section("What failed", warnings=[
            f"{c.area}, {c.name}: expected {c.outcome.expected}, got {c.outcome.got}." for c in found.failed]))
    sections += [
        Section("Computer", table=Table("", ["Item", "Value"], found.computer)),
        Section("Installation qualification (IQ): versions", table=Table("", ["Software", "Version"], found.versions)),
        Section("Installation qualification (IQ): checks", table=_table(found, IQ))]
    sections += [Section(f"Operation qualification (OQ): {area.lower()}", table=_table(found, area))
                 for area in areas if area != IQ]
    listing = io.StringIO()
    csv.writer(listing, lineterminator="\n").writerows([("File", "SHA-256"), *found.files])
    sections.append(Section("Installed files", [
        f"{counted(len(found.files), 'file', 'files')} of the program. SHA-256 of the list: "
        f"{tree_digest(found.files)}"], attached=[("installed_files.csv", listing.getvalue())]))
    sections.append(Section("SHA-256 of every file", table=Table("", ["File", "SHA-256 (first 32 digits)"], [
        (name, digest[:32]) for name, digest in found.files]), folded=True))
    return Document("SpectrAlign self-test: installation and operation qualification",
                    f"SpectrAlign {__version__}{who} · {found.started} · {found.seconds:.0f} s", in_short(found),
                    found.passed, sections)


def _table(found: SelfTest, area: str) -> Table:
    return Table("", ["Check", "Expected", "Got", "Limit", "Result"], [_row(c) for c in found.checks if c.area == area])


def _row(check: Check) -> list[str]:
    o = check.outcome
    return [check.name, o.expected, o.got, o.limit, WORDS[o.passed]]
