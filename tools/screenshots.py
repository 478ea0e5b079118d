"""Pictures of the window and of every dock, light and dark, with sample spectra.

    python tools/screenshots.py FOLDER [--set libs] [--size 1440x900] [--theme light] [--no-docks]

Needs no screen (QT_QPA_PLATFORM=offscreen).
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.session.standards.pairing import hold_out_share
from spectralign_gui.shipped import SAMPLE_SETS, sample
from spectralign_gui.ui import theme
from spectralign_gui.ui.app import application
from spectralign_gui.ui.main_window import MainWindow


def settle(app: QApplication, window: MainWindow, seconds: float = 0.6) -> None:
    """Let everything be drawn and every job end."""
    until = time.monotonic() + 120
    quiet = time.monotonic() + seconds
    rounds = 0  # on a busy computer a single round may take all the time
    while (time.monotonic() < quiet or rounds < 40) and time.monotonic() < until:
        app.processEvents()
        rounds += 1
        if window.controller.jobs.jobs or window.model.turns.busy:
            quiet = time.monotonic() + seconds
        time.sleep(0.005)


def main() -> int:
    """Make the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--set", default="libs", choices=list(SAMPLE_SETS))
    parser.add_argument("--size", default="1440x900")
    parser.add_argument("--theme", choices=("light", "dark"))
    parser.add_argument("--scale", type=int, default=100)
    parser.add_argument("--no-docks", action="store_true")
    arguments = parser.parse_args()
    folder = Path(arguments.folder)
    folder.mkdir(parents=True, exist_ok=True)
    app = application()
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    settings.clear()
    window = MainWindow(settings=settings)
    width, height = (int(part) for part in arguments.size.split("x"))
    window.resize(width, height)
    window.set_scale(arguments.scale)
    theme.finish()
    state = load_sample_session(arguments.set)
    window.model.reset(state.with_(standards=hold_out_share(state.standards, 0.2)))
    window.show()
    window.restore_layout()
    settle(app, window)
    window.controller.start()
    settle(app, window)
    name = state.instruments[0]
    window.model.selection.select([(name, 3), (name, 8)])
    for mode in (arguments.theme,) if arguments.theme else ("light", "dark"):
        theme.set_mode(mode)
        theme.finish()
        settle(app, window)
        window.grab().save(str(folder / f"window-{mode}.png"))
        if arguments.no_docks:
            continue
        for dock_name, dock in window.docks.items():
            dock.show()
            dock.raise_()
            settle(app, window, 0.4)
            dock.grab().save(str(folder / f"{dock_name}-{mode}.png"))
        paths = [sample(path) for path in SAMPLE_SETS[arguments.set][1]]
        window.importer.open(paths, look=True)
        settle(app, window)
        if window.importer.dialog is not None:
            window.importer.dialog.grab().save(str(folder / f"import-{mode}.png"))
            window.importer.dialog.reject()
    window.controller.shutdown()
    print(f"Pictures are in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
