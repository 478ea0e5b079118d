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
