"""Kinds of the sixth set: cameras, fluorometers, plate readers and libraries that write axis and scans downwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks.table_fourth import _values
from benchmarks.table_kinds import Rng
from benchmarks.table_parts import Case, axis_text, numbers_text
from benchmarks.table_sixth import Scans, scans


def table_of_witec(rng: Rng) -> Case:
    """One axis and the points of a map, named by their place."""
    s = scans(rng, "raman", counts=True)
    who = [f"Map--001 ({k % 3}/{k // 3})" for k in range(s.n)]
    head = "\t".join(["X-Axis", *who]) + "\n" + "\t".join(["[rel. 1/cm]", *["[CCD cts]"] * s.n]) + "\n"
    return s.case("table_of_witec", head + s.lines(), tuple(who), unit="raman-shift")


def frames_of_lightfield(rng: Rng) -> Case:
    """One number per line under region, frame, row and column."""
    s = scans(rng, "nm", counts=True)
    s = replace(s, x=np.sort(s.x))
    rows = [
        f"1,{k + 1},1,{j + 1},{x},{y}"
        for k in range(s.n)
        for j, (x, y) in enumerate(zip(axis_text(s.x), numbers_text(s.X)[k], strict=True))
    ]
    head = "ROI,Frame,Row,Column,Wavelength,Intensity"
    return s.case("frames_of_lightfield", "\n".join([head, *rows]) + "\n")


def shots_of_libs(rng: Rng) -> Case:
    """Three spectrometers one after the other, whose ranges overlap: the axis steps back twice."""
    parts, first = [], 198.0
    for _ in range(3):
        q = int(rng.integers(12, 40))
        parts.append(np.round(first + 0.9 * np.arange(q), 2))
        first = parts[-1][-1] - 4.3
    s = scans(rng, "nm", p=sum(map(len, parts)), counts=True)
    s = replace(s, x=np.concatenate(parts))
    who = [f"Shot {k + 1}" for k in range(s.n)]
    return s.case("shots_of_libs", ",".join(["Wavelength", *who]) + "\n" + s.lines(","), tuple(who))


def columns_of_edinburgh(rng: Rng) -> Case:
    """Settings of each scan in lines over it, many of them numbers; commas at the ends."""
    s = scans(rng, "nm", counts=True)
    settings = [
        ("Labels", s.who),
        ("Type", ["Emission Scan"] * s.n),
        ("Comment", [""] * s.n),
        ("Start", [f"{s.x[0]:g}"] * s.n),
        ("Stop", [f"{s.x[-1]:g}"] * s.n),
        ("Step", [f"{abs(s.x[1] - s.x[0]):.3g}"] * s.n),
        ("Fixed/Offset", ["350"] * s.n),
        ("XAxis", ["Wavelength(nm)"] * s.n),
        ("YAxis", ["Counts"] * s.n),
        ("Scan", ["Emission"] * s.n),
        ("Dwell Time", ["0.2"] * s.n),
        ("Ex. Bandwidth", ["2"] * s.n),
        ("Lamp", ["Xe900"] * s.n),
    ]
    head = "".join(",".join([k, *v]) + ",\n" for k, v in settings) + "\n"
    return s.case("columns_of_edinburgh", head + s.lines(",", end=","), tuple(s.who), unit="nm")


def columns_of_envi_plot(rng: Rng) -> Case:
    """What each column is stands in a list above, with the colours of the plot."""
    s = scans(rng, "nm")
    head = [
        "ENVI ASCII Plot File [Mon Mar 04 10:12:13 2024]",
        "Column 1: Wavelength",
        *(f"Column {k + 2}: Mean: {w}~~{k + 1}##255,{30 * k},0" for k, w in enumerate(s.who)),
    ]
    rows = ["".join(f"{c:>12}" for c in r) for r in zip(axis_text(s.x), *numbers_text(s.X), strict=True)]
    return s.case("columns_of_envi_plot", "\n".join([*head, *(" " + r for r in rows)]) + "\n")


def scan_of_ecostress(rng: Rng) -> Case:
    """A library of minerals: micrometres that fall, reflectance in percent, everything stated in words."""
    s = scans(rng, "nm", 1)
    x = np.round(np.linspace(14.01, 2.08, s.p), 4)
    s = replace(s, x=x, X=np.round(50 * np.abs(s.X), 4))
    text = (
        "Name: Ankerite CaFe(CO3)2\nType: Mineral\nClass: Carbonate\nSubclass: None\nParticle Size: Fine\n"
        "Sample No.: C-11A\nOwner: JPL\nWavelength Range: TIR\nOrigin: Collected by 2 people; site 14.\n"
        "Description: Gray. XRD: 3.70 and 2.90 A.\nMeasurement: Directional (10 Degree) Hemispherical Reflectance\n"
        "First Column: X\nSecond Column: Y\nX Units: Wavelength (micrometers)\nY Units: Reflectance (percent)\n"
        f"First X Value: {x[0]:g}\nLast X Value: {x[-1]:g}\nNumber of X Values: {s.p}\n"
        "Additional Information: none\n\n" + s.lines("\t")
    )
    return s.case("scan_of_ecostress", text, unit="um", quantity="reflectance", ending="txt")


def scan_of_trios(rng: Rng) -> Case:
    """Sections, settings with an equals sign, then four columns: wavelength, signal, error and status."""
    s = scans(rng, "nm", 1, counts=True)
    s = replace(s, x=np.sort(s.x))
    zero = np.zeros(s.p)
    rows = replace(s, X=np.array([s.X[0], zero, zero]), n=3)
    text = (
        "[Spectrum]\nVersion                = 1\nIDData                 = DLAB_2024-03-04_10-12-13_255_812\n"
        "IDDevice               = SAM_8166\nIDDataType             = SPECTRUM\n"
        "DateTime               = 2024-03-04 10:12:13\n"
        "\n[Attributes]\nCalFactor              = 1\nIntegrationTime        = 256\nUnit1                  = $05 $00 "
        "Wavelength nm\nUnit2                  = $03 $05 Intensity counts\nUnit3                  = $f0 $05 Error\n"
        "Unit4                  = $f1 $00 Status\n[END] of [Attributes]\n\n[DATA]\n"
        + rows.lines(" ")
        + "[END] of [DATA]\n[END] of [Spectrum]\n"
    )
    return s.case("scan_of_trios", text, ending="txt")


def scan_of_hitachi(rng: Rng) -> Case:
    """Settings with tabs and colons, a heading "Data Points", then nm and Abs."""
    s = scans(rng, "nm", 1)
    text = (
        f"Sample:\t{s.who[0]}\nFile name:\tC:\\UV\\a.UDS\nRun Date:\t10:12:13, 03/04/2024\nOperator:\t\nComment:\t\n"
        "Instrument\nModel:\tU-3900 Spectrophotometer\nSerial Number:\t2145-007\nROM Version:\t2J10600 01\n"
        "Instrument Parameters\nMeasurement Type:\tWavelength Scan\nData Mode:\tAbs\n"
        f"Starting Wavelength:\t{s.x[0]:g} nm\n"
        f"Ending Wavelength:\t{s.x[-1]:g} nm\nScan Speed:\t300 nm/min\nSampling Interval:\t0.50 nm\nSlit Width:\t2 nm\n"
        "Path Length:\t10.0 mm\n\nPeaks\nPeak #\tStart (nm)\tApex (nm)\tEnd (nm)\tHeight (Abs)\n"
        "1\t300.0\t280.5\t250.0\t0.512\n2\t250.0\t230.0\t220.0\t0.401\n\nData Points\nnm\tAbs\n" + s.lines()
    )
    return s.case("scan_of_hitachi", text, unit="nm", quantity="absorbance", ending="txt")


def columns_of_fluoressence(rng: Rng) -> Case:
    """Titles that are formulas, units in a line of their own."""
    s = scans(rng, "nm", 3, counts=True)
    text = "Wavelength\tS1c\tR1c\tS1c/R1c\nnm\tCPS\tMicroAmps\tCPS / MicroAmps\n" + s.lines()
    return s.case(
        "columns_of_fluoressence",
        text,
        unit="nm",
        also=tuple(replace(s, X=s.X[k : k + 1], n=1).case("", "") for k in (2, 0)),
    )


def matrix_of_emission(rng: Rng) -> Case:
    """Emission down, excitation across: both are axes, so either way is right and both are told."""
    s = scans(rng, "nm", int(rng.integers(8, 20)))
    s = replace(s, x=np.sort(s.x))
    other = 240.0 + 5 * np.arange(s.n)
    corner, b = (
        str(rng.choice(["", "Wavelength", "Em/Ex", "EX Wavelength/EM Wavelength"])),
        str(rng.choice([",", "\t"])),
    )
    text = b.join([corner, *axis_text(other)]) + "\n" + s.lines(b)
    turned = Scans(other, s.X.T, [], s.p, s.n).case("", "")
    return s.case("matrix_of_emission", text, also=(turned,))


def columns_of_ecosis(rng: Rng) -> Case:
    """Descriptions in lines over the spectra, half of them numbers, the wavelengths below in the same column."""
    s = scans(rng, "nm", int(rng.integers(4, 9)))
    s = replace(s, x=np.sort(s.x))
    titles, V = _values(rng, s.n, 2)
    beside = [
        ("Spectra", s.who),
        ("Latin Genus", ["Acer"] * s.n),
        ("Latin Species", ["rubrum"] * s.n),
        ("Measurement Date", [f"2023-07-{k + 10}" for k in range(s.n)]),
        ("Latitude", [f"{44.1 + k / 1000:.4f}" for k in range(s.n)]),
        ("Acquisition Method", ["Contact"] * s.n),
        *((t, numbers_text(V.T)[k]) for k, t in enumerate(titles)),
    ]
    text = "".join(",".join([k, *v]) + "\n" for k, v in beside) + s.lines(",")
    return s.case("columns_of_ecosis", text, tuple(s.who), values={t: V[:, k] for k, t in enumerate(titles)})


def columns_of_spectramax(rng: Rng) -> Case:
    """A plate reader: a block with its own header, temperature beside the wavelength, the wells, ~End."""
    s = scans(rng, "nm", int(rng.integers(3, 9)))
    s = replace(s, x=np.sort(s.x))
    wells = [f"{'ABCDEFGH'[k % 8]}{k // 8 + 1}" for k in range(s.n)]
    head = (
        f"##BLOCKS= 1\nPlate:\tPlate1\t1.3\tPlateFormat\tSpectrum\tAbsorbance\tRaw\tFALSE\t\t\t{s.x[0]:g}\t{s.x[-1]:g}"
        f"\t{s.x[1] - s.x[0]:g}\t\t1\t12\t96\n"
    )
    rows = [
        "\t".join([x, "25.1", *y, ""])
        for x, y in zip(axis_text(s.x), map(list, zip(*numbers_text(s.X), strict=True)), strict=True)
    ]
    text = head + "\t".join(["Wavelength(nm)", "Temperature(°C)", *wells, ""]) + "\n" + "\n".join(rows)
    text += "\n\n~End\nOriginal Filename: a; Date Last Saved: 3/4/2024 10:12:13 AM\n"
    return s.case(
        "columns_of_spectramax",
        text,
        tuple(wells),
        unit="nm",
        ending="txt",
        encoding=str(rng.choice(["utf-16", "cp1252"])),
    )


def columns_of_tecan(rng: Rng) -> Case:
    """Many settings in two or five columns, the wells, an end time below."""
    s = scans(rng, "nm", int(rng.integers(3, 9)))
    s = replace(s, x=np.sort(s.x))
    wells, b = [f"{'ABCDEFGH'[k % 8]}{k // 8 + 1}" for k in range(s.n)], str(rng.choice([";", "\t", ","]))
    head = [
        ["Application: Tecan i-control"],
        ["Device: infinite 200Pro", "", "", "", "Serial number: 1410007"],
        [],
        ["Date:", "2024-03-04"],
        ["Time:", "10:12:13"],
        [],
        ["Mode", "", "", "", "Absorbance"],
        ["Wavelength start", "", "", "", f"{s.x[0]:g}", "nm"],
        ["Wavelength end", "", "", "", f"{s.x[-1]:g}", "nm"],
        ["Number of Flashes", "", "", "", "25"],
        ["Start Time:", "2024-03-04 10:12:13"],
        [],
        ["", "Temperature: 25.3 °C"],
        ["Wavel.", *wells],
    ]
    text = "".join(b.join(r) + "\n" for r in head) + s.lines(b, b == ";") + f"\n\nEnd Time:{b}2024-03-04 10:15:01\n"
    return s.case("columns_of_tecan", text, tuple(wells))


def scans_without_a_break(rng: Rng) -> Case:
    """Two columns, no titles: the axis begins anew for every scan."""
    s = scans(rng, str(rng.choice(["nm", "cm-1"])))
    b = str(rng.choice(["\t", ",", " "]))
    text = "".join(replace(s, X=s.X[k : k + 1], n=1).lines(b) for k in range(s.n))
    return s.case("scans_without_a_break", text, ending="xy")


def columns_axis_last(rng: Rng) -> Case:
    """The wavelengths stand behind the spectra."""
    s = scans(rng, "nm")
    rows = [",".join(r) for r in zip(*numbers_text(s.X), axis_text(s.x), strict=True)]
    text = "\n".join([",".join([*s.who, "Wavelength (nm)"]), *rows]) + "\n"
    return s.case("columns_axis_last", text, tuple(s.who), unit="nm")


def scan_with_its_axis_in_the_header(rng: Rng) -> Case:
    """First, last and step are stated; below stand only signals."""
    s = scans(rng, "nm", 1)
    step = float(rng.choice([1, 2, 0.5]))
    s = replace(s, x=400 + step * np.arange(s.p))
    text = (
        f"Sample: {s.who[0]}\nFirst wavelength (nm): {s.x[0]:g}\nLast wavelength (nm): {s.x[-1]:g}\nStep: {step:g}\n"
        f"Points: {s.p}\nAbsorbance\n" + "".join(f"{c}\n" for c in numbers_text(s.X)[0])
    )
    return s.case("scan_with_its_axis_in_the_header", text, ending="txt")


def foreign_axes(rng: Rng) -> Case:
    """Two-theta, m/z, ppm, time or volts: no wavelengths, whatever the numbers are."""
    title, first, step = [
        ("2Theta (°)", 5, 0.5),
        ("m/z", 50, 1),
        ("Chemical shift (ppm)", 12, -0.05),
        ("Time (s)", 0, 10),
        ("Retention time (min)", 0.01, 0.05),
        ("Potential (V)", -1, 0.02),
        ("q (1/Å)", 0.01, 0.02),
        ("Channel", 0, 1),
        ("Magnetic field (G)", 3300, 1),
    ][int(rng.integers(9))]
    s = scans(rng, "nm")
    s = replace(s, x=np.round(first + step * np.arange(s.p), 4))
    return s.case(
        "foreign_axes",
        ",".join([title, *s.who]) + "\n" + s.lines(","),
        tuple(s.who),
        unit="channel" if title == "Channel" else "unknown",
    )


DOWN: tuple[Callable[[Rng], Case], ...] = (
    table_of_witec,
    frames_of_lightfield,
    shots_of_libs,
    columns_of_edinburgh,
    columns_of_envi_plot,
    scan_of_ecostress,
    scan_of_trios,
    scan_of_hitachi,
    columns_of_fluoressence,
    matrix_of_emission,
    columns_of_ecosis,
    columns_of_spectramax,
    columns_of_tecan,
    scans_without_a_break,
    columns_axis_last,
    scan_with_its_axis_in_the_header,
    foreign_axes,
)
