"""Every vendor file of the corpus gives the values of its row of the index, or the refusal that the row asks for."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.info import describe_file
from spectralign_gui.io.read import read_file, result_datasets

SHARED = Path(__file__).resolve().parents[3] / "shared"
UNITS = {"cm-1": ("cm-1", "raman-shift"), "1/CM": ("cm-1",), "1/cm": ("raman-shift",), "Raman cm-1": ("raman-shift",),
         "rel. 1/cm": ("raman-shift",), "nm": ("nm",), "NANOMETERS": ("nm",), "Micrometers": ("um",),
         "HZ": ("unknown",), "m/z": ("unknown",), "": None}
# The index lists one spectrum of this file; it holds two, each with its own header.
NOT_STATED = {"awkward/tab_thousands_point_decimal_comma.txt"}  # falling numbers alone are no wavenumbers
MORE_THAN_LISTED = {"witec/Witec_TrueMatch.txt": 2}


def rows() -> list[dict[str, str]]:
    index = SHARED / "corpus" / "INDEX.tsv"
    if not index.is_file():
        return []
    with index.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


ROWS = rows()
GOOD = [r for r in ROWS if r["refuse"] != "yes" and r["n_spectra"]]
BAD = [r for r in ROWS if r["refuse"] == "yes"]


def counts(text: str) -> list[int]:
    return [int(v) for v in re.findall(r"\d+", text)]


def test_the_corpus_is_there(shared):
    assert len(ROWS) > 80


@pytest.mark.parametrize("row", GOOD, ids=[r["path"] for r in GOOD])
def test_values_of_the_index(row):
    path = SHARED / "corpus" / row["path"]
    found = describe_file(path)
    spectra = found["spectra"]
    expected = sum(counts(row["n_spectra"]))
    assert len(spectra) == MORE_THAN_LISTED.get(row["path"], expected)
    channels = [s["channels"] for s in spectra]
    if "first" in row["n_channels"]:
        low, high, first = counts(row["n_channels"])
        assert (min(channels), max(channels), channels[0]) == (low, high, first)
    elif ";" in row["n_channels"]:
        assert sorted(set(channels)) == sorted(counts(row["n_channels"]))
    else:
        assert set(channels) == {int(row["n_channels"])}
    if row["axis_first"] == "(none)":
        assert spectra[0]["axis_unit"] == "channel" and any("no axis" in w for w in found["warnings"])
    else:
        firsts, lasts = row["axis_first"].split(";"), row["axis_last"].split(";")
        by_length = {s["channels"]: s for s in reversed(spectra)}
        listed = counts(row["n_channels"]) if ";" in row["n_channels"] else [channels[0]]
        for length, first, last in zip(listed, firsts * len(listed), lasts * len(listed), strict=False):
            spectrum = by_length[length]
            assert spectrum["axis_first"] == pytest.approx(float(first), rel=1e-6, abs=1e-6)
            if len(lasts) == 1 or length == listed[lasts.index(last)]:
                assert spectrum["axis_last"] == pytest.approx(float(last), rel=1e-6, abs=1e-6)
    if row["first3_intensities"]:
        wanted = [float(v) for v in row["first3_intensities"].split(",")]
        start = next(s for s in spectra if s["channels"] == channels[0])
        assert start["intensity_first3"] == pytest.approx(wanted, rel=2e-6, abs=1e-12)
    units = UNITS[row["unit"]]
    if units is not None:
        allowed = {*units, "unknown"} if row["path"] in NOT_STATED else set(units)
        assert {s["axis_unit"] for s in spectra} <= allowed


@pytest.mark.parametrize("row", GOOD, ids=[r["path"] for r in GOOD])
def test_data_sets_can_be_made(row):
    """Axis ascending inside, or channels numbered with a sentence that says why."""
    result = read_file(SHARED / "corpus" / row["path"])
    sets = result_datasets(result)
    assert sum(len(d) for d in sets) == sum(len(b.spectra) for b in result.blocks)
    for data, block in zip(sets, result.blocks, strict=True):
        assert len(data.source.sha256) == 64
        if block.axis is not None and data.axis.unit == "channel" and block.unit != "channel":
            assert any("axis" in w.casefold() for w in data.warnings)


@pytest.mark.parametrize("row", BAD, ids=[r["path"] for r in BAD])
def test_refusals_name_the_reason(row):
    path = SHARED / "corpus" / row["path"]
    with pytest.raises(FileError) as caught:
        describe_file(path)
    sentence = str(caught.value)
    assert sentence.startswith(path.name + ": ") and "\n" not in sentence and sentence.endswith((".", ")", "…"))
    wanted = {"zero": "empty", "truncated": "cut off|damaged|cannot be read", "pickled": "pickle",
              "random": "version byte is",
              "NOT_SPC": "version byte is 0x49", "header_only": "no table", "v73_testfile5": "no spectra",
              "dataset_Excel": "not spectra"}
    assert re.search(next(v for k, v in wanted.items() if k in path.name), sentence)


def test_the_damaged_y_check_is_said():
    found = describe_file(SHARED / "corpus" / "awkward" / "jcamp_bad_ycheck.jdx") if ROWS else None
    if found is None:
        pytest.skip("the folder ../shared with vendor files is not here")
    assert any("Y-check" in w for w in found["warnings"])


def test_an_envi_header_opens_its_library(shared):
    a = describe_file(shared / "corpus" / "envi" / "library_berlin.hdr")
    b = describe_file(shared / "corpus" / "envi" / "library_berlin.sli")
    assert a["spectra"] == b["spectra"] and a["spectra"][0]["name"] == "red clay tile 1"
