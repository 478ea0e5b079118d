"""A document of sections, as HTML that Qt can print too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...shipped import folder
from ..report import Figure, Table


@dataclass(frozen=True)
class Section:
    """A heading with what stands below it.

    Parameters
    ----------
    title : str
    text : sequence of str
        Paragraphs.
    table : Table, optional
        Its own title is not shown.
    warnings : sequence of str
        Paragraphs that stand out.
    folded : bool
        Shown when it is asked for, and left out of a printed document.
    attached : sequence of (name, text)
        Files the reader of the HTML can save.
    figures : sequence of Figure
    """

    title: str
    text: Sequence[str] = ()
    table: Table | None = None
    warnings: Sequence[str] = ()
    folded: bool = False
    attached: Sequence[tuple[str, str]] = ()
    figures: Sequence[Figure] = ()

    @property
    def links(self) -> list[tuple[str, str]]:
        """Attached files as name and address."""
        from urllib.parse import quote

        return [(name, f"data:text/csv;charset=utf-8,{quote(text)}") for name, text in self.attached]


@dataclass(frozen=True)
class Document:
    """What is put on file.

    Parameters
    ----------
    title : str
    head : str
        Program, operator, date, in one line.
    lead : str
        What was found, in one sentence.
    passed : bool
        Whether `lead` is good news.
    sections : sequence of Section
    """

    title: str
    head: str
    lead: str
    passed: bool
    sections: Sequence[Section]


def render_document(document: Document, printed: bool = False) -> str:
    """The document as HTML, with a place for the signature (see `signature.signed`).

    Parameters
    ----------
    document : Document
    printed : bool
        For paper: without folded sections and attached files.
    """
    from jinja2 import Environment, FileSystemLoader, select_autoescape

    environment = Environment(loader=FileSystemLoader(folder("resources") / "templates"),
                              autoescape=select_autoescape(default=True, default_for_string=True),
                              trim_blocks=True, lstrip_blocks=True)
    sections = [s for s in document.sections if not (printed and s.folded)]
    return environment.get_template("document.html.j2").render(document=document, sections=sections, printed=printed)
