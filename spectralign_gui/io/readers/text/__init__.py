"""Delimited text of any dialect: every guess is visible (`preview`) and can be overridden (`TextOptions`)."""

from .options import ORIENTATIONS, SEPARATORS, TextOptions
from .reader import Preview, TextReader, preview, resolved_options

__all__ = ["ORIENTATIONS", "SEPARATORS", "Preview", "TextOptions", "TextReader", "preview", "resolved_options"]
