"""What is said of a result in two words, by its mood: the same wherever it is said."""

from __future__ import annotations

WORDS = {"good": "can be trusted", "warning": "uncertain", "bad": "not good", "muted": "not tested"}
