"""The line of controls of the dock."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QComboBox, QMenu, QPushButton, QSlider, QSpinBox, QWidget

from ..widgets import FlowLayout, ShortBox, named
from ..widgets.as_written import Label


class Controls(QWidget):
    """Which connections are drawn, and the actions.

    Signals
    -------
    changed
        Other lines are wanted.
    partners_changed
        The comparison with the neighbour graph, or the groups, have to be made anew.
    """

    changed = Signal()
    partners_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.instrument = self._combo("instrument", "Instrument", "Whose samples are looked at")
        self.graph = self._combo("graph", "Links", "Links of the reconstruction, or of a plain neighbour graph with as "
                                                   "many links, to see what the reconstruction avoids")
        self.graph.addItem("Reconstruction", "reconstruction")
        self.graph.addItem("Neighbours", "neighbours")
        self.graph.addItem("Side by side", "both")
        self.groups = self._combo("groups", "Groups", "Groups of the samples: those that were given or painted, or "
                                                      "clusters that are found in the reconstruction itself")
        self.groups.addItem("Given groups", "given")
        self.groups.addItem("Clusters", "clusters")
        self.count = QSlider(Qt.Orientation.Horizontal, self)
        self.count.setRange(1, 400)
        self.count.setValue(80)
        self._slider(self.count, "count", "Number of links", "How many of the strongest links are drawn")
        self.threshold = QSlider(Qt.Orientation.Horizontal, self)
        self.threshold.setRange(0, 100)
        self.threshold.setValue(0)
        self._slider(self.threshold, "threshold", "Weakest link", "Links weaker than this share of the strongest are "
                                                                  "not drawn")
        self.only_between = named(QCheckBox("Only between", self), "short-circuits-only-between",
                                  tip="Draw only links that tie different groups together (dashed)")
        self.partners = named(QSpinBox(self), "short-circuits-partners", "Links per sample in the comparison",
                              "How many links per sample are compared with the neighbour graph")
        self.partners.setRange(1, 50)
        self.partners.setValue(5)
        self.actions = named(QPushButton("Actions", self), "short-circuits-actions",
                             tip="What can be done about short circuits")
        self._fill_actions()
        self.grouping = self._grouping()
        layout = FlowLayout(self, spacing=3)
        layout.setContentsMargins(8, 2, 8, 0)
        for text, widget in (("", self.instrument), ("", self.graph), ("Top", self.count),
                             ("Weakest", self.threshold), ("", self.only_between)):
            if text:
                label = Label(text, self)
                label.setBuddy(widget)
                layout.addWidget(label)
            layout.addWidget(widget)
        layout.addStretch()
        layout.addWidget(self.actions)
        self.graph.currentIndexChanged.connect(self._emit)
        for slider in (self.count, self.threshold):
            slider.valueChanged.connect(self._emit)
        self.only_between.toggled.connect(self._emit)
        self.partners.valueChanged.connect(self._emit_partners)
        self.groups.currentIndexChanged.connect(self._emit_partners)
        self.flick.triggered.connect(self._flick)

    def _fill_actions(self) -> None:
        menu = QMenu(self.actions)
        menu.setToolTipsVisible(True)
        self.actions.setMenu(menu)
        self.paint = self._action(menu, "paint", "Put selection into a group…", "Give the selected samples a group; "
                                                                                "select them with the lasso", "G")
        self.exclude = self._action(menu, "exclude", "Leave selection out", "Leave the selected samples out of later "
                                                                            "runs; it can be undone", "Del")
        self.outliers = self._action(menu, "outliers", "Mark selection as outliers", "Note the selected samples in the "
                                     "named selection “Outliers”; they stay in the fit until they are left out", "O")
        self.anew = self._action(menu, "clusters-anew", "Find clusters again", "Take the clusters of this run; until "
                                 "then those of the first run are kept, so that before and after compare", "N")
        menu.addSeparator()
        self.flick = self._action(menu, "flick", "Flick between the links", "Show the links of the reconstruction and "
                                  "of the neighbour graph in turn", "F")
        menu.addSeparator()
        self.sparse = self._action(menu, "sparse", "Try sparse alignment", "Look for the gentlest sparsity that "
                                   "cuts the links chosen in the table, or else lowers the weight between groups, and "
                                   "set sparse low rank alignment up with it", "S")
        self.robust = self._action(menu, "robust", "Try robust alignment", "Look for the gentlest cost of error that "
                                   "cuts the links chosen in the table, or else lowers the weight between groups, and "
                                   "set robust low rank alignment up with it: it sets faulty spectra apart", "R")

    def _grouping(self) -> QWidget:
        """What the figures are counted with; it has its place beside the table of groups."""
        box = QWidget(self)
        layout = FlowLayout(box, spacing=4)
        layout.setContentsMargins(6, 4, 6, 2)
        label = Label("Links per sample", box)
        label.setBuddy(self.partners)
        for widget in (self.groups, label, self.partners):
            layout.addWidget(widget)
        return box

    def _combo(self, name: str, title: str, tip: str) -> QComboBox:
        box = named(ShortBox(self), f"short-circuits-{name}", title, tip)
        box.setMaximumWidth(118)  # long names are shortened, so that everything is on one line in a small window
        return box

    def _slider(self, slider: QSlider, name: str, title: str, tip: str) -> None:
        named(slider, f"short-circuits-{name}", title, tip)
        slider.setFixedWidth(48)

    def _action(self, menu: QMenu, name: str, text: str, tip: str, key: str = "") -> QAction:
        action = named(QAction(text, self), f"short-circuits-{name}", tip=f"{tip} ({key})" if key else tip)
        if key:
            action.setShortcut(key)
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        menu.addAction(action)
        return action

    def _emit(self, *_: object) -> None:
        self.changed.emit()

    def _flick(self, *_: object) -> None:
        self.graph.setCurrentIndex(0 if self.graph.currentData() == "neighbours" else 1)

    def _emit_partners(self, *_: object) -> None:
        self.partners_changed.emit()

    def set_instruments(self, names: Sequence[str]) -> None:
        """Offer these; the chosen one stays if it is still there."""
        if [self.instrument.itemText(i) for i in range(self.instrument.count())] == list(names):
            return
        chosen = self.instrument.currentText()
        with QSignalBlocker(self.instrument):
            self.instrument.clear()
            self.instrument.addItems(list(names))
            self.instrument.setCurrentIndex(max(self.instrument.findText(chosen), 0))

    def allow(self, selected: bool, analysed: bool, sending: bool = False) -> None:
        """Enable what can be done; while a weight is being looked for no other one is."""
        for action in (self.exclude, self.paint, self.outliers):
            action.setEnabled(selected)
        self.flick.setEnabled(analysed)
        for action in (self.sparse, self.robust):
            action.setEnabled(analysed and not sending)
