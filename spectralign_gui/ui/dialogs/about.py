"""About."""

from __future__ import annotations

import platform
from importlib.metadata import version

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QVBoxLayout, QWidget

from ...version import __version__
from ..theme import icon
from ..widgets.as_written import Label


def about_dialog(parent: QWidget | None) -> QDialog:
    """The dialog: what this is, versions, sources."""
    dialog = QDialog(parent)
    dialog.setObjectName("about-dialog")
    dialog.setWindowTitle("About SpectrAlign")
    picture = Label()
    picture.setPixmap(icon("spectralign").pixmap(72, 72))
    picture.setAlignment(Qt.AlignmentFlag.AlignTop)
    text = Label(
        f"<h2>SpectrAlign {__version__}</h2>"
        "<p>Aligns spectra of different instruments and transfers calibrations between them.</p>"
        "<p>Methods after T. Boucher, <i>Transfer learning with mixtures of manifolds</i> (dissertation, 2018); "
        "Boucher, Carey, Mahadevan and Dyar, <i>Aligning mixed manifolds</i> (AAAI 2015); Wang and Mahadevan; "
        "and the calibration transfer of chemometrics. Every method names its source in the Method dock.</p>"
        f"<p>Python {platform.python_version()}, Qt for Python {version('PySide6-Essentials')}, "
        f"NumPy {version('numpy')}, SciPy {version('scipy')}, scikit-learn {version('scikit-learn')}.</p>"
        "<p>MIT licence. Nothing is sent anywhere; your files are never changed.</p>", rich=True)
    text.setWordWrap(True)
    text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    text.setMinimumWidth(400)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    top = QHBoxLayout()
    top.addWidget(picture)
    top.addWidget(text, 1)
    layout = QVBoxLayout(dialog)
    layout.addLayout(top)
    layout.addWidget(buttons)
    return dialog
