"""Defects: everything into the log file, and one dialog that can be copied; repeats are folded."""

from __future__ import annotations

import faulthandler
import logging
import logging.handlers
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType
from typing import IO

import platformdirs
from PySide6.QtCore import QMessageLogContext, QObject, Qt, QtMsgType, QUrl, Signal, Slot, qInstallMessageHandler
from PySide6.QtGui import QDesktopServices, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout

from ...version import __version__
from .. import theme
from ..widgets import named
from ..widgets.as_written import Label

log = logging.getLogger("spectralign_gui")
LEVELS = {QtMsgType.QtDebugMsg: logging.DEBUG, QtMsgType.QtInfoMsg: logging.INFO,
          QtMsgType.QtWarningMsg: logging.WARNING, QtMsgType.QtCriticalMsg: logging.ERROR,
          QtMsgType.QtFatalMsg: logging.CRITICAL}


def log_folder() -> Path:
    """Where the log files are."""
    return Path(platformdirs.user_log_dir("SpectrAlign", appauthor=False))


class ErrorDialog(QDialog):
    """Shows defects; opened once, further ones are added to it."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        theme.dress(self)
        self.setObjectName("error-dialog")
        self.setWindowTitle("SpectrAlign: a defect")
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self._folder = folder
        self._counts: dict[str, int] = {}
        intro = Label("<b>Something went wrong inside SpectrAlign.</b><br>Your data are unchanged and you can "
                       "continue working. Please send this text to the developers.", rich=True)
        intro.setWordWrap(True)
        self.text = named(QPlainTextEdit(readOnly=True), "error-text", "Text of the defect",
                          "What went wrong, for those who mend the program")
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("&Copy", QDialogButtonBox.ButtonRole.ActionRole)
        copy.setObjectName("copy-error")
        folder_button = buttons.addButton("&Log folder", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(self.copy)
        folder_button.clicked.connect(self._open_folder)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        for widget in (intro, self.text, buttons):
            layout.addWidget(widget)
        self.resize(720, 420)

    def add(self, trace: str) -> None:
        """Show a traceback; one seen before only raises its count."""
        self._counts[trace] = self._counts.get(trace, 0) + 1
        parts = [f"SpectrAlign {__version__}, Python {sys.version.split()[0]}, {sys.platform}"]
        parts += [(f"[{count} times]\n" if count > 1 else "") + text for text, count in self._counts.items()]
        self.text.setPlainText("\n\n".join(parts))
        if not self.isVisible():
            self.show()

    @Slot()
    def copy(self) -> None:
        """Put the text on the clipboard."""
        QGuiApplication.clipboard().setText(self.text.toPlainText())

    @Slot()
    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))


class ErrorReporter(QObject):
    """Catches what nobody caught: in the GUI thread, in other threads, in Qt, and crashes.

    Parameters
    ----------
    folder : Path, optional
        Of the log files (default: the platform's log folder).
    """

    _arrived = Signal(str)

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = folder or log_folder()
        self.dialog: ErrorDialog | None = None
        self._crash_file: IO[str] | None = None
        self._handler: logging.Handler | None = None
        self._before = (sys.excepthook, threading.excepthook)
        # queued, so that a defect in any thread is shown in the GUI thread
        self._arrived.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Put the hooks in place."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handler = logging.handlers.RotatingFileHandler(
                self.folder / "spectralign.log", maxBytes=1_000_000, backupCount=3, encoding="utf-8", delay=True)
            handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
            logging.getLogger().addHandler(handler)
            self._handler = handler
            self._crash_file = open(self.folder / "crash.log", "a", encoding="utf-8")  # noqa: SIM115 - kept open
            faulthandler.enable(self._crash_file)
        except OSError as error:
            # without a writable home the program still works; say so where somebody may look
            print(f"spectralign: no log file can be written ({error})", file=sys.stderr)
        log.setLevel(logging.INFO)
        sys.excepthook = self._exception
        threading.excepthook = self._thread_exception
        qInstallMessageHandler(self._qt_message)

    def remove(self) -> None:
        """Take the hooks out again."""
        sys.excepthook, threading.excepthook = self._before
        qInstallMessageHandler(None)
        if self._handler is not None:
            logging.getLogger().removeHandler(self._handler)
            self._handler.close()
            self._handler = None
        if self._crash_file is not None:
            faulthandler.disable()
            self._crash_file.close()
            self._crash_file = None
        if self.dialog is not None:
            self.dialog.close()
            self.dialog.deleteLater()
            self.dialog = None

    @Slot(str, str)
    def defect(self, line: str, trace: str) -> None:
        """A defect in a job: already in the log, to be shown."""
        self._arrived.emit(trace)

    def _exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        log.error("uncaught\n%s", text)
        print(text, file=sys.stderr)
        self._arrived.emit(text)

    def _thread_exception(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
            self._exception(args.exc_type, args.exc_value, args.exc_traceback)

    def _qt_message(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        log.log(LEVELS.get(kind, logging.WARNING), "Qt: %s", message)
        if kind in (QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg):
            print(message, file=sys.stderr)

    @Slot(str)
    def _show(self, text: str) -> None:
        if self.dialog is None:
            self.dialog = ErrorDialog(self.folder)
        self.dialog.add(text)
