"""``spectralign convert``: any spectra to HDF5, CSV, XLSX, MATLAB or JCAMP-DX."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..core.naming import counted
from ..io.intake.one_instrument import is_several
from ..io.writers import write, writer_for
from ..session.state import SessionState
from ._outputs import refuse_clashing_outputs
from ._reading import add_reading, reading_of
from ._session import load_instruments
from ._several import SPECTRA_HELP, add_average_repeats, averaged
from ._words import split_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="+", metavar="[NAME=]FILE", help=SPECTRA_HELP)
    parser.add_argument("--read", action="append", default=[], metavar="NAME:option=value",
                        help="how to read the file of an instrument (separator, decimal, unit ...)")
    add_reading(parser)
    add_average_repeats(parser)
    parser.add_argument("--persons", action="store_true", help="also write columns about persons (operator, user)")
    parser.add_argument("--output", required=True, metavar="OUT.(h5|csv|xlsx|mat|jdx)")


def run(arguments: argparse.Namespace) -> int:
    """Read all, write one."""
    refuse_clashing_outputs([arguments.output], arguments.files)
    writer_for(arguments.output)  # better said before reading than after
    datasets = load_instruments(arguments.files, arguments.read, reading_of(arguments))
    datasets = list(averaged(SessionState(tuple(datasets)), arguments.average_repeats).datasets)
    write(datasets, arguments.output, overwrite=True, persons=arguments.persons)
    what = "instrument" if any(is_several(split_name(word)[1]) for word in arguments.files) else "file"
    total = sum(len(d) for d in datasets)
    print(f"{total} spectra of {counted(len(datasets), what)} written to "
          f"{Path(arguments.output)}")
    return 0
