"""Tooltips that are lines rather than one line across the whole screen."""

from __future__ import annotations

from html import escape

LONG = 80
"""Letters from which a tooltip is wrapped."""


def wrapped(text: str) -> str:
    """A long plain text so that Qt wraps it as a tooltip (it wraps only rich text); a short one as it is."""
    if len(text) <= LONG or "\n" in text or text.startswith("<"):
        return text
    return f"<qt>{escape(text, quote=False)}</qt>"
