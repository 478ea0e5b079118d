"""Tables in HTML that are called .xls: read as the same table in text is."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.errors import SpectrAlignError
from spectralign_gui.io.read import read_file
from tests.io.test_consistent import X, names_of, spectra
from tests.io.test_exports_of_programs import cells

FORMS = ("<html><body><table>{}</table></body></html>", "<TABLE border=1>{}</TABLE>",
         "<!DOCTYPE html><html><head><meta charset='utf-8'><style>td {{mso-number-format:0}}</style></head>"
         "<body><table><tr><td>NIR report</td></tr></table><table>{}</table></body></html>")


def html(table, form, ended=True, span=0):
    close = ("</td>", "</tr>\n") if ended else ("", "\n")
    rows = [f"<tr><th colspan={span}>Spectral data</th>{close[1]}"] if span else []
    rows += ["<tr>" + "".join(f"<td class=x>{c}{close[0]}" for c in r) + close[1] for r in table]
    return form.format("".join(rows))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("comma", [False, True])
@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("ending", ["xls", "html"])
def test_tables_in_html_are_read(tmp_path, form, comma, down, ended, ending):
    """48 files: with and without ends of cells, decimal commas, another table before it."""
    Y = spectra(5)
    table = [["Wavelength (nm)" if down else "Sample", *cells(X)], *(
        [n, *cells(r)] for n, r in zip(names_of(5), Y, strict=True))]
    table = [list(c) for c in zip(*table, strict=True)] if down else table
    table = [[c.replace(".", ",") for c in r] for r in table] if comma else table
    path = tmp_path / f"a.{ending}"
    path.write_text(html(table, form, ended))
    [block] = read_file(path).blocks
    assert np.array_equal(block.axis, X) and np.allclose(block.spectra, Y) and list(block.names) == names_of(5)


def test_signs_and_joined_cells(tmp_path):
    Y = spectra(3)
    table = [["Sample", *cells(X)], *([f"a &lt; b &amp; {k}<br>x", *cells(r)] for k, r in enumerate(Y))]
    path = tmp_path / "a.xls"
    path.write_text(html(table, FORMS[0], span=len(X) + 1))
    [block] = read_file(path).blocks
    assert np.allclose(block.spectra, Y) and block.names[0] == "a < b & 0 x"


def test_a_page_without_a_table_of_numbers_is_refused(tmp_path):
    path = tmp_path / "a.xls"
    path.write_text("<html><body><table><tr><td>no</td><td>numbers</td></tr></table></body></html>")
    with pytest.raises(SpectrAlignError):
        read_file(path)
