"""A record that is put on file: text and tables as one HTML file, signed with the SHA-256 of its content."""

from .document import Document, Section, render_document
from .signature import is_unchanged, signed

__all__ = ["Document", "Section", "is_unchanged", "render_document", "signed"]
