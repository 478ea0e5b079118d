"""The layout of tables: a slice of the generated corpus, and the handed cases as whole kinds."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.table_corpus import KINDS, make, outcome
from benchmarks.table_eighth_down import NEVER_SILENT
from benchmarks.table_fourth_down import NOT_YET
from benchmarks.table_ninth import REFUSED_OF_NINTH, TOLD_OF_NINTH
from benchmarks.table_seventh import NOT_READ_EITHER, SAID_AS_WELL
from benchmarks.table_sixth_values import NOT_READ, SAID
from spectralign_gui.core.errors import FileError, TwoReadings
from spectralign_gui.io.read import read_dataset, read_datasets, read_file
from spectralign_gui.io.readers.text.reader import preview

PER_KIND = 3


@pytest.fixture(scope="module")
def cases(shared):
    return {int(p.name.split("-")[0]): p for p in (shared / "cases").iterdir() if p.is_dir()}


REFUSED = (*NOT_READ, *NOT_READ_EITHER, *REFUSED_OF_NINTH)
TOLD = (*SAID, *SAID_AS_WELL, *TOLD_OF_NINTH)
TESTED = {m.__name__: k for k, m in enumerate(KINDS["all"]) if m.__name__ not in (
    *NOT_YET, *REFUSED, *TOLD, *NEVER_SILENT)}
OTHERS = {m.__name__: k for k, m in enumerate(KINDS["all"]) if m.__name__ in (*REFUSED, *TOLD)}


@pytest.mark.parametrize("kind", TESTED.values(), ids=TESTED)
def test_generated_tables_are_read_right_or_asked_about(tmp_path, kind):
    found = [outcome(make(kind, seed), tmp_path) for seed in range(2000, 2000 + PER_KIND)]
    assert {what for what, _ in found} <= {"right", "asked"}, found
    assert sum(what == "asked" for what, _ in found) <= 2, found


@pytest.mark.parametrize("name", NEVER_SILENT)
def test_generated_tables_are_never_read_wrongly_without_a_word(tmp_path, name):
    kind = [m.__name__ for m in KINDS["all"]].index(name)
    found = [outcome(make(kind, seed), tmp_path) for seed in range(2000, 2000 + PER_KIND)]
    assert "wrong" not in {what for what, _ in found}, found


@pytest.mark.parametrize("name", OTHERS)
def test_generated_tables_that_cannot_be_read_without_a_word(tmp_path, name):
    found = [outcome(make(OTHERS[name], seed), tmp_path) for seed in range(2000, 2000 + PER_KIND)]
    assert {what for what, _ in found} <= {"right", "told" if name in TOLD else "refused"}, found


def test_an_unsure_layout_is_refused_with_both_readings_and_either_can_be_chosen(tmp_path):
    rng = np.random.default_rng(3)
    X = np.round(np.sort(rng.uniform(1, 9, (6, 6)), axis=0), 3)
    path = tmp_path / "two.csv"
    path.write_text("\n".join(",".join(f"{v:g}" for v in row) for row in [[11, 12, 13, 14, 15, 16], *X]) + "\n")
    try:
        read_file(path)
    except TwoReadings as error:
        assert "one spectrum per row" in str(error) and "one spectrum per column" in str(error)
        assert error.orientation in ("rows", "columns")
    for orientation in ("rows", "columns"):
        assert read_file(path, orientation=orientation).blocks[0].spectra.size
    assert preview(path).rows  # the window shows it all the same


@pytest.mark.parametrize(("name", "shape", "first", "last"), [
    ("reps.csv", (9, 3), 500, 1000), ("sorted.csv", (8, 6), 1100, 1150), ("drying.csv", (40, 18), 410, 940),
    ("dilution.csv", (12, 6), 908.1, 1676.2)])
def test_50_titles_that_name_channels(cases, name, shape, first, last):
    data = read_dataset(cases[50] / name)
    assert data.spectra.shape == shape and data.axis.values[[0, -1]].tolist() == [first, last]
    if name == "dilution.csv":
        assert data.targets.names == ("protein",) and data.sample_names[0] == "s9151"


@pytest.mark.parametrize("name", ["fatty.csv", "oxides.csv", "soil.csv", "wines.csv"])
def test_48_a_number_in_a_title_makes_no_spectra(cases, name):
    result = read_file(cases[48] / name)
    assert not result.blocks and len(result.tables[0].targets.names) >= 4 and result.tables[0].names


def test_51_pairs(cases):
    for name, lengths in (("three_pairs.txt", [3, 3, 2]), ("long_pairs.txt", [30, 30, 30])):
        sets = read_datasets(cases[51] / name)
        assert [d.sample_names[0] for d in sets] == ["sA", "sB", "sC"]
        assert [len(d.axis) for d in sets] == lengths and [d.axis.unit for d in sets] == ["um", "um", "nm"]
        assert sets[2].axis.values[0] == 500
    same = read_dataset(cases[51] / "same_x.csv")
    assert same.spectra.shape[0] == 1 and any("1500" in w for w in same.warnings)


def test_54_names_over_pairs_and_text_below(cases):
    two = read_dataset(cases[54] / "two_samples.csv")
    assert two.sample_names == ("blank", "dye") and two.axis.values[[0, -1]].tolist() == [581, 600]
    assert two.quantity == "absorbance"
    method = read_dataset(cases[54] / "long_method.csv")
    assert method.sample_names == ("EX_220.00", "EX_230.00", "EX_240.00", "EX_250.00")
    assert method.spectra.shape == (4, 20) and any("left out" in w for w in method.warnings)


def test_53_labels_with_their_unit(cases):
    data = read_dataset(cases[53] / "lightmeter.txt")
    assert data.spectra.shape == (1, 40) and data.axis.values[[0, -1]].tolist() == [380, 419] and data.axis.unit == "nm"


@pytest.mark.parametrize("unit", ["nm", " nm", "cm-1", " cm-1"])
@pytest.mark.parametrize("count", [10, 60])
def test_labels_among_settings_in_one_list(tmp_path, unit, count):
    lines = ["Model\tX", "LUX\t12.5", "PPFD\t3.25", "Time\t92"]
    lines += [f"{500 + 2 * k}{unit}\t{0.5 + k / 100:.4f}" for k in range(count)] + ["CCT\t4000", "Duv\t0.01"]
    (tmp_path / "a.txt").write_text("\n".join(lines) + "\n")
    data = read_dataset(tmp_path / "a.txt")
    assert data.spectra.shape == (1, count) and data.axis.values[0] == 500 and data.axis.unit == unit.strip()


def test_61_separators_at_the_ends_of_some_lines(cases, tmp_path):
    data = read_dataset(cases[61] / "grass.txt")
    assert data.spectra.shape == (1, 215) and data.axis.values[[0, -1]].tolist() == [0.38, 0.915]
    for separator in "\t;,":
        for first, stop in ((0, 10), (10, 40), (5, 7)):
            lines = [f"{400 + k}{separator}{k / 8}" + separator * 2 * (first <= k < stop) for k in range(40)]
            (tmp_path / "a.txt").write_text("\n".join(lines) + "\n")
            assert read_dataset(tmp_path / "a.txt").spectra[0].tolist() == [k / 8 for k in range(40)]


def test_43_45_56_what_is_no_spectrum(cases):
    honey = read_dataset(cases[43] / "honey.csv")
    assert honey.sample_names == ("honey a", "honey b", "honey c") and any("second axis" in w for w in honey.warnings)
    asphalt = read_dataset(cases[45] / "asphalt.asc")
    assert asphalt.spectra.shape == (1, 40) and asphalt.quantity == "reflectance" and asphalt.axis.unit == "um"
    assert asphalt.axis.values[[0, -1]].tolist() == [0.35, 0.389]
    assert any("standard deviation" in w for w in asphalt.warnings)
    eem = read_dataset(cases[56] / "eem.dat")
    assert eem.sample_names[0] == "245.7" and len(eem) == 6 and eem.axis.unit == "nm" and not eem.missing
    assert eem.guessed == ()


def test_55_names_are_unique_and_persons_stay_out(cases):
    flag, split = read_dataset(cases[55] / "flag.csv"), read_dataset(cases[55] / "split.csv")
    assert set(flag.sample_names) == {""} and flag.groups == ("true", "true", "false")
    assert set(split.sample_names) == {""} and split.groups == ("Cal", "Cal", "Val")
    assert any("Season, Pop" in w for w in split.warnings) and any("Cultivar" in w for w in split.warnings)
    person = read_dataset(cases[55] / "person.csv")
    assert person.sample_names == ("cc",) and "J. Doe" not in str(person.metadata)
    assert any("user_name (about a person)" in w for w in person.warnings) and any("x, y" in w for w in person.warnings)
    chosen = read_dataset(cases[55] / "split.csv", group_column=4)
    assert chosen.groups == ("Caly", "Caly", "KP")


@pytest.mark.parametrize("titles", [("Dark", "White", "Sample"), ("raw", "dark", "reference"),
                                    ("Reference", "Scope", "Dark")])
def test_dark_and_white_are_no_spectra_and_reflectance_is_computed_on_request(tmp_path, titles):
    rng = np.random.default_rng(1)
    parts = {"d": 100 + rng.random(30), "w": 1100 + rng.random(30), "s": 600 + 100 * np.sin(np.arange(30) / 5)}
    kinds = ["d" if "ark" in t else "w" if t in ("White", "reference", "Reference") else "s" for t in titles]
    lines = ["Wavelength (nm)," + ",".join(titles)]
    lines += [f"{400 + k}," + ",".join(f"{parts[kind][k]:.4f}" for kind in kinds) for k in range(30)]
    (tmp_path / "a.csv").write_text("\n".join(lines) + "\n")
    data = read_dataset(tmp_path / "a.csv")
    assert data.spectra.shape == (1, 30) and np.allclose(data.spectra[0], parts["s"], atol=1e-3)
    assert any("compute=reflectance" in w for w in data.warnings)
    share = (parts["s"] - parts["d"]) / (parts["w"] - parts["d"])
    for kind, truth in (("reflectance", share), ("absorbance", -np.log10(share))):
        made = read_dataset(tmp_path / "a.csv", compute=kind)
        assert made.quantity == kind and np.allclose(made.spectra[0], truth, atol=1e-5)
    (tmp_path / "b.csv").write_text("Wavelength (nm),s1,s2\n" + "".join(f"{400 + k},1.5,{k}\n" for k in range(30)))
    with pytest.raises(FileError, match="cannot be computed"):
        read_dataset(tmp_path / "b.csv", compute="reflectance")
