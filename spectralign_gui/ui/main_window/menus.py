"""Menus and toolbar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QDesktopServices, QKeySequence
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolBar

from ...shipped import SAMPLE_SETS
from ...words import tr
from ..actions import make_action
from ..dialogs.about import about_dialog
from ..shown_run import RunLine
from ..workspaces import ALL, RAIL, WORKSPACES, home_of
from . import keeping
from .dock_entries import DockEntry
from .keys import give_keys
from .languages import language_menu
from .menu_plan import SUBMENUS, TOP, submenu_of

if TYPE_CHECKING:
    from ..window import Window

Key = QKeySequence.StandardKey



class Menus(QObject):
    """Builds and owns the actions of the window; docks fill menus of their own.

    A dock may offer ``menu_title`` (str, see `menu_plan`) and ``menu_actions`` (list of QAction, None for a separator).

    Signals
    -------
    opened
        A menu is about to be shown.
    """

    opened = Signal()

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = w = window
        make = partial(make_action, w)
        self.new = make("new", "&New session", "Start over with nothing loaded", w.new_session, key=Key.New, icon="new")
        self.open = make("open", "&Open spectra or project…", "Load the spectra of one or several instruments, or a "
                         "project", w.open_files, key=Key.Open, icon="open")
        self.look = make("import", "&Import with preview…", "Load spectra and check layout, axis and names before they "
                         "are taken", w.import_files, key="Ctrl+Shift+O")
        self.reference = make("open-reference", "Open &reference values…",
                              "Load a table of concentrations or properties and join it to the spectra",
                              w.open_reference, key="Ctrl+R", icon="table")
        self.quit = make("quit", "&Quit", "Close SpectrAlign", w.close, key="Ctrl+Q")
        self.undo = w.model.undo_stack.createUndoAction(w, tr("&Undo"))
        self.redo = w.model.undo_stack.createRedoAction(w, tr("&Redo"))
        for action, name, key, icon in ((self.undo, "undo", Key.Undo, "undo"), (self.redo, "redo", Key.Redo, "redo")):
            _dress(action, name, key, icon)
        self.run = make("run", "&Run", "Run the chosen method on the spectra and standards", w.start_run, key="F5",
                        icon="run")
        self.cancel = make("cancel-run", "&Cancel", "Stop what is being calculated", w.cancel, key="Esc", icon="cancel")
        self.threads = make("threads", "Calculation &threads…", "Say how many threads calculations may use; automatic "
                            "suits most computers", w.choose_threads, key="Ctrl+Alt+N")
        self.restore = make("restore-layout", "Restore &default layout", "Put all docks back in their first places",
                            w.restore_layout, key="Ctrl+Shift+L", icon="reset")
        self.float = make("float-dock-in-focus", "Take dock ou&t or put it back", "Make the dock that has the focus a "
                          "window of its own, or put it back into this one", w.titles.toggle_focused, key="Ctrl+Alt+T",
                          icon="float")
        self.want = make("what-do-you-want", "&What do you want?", "The first page: say what you want, and the window "
                         "leads there", w.lead.ask_goal, key="Ctrl+0", icon="help")
        self.next_step = make("next-step", "&Next step", "Do what comes next on the way to what you want",
                              w.lead.take_step, key="F8", icon="run")
        self.find = make("find-anything", "&Find anything…", "Type a few letters of any entry, sample, method, "
                         "parameter or help page", w.open_palette, key="Ctrl+Shift+P", icon="filter")
        self.about = make("about", "&About SpectrAlign", "Version and sources", self._about)
        self.log_folder = make("log-folder", "Show &log folder", "Open the folder of the log files, for a report",
                               self._log_folder)
        self.file_menu = QMenu(tr("&File"), w)
        self.recent_menu = QMenu(tr("Open &recent"), w)
        self.recent_menu.setToolTipsVisible(True)
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        self.sample_menu = QMenu(tr("Open &sample spectra"), w)
        self.sample_menu.setToolTipsVisible(True)
        for name, (title, _, _, _, sentence) in SAMPLE_SETS.items():
            self.sample_menu.addAction(make(f"sample-{name}", title, sentence, partial(w.open_sample, name)))

    def frame(self) -> None:
        """The menu bar with the File menu, and the toolbar: what does not need the docks."""
        w, bar = self.window, self.window.menuBar()
        self._menus = menus = {title: self.file_menu if title == "&File" else QMenu(tr(title), w) for title in TOP}
        for menu in menus.values():
            menu.setToolTipsVisible(True)
            menu.aboutToShow.connect(self.opened)
            bar.addMenu(menu)
        self._fill_file()
        self._toolbar()

    def fill(self) -> None:
        """Fill the other menus with what the docks offer, and give every entry a key."""
        w, menus = self.window, self._menus
        _fill(menus["&Edit"], [self.undo, self.redo, None, *w.clipboard.menu_entries(), None])
        menus["&Edit"].addMenu(w.selections.menu)
        _fill(menus["&Edit"], [self.threads])
        trail = menus["&Edit"].addMenu(tr("Audit tra&il"))
        trail.setToolTipsVisible(True)
        _fill(trail, [w.project.audit.action, *w.project.signing.entries])
        menus["&Edit"].addMenu(language_menu(w))
        _fill(menus["&Method"], [self.run, self.cancel])
        self._fill_from_docks(menus)
        _fill(menus["&Data"], [None, *w.ground.menu_entries()])
        _fill(menus["&Predict"], [w.saved.action])
        self._view(menus["&View"])
        _fill(menus["&Help"], [self.find, None, *w.help.menu_entries(), None,
                               *w.tester.menu_entries(), self.log_folder, None, self.about])
        give_keys(_entries(menus.values()))

    def _fill_file(self) -> None:
        w = self.window
        _fill(self.file_menu, [self.new, self.open, self.look, self.reference, None])
        self.file_menu.addMenu(self.recent_menu)
        self.file_menu.addMenu(self.sample_menu)
        self.file_menu.addSeparator()
        _fill(self.file_menu, [*w.project.menu_entries(), None])
        report, *copies = w.reporter.menu_entries()
        export = self.file_menu.addMenu(tr("E&xport"))
        export.setToolTipsVisible(True)
        _fill(export, [*w.exporter.menu_entries(), None, *copies])
        _fill(self.file_menu, [report, None, self.quit])

    def _fill_from_docks(self, menus: dict[str, QMenu]) -> None:
        """The entries that docks bring, in the menus and submenus of the plan."""
        inner: dict[tuple[str, str], QMenu] = {}

        def submenu(top: str, title: str) -> QMenu:
            if (top, title) not in inner:
                inner[top, title] = made = QMenu(tr(title), self.window)
                made.setToolTipsVisible(True)
                menus[top].addMenu(made)
            return inner[top, title]

        for dock in self.window.docks.values():
            actions = getattr(dock, "menu_actions", None)
            if not actions:
                continue
            title = dock.menu_title
            target = submenu(*SUBMENUS[title]) if title in SUBMENUS else menus[title]
            if target.actions() and not target.actions()[-1].isSeparator():
                target.addSeparator()
            for action in actions:
                inside = submenu_of(action.objectName()) if action is not None else ""
                place = submenu(title, inside) if inside else target
                _fill(place, [action])

    def _view(self, menu: QMenu) -> None:
        places = QActionGroup(self.window)
        for number, name in enumerate((*RAIL, ALL), start=1):
            title = WORKSPACES[name].title if name in WORKSPACES else "All docks"
            purpose = WORKSPACES[name].purpose if name in WORKSPACES else "All docks at once, as one layout"
            action = make_action(self.window, f"workspace-{name}", f"&{number} {title}", purpose,
                                 partial(self.window.lead.go, name), key=f"Ctrl+{number}")
            places.addAction(action)
            menu.addAction(action)
        _fill(menu, [None, self.want, self.next_step, None])
        self._docks_menu(menu.addMenu(tr("&Docks")))
        look = menu.addMenu(tr("&Theme"))
        group = QActionGroup(self.window)
        for mode, text in (("system", tr("Like the &system")), ("light", tr("&Light")), ("dark", tr("&Dark"))):
            action = make_action(self.window, f"theme-{mode}", text, f"Colours: {text.replace('&', '').lower()}",
                                 partial(self.window.set_theme, mode), checkable=True)
            action.setChecked(keeping.theme_mode(self.window.settings) == mode)
            group.addAction(action)
            look.addAction(action)
        size = menu.addMenu(tr("Te&xt size"))
        sizes = QActionGroup(self.window)
        for scale in keeping.SCALES:
            action = make_action(self.window, f"scale-{scale}", f"{scale} %", f"Show text at {scale} %",
                                 partial(self.window.set_scale, scale), checkable=True)
            action.setChecked(keeping.text_scale(self.window.settings) == scale)
            sizes.addAction(action)
            size.addAction(action)

    def _docks_menu(self, menu: QMenu) -> None:
        """Every dock, under the workspace that it belongs to."""
        menu.setToolTipsVisible(True)
        places: dict[str, QMenu] = {}
        for name in RAIL:
            places[name] = menu.addMenu(WORKSPACES[name].title)
            places[name].setToolTipsVisible(True)
        menu.addSeparator()
        for name, dock in self.window.docks.items():
            home = home_of(name)
            places.get(home, menu).addAction(DockEntry(dock))
        _fill(menu, [None, self.float, self.restore])

    def _toolbar(self) -> None:
        bar = QToolBar(tr("Main toolbar"), self.window)
        bar.setObjectName("main-toolbar")
        bar.setMovable(False)
        from .. import theme

        theme.size_icon(bar, 20)
        self.window.addToolBar(bar)
        _fill(bar, [self.open, self.reference, self.window.project.save_action, None, self.undo, self.redo, None,
                    self.run, None,
                    self.window.exporter.result])
        button = bar.widgetForAction(self.run)  # what the window is for, in words and in the colour of the main action
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setProperty("class", "primary")
        line = RunLine(self.window.model, "toolbar-shown-run")
        line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        line.setMinimumWidth(40)
        line.setIndent(8)
        bar.addWidget(line)
        self.toolbar = bar

    @Slot()
    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        files = self.window.recent.all()
        for number, path in enumerate(files, start=1):
            text = f"&{number} {path}" if number < 10 else path
            self.recent_menu.addAction(make_action(self.recent_menu, f"recent-{number}", text, f"Open {path}",
                                                   partial(self.window.open_paths, [path])))
        if not files:
            self.recent_menu.addAction(tr("Nothing opened yet")).setEnabled(False)
        else:
            self.recent_menu.addSeparator()
            self.recent_menu.addAction(make_action(self.recent_menu, "clear-recent", "&Clear list",
                                                   "Forget these files", self.window.recent.clear))

    def _about(self) -> None:
        dialog = about_dialog(self.window)
        dialog.exec()
        dialog.deleteLater()

    def _log_folder(self) -> None:
        from ..dialogs.errors import log_folder

        QDesktopServices.openUrl(QUrl.fromLocalFile(str(log_folder())))


def _entries(menus: Iterable[QMenu]) -> Iterator[QAction]:
    """Every entry of menus and their submenus."""
    for menu in menus:
        for action in menu.actions():
            inner = action.menu()
            if isinstance(inner, QMenu):
                yield from _entries([inner])
            elif not action.isSeparator():
                yield action


def _dress(action: QAction, name: str, key: Key, icon: str) -> None:
    from .. import theme

    action.setObjectName(name)
    action.setShortcut(QKeySequence(key))
    theme.set_icon(action, icon)


def _fill(target: QMenu | QToolBar, actions: list[QAction | None]) -> None:
    for action in actions:
        if action is None:
            target.addSeparator()
        else:
            target.addAction(action)
