"""Random tables written in random dialects come back equal."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from spectralign_gui.io.info import describe_file
from spectralign_gui.io.read import read_dataset, read_file
from spectralign_gui.io.readers.text.numbers import fast_numbers, to_number

NAMES = st.text(st.characters(codec="cp1252", categories=("Lu", "Ll", "Nd")), min_size=1,
                max_size=8).map(lambda t: f"s{t}")
SEPARATORS = [(s, d) for s in ",;\t |" for d in ".," if s != d]


@st.composite
def tables(draw):
    n, p = draw(st.integers(2, 6)), draw(st.integers(8, 30))
    rng = np.random.default_rng(draw(st.integers(0, 2 ** 32 - 1)))
    start, step = draw(st.sampled_from([(350.0, 1.0), (900.1, 6.19), (4000.0, -3.858), (0.4, 0.0123), (12.5, 2.75)]))
    axis = np.round(start + step * np.arange(p), 4)
    smooth = np.cumsum(rng.normal(size=(n, p)), axis=1) * 10.0 ** draw(st.integers(-4, 5))
    digits = draw(st.integers(3, 12))
    spectra = np.array([[float(f"{v:.{digits}g}") for v in row] for row in smooth])
    return axis, spectra, digits


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tables(), st.sampled_from(SEPARATORS), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
       st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from(["rows", "columns"]),
       st.sampled_from(["wavelength (nm)", "Wellenzahl [cm-1]", ""]), st.lists(NAMES, min_size=6, max_size=6,
                                                                               unique=True),
       st.sampled_from(["", "# instrument: µ-Spec 3\n# laser: none\n", "Operator;Zoë\n"]), st.booleans(), st.data())
def test_round_trip(tmp_path, table, dialect, encoding, end, orientation, corner, names, header, missing, data):
    axis, spectra, digits = table
    separator, decimal = dialect
    assume(not (separator == " " and (" " in corner or corner == "")))
    assume(corner or orientation == "rows")
    spectra = spectra.copy()
    if missing and separator != " ":
        spectra[data.draw(st.integers(0, len(spectra) - 1)), data.draw(st.integers(0, spectra.shape[1] - 1))] = np.nan

    def number(v: float, form: str) -> str:
        if np.isnan(v):
            return data.draw(st.sampled_from(["NA", "", "-", "nan", "NA "]))
        return format(v, form).replace(".", decimal)

    names = names[:len(spectra)]
    cells = [[corner, *(number(v, ".4f") for v in axis)]]
    cells += [[name, *(number(v, f".{digits}g") for v in row)] for name, row in zip(names, spectra, strict=True)]
    if orientation == "columns":
        cells = [list(c) for c in zip(*cells, strict=True)]
    text = header.replace("\n", end) + end.join(separator.join(r) for r in cells) + end
    path = tmp_path / "t.csv"
    path.write_bytes(text.encode(encoding))
    found = read_dataset(path)
    back = slice(None, None, -1) if axis[0] > axis[-1] else slice(None)
    assert np.array_equal(found.axis.values, axis[back])
    assert np.array_equal(found.spectra, spectra[:, back], equal_nan=True)
    assert found.sample_names == tuple(names)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2, max_size=12), st.sampled_from(SEPARATORS))
def test_fast_numbers_equal_python_floats(values, dialect):
    separator, decimal = dialect
    line = separator.join(repr(v).replace(".", decimal) for v in values).encode()
    found = fast_numbers(line + b"\n" + line + b"\n", separator, decimal, len(values))
    if found is not None:  # None: the careful way reads it
        assert found.tolist() == [values, values]


@given(st.floats(allow_nan=False, allow_infinity=False, width=64), st.sampled_from([".", ","]))
def test_to_number_equals_float(value, decimal):
    assert to_number(repr(value).replace(".", decimal), decimal) == value


@pytest.mark.parametrize(("axis", "says"), [
    ([1100.0], ""), ([1100.0, 1102.0], ""), ([1100.0, 1102.0, 1102.0, 1104.0, 1106.0], "repeats"),
    ([*np.arange(350.0, 370, 2), *np.arange(366.0, 390, 2)], "steps back"),
])
def test_a_header_of_short_repeating_or_returning_axis_is_no_spectrum(tmp_path, axis, says):
    spectra = np.random.default_rng(0).random((4, len(axis))).round(4)
    lines = ["Sample," + ",".join(f"{v:g}" for v in axis)]
    lines += [f"S{i}," + ",".join(f"{v:g}" for v in row) for i, row in enumerate(spectra)]
    path = tmp_path / "a.csv"
    path.write_text("\n".join(lines) + "\n")
    (block,) = read_file(path).blocks
    assert block.names == ("S0", "S1", "S2", "S3")
    np.testing.assert_allclose(block.axis, axis)
    np.testing.assert_allclose(block.spectra, spectra)
    described = describe_file(path)
    assert len(described["spectra"]) == 4 and (not says or any(says in w for w in described["warnings"]))
