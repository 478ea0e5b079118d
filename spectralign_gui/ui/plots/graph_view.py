"""Plot views made of pyqtgraph plots: look, mouse modes, zoom history, export."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from ..widgets import named
from .axes import dress_axes, label_style, set_left_width, small_font
from .dressed import pg
from .log_axis import LogAxis
from .view import PlotView
from .whole_axis import WholeAxis

MODES = ("pan", "zoom", "rectangle", "lasso")


class Canvas(pg.GraphicsLayoutWidget):
    """pyqtgraph's layout widget with quieter margins."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ci.layout.setContentsMargins(4, 4, 10, 4)
        self.ci.layout.setSpacing(6)
        self.setFrameShape(self.Shape.NoFrame)


class Area(pg.ViewBox):
    """View box that can also draw a rectangle or a lasso for selecting.

    Signals
    -------
    outlined(list of (x, y), bool extend)
        Corners of the finished rectangle or lasso, in data units.
    clicked(QPointF data, QPointF pixels, bool extend)
    """

    outlined = Signal(object, bool)
    clicked = Signal(object, object, bool)

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.mode = "pan"
        self.outline_colour = "#888888"
        self._outline: list[QPointF] = []
        self._shape = pg.QtWidgets.QGraphicsPathItem(self)
        self._shape.setZValue(1e6)

    def set_mode(self, mode: str) -> None:
        """One of `MODES`: what dragging with the left button does."""
        self.mode = mode
        self.setMouseMode(self.RectMode if mode == "zoom" else self.PanMode)

    def mouseClickEvent(self, event: Any) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            extend = bool(event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier))
            self.clicked.emit(self.mapToView(event.pos()), event.pos(), extend)
            event.accept()

    def mouseDragEvent(self, event: Any, axis: int | None = None) -> None:
        drawing = self.mode in ("rectangle", "lasso")
        if not drawing or event.button() != Qt.MouseButton.LeftButton or axis is not None:
            super().mouseDragEvent(event, axis)
            return
        event.accept()
        here, start = event.pos(), event.buttonDownPos()
        if self.mode == "rectangle":
            self._outline = [start, QPointF(here.x(), start.y()), here, QPointF(start.x(), here.y())]
        elif event.isStart():
            self._outline = [start, here]
        else:
            self._outline.append(here)
        path = pg.QtGui.QPainterPath()
        path.addPolygon(pg.QtGui.QPolygonF(self._outline))
        path.closeSubpath()
        self._shape.setPen(pg.mkPen(self.outline_colour, width=1, style=Qt.PenStyle.DashLine))
        fill = QColor(self.outline_colour)
        fill.setAlpha(30)
        self._shape.setBrush(fill)
        self._shape.setPath(path)
        if event.isFinish():
            corners = [self.mapToView(p) for p in self._outline]
            self._shape.setPath(pg.QtGui.QPainterPath())
            extend = bool(event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier))
            if len(corners) > 2:
                self.outlined.emit([(p.x(), p.y()) for p in corners], extend)


