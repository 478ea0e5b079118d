"""``spectralign import-model``: coefficients of another program, or exported ones, as a model of this one."""

from __future__ import annotations

import argparse

from ..core.data import QUANTITIES, UNITS
from ..core.naming import counted
from ..io.hdf5 import HDF5_ENDINGS
from ..io.imported import import_model
from ..io.model_file import save_model
from ._outputs import refuse_clashing_outputs, require_ending
from ._words import warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help=".json of export-model or of mdatools (writeJSON), or a table: a "
                        "row per channel, a column per property, one row called intercept")
    parser.add_argument("--output", required=True, metavar="MODEL.h5")
    parser.add_argument("--instrument", default="", metavar="NAME", help="its name (default that of the file)")
    parser.add_argument("--unit", default="", choices=UNITS, help="of the axis, where the file does not say it")
    parser.add_argument("--quantity", default="", choices=QUANTITIES, help="what the spectra are, where the file does "
                        "not say it")


def run(arguments: argparse.Namespace) -> int:
    """Read, save, say what it is."""
    refuse_clashing_outputs([arguments.output], [arguments.file])
    require_ending(arguments.output, HDF5_ENDINGS)
    model = import_model(arguments.file, arguments.instrument, arguments.unit, arguments.quantity)
    save_model(model, arguments.output, overwrite=True)
    axis = model.axes[0]
    if axis.unit == "unknown":
        warn("the unit of the axis is not known; spectra of any unit with the same numbers are taken (--unit says it)")
    print(f"{', '.join(model.properties)} from {counted(len(axis), 'channel')} of {model.instruments[0]}, written to "
          f"{arguments.output}")
    return 0
