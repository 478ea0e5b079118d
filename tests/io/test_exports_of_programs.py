"""What programs of spectrometers and spreadsheets do to tables: titles over several lines, cells as formulas, further
channels in the same row, words between samples, settings of every scan, columns that are no spectra.
"""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.core.notes import code_of, said_of
from spectralign_gui.io.read import read_file

X = np.arange(900.0, 1300.0, 10.0)


def spectra(n: int, seed: int = 0, x: np.ndarray = X) -> np.ndarray:
    rng = np.random.default_rng(seed)
    S = 0.4 + 0.2 * np.exp(-(((x - x.mean()) / (0.2 * np.ptp(x))) ** 2)) * (1 + rng.normal(0, 0.1, (n, 1)))
    return np.round(S + rng.normal(0, 0.002, (n, len(x))), 5)


def cells(row) -> list[str]:
    return [f"{v:.10g}" for v in row]


def down(titles, S, x=X, separator=",", end=""):
    return "".join(separator.join(r) + end + "\n" for r in [titles, *map(cells, np.vstack([x, S]).T)])


def across(titles, names, channels, S, separator=","):
    return "".join(
        separator.join(r) + "\n"
        for r in [[*titles, *channels], *([n, *cells(s)] for n, s in zip(names, S, strict=True))]
    )


def codes(result):
    return {code_of(w) for w in result.warnings}


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("n", [1, 2, 7, 13])
@pytest.mark.parametrize("within", ["\n", "\r\n", "\n\n"])
def test_titles_of_several_lines(tmp_path, separator, n, within):
    """12 × 3 tables."""
    S, names = spectra(n), [f"s{k}" for k in range(n)]
    titles = [f'"Wavelength{within}(nm)"', *(f'"{w}{within}dried"' for w in names)]
    path = tmp_path / "a.csv"
    path.write_bytes(down(titles, S, separator=separator).encode())
    block = read_file(path).blocks[0]
    assert block.unit == "nm" and np.allclose(block.axis, X) and np.allclose(block.spectra, S)
    assert n == 1 or [w.split() for w in block.names] == [[w, "dried"] for w in names]


def test_a_quotation_mark_that_means_inches_joins_no_lines(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(
        'Lamp: 3/4" tube\nDetector: 2" sphere\nCell: 1" wide\n' + down(["Wavelength (nm)", "a", "b"], spectra(2))
    )
    block = read_file(path).blocks[0]
    assert block.spectra.shape == (2, len(X)) and "Detector" in block.metadata


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_cells_as_formulas_keep_their_text(tmp_path, separator, every):
    S, names = spectra(6), [f"{k:03d}" for k in range(6)]
    rows = [[f'="{n}"', *(f'="{c}"' if every else c for c in cells(s))] for n, s in zip(names, S, strict=True)]
    path = tmp_path / "a.csv"
    path.write_text("".join(separator.join(r) + "\n" for r in [["Sample", *cells(X)], *rows]))
    block = read_file(path).blocks[0]
    assert list(block.names) == names and np.allclose(block.spectra, S)


@pytest.mark.parametrize("inner", ['"', ""])
def test_lines_that_are_one_quoted_cell(tmp_path, inner):
    S = spectra(3)
    text = down(["Wavelength (nm)", "a", "b", "c"], S)
    path = tmp_path / "a.csv"
    path.write_text(
        "".join('"' + line.replace("a,b", f"{inner * 2}a{inner * 2},b") + '"\n' for line in text.splitlines())
    )
    block = read_file(path).blocks[0]
    assert block.names == ("a", "b", "c") and np.allclose(block.spectra, S)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("VIS_{:g}", "NIR_{:g}"),
        ("raw_{:g}", "snv_{:g}"),
        ("{:g}", "d1_{:g}"),
        ("R{:g}", "T{:g}"),
        ("a{:g}nm", "b{:g}nm"),
    ],
)
@pytest.mark.parametrize("order", ["behind", "by turns"])
@pytest.mark.parametrize("values", [False, True])
def test_two_runs_of_channels_are_spectra_of_their_own(tmp_path, first, second, order, values):
    """20 tables: nothing of the second run becomes reference values."""
    S, T, names = spectra(5, 1), spectra(5, 2), [f"s{k}" for k in range(5)]
    one, two = [first.format(v) for v in X], [second.format(v) for v in X]
    if order == "behind":
        channels, table = [*one, *two], np.hstack([S, T])
    else:
        channels = [c for pair in zip(one, two, strict=True) for c in pair]
        table = np.stack([S, T], axis=2).reshape(5, -1)
    protein = np.array([[9.5], [10.25], [11], [12.5], [13]])
    path = tmp_path / "a.csv"
    path.write_text(
        across(["sample"] + ["Protein"] * values, names, channels, np.hstack([protein, table]) if values else table)
    )
    result = read_file(path)
    assert len(result.blocks) == 2 and "text.several_runs_of_channels" in codes(result)
    assert len({block.label for block in result.blocks}) == 2
    for block, truth in zip(result.blocks, (S, T), strict=True):
        assert np.allclose(block.axis, X) and np.allclose(block.spectra, truth) and list(block.names) == names
        assert (block.targets is not None and block.targets.names == ("Protein",)) if values else block.targets is None


