"""A validation from files to a report: what the command line and the window share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from ...core.errors import FileError
from ...core.notes import Note, about
from ...session.predict.model import Model
from ..atomic import write_text
from ..document import Document, render_document, signed
from ..read import read_dataset, sha256_of
from ..targets import read_targets
from .judged import Validation, validate
from .protocol import Protocol, read_protocol
from .report import data_files, document


@dataclass(frozen=True, eq=False)
class Filed:
    """What was judged.

    Parameters
    ----------
    found : Validation
    record : Document
    page : str
        The report as HTML, signed.
    digest : str
        Its signature.
    warnings : tuple of str
    """

    found: Validation
    record: Document
    page: str
    digest: str
    warnings: tuple[str, ...]

    def write(self, report: Path) -> list[Path]:
        """Write the report, and the data of every property beside it; all files that were written."""
        beside = data_files(self.found, report)
        write_text(report, self.page)
        for path, text in beside.items():
            write_text(path, text)
        return [report, *beside]

    def print_to(self, path: Path, write_pdf: Callable[[str, Path], None]) -> None:
        """Write the report as PDF."""
        write_pdf(render_document(self.record, printed=True).replace("0" * 64, self.digest), path)


def judge_files(model: Model, instrument: str, protocol: str | Path, spectra: str | Path, values: str | Path,
                operator: str = "", origin: str = "") -> Filed:
    """Judge a model.

    Parameters
    ----------
    model : Model
    instrument : str
    protocol, spectra, values : str or Path
    operator : str
    origin : str
        Where a model that is not from a file comes from, in words.

    Raises
    ------
    SpectrAlignError
        One sentence that names the file at fault.
    """
    asked = read_protocol(protocol)
    dataset = read_dataset(spectra)
    table = read_targets(values, dataset.sample_names)
    found = validate(model, dataset, table.names, table.targets, instrument, asked)
    warnings = (*(str(w) for w in dataset.warnings), *doubts(asked, spectra, values))
    listed = [("Spectra", spectra), ("Reference values", values), ("Protocol", protocol)]
    files = [(what, Path(path).name, sha256_of(Path(path))) for what, path in listed]
    if model.path:
        files.insert(0, ("Model", Path(model.path).name, sha256_of(Path(model.path))))
    record = document(found, f"{model.method.title}, spectra of {instrument}{f'; {origin}' if origin else ''}", files,
                      operator, warnings)
    return Filed(found, record, *signed(render_document(record)), warnings)


def doubts(protocol: Protocol, *paths: str | Path) -> Sequence[str]:
    """What speaks against the protocol having been there first."""
    found = []
    for path in map(Path, paths):
        try:
            made = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
        except OSError as error:
            raise FileError(about(path, Note("read.no_such_file", "error"))) from error
        if protocol.registered and made < datetime.fromisoformat(protocol.registered):
            found.append(f"{path.name} is older than the registration of the protocol.")
        elif not protocol.registered and made.date() < protocol.dated:
            found.append(f"{path.name} is older than the date of the protocol.")
    if protocol.dated > date.today():
        found.append("The protocol is dated in the future.")
    return found
