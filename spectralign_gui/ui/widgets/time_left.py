"""How long something still takes, in the same words wherever it is said."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel


def duration(seconds: float) -> str:
    """A length of time as people say it; "" where it is not known."""
    if seconds < 0:
        return ""
    if seconds < 1.5:
        return "about 1 s left"
    if seconds < 90:
        return f"about {seconds:.0f} s left"
    if seconds < 5400:
        return f"about {seconds / 60:.0f} min left"
    return f"about {seconds / 3600:.1f} h left"


def show_stage(label: QLabel, stage: str, seconds: float) -> None:
    """Say what is being done and how long still."""
    label.setText(", ".join(part for part in (stage, duration(seconds)) if part))