@pytest.mark.parametrize(
    ("mean", "deviation"),
    [("{:g}_mean", "{:g}_sd"), ("mean_{:g}", "std_{:g}"), ("R{:g}", "SD{:g}"), ("{:g}", "{:g} std")],
)
@pytest.mark.parametrize("order", ["behind", "by turns"])
def test_deviations_of_channels_are_left_out(tmp_path, mean, deviation, order):
    S, D = spectra(5, 1), np.abs(np.random.default_rng(0).normal(0.002, 0.0003, (5, len(X))))
    one, two = [mean.format(v) for v in X], [deviation.format(v) for v in X]
    channels = [*one, *two] if order == "behind" else [c for pair in zip(one, two, strict=True) for c in pair]
    table = np.hstack([S, D]) if order == "behind" else np.stack([S, D], axis=2).reshape(5, -1)
    path = tmp_path / "a.csv"
    path.write_text(across(["sample"], [f"s{k}" for k in range(5)], channels, table))
    result = read_file(path)
    [block] = result.blocks
    assert np.allclose(block.spectra, S) and block.targets is None
    assert codes(result) & {"text.deviations_left_out"}


@pytest.mark.parametrize("back", [3, 10, 25])
@pytest.mark.parametrize("form", ["{:g}", "X{:g}", "{:g} nm"])
@pytest.mark.parametrize("title", ["sample", "plot"])
def test_an_axis_that_steps_back_at_a_detector_keeps_all_its_channels(tmp_path, back, form, title):
    x = np.concatenate([X, X[-1] - 10 * back + 5 + 10 * np.arange(30)])
    S = spectra(6, back, x)
    path = tmp_path / "a.csv"
    path.write_text(across([title], [f"s{k}" for k in range(6)], [form.format(v) for v in x], S))
    [block] = read_file(path).blocks
    assert np.allclose(block.axis, x) and np.allclose(block.spectra, S) and block.targets is None


@pytest.mark.parametrize(
    "words",
    [
        ("Calibration set", "Validation set"),
        ("Batch 1", "Batch 2"),
        ("Montag:", "Dienstag:"),
        ("Lot A", "Lot B"),
        ("site north", "site south"),
    ],
)
@pytest.mark.parametrize("filled", [False, True])
@pytest.mark.parametrize("at", [1, 4, 7])
def test_words_between_samples_are_no_samples_and_cost_none(tmp_path, words, filled, at):
    """30 tables; a line filled up with empty cells may be a sample that was not measured, and is told as one."""
    S, names = spectra(8), [f"s{k}" for k in range(8)]
    lines = across(["Sample"], names, cells(X), S).splitlines()
    ends = "," * len(X) if filled else ""
    lines[1 + at : 1 + at] = [words[1] + ends]
    lines[1:1] = [words[0] + ends]
    path = tmp_path / "a.csv"
    path.write_text("\n".join(lines) + "\n")
    result = read_file(path)
    [block] = result.blocks
    kept = [k for k, n in enumerate(block.names) if n not in words]
    assert [block.names[k] for k in kept] == names and np.allclose(block.spectra[kept], S)
    assert len(kept) == len(block.names) or (filled and np.isnan(block.spectra).any())
    assert "text.lines_between" in codes(result) or filled


@pytest.mark.parametrize(
    "titles",
    [
        ["Peak #", "Position (cm-1)", "Height", "FWHM"],
        ["Center", "Amplitude", "FWHM", "Area"],
        ["Peak", "x0", "Width", "Area", "Name"],
    ],
)
def test_a_list_of_peaks_is_no_spectrum(tmp_path, titles):
    rng = np.random.default_rng(0)
    path = tmp_path / "a.csv"
    table = np.column_stack([np.sort(rng.uniform(300, 3000, 12)), *rng.uniform(1, 9, (len(titles) - 1, 12))])
    path.write_text("".join(",".join(r) + "\n" for r in [titles, *map(cells, np.round(table, 2))]))
    with pytest.raises(FileError) as told:
        read_file(path)
    assert said_of(told.value).code == "text.list_of_peaks"
    assert read_file(path, orientation="columns").blocks


