"""The pairs that the automatic transfer found by the spectra, on the command line: told, written, never marked."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..core.errors import ParameterError
from ..io.table import write_table
from ..session.standards.found_pairs import FoundPairs, pairs_table
from ._outputs import require_ending

SHOWN = 5
"""Pairs that are named on the terminal."""


def add_found_pairs_argument(parser: argparse.ArgumentParser) -> None:
    """Declare ``--found-pairs``."""
    parser.add_argument("--found-pairs", metavar="P.csv",
                        help="with the method auto: write the pairs of spectra that it found although they are not "
                             "marked, as a pairs file to look through and to give to --pairs")


def check_found_pairs_argument(arguments: argparse.Namespace, methods: Sequence[str], values: bool = True) -> None:
    """Refuse ``--found-pairs`` where nothing looks for pairs.

    Raises
    ------
    ParameterError
    """
    if arguments.found_pairs is None:
        return
    if "auto" not in methods or not values:
        raise ParameterError("call.found_pairs_need_auto")
    require_ending(arguments.found_pairs, (".csv",))


def tell_found_pairs(
    arguments: argparse.Namespace, methods: Sequence[str], found: FoundPairs | None, in_comparison: bool = False,
) -> None:
    """Say what was found, and write it where that was asked for.

    `in_comparison`: whether fits of the comparison, where fewer samples are standards, used pairs that they found.
    """
    if "auto" not in methods:
        return
    if found is None:
        print("found pairs: none " + (
            "beyond those marked: the recommendation is from a last fit with all of them as standards. The comparison "
            "gives each fit fewer, and found partners of the others again (see above)" if in_comparison else
            "(no two spectra that are not marked seem to be of the same sample)") + (
            f"; {arguments.found_pairs} was not written" if arguments.found_pairs is not None else ""))
        return
    print(f"found pairs: {found.sentence}")
    for pair in found.pairs[:SHOWN]:
        print(f"  {_called(pair.a, pair.names[0])} = {_called(pair.b, pair.names[1])}, {100 * pair.sure:.0f} % sure")
    if len(found.pairs) > SHOWN:
        print(f"  and {len(found.pairs) - SHOWN} more, less sure")
    if arguments.found_pairs is not None:
        write_table(arguments.found_pairs, *pairs_table(found))
        print(f"written to {arguments.found_pairs}")


def _called(spectrum: tuple[str, int], name: str) -> str:
    return f"{spectrum[0]} {name or f'#{spectrum[1] + 1}'}"
