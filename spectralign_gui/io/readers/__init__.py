"""Readers: one file per format family; content is sniffed before the extension."""

from ._apart import read_apart
from ._fill import HUGE, PLAIN, without_fill
from ._h5_contents import scaled as scaled_values
from ._plausible import LARGEST, SMALLEST, implausible
from ._sheets import check_zip, is_workbook, workbook_sheets
from ._units import LAB_ERROR, NAME_WORDS, UNIT_IN_TITLE, UNIT_ROW
from ._wrap import PARSER_ERRORS, parsing
from .contract import Block, Choice, Guess, Reader, ReadResult, Table
from .registry import choose_reader, is_own, plugin_problems, rank_readers, reader, readers, register_reader

__all__ = [
    "HUGE", "LAB_ERROR", "LARGEST", "NAME_WORDS", "PARSER_ERRORS", "PLAIN", "SMALLEST", "UNIT_IN_TITLE", "UNIT_ROW",
    "Block", "Choice", "Guess", "ReadResult", "Reader", "Table", "check_zip", "choose_reader", "implausible",
    "is_own", "is_workbook", "parsing", "plugin_problems", "rank_readers", "read_apart", "reader", "readers",
    "register_reader", "scaled_values", "without_fill", "workbook_sheets",
]
