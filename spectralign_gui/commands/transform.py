"""``spectralign transform``: bring new spectra into the joint space, or onto another instrument."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..core.data import SpectralDataset
from ..core.data.columns import without_persons
from ..core.errors import ParameterError
from ..core.notes import Note, about
from ..io.hdf5 import INSTRUMENTS, new_hdf5, write_dataset, write_texts
from ..io.model_file import load_model
from ..io.table import write_table
from ..io.tree import encode_key
from ..session.predict.new_spectra import quantity_note
from ._outputs import refuse_clashing_outputs
from ._reading import add_reading, reading_of
from ._session import read_one, warn
from ._several import add_average_repeats, average_alone
from ._words import unended
from .threads import add_threads_argument


def shown_names(dataset: SpectralDataset) -> list[str]:
    """Sample names; a spectrum without one is known by its row, as in a pairs file."""
    return [name if name.strip() else f"#{row + 1}" for row, name in enumerate(dataset.sample_names)]


def _readable_names(dataset: SpectralDataset) -> list[str]:
    """As `shown_names`, for a file of spectra: a line that begins with # would be read as a remark."""
    return [f"row {name[1:]}" if name.startswith("#") else name for name in shown_names(dataset)]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_threads_argument(parser)
    parser.add_argument("model", metavar="MODEL.h5")
    parser.add_argument("new", metavar="NEW", help="file with new spectra, a folder of them, or a pattern in "
                        "quotation marks such as 'folder/*.csv'")
    parser.add_argument("--instrument", required=True, metavar="NAME", help="instrument that measured them")
    parser.add_argument("--to", metavar="NAME", help="give spectra as this instrument would have measured them")
    parser.add_argument("--output", required=True, metavar="OUT.(h5|csv)")
    add_reading(parser)
    add_average_repeats(parser, one=True)


def run(arguments: argparse.Namespace) -> int:
    """Transform and write."""
    refuse_clashing_outputs([arguments.output], [arguments.model, arguments.new])
    suffix = Path(arguments.output).suffix.lower()
    if suffix not in (".h5", ".hdf5", ".csv"):
        raise ParameterError(about(arguments.output, Note("call.output_ending", "error")))
    model = load_model(arguments.model)
    dataset = read_one(arguments.new, model.axes[model.index(arguments.instrument)].unit, reading_of(arguments))
    dataset = average_alone(dataset) if arguments.average_repeats else dataset
    note = quantity_note(dataset, model.quantities[model.index(arguments.instrument)])
    if note:
        warn(unended(note))
    if arguments.to:
        moved = model.to_spectra(dataset, arguments.instrument, arguments.to)
        if suffix == ".csv":
            write_table(arguments.output, ["Sample", *(f"{v:.10g}" for v in moved.axis.values)],
                        [[name, *row] for name, row in zip(_readable_names(moved), moved.spectra.tolist(),
                                                           strict=True)])
        else:
            with new_hdf5(arguments.output) as file:
                file.attrs["format"] = "spectralign-spectra"
                write_dataset(file.create_group(INSTRUMENTS), without_persons(moved))
    else:
        embedding = model.transform(dataset, arguments.instrument)
        if suffix == ".csv":
            write_table(arguments.output, ["Sample", *(f"dimension {j + 1}" for j in range(embedding.shape[1]))],
                        [[name, *row] for name, row in zip(shown_names(dataset), embedding.tolist(), strict=True)])
        else:
            with new_hdf5(arguments.output) as file:
                file.attrs["format"] = "spectralign-embedding"
                name = encode_key(arguments.instrument)
                file.create_group("embedding").create_dataset(name, data=embedding)
                write_texts(file.create_group("sample_names"), name, dataset.sample_names)
    print(f"{len(dataset)} spectra of {arguments.instrument} transformed, written to {arguments.output}")
    return 0
