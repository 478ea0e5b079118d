"""Kinds of the sixth set with spectra in rows: libraries of soils and plants, photometers, tables kept by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from benchmarks.table_fourth import _checked, _values, dates, joined
from benchmarks.table_kinds import Rng
from benchmarks.table_parts import Case, axis_text, numbers_text
from benchmarks.table_sixth import Scans, scans


def rising(rng: Rng, n: int | None = None) -> Scans:
    s = scans(rng, "nm", n)
    return replace(s, x=np.sort(s.x))


def rows(
    titles: Sequence[str], beside: Sequence[Sequence[str]], channels: Sequence[str], X: np.ndarray
) -> list[list[str]]:
    """A line of titles and one line per sample."""
    return [[*titles, *channels], *([*b, *r] for b, r in zip(beside, numbers_text(X), strict=True))]


def rows_of_ecosis(rng: Rng) -> Case:
    """A dozen descriptions with places, years and angles, then the wavelengths."""
    s = rising(rng)
    titles, V = _values(rng, s.n, 2)
    head = [
        "Spectra_ID",
        "Common Name",
        "Measurement Venue",
        "Foreoptic Field of View",
        "Latitude",
        "Longitude",
        "Year",
        "Instrument Model",
        "Processing Averaged",
        "Target Type",
        *titles,
    ]
    beside = [
        [
            w,
            "red maple",
            "Greenhouse",
            "25",
            f"{44 + k / 97:.5f}",
            f"{-89 - k / 91:.5f}",
            "2019",
            "FieldSpec 4",
            "Yes",
            "Leaf",
            *v,
        ]
        for k, (w, v) in enumerate(zip(s.who, numbers_text(V), strict=True))
    ]
    text = joined(rows(head, beside, axis_text(s.x), s.X), ",")
    return _checked(s.case("rows_of_ecosis", text, tuple(s.who), never=("Latitude", "Year")), titles, V)


SOIL = (
    "oc_usda.c729_w.pct",
    "clay.tot_usda.a334_w.pct",
    "ph.h2o_usda.a268_index",
    "n.tot_usda.a623_w.pct",
    "cec_usda.a723_cmolc.kg",
)


def rows_of_ossl(rng: Rng) -> Case:
    """The open library of soils: numbers in the titles of the values, the unit in the prefix of the channels."""
    visible = bool(rng.random() < 0.5)
    s = scans(rng, "nm" if visible else "cm-1")
    x = 350 + 2.0 * np.arange(s.p) if visible else 600 + 2.0 * np.arange(s.p)
    s, V = replace(s, x=x), np.round(rng.uniform(1, 60, (s.n, 3)), 2)
    titles = [str(t) for t in rng.choice(SOIL, 3, replace=False)]
    form = "scan_visnir.{:g}_ref" if visible else "scan_mir.{:g}_abs"
    head = ["dataset.code_ascii_txt", "id.layer_uuid_txt", "layer.upper.depth_usda_cm", *titles]
    beside = [["KSSL.SSL", w, str(10 * k), *v] for k, (w, v) in enumerate(zip(s.who, numbers_text(V), strict=True))]
    text = joined(rows(head, beside, [form.format(v) for v in x], s.X), ",")
    case = s.case(
        "rows_of_ossl",
        text,
        tuple(s.who),
        unit="nm" if visible else "cm-1",
        quantity="reflectance" if visible else "absorbance",
    )
    return _checked(case, titles, V)


def rows_of_ossl_in_two_ranges(rng: Rng) -> Case:
    """Both ranges in one row: nanometres and wavenumbers are two axes."""
    s, t = rising(rng), rising(rng)
    t = scans(rng, "nm", s.n)
    s, t = replace(s, x=350 + 5.0 * np.arange(s.p)), replace(t, x=600 + 10.0 * np.arange(t.p))
    titles = [*(f"scan_visnir.{v:g}_ref" for v in s.x), *(f"scan_mir.{v:g}_abs" for v in t.x)]
    text = joined(rows(["id.layer_uuid_txt"], [[w] for w in s.who], titles, np.hstack([s.X, t.X])), ",")
    both = Case("rows_of_ossl_in_two_ranges", text, "spectra", [s.x] * s.n + [t.x] * s.n, [*s.X, *t.X])
    return replace(both, also=(s.case("", ""), t.case("", "")))


def rows_of_kssl(rng: Rng) -> Case:
    """A letter before wavenumbers with decimals that fall; numbers of the laboratory before them."""
    s = scans(rng, "cm-1")
    letter = str(rng.choice(["m", "X", "a", "w", "MIR", "ABS"]))
    who = [f"icr{rng.integers(10000, 99999)}" for _ in range(s.n)]
    text = joined(rows(["SSN"], [[w] for w in who], [f"{letter}{v}" for v in axis_text(s.x)], s.X), ",")
    return s.case("rows_of_kssl", text, tuple(who))


def rows_of_lucas(rng: Rng) -> Case:
    """Numbers of points that rise, places, land use, spc.400 spc.400.5."""
    s = rising(rng)
    s = replace(s, x=400 + 0.5 * np.arange(s.p))
    titles, V = ["OC", "CaCO3", "coarse"], np.round(rng.uniform(1, 60, (s.n, 3)), 1)
    head = ["PointID", "source", "SampleID", "sample.x", *titles, "GPS_LAT", "GPS_LONG", "LC1"]
    beside = [
        [str(26581768 + 2000 * k), "lucas2009", str(k + 1), "1", *v, f"{48 + k / 9:.4f}", f"{9 + k / 7:.4f}", "B11"]
        for k, v in enumerate(numbers_text(V))
    ]
    text = joined(rows(head, beside, [f"spc.{v}" for v in axis_text(s.x)], s.X), ",")
    return _checked(s.case("rows_of_lucas", text, never=("GPS_LAT", "GPS_LONG")), titles, V)


def rows_of_nanodrop(rng: Rng) -> Case:
    """Titles that are numbers and no channels: A260, 260/280, 340 raw; then 220, 221 …"""
    s = scans(rng, "nm", int(rng.integers(3, 9)), int(rng.integers(40, 120)))
    s = replace(s, x=220.0 + np.arange(s.p))
    head = [
        "Sample ID",
        "User ID",
        "Date",
        "Time",
        "ng/ul",
        "A260",
        "A280",
        "260/280",
        "260/230",
        "Constant",
        "Cursor Pos.",
        "Cursor abs.",
        "340 raw",
    ]
    V = np.round(rng.uniform(0.5, 3, (s.n, 5)), 2)
    beside = [
        [w, "Default", "3/4/2024", f"10:{12 + k} AM", *v, "50.00", "230", v[1], "0.003"]
        for k, (w, v) in enumerate(zip(s.who, numbers_text(V), strict=True))
    ]
    text = joined(rows(head, beside, axis_text(s.x), s.X), "\t")
    return s.case(
        "rows_of_nanodrop", text, tuple(s.who), ending=str(rng.choice(["csv", "tsv"])), values={"ng/ul": V[:, 0]}
    )


def rows_of_spectromagic(rng: Rng) -> Case:
    """A colorimeter: L*, a*, b*, then 360 nm, 370 nm, with or without the gloss included."""
    s = scans(rng, "nm", p=int(rng.integers(16, 40)))
    s = replace(s, x=360.0 + 10 * np.arange(s.p))
    form = str(rng.choice(["{:g}nm", "{:g} nm", "{:g} nm (SCI)", "SCI {:g}nm", "Refl. {:g} nm"]))
    V = np.round(rng.uniform(5, 90, (s.n, 3)), 2)
    beside = [[w, "2024/03/04 10:12:13", "SCI", *v] for w, v in zip(s.who, numbers_text(V), strict=True)]
    head = ["Data Name", "Timestamp", "Specular", "L*(D65)", "a*(D65)", "b*(D65)"]
    text = joined(rows(head, beside, [form.format(v) for v in s.x], s.X), str(rng.choice(["\t", ",", ";"])))
    return s.case("rows_of_spectromagic", text, tuple(s.who), unit="nm")


def rows_of_cgats(rng: Rng) -> Case:
    """A file of colour measurement: titles and numbers between words of their own."""
    s = scans(rng, "nm", p=int(rng.integers(16, 40)))
    s = replace(s, x=380.0 + 10 * np.arange(s.p))
    form = str(rng.choice(["SPECTRAL_NM{:g}", "NM_{:g}", "SPECTRAL_{:g}", "nm{:g}"]))
    V = np.round(rng.uniform(5, 90, (s.n, 3)), 2)
    table = rows(
        ["SAMPLE_ID", "SAMPLE_NAME", "LAB_L", "LAB_A", "LAB_B"],
        [[str(k + 1), w.replace(" ", "_"), *v] for k, (w, v) in enumerate(zip(s.who, numbers_text(V), strict=True))],
        [form.format(v) for v in s.x],
        s.X,
    )
    text = (
        'CGATS.17\nORIGINATOR "i1Profiler"\nCREATED "03/04/2024"\nMEASUREMENT_SOURCE "Illumination=D50"\n'
        f"NUMBER_OF_FIELDS {len(table[0])}\nBEGIN_DATA_FORMAT\n{' '.join(table[0])}\nEND_DATA_FORMAT\n"
        f"NUMBER_OF_SETS {s.n}\nBEGIN_DATA\n" + "".join(" ".join(r) + "\n" for r in table[1:]) + "END_DATA\n"
    )
    return s.case("rows_of_cgats", text, ending="txt")


def rows_of_bmg(rng: Rng) -> Case:
    """A plate reader: a joined heading, the wavelengths in the second line."""
    s = scans(rng, "nm", p=int(rng.integers(24, 90)))
    s, b = replace(s, x=350.0 + np.arange(s.p)), str(rng.choice([";", ",", "\t"]))
    head = [
        ["User: USER", "Path: C:\\Data", "Test ID: 12"],
        ["Test Name: SCAN", "Date: 04/03/2024", "Time: 10:12:13"],
        ["Absorbance"],
        [],
        ["Well", "Content", "Raw Data (Absorbance spectrum)"],
        ["", "Wavelength [nm]", *axis_text(s.x)],
    ]
    wells = [f"{'ABCDEFGH'[k % 8]}{k // 8 + 1:02d}" for k in range(s.n)]
    body = [[w, f"Sample X{k + 1}", *r] for k, (w, r) in enumerate(zip(wells, numbers_text(s.X), strict=True))]
    return s.case("rows_of_bmg", joined([*head, *body], b, b == ";"), unit="nm")


def rows_of_nirone(rng: Rng) -> Case:
    """One line of settings with their numbers, one of wavelengths, then the spectra."""
    s = scans(rng, "nm")
    s = replace(s, x=1550.0 + 6 * np.arange(s.p))
    settings = [
        "IntTime",
        "0",
        "PointAvg",
        "20",
        "ScanAvg",
        "1",
        "Buffering",
        "0",
        "LampIntensity",
        "60",
        "SerialNro",
        "64400",
    ]
    body = [["Wavelength", *axis_text(s.x)], *([w, *r] for w, r in zip(s.who, numbers_text(s.X), strict=True))]
    return s.case("rows_of_nirone", joined([settings, *body], ","), tuple(s.who))


def rows_of_micronir(rng: Rng) -> Case:
    """A handheld instrument: moment, tag and user, then 908.1, 914.294 …"""
    s = scans(rng, "nm", p=int(rng.integers(30, 126)))
    s = replace(s, x=np.round(908.1 + 6.194 * np.arange(s.p), 3))
    b = str(rng.choice([",", ";"]))
    beside = [[w, f"3/4/2024 10:{12 + k}:13 AM", "MicroNIR", "25.3", "admin"] for k, w in enumerate(s.who)]
    head = ["SampleID", "Timestamp", "Instrument", "Temperature", "User"]
    return s.case("rows_of_micronir", joined(rows(head, beside, axis_text(s.x), s.X), b, b == ";"), tuple(s.who))


def rows_with_indices(rng: Rng) -> Case:
    """Indices of vegetation with wavelengths in their names, beside the bands."""
    s = rising(rng)
    s = replace(s, x=400.0 + 5 * np.arange(s.p))
    indices = ["NDVI705", "PRI_531_570", "R750/R705", "WI(900,970)", "REIP", "CI_red-edge"]
    V = np.round(rng.uniform(0.2, 3, (s.n, len(indices))), 4)
    form = str(rng.choice(["R{:g}", "{:g}", "R_{:g}", "{:g}nm"]))
    beside = [[w, *v] for w, v in zip(s.who, numbers_text(V), strict=True)]
    text = joined(rows(["plot", *indices], beside, [form.format(v) for v in s.x], s.X), ",")
    return _checked(s.case("rows_with_indices", text, tuple(s.who)), indices, V)


def rows_of_means_and_deviations(rng: Rng) -> Case:
    """Each channel twice: its mean and its deviation."""
    s = rising(rng)
    s = replace(s, x=400.0 + 5 * np.arange(s.p))
    deviation = np.round(np.abs(rng.normal(0.002, 0.0005, s.X.shape)), 5)
    pair = [("{:g}_mean", "{:g}_sd"), ("mean_{:g}", "std_{:g}"), ("R{:g}", "SD{:g}")][int(rng.integers(3))]
    if rng.random() < 0.5:
        titles = [f.format(v) for v in s.x for f in pair]
        X = np.stack([s.X, deviation], axis=2).reshape(s.n, -1)
    else:
        titles = [f.format(v) for f in pair for v in s.x]
        X = np.hstack([s.X, deviation])
    text = joined(rows(["sample"], [[w] for w in s.who], titles, X), ",")
    return s.case("rows_of_means_and_deviations", text, tuple(s.who))


def rows_of_two_detectors(rng: Rng) -> Case:
    """Two spectrometers in one row, whose ranges overlap."""
    s = rising(rng)
    q = s.p // 2
    x = np.concatenate([450 + 5.0 * np.arange(q), 450 + 5.0 * (q - 4) + 2.5 + 5.0 * np.arange(s.p - q)])
    s = replace(s, x=x)
    forms = [("VIS_{:g}", "NIR_{:g}"), ("{:g}", "{:g}"), ("A{:g}", "B{:g}")][int(rng.integers(3))]
    titles = [forms[int(k >= q)].format(v) for k, v in enumerate(x)]
    text = joined(rows(["sample"], [[w] for w in s.who], titles, s.X), ",")
    parts = Case("", "", "spectra", [x[:q]] * s.n + [x[q:]] * s.n, [*s.X[:, :q], *s.X[:, q:]])
    return s.case("rows_of_two_detectors", text, tuple(s.who), also=(parts,))


def rows_raw_and_derived(rng: Rng) -> Case:
    """The spectrum, then its derivative at the same positions."""
    s = rising(rng)
    derived = np.round(np.gradient(s.X, axis=1), 6)
    forms = [("raw_{}", "d1_{}"), ("{}", "D1_{}"), ("R{}", "SNV{}")][int(rng.integers(3))]
    titles = [f.format(v) for f in forms for v in axis_text(s.x)]
    text = joined(rows(["sample"], [[w] for w in s.who], titles, np.hstack([s.X, derived])), ",")
    both = Case("", "", "spectra", [s.x] * 2 * s.n, [*s.X, *derived])
    return s.case("rows_raw_and_derived", text, tuple(s.who), also=(both,))


def rows_of_merged_names(rng: Rng) -> Case:
    """The name stands only beside the first of its repeats, as joined cells are saved."""
    s = rising(rng, int(rng.integers(2, 5)) * 3)
    who = [f"{s.who[k // 3]}" if k % 3 == 0 else "" for k in range(s.n)]
    with_number = bool(rng.random() < 0.5)
    head = ["Sample", "Rep"] if with_number else ["Sample"]
    beside = [[w, str(k % 3 + 1)] if with_number else [w] for k, w in enumerate(who)]
    return s.case("rows_of_merged_names", joined(rows(head, beside, axis_text(s.x), s.X), ";"))


def rows_under_subheadings(rng: Rng) -> Case:
    """A line with one word before each group of samples."""
    s = rising(rng, int(rng.integers(6, 14)))
    table = rows(["Sample"], [[w] for w in s.who], axis_text(s.x), s.X)
    words = [("Calibration set", "Validation set"), ("Batch 1", "Batch 2"), ("Montag:", "Dienstag:")][
        int(rng.integers(3))
    ]
    h = s.n // 2
    full = bool(rng.random() < 0.5)
    lines = [table[0], [words[0]], *table[1 : h + 1], [words[1]], *table[h + 1 :]]
    lines = [[*r, *[""] * (len(table[0]) - len(r))] if full else r for r in lines]
    return s.case("rows_under_subheadings", joined(lines, str(rng.choice([",", ";", "\t"]))), tuple(s.who))


def rows_axis_last(rng: Rng) -> Case:
    """The wavelengths stand in the last line."""
    s = rising(rng)
    body = [[w, *r] for w, r in zip(s.who, numbers_text(s.X), strict=True)]
    return s.case("rows_axis_last", joined([*body, ["Wavelength (nm)", *axis_text(s.x)]], ","), tuple(s.who), unit="nm")


def rows_by_instrument(rng: Rng) -> Case:
    """Every sample on two instruments, named in a column."""
    s = rising(rng, 2 * int(rng.integers(3, 8)))
    h = s.n // 2
    who = s.who[:h] * 2
    beside = [[w, "FOSS" if k < h else "Bruker", d] for k, (w, d) in enumerate(zip(who, dates(rng, s.n), strict=True))]
    text = joined(rows(["Sample", "Instrument", "Date"], beside, axis_text(s.x), s.X), ",")
    return s.case("rows_by_instrument", text)


ROWS: tuple[Callable[[Rng], Case], ...] = (
    rows_of_ecosis,
    rows_of_ossl,
    rows_of_ossl_in_two_ranges,
    rows_of_kssl,
    rows_of_lucas,
    rows_of_nanodrop,
    rows_of_spectromagic,
    rows_of_cgats,
    rows_of_bmg,
    rows_of_nirone,
    rows_of_micronir,
    rows_with_indices,
    rows_of_means_and_deviations,
    rows_of_two_detectors,
    rows_raw_and_derived,
    rows_of_merged_names,
    rows_under_subheadings,
    rows_axis_last,
    rows_by_instrument,
)
