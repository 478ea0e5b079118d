"""Readers: one file per format family; content is sniffed before the extension."""

from .contract import Block, Choice, Guess, Reader, ReadResult, Table
from .registry import choose_reader, plugin_problems, rank_readers, reader, readers, register_reader

__all__ = ["Block", "Choice", "Guess", "ReadResult", "Reader", "Table", "choose_reader", "plugin_problems",
           "rank_readers", "reader", "readers", "register_reader"]
