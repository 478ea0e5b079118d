"""Tables with the two-row header of USGS PyHAT: a group (meta, comp, wvl) above each column's name."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.data import Targets
from ...core.errors import FileError
from ._units import NAME_WORDS
from ._wrap import parsing
from .contract import Block, Reader, ReadResult
from .fieldspec_text import _lines
from .registry import register_reader
from .text.numbers import to_number


@register_reader
class PyhatReader(Reader):
    """Columns under wvl are the spectra, under comp the reference values, under meta the names."""

    name = "pyhat"
    title = "USGS PyHAT table"
    extensions = (".csv",)

    def sniff(self, path: Path, head: bytes) -> float:
        """A first line of nothing but group names, wvl among them."""
        line = head.lstrip(b"\xef\xbb\xbf").split(b"\n", 1)[0].decode("utf-8", "replace")
        cells = [c.strip().strip('"').casefold() for c in line.split(",")]
        # a spreadsheet of thousands of channels may not end its first line within the head
        known = {"meta", "comp", "wvl", "masked", ""}
        return 0.96 if len(cells) > 3 and "wvl" in cells and set(cells[:-1]) <= known else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read spectra, names and reference values."""
        with parsing("PyHAT"):
            rows = [r for r in csv.reader(_lines(path)) if any(c.strip() for c in r)]
            groups = [c.strip().casefold() for c in rows[0]]
            titles = [c.strip() for c in rows[1]] if len(rows) > 1 else []
            body = rows[2:]
            if len(titles) != len(groups) or not body:
                raise FileError("pyhat.no_second_header")
            for number, row in enumerate(body, start=3):
                if len(row) != len(groups):
                    raise FileError("pyhat.row_of_other_width", row=number, cells=len(row),
                                    expected=len(groups))

            def column(j: int) -> np.ndarray:
                values = [to_number(row[j]) for row in body]
                bad = [k for k, v in enumerate(values) if v is None]
                if bad:
                    raise FileError("pyhat.not_a_number", row=bad[0] + 3, column=titles[j],
                                    cell=repr(body[bad[0]][j][:30]))
                return np.array(values, dtype=np.float64)

            waves = [j for j, g in enumerate(groups) if g == "wvl"]
            axis = np.array([float(titles[j]) for j in waves])
            spectra = np.stack([column(j) for j in waves], axis=1)
            properties = [j for j, g in enumerate(groups) if g == "comp" and titles[j]
                          and all(to_number(row[j]) is not None for row in body)]
            targets = None
            if properties:
                targets = Targets(tuple(titles[j] for j in properties), np.stack([column(j) for j in properties],
                                                                                 axis=1))
            meta = [j for j, g in enumerate(groups) if g == "meta"]
            named = [j for j in meta if NAME_WORDS.search(titles[j])]
            texts = [j for j in meta if any(to_number(row[j]) is None for row in body)]
            name = next(iter(named or texts), None)
        names = tuple(row[name].strip() for row in body) if name is not None else ()
        return ReadResult((Block(spectra, axis, names, "nm", "unknown", targets=targets),))
