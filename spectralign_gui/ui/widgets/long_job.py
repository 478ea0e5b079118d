"""What a dock with one long job of its own does: a bar, a sentence, stop, and what is done when it is over."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QProgressBar

from ...jobs import Job
from .time_left import show_stage


class LongJob:
    """Mixin for a dock; it has `bar` and `says` and implements `_refresh` (actions and buttons)."""

    bar: QProgressBar
    says: QLabel
    _job: Job | None = None

    @property
    def running(self) -> bool:
        """Whether the job is under way."""
        return self._job is not None

    def _refresh(self, *_: object) -> None:
        raise NotImplementedError

    def _begin(self) -> None:
        """Show an empty bar; the job is about to start."""
        self.bar.setValue(0)
        self.bar.show()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def _abandon(self) -> None:
        """Stop the job of a session that is gone; nothing is heard of it any more."""
        if self._job is not None:
            self._job.discard()
            self._over()

    def _progress(self, stage: str, fraction: float, left: float) -> None:
        self.bar.setValue(round(1000 * fraction))
        show_stage(self.says, stage, left)

    def _failed(self, sentence: str) -> None:
        self._over()
        self.says.setText(sentence)

    def _over(self) -> None:
        self._job = None
        self.bar.hide()
        self._refresh()
