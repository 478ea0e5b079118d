"""Progress in the status bar: what is being done, how far, how long still, and the one button that ends it."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from ...jobs import Job, JobManager
from ..theme import set_icon
from ..widgets import ElidedLabel, named
from ..widgets.as_written import Label

CANCEL = ("Cancel", "Cancel; everything stays as it was (Esc)")
STOP = ("Stop", "Stop; what is done by now stays (Esc)")


class JobStatus(QWidget):
    """Follows the newest titled job; hidden while there is none."""

    def __init__(self, jobs: JobManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("job-status")
        self._jobs = jobs
        self._job: Job | None = None
        self.label = ElidedLabel("", 420)
        self.label.setObjectName("job-stage")
        self.bar = named(QProgressBar(maximum=1000), "job-progress", "Progress")
        self.bar.setFixedWidth(170)
        self.bar.setFormat("%p %")
        self.left = named(Label(), "job-time-left", look="muted")
        self.button = named(QPushButton(CANCEL[0]), "job-cancel", tip=CANCEL[1])
        set_icon(self.button, "cancel")
        self.button.clicked.connect(self.cancel)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 4, 0)
        for widget in (self.label, self.bar, self.left, self.button):
            layout.addWidget(widget)
        jobs.started.connect(self._started)
        jobs.ended.connect(self._ended)
        self.hide()

    @Slot()
    def cancel(self) -> None:
        """Cancel the job that is shown."""
        if self._job is not None:
            self._job.cancel()
            self.label.setText(f"{self._job.title}: stopping …")
            self.button.setEnabled(False)
            self.left.setText("")

    @Slot(object)
    def _started(self, job: Job) -> None:
        if job.title:
            self._follow(job)

    @Slot(object)
    def _ended(self, job: Job) -> None:
        if job is self._job:
            others = [j for j in self._jobs.jobs if j.title and j is not job]
            self._follow(others[-1] if others else None)

    def _follow(self, job: Job | None) -> None:
        if self._job is not None:
            self._job.progress.disconnect(self._progress)
        self._job = job
        if job is None:
            self.hide()
            return
        job.progress.connect(self._progress)
        self.label.setText(f"{job.title} …")
        self.left.setText("")
        self.bar.setRange(0, 0)  # no fraction known yet
        text, tip = STOP if job.keeps else CANCEL
        named(self.button, "job-cancel", tip=tip).setText(text)
        self.button.setEnabled(not job.cancel_asked)
        self.show()

    @Slot(str, float, float)
    def _progress(self, stage: str, fraction: float, seconds_left: float) -> None:
        title = self._job.title if self._job is not None else ""
        self.label.setText(f"{title}: {stage}" if stage else f"{title} …")
        self.bar.setRange(0, 1000)
        self.bar.setValue(int(fraction * 1000))
        if self._job is None or not self._job.paused:
            self.left.setText(duration(seconds_left))

    @Slot(bool)
    def show_paused(self, paused: bool) -> None:
        """Say that the run waits, or has gone on."""
        self.left.setText("paused" if paused else "")


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
