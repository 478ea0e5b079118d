"""The list of samples to measure as a page to print: empty cells for what comes back, lines for who and when."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

STYLE = ("body{font-family:sans-serif;font-size:10pt;color:#000;background:#fff}table{border-collapse:collapse;"
         "width:100%}th,td{border:1px solid #777;padding:6px 8px;text-align:left}th{background:#eee}"
         "thead{display:table-header-group}tr{page-break-inside:avoid}")


def measuring_page(title: str, header: Sequence[str], rows: Sequence[Sequence[Any]], note: str = "") -> str:
    """The list as one self-contained HTML page.

    Parameters
    ----------
    title : str
    header, rows : see `session.measuring.measuring_table`
    note : str
        A sentence below the list.
    """
    names = [*header, "done on", "remark"]
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(c)) or '&nbsp;'}</td>" for c in [*row, "", ""]) + "</tr>"
                   for row in rows)
    return (f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
            f"<style>{STYLE}</style></head><body><h1>{escape(title)}</h1>"
            "<p>Measured by: ____________________ &nbsp; Date: ____________________</p>"
            f'<table border="1" cellspacing="0" cellpadding="5"><thead><tr>{head}</tr></thead><tbody>{body}</tbody>'
            f"</table><p>{escape(note)}</p></body></html>")
