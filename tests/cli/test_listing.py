"""``info`` and ``methods``."""

from __future__ import annotations

import json

from spectralign_gui import core


def test_info_json(call, files):
    code, out, _ = call("info", files["A"], "--json")
    assert code == 0
    entry = json.loads(out)["files"][0]
    assert {"path", "format", "spectra", "warnings"} <= set(entry)
    spectrum = entry["spectra"][0]
    assert {"name", "channels", "axis_first", "axis_last", "axis_unit", "quantity", "intensity_first3", "nan"} <= set(
        spectrum
    )
    assert (spectrum["name"], spectrum["channels"], spectrum["axis_first"], spectrum["axis_last"]) == (
        "S00",
        50,
        1100,
        1296,
    )


def test_a_refused_file_does_not_hide_the_others(call, files, tmp_path):
    bad = tmp_path / "bad.csv"
    bad.write_bytes(b"")
    code, out, errors = call("info", bad, files["A"], "--json")
    assert code == 2 and "bad.csv" in errors
    listed = json.loads(out)["files"]
    assert len(listed) == 2 and len(listed[1]["spectra"]) == 24


def test_info_in_words(call, files):
    code, out, _ = call("info", files["A"])
    assert code == 0 and "24 spectra" in out and "1100 to 1296" in out and "14 more" in out


def test_methods(call):
    code, out, _ = call("methods", "--json")
    listed = json.loads(out)["methods"]
    assert code == 0 and {m["name"] for m in listed} == set(core.methods())
    assert all({"title", "parameters", "needs"} <= set(m) for m in listed)
    code, out, _ = call("methods")
    assert code == 0 and "lra" in out
    code, out, _ = call("methods", "lra")
    assert code == 0 and "--set mu=0.8" in out


def test_what_differs_is_told_apart(call, tmp_path):
    """Spectra of equal name and size differ in their line by their part, the ends of their axis or their values."""
    path = tmp_path / "a.csv"
    path.write_text("Sample,1000.001,1001,1002,1003.5\nx,1,2,3,4\nx,1,2.5,3,4\n")
    other = tmp_path / "b.csv"
    other.write_text("Sample,1000.002,1001,1002,1003.5\nx,1,2,3,4\n")
    lines = [line for line in call("info", path, other)[1].splitlines() if line.startswith("  x")]
    assert len(lines) == len(set(lines)) == 3
