"""Tooltips that are lines rather than one line across the whole screen, and plain text whatever is in it."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import Qt  # the class with mightBeRichText

LONG = 80
"""Letters from which a tooltip is wrapped."""


def wrapped(text: str) -> str:
    """A long plain text so that Qt wraps it as a tooltip (it wraps only rich text); a short one as it is."""
    if len(text) <= LONG or "\n" in text or text.startswith("<"):
        return text
    return f"<qt>{escape(text, quote=False)}</qt>"


def plain_tip(text: str) -> str:
    """Any text, names of samples and files among it, as a tooltip that shows it letter by letter."""
    if not Qt.mightBeRichText(text) and all(len(line) <= LONG for line in text.split("\n")):
        return text
    return f"<qt>{escape(text, quote=False).replace(chr(10), '<br>')}</qt>"
