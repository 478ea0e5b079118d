"""The window draws; what it shows is found elsewhere: no module of ``ui/`` does without Qt, no presenter knows it."""

from __future__ import annotations

import ast
from pathlib import Path

import spectralign_gui

ROOT = Path(spectralign_gui.__file__).parent
QT = ("PySide6", "pyqtgraph", "shiboken6")
NO_QT = {
    "main_window/docks.py": "the list of the docks",
    "main_window/menu_plan.py": "which entry stands in which menu",
    "main_window/gathering.py": "asks the docks for what the rail says",
    "palette/matching.py": "how well an entry fits what was typed",
    "main_window/closing.py": "asks with the dialogs of ui/dialogs",
    "selection/dialogs.py": "opens the dialogs beside it",
    "theme/style.py": "constants of the look",
    "theme/colours.py": "constants of the look",
    "plots/log_axis.py": "an axis of pyqtgraph, which it gets from plots/dressed",
    "plots/marks.py": "shapes and colours of the theme",
    "plots/run_points.py": "points and lines of the scatters",
    "plots/scatter_base.py": "what the two scatter views share; they are of Qt",
    "welcome/steps.py": "the ticks of the guide, of the window's model",
    "compare/": "being rebuilt as a page",
    "workspaces/": "being built",
}
"""Modules of ``ui/`` without Qt, with the reason why they are there; a folder stands for what is in it."""


def imports(path: Path) -> set[str]:
    """Top packages that a module imports by their own names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {a.name.partition(".")[0] for a in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found.add(node.module.partition(".")[0])
    return found


def test_no_module_of_the_window_does_without_qt():
    without = {str(p.relative_to(ROOT / "ui").as_posix()) for p in (ROOT / "ui").rglob("*.py")
               if p.name != "__init__.py" and not imports(p) & set(QT)}
    allowed = {name for name in without if any(name == a or (a.endswith("/") and name.startswith(a)) for a in NO_QT)}
    assert without - allowed == set(), "move them to core/, session/, io/ or presenters/"
    single = {a for a in NO_QT if not a.endswith("/")}
    assert {a for a in single if (ROOT / "ui" / a).exists() and a not in without} == set(), "not needed any more"


def test_presenters_know_no_qt_and_no_part_of_the_window():
    for path in (ROOT / "presenters").rglob("*.py"):
        assert not imports(path) & set(QT), path
        assert "from ..ui" not in path.read_text(encoding="utf-8"), path
