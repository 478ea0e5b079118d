"""Pictures for the pages of the methods: every method with its defaults on the LIBS sample spectra.

    python tools/method_pictures.py [NAME ...]

Alignments: the first two joint dimensions, both instruments, held-out standards joined. Transfers: predicted against
measured values of the held-out standards. Needs no screen.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402

from spectralign_gui.core import method, methods  # noqa: E402
from spectralign_gui.core.registry import MethodInfo  # noqa: E402

FOLDER = ROOT / "docs" / "images" / "methods"
SET, SHARE = "libs", 0.2
ONE_GRID = "resample"  # for methods that compare channel by channel
WIDTH, HEIGHT, EDGE = 440, 320, 44
COLOURS = ("#0072b2", "#d55e00")


def has_picture(info: MethodInfo) -> bool:
    """Whether the method has one."""
    return (FOLDER / f"{info.name}.png").is_file()


def about(info: MethodInfo) -> str:
    """What the picture shows."""
    if info.family == "transfer":
        return ("Predicted against measured values of the first oxide (per cent by weight) of the held-out standards "
                "of the LIBS sample spectra, all parameters at their defaults. On the diagonal the prediction is "
                "right.")
    if info.max_sets == 1:
        return "The first two dimensions of the laboratory's LIBS sample spectra, all parameters at their defaults."
    return ("The first two joint dimensions of the LIBS sample spectra, all parameters at their defaults: circles are "
            "the laboratory's spectra, squares the field instrument's, dashed lines join the two spectra of a "
            "held-out standard. The shorter the dashed lines are against the whole picture, the better. Two "
            "dimensions of several are shown, so it is an illustration and no comparison of methods.")


def command(info: MethodInfo) -> str:
    """The same on the command line."""
    files = "libs_lab.csv" if info.max_sets == 1 else "libs_lab.csv libs_field.csv --pairs libs_pairs.csv"
    targets = " --targets libs_composition.csv" if "targets" in info.needs or info.family == "transfer" else ""
    grid = f" --preprocess {ONE_GRID}" if "same channels" in info.needs else ""
    return f"spectralign align {files}{targets}{grid} --method {info.name} --output result.h5"


def run(name: str) -> Any:
    """The method's run on the sample spectra."""
    from spectralign_gui.io.samples import load_sample_session
    from spectralign_gui.preprocessing.parse import parse_preprocessing
    from spectralign_gui.session.run import execute
    from spectralign_gui.session.standards.pairing import hold_out_share

    state = load_sample_session(SET)
    if method(name).max_sets == 1:
        state = state.with_(datasets=state.datasets[:1], standards=())
    else:
        state = state.with_(standards=hold_out_share(state.standards, SHARE))
    if "same channels" in method(name).needs:
        state = state.with_(preprocessing=parse_preprocessing([ONE_GRID]))
    return execute(state.with_(method=name))


def content(result: Any) -> tuple[list[np.ndarray], list[tuple[int, int, int, int]], str, str]:
    """Points of one or two sets, lines that join them, names of the axes."""
    if result.embeddings is not None and result.method.family != "transfer":
        points = [np.column_stack([e, np.zeros(len(e))])[:, :2] for e in result.embeddings]
        return points, [tuple(p) for p in np.asarray(result.held_out_pairs).tolist()], "dimension 1", "dimension 2"
    second = np.unique(result.held_out_pairs[result.held_out_pairs[:, 2] == 1][:, 3])
    first = {int(b): int(a) for _, a, _, b in result.held_out_pairs}
    table = result.datasets[0].targets
    measured = np.array([np.asarray(table.values)[first[int(b)], 0] for b in second])
    predicted = np.asarray(result.estimator.predict(np.asarray(result.datasets[1].spectra)[second], 1))[:, 0]
    return [np.column_stack([measured, predicted])], [], f"measured {table.names[0]}", "predicted"


def draw(points: list[np.ndarray], lines: list[tuple[int, int, int, int]], x: str, y: str, file: Path) -> None:
    """Draw a light picture."""
    from PySide6.QtCore import QPointF, QRectF, Qt
    from PySide6.QtGui import QColor, QImage, QPainter, QPen

    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    everything = np.vstack(points)
    diagonal = y == "predicted"
    low, high = everything.min(axis=0), everything.max(axis=0)
    if diagonal:
        low, high = np.full(2, low.min()), np.full(2, high.max())
    span = np.where(high > low, high - low, 1.0)
    room = np.array([WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE])

    def place(p: np.ndarray) -> QPointF:
        u = (p - low) / span * room
        return QPointF(EDGE + float(u[0]), HEIGHT - EDGE - float(u[1]))

    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("#889099")))
    painter.drawRect(QRectF(EDGE - 10, EDGE - 10, room[0] + 20, room[1] + 20))
    painter.setPen(QColor("#222a33"))
    painter.drawText(QRectF(0, HEIGHT - 26, WIDTH, 24), Qt.AlignmentFlag.AlignCenter, x)
    painter.save()
    painter.translate(14, HEIGHT / 2)
    painter.rotate(-90)
    painter.drawText(QRectF(-HEIGHT / 2, -10, HEIGHT, 20), Qt.AlignmentFlag.AlignCenter, y)
    painter.restore()
    if diagonal:
        for value, left in ((low[0], EDGE - 10), (high[0], WIDTH - EDGE - 50)):
            painter.drawText(QRectF(left, HEIGHT - 34, 60, 16), Qt.AlignmentFlag.AlignCenter, f"{value:.3g}")
        painter.setPen(QPen(QColor("#889099"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(place(low), place(high))
    painter.setPen(QPen(QColor("#444c55"), 1.2, Qt.PenStyle.DashLine))
    for a, i, b, j in lines:
        painter.drawLine(place(points[a][i]), place(points[b][j]))
    for k, cloud in enumerate(points):
        painter.setPen(QPen(QColor(COLOURS[k]), 1.3))
        for p in cloud:
            at = place(p)
            if k == 0:
                painter.drawEllipse(at, 3.2, 3.2)
            else:
                painter.drawRect(QRectF(at.x() - 3, at.y() - 3, 6, 6))
    names = ("laboratory", "field")[:len(points)] if not diagonal else ()
    for k, text in enumerate(names):
        painter.setPen(QColor(COLOURS[k]))
        painter.drawText(EDGE + 110 * k, EDGE - 18, ("○ ", "□ ")[k] + text)
    painter.end()
    image.save(str(file), "PNG", 0)


def main() -> int:
    """Make the pictures."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    from spectralign_gui.core.errors import SpectrAlignError

    app = QGuiApplication([])
    FOLDER.mkdir(parents=True, exist_ok=True)
    failed = 0
    for name in sys.argv[1:] or list(methods()):
        try:
            draw(*content(run(name)), FOLDER / f"{name}.png")
        except SpectrAlignError as why:
            print(f"{name}: {why}", file=sys.stderr)
            failed += 1
        else:
            print(name, flush=True)
    del app
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
