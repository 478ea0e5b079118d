"""Under a system language whose numbers have a comma, files are written and read as everywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import spectralign_gui
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.writers import formats, write

CHILD = """
import locale, sys
from pathlib import Path
from PySide6.QtGui import QGuiApplication
app = QGuiApplication([])  # Qt sets the language of C by itself
locale.setlocale(locale.LC_ALL, "")
assert locale.localeconv()["decimal_point"] == ",", locale.localeconv()
from tests.io.test_decimal_comma import data, written
from spectralign_gui.cli import main
folder = Path(sys.argv[1])
written(folder)
sys.exit(main(["convert", str(folder / "x.csv"), "--output", str(folder / "converted.jdx")]))
"""


def data():
    import spectralign_gui as sa

    rng = np.random.default_rng(0)
    return sa.spectra(np.round(rng.random((5, 40)), 6), axis=np.linspace(1100, 1300.5, 40), unit="nm", name="lab",
                      values={"Fat": np.round(10 * rng.random(5), 4)}, quantity="absorbance")


def written(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for form in formats().values():
        write(data(), folder / f"x{form.suffixes[0]}")


@pytest.fixture(scope="module")
def german(tmp_path_factory):
    """A folder with German as the C library knows it."""
    folder = tmp_path_factory.mktemp("locales")
    if shutil.which("localedef") is None or subprocess.run(
            ["localedef", "-i", "de_DE", "-f", "UTF-8", str(folder / "de_DE.UTF-8")], check=False,
            capture_output=True).returncode:
        pytest.skip("this system cannot make the language de_DE")
    return folder


def test_files_written_under_a_decimal_comma_are_the_same(german, tmp_path):
    top = Path(spectralign_gui.__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(tmp_path / "german")], capture_output=True, text=True, check=False, cwd=top,
        env={**os.environ, "LOCPATH": str(german), "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "",
             "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(top)})
    assert done.returncode == 0, done.stderr
    written(tmp_path / "plain")
    for path in sorted((tmp_path / "plain").iterdir()):
        one = read_dataset(path)
        other = read_dataset(tmp_path / "german" / path.name)
        np.testing.assert_array_equal(other.spectra, one.spectra, err_msg=path.name)
        np.testing.assert_array_equal(other.axis.values, one.axis.values, err_msg=path.name)
        if path.suffix in (".csv", ".jdx"):
            assert (tmp_path / "german" / path.name).read_text() == path.read_text()
    converted = read_dataset(tmp_path / "german" / "converted.jdx")
    np.testing.assert_allclose(converted.spectra, data().spectra, atol=1e-6)
