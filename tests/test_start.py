"""What is loaded to begin with: what takes long to import is imported where it is used, and not to open or to list."""

import json
import subprocess
import sys

import pytest

from spectralign_gui.core import methods

HEAVY = ("scipy.stats", "scipy.optimize", "scipy.signal", "scipy.sparse", "scipy.linalg", "scipy.interpolate",
         "scipy.spatial", "scipy.io", "scipy.cluster", "scipy.ndimage", "sklearn", "joblib", "chemotools",
         "pybaselines", "pandas", "matplotlib", "OpenGL", "pyqtgraph.opengl", "pyqtgraph.multiprocess", "distributed",
         "dask", "cvxpy", "xlsxwriter", "jinja2", "h5py")
LOADED = "import json, sys; code = main({words!r}); print('LOADED' + json.dumps(sorted(sys.modules))); sys.exit(code)"


def loaded(program: str) -> set[str]:
    """Modules of a new interpreter at the end of a program that prints them after LOADED."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout.rpartition("LOADED")[2]))


WINDOW = """
import os
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtCore import QSettings
from spectralign_gui.ui.app import application
from spectralign_gui.ui.main_window import MainWindow
app = application()
window = MainWindow(settings=QSettings({settings!r}, QSettings.Format.IniFormat), at_once=False)
window.show()
{more}
import json, sys
print("LOADED" + json.dumps(sorted(sys.modules)), flush=True)
os._exit(0)
"""


def after(*words: str) -> set[str]:
    """Modules after a call of the command line."""
    return loaded("from spectralign_gui.cli import main\n" + LOADED.format(words=list(words)))


def among(modules: set[str], names: tuple[str, ...]) -> set[str]:
    return {name for name in names for module in modules if module == name or module.startswith(f"{name}.")}


@pytest.mark.parametrize("words", [("--help",), ("methods",), ("--version",)])
def test_what_there_is_is_listed_without_numpy_and_without_a_method(words):
    found = after(*words)
    assert not among(found, (*HEAVY, "numpy", "scipy", "PySide6", "pyqtgraph"))
    assert not any(name.startswith(("spectralign_gui.core.alignments.", "spectralign_gui.core.transfers.",
                                    "spectralign_gui.session", "spectralign_gui.io")) for name in found)


@pytest.mark.parametrize("words", [("methods", "lra"), ("methods", "--json"), ("align", "--help"),
                                   ("evaluate", "--help")])
def test_methods_and_commands_are_explained_without_what_they_calculate_with(words):
    assert not among(after(*words), (*HEAVY, "PySide6", "pyqtgraph"))


def test_a_file_is_described_without_what_others_need(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("Sample,1000,1001,1002\nx,1,2,3\ny,2,3,4\n")
    assert not among(after("info", str(path)), (*HEAVY, "PySide6", "pyqtgraph"))


def test_the_window_is_painted_before_plots_and_docks_are_loaded(tmp_path):
    found = loaded(WINDOW.format(settings=str(tmp_path / "s.ini"), more=""))
    assert not among(found, (*HEAVY, "pyqtgraph"))
    docks = ("compare", "data", "embedding", "history", "method", "predict", "preprocessing", "quality",
             "reconstruction", "short_circuits", "side_by_side", "spectra", "standards", "suggest", "sweep", "welcome")
    assert not among(found, tuple(f"spectralign_gui.ui.{name}.dock" for name in docks))
    assert not among(found, tuple(info.place.partition(":")[0] for info in methods().values()))


def test_the_whole_window_works_without_what_calculations_need(tmp_path):
    """An empty window with all its docks has nothing of scipy's parts, of scikit-learn and of what writes files."""
    found = loaded(WINDOW.format(settings=str(tmp_path / "s.ini"), more="window.complete()"))
    assert "pyqtgraph" in found and "spectralign_gui.ui.compare.dock" in found
    assert not among(found, tuple(name for name in HEAVY if name != "pyqtgraph.multiprocess"))


def test_open_without_a_file_opens_the_window_alone(monkeypatch):
    from spectralign_gui import cli

    opened = []
    monkeypatch.setattr(cli, "_window", lambda files, demo=False: opened.append(list(files)) or 0)
    assert cli.main(["open"]) == 0 and opened == [[]]
