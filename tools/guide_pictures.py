"""Make the pictures of the user guide (docs/images/guide) from the program itself, light theme.

    python tools/guide_pictures.py [FOLDER]

Needs no screen (QT_QPA_PLATFORM=offscreen).
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
scratch = tempfile.mkdtemp()
for name in ("CONFIG", "DATA", "STATE"):
    os.environ[f"XDG_{name}_HOME"] = scratch
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402
from PySide6.QtCore import QSettings, Qt  # noqa: E402
from PySide6.QtGui import QImage  # noqa: E402
from PySide6.QtWidgets import QCheckBox, QWidget  # noqa: E402

from spectralign_gui.io.samples import load_sample_session  # noqa: E402
from spectralign_gui.session.run import execute  # noqa: E402
from spectralign_gui.session.standards.pairing import hold_out_share  # noqa: E402
from spectralign_gui.shipped import sample  # noqa: E402
from spectralign_gui.ui import theme  # noqa: E402
from spectralign_gui.ui.app import application  # noqa: E402
from spectralign_gui.ui.main_window import MainWindow  # noqa: E402
from tools.screenshots import settle  # noqa: E402

FOLDER = ROOT / "docs" / "images" / "guide"


def save(widget: QWidget, folder: Path, name: str, width: int = 900) -> None:
    """A picture with few colours, which is small and sharp."""
    image = widget.grab().toImage()
    if image.width() > width:
        image = image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)[:, :image.width()]
    colours, counts = np.unique(pixels, return_counts=True)
    # its own colours, the most frequent ones: without a table Qt takes a fixed palette, and dithers plain areas
    table = [int(c) | 0xFF000000 for c in colours[np.argsort(-counts)][:256]]
    image = image.convertToFormat(QImage.Format.Format_Indexed8, table, Qt.ImageConversionFlag.AvoidDither)
    image.save(str(folder / f"{name}.png"), "PNG", 0)


def main() -> int:
    """Make all pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    app = application()
    theme.set_mode("light")
    theme.finish()
    window = MainWindow(settings=QSettings(str(Path(scratch) / "guide.ini"), QSettings.Format.IniFormat))
    window.resize(1500, 950)
    window.show()
    settle(app, window)
    window.restore_layout()  # for this size
    settle(app, window)
    state = load_sample_session("libs")
    state = state.with_(standards=hold_out_share(state.standards, 0.3, 1))
    window.model.reset(state)
    for parameters in ({"mu": 0.3}, {}):
        window.model.change("parameters", state.with_(parameters={"lra": parameters}))
        window.model.add_run(execute(window.model.state))
    settle(app, window)
    save(window, folder, "window", 1200)

    def dock(name: str, title: str = "", size: tuple[int, int] = (900, 430)) -> QWidget:
        found = window.docks[name]
        found.setFloating(True)
        found.resize(*size)
        found.show()
        found.raise_()
        settle(app, window)
        save(found.widget(), folder, title or name)
        return found

    dock("standards", size=(560, 620))
    window.docks["preprocessing"].resize(520, 640)
    dock("preprocessing", size=(520, 640))
    dock("method", size=(380, 640))
    dock("embedding", size=(700, 560))
    dock("reconstruction", size=(900, 460))
    suggest = window.docks["suggest"]
    suggest.suggest.trigger()
    dock("suggest", size=(620, 640))
    compare = window.docks["compare"]
    compare.form.standards.setText("5, 15")
    compare.form.repeats.setValue(3)
    compare.form.check_only(("bias", "lra", "cca", "pls-joint"))
    compare.start.trigger()
    settle(app, window)
    dock("compare", size=(1200, 480))
    predict = window.docks["predict"]
    predict.predict_files([sample("libs/libs_field.csv")])
    settle(app, window)
    dock("predict", size=(900, 380))
    sweep = window.docks["sweep"]
    sweep.form.first.setCurrentIndex(sweep.form.first.findData("mu"))
    sweep.form.first_values.setText("0.1, 0.3, 0.5, 0.7, 0.9")
    sweep.form.second.setCurrentIndex(sweep.form.second.findData("n_components"))
    sweep.form.second_values.setText("2, 3, 5, 8")
    sweep.form.rmsep.setChecked(False)
    sweep.start.trigger()
    settle(app, window)
    dock("sweep", size=(1000, 400))
    for run in window.model.runs[:2]:
        window.model.set_current_run(run)
        window.docks["side-by-side"].pin.trigger()
    dock("side-by-side", size=(900, 420))
    window.model.reset(load_sample_session("dollar"))
    window.model.add_run(execute(window.model.state))
    window.docks["short-circuits"].show()  # it is built when it is first seen
    window.docks["short-circuits"].raise_()
    settle(app, window)
    window.docks["short-circuits"].findChild(QCheckBox, "short-circuits-only-between").setChecked(True)
    dock("short-circuits", size=(1100, 480))
    window.importer.open([sample("raman/raman_green.csv"), sample("raman/raman_red.csv")], look=True)
    settle(app, window, 1.5)
    window.importer.dialog.resize(1100, 640)
    settle(app, window)
    save(window.importer.dialog, folder, "import")
    os._exit(0)  # the open dialog would ask


if __name__ == "__main__":
    main()
