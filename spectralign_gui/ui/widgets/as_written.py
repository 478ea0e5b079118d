"""Text from elsewhere – names of files, instruments, samples, runs – shown as it is written.

Qt draws a text that looks like HTML as HTML: a sample called ``<img src="//server/x">`` would have the program fetch a
picture. Labels are therefore plain text unless they say otherwise, and a tooltip, for which Qt knows no such switch, is
masked here.
"""

from __future__ import annotations

import re
from html import escape

from PySide6.QtGui import Qt  # this one knows what looks like rich text
from PySide6.QtWidgets import QLabel, QWidget

LONG = 80
"""Letters from which a tooltip is wrapped."""


MASKED = re.compile(r'<qt>(<p style="white-space:pre-wrap">)?[^<>]*(</p>)?</qt>')
"""What is made here: plain text in a frame, which is masked once only."""


def as_written(text: str) -> str:
    """A text that Qt shows as it is, also where it guesses; only what looks like HTML is changed."""
    if not Qt.mightBeRichText(text) or MASKED.fullmatch(text):
        return text
    return f'<qt><p style="white-space:pre-wrap">{escape(text, quote=False)}</p></qt>'


def wrapped(text: str) -> str:
    """A long plain text so that Qt wraps it as a tooltip (it wraps only rich text); a short one as it is."""
    if len(text) <= LONG or "\n" in text or MASKED.fullmatch(text):
        return as_written(text)
    return f"<qt>{escape(text, quote=False)}</qt>"


class Label(QLabel):
    """A label that shows its text as it is.

    Parameters
    ----------
    text : str
    parent : QWidget, optional
    rich : bool
        The text is written by the program and is HTML; names in it are escaped by whoever writes it.
    more
        Properties of Qt's.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None, *, rich: bool = False, **more: object) -> None:
        super().__init__(text, parent, **more)
        self.setTextFormat(Qt.TextFormat.RichText if rich else Qt.TextFormat.PlainText)
