"""JCAMP-DX as programs write it, and with every field wrong that can be: read right, told, or refused."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.read import read_file

pytestmark = pytest.mark.filterwarnings("error")

X = np.linspace(400, 700, 31)
COUNTS = np.round(5000 * np.exp(-((np.linspace(0, 1, 31) - 0.4) / 0.2) ** 2) + 700).astype(int)
Y = COUNTS * 1e-4
FORM, END = "##XYDATA=(X++(Y..Y))\n", "##END=\n"


def head(**changes):
    entries = {"TITLE": "t", "JCAMP-DX": "4.24", "DATA TYPE": "INFRARED SPECTRUM", "ORIGIN": "o", "OWNER": "w",
               "XUNITS": "1/CM", "YUNITS": "ABSORBANCE", "XFACTOR": "1.0", "YFACTOR": "0.0001", "FIRSTX": "400",
               "LASTX": "700", "NPOINTS": "31", "FIRSTY": repr(float(Y[0])), "DELTAX": "10"} | changes
    return "".join(f"##{k}={v}\n" for k, v in entries.items() if v is not None)


def affn(x=X, separator=" "):
    return "".join(f"{x[i]:g}{separator}" + separator.join(map(str, COUNTS[i:i + 8])) + "\n" for i in range(0, 31, 8))


def read(tmp_path, text):
    path = tmp_path / "x.jdx"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_file(path)


def same(result, x=X, y=Y, unit="cm-1"):
    (block,) = result.blocks
    np.testing.assert_allclose(block.axis, x)
    np.testing.assert_allclose(block.spectra, np.atleast_2d(y))
    assert block.unit == unit


@pytest.mark.parametrize("text", [
    head() + FORM + affn() + END, (head() + FORM + affn() + END).replace("\n", "\r"),
    (head(TITLE="µ") + FORM + affn() + END).encode("utf-16"), (head() + FORM + affn() + END).encode() + b"\0" * 600,
    head() + FORM + affn(separator=", ") + END, head(YFACTOR="1.0D-4") + FORM + affn() + END,
    head(NPOINTS="31 $$ points") + "$$ a\n" + FORM + affn().replace("\n", " $$ b 5\n", 2) + "$$ c\n" + END,
    head(NPOINTS=None, LASTX=None) + FORM + affn() + END, head(FIRSTX=None, DELTAX=None) + FORM + affn() + END,
    head(XFACTOR="0.5") + FORM + affn(2 * X) + END, head(XFACTOR="0.5") + FORM + affn(X) + END,
    head().lower() + "##xy data=(x++(y..y))\n" + affn() + "##end=\n",
])
def test_forms_of_one_spectrum(tmp_path, text):
    result = read(tmp_path, text)
    same(result)
    assert not result.warnings


@pytest.mark.parametrize("form", ["(XY..XY)", "(XYXY)", "(X,Y)"])
@pytest.mark.parametrize(("inner", "outer"), [(", ", "; "), (",", " "), (" ", "\n"), (";", "\n"), ("\t", "\n")])
def test_xypoints(tmp_path, form, inner, outer):
    points = outer.join(f"{x:g}{inner}{y:.4f}" for x, y in zip(X, Y, strict=True))
    same(read(tmp_path, head(YFACTOR=None) + f"##XYPOINTS={form}\n{points}\n" + END))


@pytest.mark.parametrize(("text", "says"), [
    (head(LASTX="710") + FORM + affn() + END, "LASTX says 710"),
    (head(FIRSTX="500", LASTX="800") + FORM + affn() + END, "start at 400"),
    (head(NPOINTS="30") + FORM + affn() + END, "says 30 points"),
    (head(DELTAX="5") + FORM + affn() + END, "DELTAX is 5"),
    (head(YFACTOR=None) + FORM + affn() + END, "FIRSTY is"), (head() + FORM + affn(), "no ##END="),
    ("##TITLE=all\n##DATA TYPE=LINK\n##BLOCKS=2\n" + head() + FORM + affn() + END + END, "declares 2 blocks"),
])
def test_contradictions_are_told(tmp_path, text, says):
    assert any(says in w for w in read(tmp_path, text).warnings)


@pytest.mark.parametrize(("text", "says"), [
    (head(YFACTOR="abc") + FORM + affn() + END, "YFACTOR 'abc'"),
    (head(YFACTOR="0") + FORM + affn() + END, "YFACTOR '0'"),
    (head(NPOINTS="30") + FORM + affn(), "do not match"), (head(), "no spectrum"), (head() + FORM, "empty"),
    (head() + FORM + "\n".join(affn().split("\n")[:2]), "cut off"),
    (head() + FORM + "\n".join(affn().split("\n")[1:]) + END, "cut off"),
    (head(NPOINTS=None) + FORM + "\n".join(np.delete(affn().split("\n"), 1)) + END, r"do not agree|run to"),
])
def test_refusals(tmp_path, text, says):
    with pytest.raises(FileError, match=says):
        read(tmp_path, text)


@pytest.mark.parametrize("units", ["SECONDS", "HZ", "ANGSTROMS"])
def test_foreign_units(tmp_path, units):
    same(read(tmp_path, head(XUNITS=units) + FORM + affn() + END), unit="unknown")


def test_missing_pages_are_told(tmp_path):
    text = ("##TITLE=n\n##JCAMP-DX=5.0\n##DATA TYPE=IR\n##DATA CLASS=NTUPLES\n##NTUPLES=IR\n##VAR_NAME=WN,ABS,N\n"
            "##SYMBOL=X,Y,N\n##VAR_TYPE=INDEPENDENT,DEPENDENT,PAGE\n##VAR_FORM=AFFN,ASDF,AFFN\n##VAR_DIM=31,31,2\n"
            f"##UNITS=1/CM,ABSORBANCE,\n##FIRST=400,{Y[0]},1\n##LAST=700,0.1,2\n##FACTOR=1,0.0001,1\n##PAGE=N=1\n"
            "##DATA TABLE=(X++(Y..Y)), XYDATA\n" + affn() + "##END NTUPLES=IR\n" + END)
    result = read(tmp_path, text)
    same(result)
    assert result.warnings == ("The file declares 2 pages but holds 1; it may be cut off.",)
