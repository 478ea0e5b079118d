"""What is loaded to begin with: what takes long to import is imported where it is used, and not to open or to list."""

import json
import subprocess
import sys

import pytest

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