class GraphView(PlotView):
    """Base of the views drawn with pyqtgraph.

    Signals
    -------
    hoverMoved(plot, QPointF data) / hoverLeft
        At most 30 times a second.
    """

    hoverMoved = Signal(object, object)
    hoverLeft = Signal()

    def __init__(self, name: str, title: str, modes: tuple[str, ...] = ("pan", "zoom"),
                 parent: QWidget | None = None) -> None:
        super().__init__(name, title, parent)
        self.canvas = named(Canvas(self), f"{name}-canvas", title)
        # no tooltip: it would lie over the data under the mouse, where the read-out tells what is there
        self.canvas.setAccessibleDescription("Drag to move or select, turn the wheel to zoom; the context menu "
                                             "has what else can be done")
        self.canvas.setAntialiasing(False)
        self.body.addWidget(self.canvas)
        self.scroll: QScrollArea | None = None  # around the canvas, in a view that needs it
        self.plots: list[pg.PlotItem] = []
        self._history: list[list[Any]] = []
        self._future: list[list[Any]] = []
        self._settled: list[Any] | None = None
        self._settle = QTimer(self, singleShot=True, interval=350)
        self._settle.timeout.connect(self._remember)
        self._mode = modes[0]
        self._modes = modes
        self._mouse = pg.SignalProxy(self.canvas.scene().sigMouseMoved, rateLimit=30, slot=self._moved)

    # -- building ----------------------------------------------------------------------------------------
    def add_mode_tools(self, short: bool = False) -> None:
        """Buttons for what dragging does, whole view, previous and next view; `short` leaves some to the context
        menu and the keys."""
        words = {"pan": ("Move", "Drag moves the plot; the wheel zooms", "M"),
                 "zoom": ("Zoom to a box", "Drag a box to zoom into it", "Z"),
                 "rectangle": ("Select in a box", "Drag a box to select the samples in it; Ctrl adds", "B"),
                 "lasso": ("Select with a lasso", "Draw around samples to select them; Ctrl adds", "L")}
        group = pg.QtGui.QActionGroup(self)
        for mode in self._modes:
            text, tip, key = words[mode]
            if short and (mode == "zoom" or (mode == "rectangle" and "lasso" in self._modes)
                          or self._modes == ("pan", "zoom")):  # a choice of one needs no button
                action = self.add_menu_entry(text, tip, key)
                action.setCheckable(True)
            else:
                action = self.add_tool(text, tip, mode, checkable=True, key=key)
            action.setChecked(mode == self._mode)
            action.triggered.connect(partial(self.set_mode, mode))
            group.addAction(action)
        self.add_tool("Show all", "Show everything", "home", key="Home").triggered.connect(self.show_all)
        for text, tip, name, key, slot in (
                ("Previous view", "Go back to the view before", "back", "Backspace", self.previous_view),
                ("Next view", "Go to the view from which you went back", "forward", "Shift+Backspace", self.next_view)):
            action = self.add_menu_entry(text, tip, key) if short else self.add_tool(text, tip, name, key=key)
            action.triggered.connect(slot)

    def new_plot(self, row: int = 0, column: int = 0) -> pg.PlotItem:
        """A plot with our look."""
        area = Area()
        axes = {"left": LogAxis("left"), "bottom": WholeAxis("bottom")}
        plot = pg.PlotItem(viewBox=area, enableMenu=False, axisItems=axes)
        plot.hideButtons()
        plot.showAxes((True, False, False, True), showValues=(True, False, False, True))
        for side in ("left", "bottom"):
            axis = plot.getAxis(side)
            axis.enableAutoSIPrefix(False)
            # Qt's SVG keeps the clip of the item before for one that has none of its own
            axis.setFlag(axis.GraphicsItemFlag.ItemClipsToShape, True)
            axis.label.setFlag(axis.GraphicsItemFlag.ItemClipsToShape, True)
            axis.setStyle(tickLength=-4, tickTextOffset=5, maxTickLevel=1, autoExpandTextSpace=True)
        set_left_width(plot, 58)
        area.set_mode(self._mode)
        area.sigRangeChangedManually.connect(self._changed_by_hand)
        self.canvas.addItem(plot, row, column)
        self.plots.append(plot)
        self.style_plot(plot)
        return plot

    def forget_views(self) -> None:
        """Start the history of views anew."""
        self._history.clear()
        self._future.clear()
        self._settled = None

    def style_plot(self, plot: pg.PlotItem) -> None:
        """Colours of axes and background."""
        dress_axes(plot, self.theme)
        plot.getViewBox().outline_colour = self.theme.accent

    def label_style(self) -> dict[str, str]:
        """Look of the titles of axes, as pyqtgraph wants it."""
        return label_style(self.theme)

    @staticmethod
    def small_font() -> QFont:
        """Font of ticks and labels inside plots."""
        return small_font()

    def restyle(self) -> None:
        self.canvas.setBackground(self.theme.plot_background)
        for plot in self.plots:
            self.style_plot(plot)
        self.fit_labels()  # a title that is set anew shows itself

    # -- mouse -------------------------------------------------------------------------------------------
    @property
    def mode(self) -> str:
        """What dragging does."""
        return self._mode

    def set_mode(self, mode: str, *_: object) -> None:
        """One of `MODES`."""
        self._mode = mode
        for plot in self.plots:
            plot.getViewBox().set_mode(mode)

    def _moved(self, args: tuple[Any, ...]) -> None:
        point = args[0]
        for plot in self.plots:
            area = plot.getViewBox()
            if area.sceneBoundingRect().contains(point):
                self.hoverMoved.emit(plot, area.mapSceneToView(point))
                return
        self.hoverLeft.emit()

    def leaveEvent(self, event: Any) -> None:
        self.hoverLeft.emit()
        super().leaveEvent(event)

    @staticmethod
    def pixel_size(plot: pg.PlotItem) -> tuple[float, float]:
        """Size of a pixel in data units."""
        sx, sy = plot.getViewBox().viewPixelSize()
        return float(sx), float(sy)

    # -- zoom history ------------------------------------------------------------------------------------
    def _ranges(self) -> list[Any]:
        return [plot.getViewBox().viewRange() for plot in self.plots]

    @Slot()
    def _changed_by_hand(self, *_: object) -> None:
        if self._settled is not None and not self._settle.isActive():
            self._history.append(self._settled)
            del self._history[:-50]
            self._future.clear()
        self._settle.start()

    @Slot()
    def _remember(self) -> None:
        self._settled = self._ranges()

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        self.fit_labels()

    def fit_labels(self) -> None:
        """Leave out names of axes for which there is no room: in a low dock the numbers matter more."""
        roomy = self.canvas.height() > 150 * max(len(self.plots), 1)
        metrics = QFontMetricsF(self.small_font())
        for plot in self.plots:
            axis = plot.getAxis("bottom")
            if axis.labelText:
                axis.showLabel(roomy)
            axis = plot.getAxis("left")
            if axis.labelText:
                wide = metrics.horizontalAdvance(axis.labelText) * 1.15  # it is a little larger than the numbers
                axis.showLabel(wide < self.canvas.height() / len(self.plots) - (45 if roomy else 25))

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        self._settle.start()

    @Slot()
    def show_all(self) -> None:
        """Show everything."""
        if self._settled is not None:
            self._history.append(self._ranges())
            self._future.clear()
        self.reset_view()
        self._settle.start()

    def reset_view(self) -> None:
        """Fit every plot to what it holds."""
        for plot in self.plots:
            plot.autoRange(padding=0.04)

    @Slot()
    def previous_view(self) -> None:
        """Back to the view before the last zoom or move."""
        if not self._history:
            self.say("This is the first view.")
            return
        self._future.append(self._ranges())
        self._go_to(self._history.pop())

    @Slot()
    def next_view(self) -> None:
        """Forward to the view from which `previous_view` went back."""
        if not self._future:
            self.say("This is the latest view.")
            return
        self._history.append(self._ranges())
        self._go_to(self._future.pop())

    def _go_to(self, ranges: list[Any]) -> None:
        if len(ranges) == len(self.plots):
            for plot, (x, y) in zip(self.plots, ranges, strict=True):
                plot.getViewBox().setRange(xRange=x, yRange=y, padding=0)
        self._settled = self._ranges()

    # -- export ------------------------------------------------------------------------------------------
    def export_size(self) -> QSize:
        return self.canvas.size()

    @contextmanager
    def at_size(self, size: QSize) -> Iterator[None]:
        before = self.canvas.size()
        if self.scroll is not None:
            self.scroll.setWidgetResizable(False)  # it would take the other size back at once
        self._lay_out_for(size)
        try:
            yield
        finally:
            self._lay_out_for(before)
            if self.scroll is not None:
                self.scroll.setWidgetResizable(True)

    def _lay_out_for(self, size: QSize) -> None:
        if size == self.canvas.size():
            return
        before = self.canvas.size()
        self.canvas.resize(size)
        # a widget that is not shown is told of its size only when it is: the plots inside have to know now
        self.canvas.resizeEvent(QResizeEvent(size, before))
        self.resizeEvent(QResizeEvent(self.size(), self.size()))
        self.place_plots()

    def place_plots(self) -> None:
        """Give plots and their axes their places now."""
        self.canvas.ci.layout.activate()
        for plot in self.plots:
            plot.layout.activate()

    def paint_export(self, painter: QPainter, target: QRectF) -> None:
        self.canvas.ci.layout.activate()  # a legend that has just changed gets its room first
        scene = self.canvas.scene()
        scene.render(painter, target, QRectF(self.canvas.rect()), Qt.AspectRatioMode.KeepAspectRatio)