@pytest.mark.parametrize("form", ["[{}]", "[{} ...]"])
@pytest.mark.parametrize("comma", [", ", " "])
def test_lists_in_cells_are_refused_by_name(tmp_path, form, comma):
    S = spectra(4)
    rows = [f's{k},"{form.format(comma.join(cells(s)[:9]))}"' for k, s in enumerate(S)]
    path = tmp_path / "a.csv"
    path.write_text("\n".join(["name,spectrum", *rows]) + "\n")
    with pytest.raises(FileError) as told:
        read_file(path)
    assert said_of(told.value).code == "text.lists_in_cells"


@pytest.mark.parametrize("beside", [["ROI", "Frame", "Row", "Column"], ["Frame", "Pixel"], ["Point", "X", "Y"]])
@pytest.mark.parametrize("n", [2, 3, 6])
def test_a_long_table_with_counters_is_taken_apart(tmp_path, beside, n):
    S, rows = spectra(n), []
    for k in range(n):
        for j, x in enumerate(X):
            own = {
                "ROI": 1,
                "Row": 1,
                "Frame": k + 1,
                "Point": k + 1,
                "Column": j + 1,
                "Pixel": j,
                "X": k * 2.5,
                "Y": 4,
            }
            rows.append([*(f"{own[b]:g}" for b in beside), f"{x:g}", f"{S[k, j]:g}"])
    path = tmp_path / "a.csv"
    path.write_text("".join(",".join(r) + "\n" for r in [[*beside, "Wavelength", "Intensity"], *rows]))
    [block] = read_file(path).blocks
    assert np.allclose(block.axis, X) and np.allclose(block.spectra, S) and len(set(block.names)) == n


def test_a_long_table_with_two_signals_asks_for_one(tmp_path):
    S, T = spectra(3, 1), spectra(3, 2)
    rows = [[f"{k}", f"{x:g}", f"{S[k, j]:g}", f"{T[k, j]:g}"] for k in range(3) for j, x in enumerate(X)]
    path = tmp_path / "a.csv"
    path.write_text("".join(",".join(r) + "\n" for r in [["Frame", "Wavelength", "Left", "Right"], *rows]))
    with pytest.raises(FileError) as told:
        read_file(path)
    assert said_of(told.value).code == "text.long_table_of_several"
    [block] = read_file(path, orientation="columns", axis_column=2, spectrum_columns=(4,)).blocks
    assert np.allclose(block.spectra, T)


@pytest.mark.parametrize("title", ["", "Temperature(°C)", "Status"])
@pytest.mark.parametrize("number", [0.0, 25.1])
def test_a_column_of_one_number_is_no_spectrum(tmp_path, title, number):
    S = spectra(3)
    table = np.vstack([np.full(len(X), number), S])
    path = tmp_path / "a.csv"
    path.write_text(down(["Wavelength (nm)", title, "a", "b", "c"], table))
    result = read_file(path)
    assert np.allclose(result.blocks[0].spectra, S) and "text.left_out_columns" in codes(result)


@pytest.mark.parametrize(
    "what", [("CD [mdeg]", "HT [V]", "ABSORBANCE"), ("CD [mdeg]", "HT [V]"), ("ABSORBANCE", "HT [V]")]
)
def test_units_of_columns_in_a_header_say_what_is_a_spectrum(tmp_path, what):
    S = spectra(len(what))
    units = "".join(f"Y{k + 1 if k else ''}UNITS\t{w}\n" for k, w in enumerate(what))
    path = tmp_path / "a.txt"
    path.write_text(
        f"TITLE\tx\nXUNITS\tNANOMETERS\n{units}NPOINTS\t{len(X)}\nXYDATA\n"
        + "".join("\t".join(r) + "\n" for r in map(cells, np.vstack([X, S]).T))
    )
    result = read_file(path)
    [block] = result.blocks
    assert block.unit == "nm" and np.allclose(block.spectra, S[:1]) and "text.spectrum_chosen" in codes(result)
    assert block.quantity == ("unknown" if what[0].startswith("CD") else "absorbance")


@pytest.mark.parametrize("unit", ["[CCD cts]", "[a.u.]", "(counts)"])
@pytest.mark.parametrize("n", [2, 5])
def test_a_line_of_one_unit_is_no_part_of_names(tmp_path, unit, n):
    S, names = spectra(n), [f"Map--001 ({k}/0)" for k in range(n)]
    path = tmp_path / "a.txt"
    text = down(["X-Axis", *names], S, separator="\t").splitlines()
    path.write_text("\n".join([text[0], "\t".join(["[nm]", *[unit] * n]), *text[1:]]) + "\n")
    block = read_file(path).blocks[0]
    assert list(block.names) == names and block.unit == "nm"


