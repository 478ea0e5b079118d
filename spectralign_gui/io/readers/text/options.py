"""What the user may set when a text file is read; None means: guess it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ....core.errors import ParameterError
from ....core.notes import Note

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", " ": "spaces", "|": "bar"}
ORIENTATIONS = {"rows": Note("way.rows", "info"), "columns": Note("way.columns", "info"),
                "pairs": Note("way.pairs", "info"), "table": Note("way.table", "info")}
COMPUTED = ("reflectance", "transmittance", "absorbance")
_SPELLED = {"comma": ",", "semicolon": ";", "tab": "\t", "\\t": "\t", "space": " ", "spaces": " ", "bar": "|",
            "pipe": "|"}


@dataclass(frozen=True)
class TextOptions:
    """How a delimited text file is read. Lines and columns are counted from 1, as an editor shows them; 0 means none.

    Parameters
    ----------
    encoding : str, optional
        "utf-8", "utf-16-le", "cp1252" ...
    separator : str, optional
        One of ``, ; tab | space`` (space: any run of blanks).
    decimal : {".", ","}, optional
    thousands : str, optional
        "" for none, else "." "," "'" or " ".
    orientation : {"rows", "columns", "pairs", "table"}, optional
    header_line : int, optional
        Line that holds the axis (rows) or the column titles (columns, table); 0: none.
    first_line : int, optional
        First line of data.
    axis_row : int, optional
        Line that holds the axis: spectra in rows (short for `orientation` and `header_line`).
    axis_column : int, optional
        Column of the axis (columns); 0: the file has none.
    name_column : int, optional
        Column of sample names (rows, table); 0: none.
    group_column : int, optional
        Column that gives the group of each sample (rows); 0: none.
    property_columns : tuple of int, optional
        Columns of reference values beside the spectra (rows).
    spectrum_columns : tuple of int, optional
        Columns taken as spectra (columns); default all, or the processed signal where an instrument wrote
        dark, reference and signal side by side.
    compute : {"reflectance", "transmittance", "absorbance"}, optional
        Compute it from the columns of sample, dark and white that stand side by side.
    unit, quantity : str, optional
    """

    encoding: str | None = None
    separator: str | None = None
    decimal: str | None = None
    thousands: str | None = None
    orientation: str | None = None
    header_line: int | None = None
    first_line: int | None = None
    axis_row: int | None = None
    axis_column: int | None = None
    name_column: int | None = None
    group_column: int | None = None
    property_columns: tuple[int, ...] | None = None
    spectrum_columns: tuple[int, ...] | None = None
    compute: str | None = None
    unit: str | None = None
    quantity: str | None = None

    def __post_init__(self) -> None:
        if self.separator is not None:
            value = _SPELLED.get(self.separator, self.separator)
            if value not in SEPARATORS:
                raise ParameterError("text.option_one_of", option="separator", known=list(SEPARATORS.values()),
                                     value=self.separator)
            object.__setattr__(self, "separator", value)
        if self.decimal not in (None, ".", ","):
            raise ParameterError("text.option_decimal", value=self.decimal)
        if self.orientation is not None and self.orientation not in ORIENTATIONS:
            raise ParameterError("text.option_one_of", option="orientation", known=list(ORIENTATIONS),
                                 value=self.orientation)
        if self.compute not in (None, *COMPUTED):
            raise ParameterError("text.option_one_of", option="compute", known=list(COMPUTED), value=self.compute)
        if self.separator == "," and self.decimal == ",":
            raise ParameterError("text.option_two_commas")
        if self.encoding is not None:
            try:
                "".encode(self.encoding)
            except LookupError:
                raise ParameterError("text.option_encoding", value=self.encoding) from None
        for name in ("header_line", "first_line", "axis_row", "axis_column", "name_column", "group_column"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, _count(name, value))
        if self.axis_row:
            object.__setattr__(self, "header_line", self.axis_row)
            object.__setattr__(self, "orientation", self.orientation or "rows")
        elif self.axis_column:
            object.__setattr__(self, "orientation", self.orientation or "columns")
        for name in ("property_columns", "spectrum_columns"):
            value = getattr(self, name)
            if value is not None:
                parts = str(value).split(",") if isinstance(value, str) else value
                object.__setattr__(self, name, tuple(_count(name, v) for v in parts if str(v).strip()))

    @classmethod
    def from_mapping(cls, options: Mapping[str, Any]) -> TextOptions:
        """Options from keywords (values may be text, as the command line gives them)."""
        return cls(**options)


def _count(name: str, value: Any) -> int:
    try:
        number = int(str(value).strip())
    except ValueError:
        raise ParameterError("text.option_count", option=name, value=str(value)) from None
    if number < 0:
        raise ParameterError("text.option_negative", option=name)
    return number


OPTION_NAMES = tuple(f.name for f in fields(TextOptions) if f.name not in ("unit", "quantity"))
