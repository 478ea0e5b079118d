"""Window state from one start to the next."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QMainWindow

from ...core.threads import set_threads
from .. import theme

SCALES = (100, 125, 150, 175, 200)


def save(window: QMainWindow, settings: QSettings) -> None:
    """Keep size and place."""
    settings.setValue("window/geometry", window.saveGeometry())
    settings.sync()


def restore(window: QMainWindow, settings: QSettings) -> None:
    """Put the window where it was."""
    geometry = settings.value("window/geometry")
    if isinstance(geometry, QByteArray):
        window.restoreGeometry(geometry)


def theme_mode(settings: QSettings) -> str:
    """The theme the user chose."""
    mode = str(settings.value("look/theme", "system"))
    return mode if mode in theme.MODES else "system"


def set_theme_mode(settings: QSettings, mode: str) -> None:
    """Keep and apply a theme."""
    settings.setValue("look/theme", mode)
    theme.set_mode(mode)


def threads(settings: QSettings) -> int | None:
    """Threads of calculations the user chose; None is automatic."""
    try:
        count = int(str(settings.value("calculation/threads", 0)))
    except ValueError:
        return None
    return count if count > 0 else None


def keep_threads(settings: QSettings, count: int | None) -> None:
    """Keep and apply a number of threads."""
    settings.setValue("calculation/threads", count or 0)
    set_threads(count)


def text_scale(settings: QSettings) -> int:
    """Size of text in percent of the system's."""
    try:
        scale = int(str(settings.value("look/scale", 100)))
    except ValueError:
        return 100
    return scale if scale in SCALES else 100
