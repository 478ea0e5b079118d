"""Small icons of the plot tools, drawn with lines so that they follow the theme and any scaling."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

from ..theme import Theme

SIZE = 32


def icon(name: str, theme: Theme) -> QIcon:
    """Icon in the theme's text colour; in the accent colour when the button is on."""
    result = QIcon()
    for state, colour in ((QIcon.State.Off, theme.text), (QIcon.State.On, theme.accent)):
        pixmap = QPixmap(SIZE, SIZE)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(colour), 2.4)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        _DRAW[name](painter, pen)
        painter.end()
        result.addPixmap(pixmap, QIcon.Mode.Normal, state)
    return result


def _line(p: QPainter, *points: tuple[float, float]) -> None:
    p.drawPolyline(QPolygonF([QPointF(x, y) for x, y in points]))


def _pan(p: QPainter, _: QPen) -> None:
    _line(p, (16, 3), (16, 29))
    _line(p, (3, 16), (29, 16))
    for a, b, c in (((12, 7), (16, 3), (20, 7)), ((12, 25), (16, 29), (20, 25)), ((7, 12), (3, 16), (7, 20)),
                    ((25, 12), (29, 16), (25, 20))):
        _line(p, a, b, c)


def _zoom(p: QPainter, _: QPen) -> None:
    p.drawEllipse(QPointF(13, 13), 8.5, 8.5)
    _line(p, (19.5, 19.5), (28, 28))
    _line(p, (9, 13), (17, 13))
    _line(p, (13, 9), (13, 17))


def _dashed(p: QPainter, pen: QPen) -> None:
    dashed = QPen(pen)
    dashed.setStyle(Qt.PenStyle.CustomDashLine)
    dashed.setDashPattern([2.2, 1.8])
    p.setPen(dashed)


def _rectangle(p: QPainter, pen: QPen) -> None:
    _dashed(p, pen)
    p.drawRect(QRectF(5, 7, 22, 18))


def _lasso(p: QPainter, pen: QPen) -> None:
    _dashed(p, pen)
    p.drawEllipse(QPointF(17, 12), 11, 8)
    p.setPen(pen)
    _line(p, (10, 18), (7, 22), (9, 26), (5, 29))


def _home(p: QPainter, _: QPen) -> None:
    for a, b, c in (((4, 11), (4, 4), (11, 4)), ((21, 4), (28, 4), (28, 11)), ((28, 21), (28, 28), (21, 28)),
                    ((11, 28), (4, 28), (4, 21))):
        _line(p, a, b, c)
    p.drawRect(QRectF(11, 11, 10, 10))


def _back(p: QPainter, _: QPen) -> None:
    _line(p, (13, 7), (5, 14), (13, 21))
    _line(p, (5, 14), (20, 14), (27, 19), (27, 27))


def _forward(p: QPainter, _: QPen) -> None:
    _line(p, (19, 7), (27, 14), (19, 21))
    _line(p, (27, 14), (12, 14), (5, 19), (5, 27))


def _export(p: QPainter, _: QPen) -> None:
    _line(p, (16, 20), (16, 4))
    _line(p, (10, 10), (16, 4), (22, 10))
    _line(p, (5, 18), (5, 28), (27, 28), (27, 18))


def _links(p: QPainter, _: QPen) -> None:
    _line(p, (8, 24), (24, 8))
    p.drawEllipse(QPointF(7, 25), 4, 4)
    p.drawRect(QRectF(21, 3, 8, 8))


_DRAW = {"pan": _pan, "zoom": _zoom, "rectangle": _rectangle, "lasso": _lasso, "home": _home, "back": _back,
         "forward": _forward,
         "export": _export, "links": _links}
