"""Library and command line work where Qt is not installed; the window then says what is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

NO_QT = """
import sys

class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6", "pyqtgraph", "superqt"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, NoQt())
"""


def without_qt(code: str, **environment: str) -> subprocess.CompletedProcess:
    import os

    return subprocess.run([sys.executable, "-c", NO_QT + code], capture_output=True, text=True, timeout=120,
                          env={**os.environ, **environment})


def test_library_and_every_layer_below_the_window():
    done = without_qt("""
import pkgutil, importlib
import spectralign_gui as sa
for layer in ("core", "preprocessing", "session", "io", "library", "commands"):
    package = importlib.import_module(f"spectralign_gui.{layer}")
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
a, b = sa.sample_spectra("dollar")
print(len(sa.align(a, b, standards="names").embeddings))
""")
    assert done.stdout.strip() == "2", done.stderr


@pytest.mark.parametrize("words", [[], ["--demo"]])
def test_the_window_says_what_is_missing(words):
    done = without_qt(f"from spectralign_gui.cli import main\nsys.exit(main({words!r}))\n",
                      DISPLAY=":99", QT_QPA_PLATFORM="xcb")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1 and "spectralign-gui[gui]" in done.stderr


def test_import_of_the_package_loads_nothing_heavy():
    done = without_qt("import spectralign_gui\nprint(sorted(m for m in ('numpy', 'scipy', 'sklearn', 'h5py') "
                      "if m in sys.modules))\n")
    assert done.stdout.strip() == "[]", done.stderr
