"""Writers: one file per format; each saves whole files atomically and is read back equal."""

from __future__ import annotations

from .registry import Writer, formats, write, writer_for

__all__ = ["Writer", "formats", "write", "writer_for"]