@pytest.mark.parametrize("settings", [7, 12, 20])
@pytest.mark.parametrize("names", [["s1", "s2", "s3"], ["ore 1", "ore 2", "mud"]])
def test_names_over_many_lines_of_settings(tmp_path, settings, names):
    S = spectra(3)
    lines = [
        ["Labels", *names],
        *(
            [f"Setting {k}", *[str(v)] * 3]
            for k, v in enumerate(
                ["Emission", 350, 0.2, "Xe900", 2, "CCD", 1, "open", 5, "slit", 3, 90, 7, "G1", 600, 2, "on", 1, 4, 8][
                    : settings - 2
                ]
            )
        ),
        ["XAxis", *["Wavelength(nm)"] * 3],
        ["Lamp", *["Xe900"] * 3],
    ]
    path = tmp_path / "a.csv"
    path.write_text(
        "".join(",".join(r) + ",\n" for r in lines)
        + "\n"
        + "".join(",".join(r) + ",\n" for r in map(cells, np.vstack([X, S]).T))
    )
    block = read_file(path).blocks[0]
    assert list(block.names) == names and block.unit == "nm" and np.allclose(block.spectra, S)
    assert block.targets is None


@pytest.mark.parametrize("channels", [3, 5, 9])
def test_a_sample_of_the_table_above_is_no_line_of_titles(tmp_path, channels):
    """Two blocks under the same uneven titles: the last sample of the first happens to rise."""
    x = np.array([535, 560, 705, 760, 900, 940, 970, 1050, 1200.0])[:channels]
    S = np.round(np.sort(np.random.default_rng(0).uniform(0.2, 0.9, (20, channels)), axis=1), 4)
    lines = across(["Sample"], [f"t{k}" for k in range(20)], cells(x), S).splitlines()
    path = tmp_path / "a.csv"
    path.write_text("\n".join(["Batch 1", *lines[:9], "Batch 2", lines[0], *lines[9:]]) + "\n")
    [block] = read_file(path).blocks
    assert np.allclose(block.axis, x) and np.allclose(block.spectra, S)


@pytest.mark.parametrize("at", [3, 5, 8])
@pytest.mark.parametrize("separator", [";", "\t"])
def test_rows_in_another_notation_are_refused_also_behind_names(tmp_path, at, separator):
    S = spectra(10)
    lines = across(["Sample"], [f"s{k}" for k in range(10)], cells(X), S, separator).splitlines()
    lines[at:] = [line.replace(".", ",") for line in lines[at:]]
    path = tmp_path / "a.csv"
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(FileError):
        read_file(path)


@pytest.mark.parametrize("title", ["Chemical shift (ppm)", "q (1/Å)", "Magnetic field (G)", "Potential (V)", "m/z"])
def test_an_axis_of_another_kind_has_no_unit_of_ours(tmp_path, title):
    path = tmp_path / "a.csv"
    path.write_text(down([title, "first", "second"], spectra(2)))
    block = read_file(path).blocks[0]
    assert block.unit == "unknown" and np.allclose(block.axis, X)


@pytest.mark.parametrize("form", ["scan_mir.{:g}_abs", "MIR_{:g}", "mir.{:g}"])
def test_mid_infrared_in_titles_is_no_nanometre(tmp_path, form):
    x = np.arange(600.0, 1400.0, 2)
    path = tmp_path / "a.csv"
    path.write_text(across(["sample"], ["a", "b", "c"], [form.format(v) for v in x], spectra(3, 0, x)))
    [block] = read_file(path).blocks
    assert block.unit == "cm-1" and "unit" in block.guessed


@pytest.mark.parametrize("name", ["Wavelength (nm)", "wavelength", "nm"])
def test_the_axis_may_be_the_last_line(tmp_path, name):
    S = spectra(5)
    path = tmp_path / "a.csv"
    path.write_text(
        "".join(",".join(r) + "\n" for r in [*([f"s{k}", *cells(s)] for k, s in enumerate(S)), [name, *cells(X)]])
    )
    result = read_file(path)
    [block] = result.blocks
    assert np.allclose(block.axis, X) and np.allclose(block.spectra, S) and "axis.none" not in codes(result)


@pytest.mark.parametrize("share", [0.15, 0.4, 0.9])
@pytest.mark.parametrize("word", ["OVER", "saturated", "12.3.4"])
def test_a_spectrum_of_words_is_not_left_out_without_one(tmp_path, share, word):
    S = spectra(4)
    lines = [line.split(",") for line in down(["Wavelength (nm)", "a", "b", "c", "d"], S).splitlines()]
    for k in np.linspace(3, len(X), round(share * len(X))).astype(int):
        lines[k][3] = word
    path = tmp_path / "a.csv"
    path.write_text("\n".join(map(",".join, lines)) + "\n")
    try:
        result = read_file(path)
    except FileError:
        return
    assert "c" not in result.blocks[0].names and "text.left_out_columns" in codes(result)
