"""``spectralign methods``: what the program can do, with every parameter."""

from __future__ import annotations

import argparse
import json
import sys

from .. import core
from ..core.declaration import plugin_problems as method_problems
from ..core.notes import Note
from ..core.plugins import registered


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", nargs="?", help="only this method, with its parameters explained")
    parser.add_argument("--json", action="store_true", help="machine-readable")


def run(arguments: argparse.Namespace) -> int:
    """Print the list."""
    for problem in _problems():
        print(f"spectralign: {problem}", file=sys.stderr)
    found = [core.method(arguments.name)] if arguments.name else list(core.methods().values())
    if arguments.json:
        print(json.dumps({"methods": [info.describe() for info in found]}, indent=2, default=str))
    elif arguments.name:
        info = found[0]
        print(f"{info.name}: {info.title}\n{info.summary}\nSource: {info.source}")
        for p in info.parameters:
            limits = ", ".join(p.choices) or " to ".join(
                "" if v is None else f"{v:g}" for v in (p.minimum, p.maximum)).strip()
            default = "automatic" if p.is_automatic(p.default) else p.default
            print(f"  --set {p.name}={default}   {p.kind}{f' ({limits})' if limits not in ('', 'to') else ''}"
                  f"\n      {p.help}")
    else:
        width = max((len(info.name) for info in found), default=0)
        for info in found:
            print(f"{info.name:<{width}}  {info.family:<10}  {info.title}")
    return 0


def _problems() -> list[Note]:
    """What is wrong with methods and steps of other packages."""
    found = method_problems()
    if registered("spectralign.steps"):
        from ..preprocessing.step import plugin_problems

        found += plugin_problems()
    return found
