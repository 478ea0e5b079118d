"""A sixth set of kinds of generated tables: what programs of spectrometers export; one scan, or scans in columns.

Written before anybody looked at the readers, from descriptions of the programs and from files seen elsewhere;
`table_sixth_rows`, `table_sixth_signs` and `table_sixth_values` have the other kinds of the set.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.table_kinds import Rng
from benchmarks.table_parts import Case, axis_text, names, numbers_text, series


@dataclass(frozen=True)
class Scans:
    """Spectra as measured, in the order of the instrument."""

    x: np.ndarray
    X: np.ndarray
    who: list[str]
    n: int
    p: int

    def lines(self, separator: str = "\t", comma: bool = False, end: str = "") -> str:
        """Axis and spectra in columns."""
        rows = zip(axis_text(self.x), *numbers_text(self.X), strict=True)
        text = "".join(separator.join(row) + end + "\n" for row in rows)
        return text.replace(".", ",") if comma else text

    def case(self, kind: str, text: str, names: tuple[str, ...] | None = None, **more: object) -> Case:
        return Case(kind, text, "spectra", [self.x] * self.n, list(self.X), names, **more)  # type: ignore[arg-type]


def scans(rng: Rng, unit: str = "nm", n: int | None = None, p: int | None = None, counts: bool = False) -> Scans:
    """Spectra of an instrument with this axis, rounded as they are written."""
    n = n or int(rng.integers(2, 9))
    p = p or int(rng.integers(24, 140))
    k = np.arange(p)
    if unit == "nm":
        x = np.round(float(rng.choice([190, 220, 350.5, 400, 900, 1100])) + float(rng.choice([0.5, 1, 2, 0.47])) * k, 2)
    elif unit == "cm-1":
        x = np.round(float(rng.choice([3999.64, 4000, 7800, 1800])) - float(rng.choice([1, 1.928, 4])) * k, 3)
    else:
        x = np.round(float(rng.uniform(80, 300)) + float(rng.uniform(1, 4)) * k - 1e-4 * k**2, 2)
    x = x[::-1] if unit == "nm" and rng.random() < 0.3 else x
    X = series(rng, n, p)[0]
    X = np.round(200 + 4e4 * (X - X.min()) / (np.ptp(X) or 1)) if counts else np.round(X / (np.abs(X).max() or 1), 5)
    return Scans(x, X, names(rng, n), n, p)


def scan_of_jasco(rng: Rng) -> Case:
    """Header as in JCAMP, but with tabs or commas; remarks behind the numbers."""
    unit, word = [("nm", "NANOMETERS"), ("cm-1", "1/CM")][int(rng.integers(2))]
    what, quantity = [("ABSORBANCE", "absorbance"), ("TRANSMITTANCE", "transmittance"), ("%R", "reflectance")][
        int(rng.integers(3))
    ]
    s, b = scans(rng, unit, 1), str(rng.choice(["\t", ","]))
    head = [
        ("TITLE", s.who[0]),
        ("DATA TYPE", "ULTRAVIOLET SPECTRUM" if unit == "nm" else "INFRARED SPECTRUM"),
        ("ORIGIN", "JASCO"),
        ("OWNER", ""),
        ("DATE", "21/03/04"),
        ("TIME", "11:32:07"),
        ("SPECTROMETER/DATA SYSTEM", "JASCO Corp., V-770, Rev. 1.00"),
        ("DELTAX", f"{s.x[1] - s.x[0]:.5g}"),
        ("XUNITS", word),
        ("YUNITS", what),
        ("FIRSTX", f"{s.x[0]:.4f}"),
        ("LASTX", f"{s.x[-1]:.4f}"),
        ("NPOINTS", str(s.p)),
        ("FIRSTY", f"{s.X[0, 0]:.5f}"),
        ("MAXY", f"{s.X.max():.5f}"),
        ("MINY", f"{s.X.min():.5f}"),
        ("XYDATA", ""),
    ]
    text = "".join(f"{k}{b}{v}".rstrip(b) + "\n" for k, v in head) + s.lines(b)
    if rng.random() < 0.7:
        text += (
            f"\n##### Extended Information\n[Comments]\nSample name{b}{s.who[0]}\nComment{b}\nUser{b}Lab\n\n"
            f"[Detailed Information]\nCreation date{b}3/4/2021 11:32 AM\n\nData interval{b}1 nm\n"
            f"Scan speed{b}400 nm/min\n"
        )
    return s.case("scan_of_jasco", text, unit=unit, quantity=quantity)


def scan_of_jasco_dichroism(rng: Rng) -> Case:
    """Circular dichroism, the voltage of the detector and absorbance in three columns: three quantities."""
    s = scans(rng, "nm", 1)
    volts = np.round(250 + 3 * np.arange(s.p)[::-1] + rng.normal(0, 1, s.p), 3)
    both = replace(s, X=np.array([s.X[0] * 20, volts, np.abs(s.X[0])]), n=3)
    text = (
        "TITLE\tprotein 1\nDATA TYPE\t\nORIGIN\tJASCO\nXUNITS\tNANOMETERS\nYUNITS\tCD [mdeg]\nY2UNITS\tHT [V]\n"
        f"Y3UNITS\tABSORBANCE\nFIRSTX\t{s.x[0]:g}\nLASTX\t{s.x[-1]:g}\nNPOINTS\t{s.p}\nXYDATA\n" + both.lines()
    )
    one = replace(s, X=both.X[:1], n=1)
    absorbance = replace(s, X=both.X[2:], n=1).case("", "")
    return one.case("scan_of_jasco_dichroism", text, unit="nm", also=(absorbance,))


def scans_of_jasco_by_temperature(rng: Rng) -> Case:
    """Interval data: temperatures over the columns, and nothing over the axis."""
    s = scans(rng, "nm")
    heat = [f"{20 + 10 * k}" for k in range(s.n)]
    text = (
        "TITLE,melting\nDATA TYPE,\nORIGIN,JASCO\nXUNITS,NANOMETERS\nYUNITS,ABSORBANCE\nZUNITS,Temperature [C]\n"
        f"FIRSTX,{s.x[0]:g}\nLASTX,{s.x[-1]:g}\nNPOINTS,{s.p}\nXYDATA\n," + ",".join(heat) + "\n" + s.lines(",")
    )
    return s.case("scans_of_jasco_by_temperature", text, unit="nm", quantity="absorbance")


def scan_of_uvprobe(rng: Rng) -> Case:
    """A quoted line with name and place, quoted titles with a point behind nm."""
    s, b = scans(rng, "nm", 1), str(rng.choice(["\t", ","]))
    title, quantity = [("Abs.", "absorbance"), ("T%", "transmittance"), ("R%", "reflectance")][int(rng.integers(3))]
    name = f"{s.who[0]} - {rng.choice(['RawData', 'Storage 084512', 'Smoothed'])}"
    head = [f'"{name}"', f'"Wavelength nm."{b}"{title}"']
    if rng.random() < 0.4:
        head.insert(1, f'"C:\\UVData\\{s.who[0]}.spc"')
    return s.case("scan_of_uvprobe", "\n".join(head) + "\n" + s.lines(b), unit="nm", quantity=quantity)


def scans_of_uvprobe(rng: Rng) -> Case:
    """Several scans printed side by side, each with its own axis."""
    s, b = scans(rng, "nm"), "\t"
    rows = [
        b.join(c for y in line for c in (x, y))
        for x, line in zip(axis_text(s.x), zip(*numbers_text(s.X), strict=True), strict=True)
    ]
    head = [b.join(f'"{w} - RawData"{b}' for w in s.who), b.join(['"Wavelength nm."', '"Abs."'] * s.n)]
    return s.case("scans_of_uvprobe", "\n".join([*head, *rows]) + "\n", unit="nm", quantity="absorbance")


def scan_of_perkinelmer(rng: Rng) -> Case:
    """The name and the date, then the units, then the numbers."""
    s = scans(rng, "cm-1", 1)
    title, quantity = [("%T", "transmittance"), ("A", "absorbance"), ("%R", "reflectance")][int(rng.integers(3))]
    b = str(rng.choice([",", ";"]))
    head = [f'"Created as New Dataset,{s.who[0]}_1 By Analyst Date Monday, March 04 2024"', f"cm-1{b}{title}"]
    if rng.random() < 0.5:
        head = [f"{s.who[0]}_1{b}", *head[1:]]
    return s.case("scan_of_perkinelmer", "\n".join(head) + "\n" + s.lines(b, b == ";"), unit="cm-1", quantity=quantity)


def scan_of_omnic(rng: Rng) -> Case:
    """No title; exponents of three digits."""
    s = scans(rng, "cm-1", 1)

    def number(v: float) -> str:
        text = f"{v:.6e}"
        return f"{text[:-2]}0{text[-2:]}"

    rows = [f"{number(x)},{number(y)}" for x, y in zip(s.x, s.X[0], strict=True)]
    return s.case("scan_of_omnic", "\n".join(rows) + "\n")


def series_of_labspec(rng: Rng) -> Case:
    """Settings, the axis after empty cells, then time or place before each spectrum."""
    s = scans(rng, "raman", counts=True)
    beside = int(rng.integers(1, 3))
    form = [("#AxisType[1]=\tTime", "#AxisUnit[1]=\ts"), ("#AxisType[1]=\tY", "#AxisUnit[1]=\tµm")][beside - 1]
    head = [
        "#Acq. time (s)=\t10",
        "#Accumulations=\t2",
        "#Range (cm-¹)=\t100 - 3500",
        "#Laser=\t532nm_Edge",
        "#Spectro (cm-¹)=\t1801.05",
        "#Objective=\tx50_VIS",
        "#AxisType[0]=\tIntens",
        "#AxisUnit[0]=\tCnt",
        *form,
        f"#AxisType[{beside + 1}]=\tSpectr",
        f"#AxisUnit[{beside + 1}]=\t1/cm",
    ]
    rows = ["\t" * beside + "\t".join(axis_text(s.x))]
    for k, y in enumerate(numbers_text(s.X)):
        rows.append("\t".join([*([f"{-3 + k * 1.5:g}", f"{k // 2}"] if beside == 2 else [f"{k * 11.2:.4g}"]), *y]))
    return s.case("series_of_labspec", "\n".join([*head, *rows]) + "\n", encoding="cp1252")


def map_of_wire(rng: Rng) -> Case:
    """One number per line, place, shift and intensity; the shift falls."""
    s = scans(rng, "raman", counts=True)
    s = replace(s, x=s.x[::-1])
    form = int(rng.integers(3))
    head = ["#X\t\t#Y\t\t#Wave\t\t#Intensity", "#Time\t\t#Wave\t\t#Intensity", "#Z\t\t#Wave\t\t#Intensity"][form]
    lines = []
    for k in range(s.n):
        at = [f"{-10 + 2.5 * k:.6f}", f"{4:.6f}"] if form == 0 else [f"{1.5 * k:.6f}"]
        lines += ["\t".join([*at, f"{x:.6f}", f"{y:.6f}"]) for x, y in zip(s.x, s.X[k], strict=True)]
    return s.case("map_of_wire", head + "\n" + "\n".join(lines) + "\n")


def scan_of_avasoft(rng: Rng) -> Case:
    """Dark, reference, sample and what was made of them; units in square brackets under the titles."""
    s = scans(rng, "nm", 1)
    dark, white = np.round(rng.normal(700, 5, s.p)), np.round(2e4 + 1e4 * np.sin(np.linspace(0, 3, s.p)))
    raw = np.round(dark + (white - dark) * 10.0 ** -np.abs(s.X[0]))
    all_ = replace(s, X=np.array([dark, white, raw, s.X[0]]), n=4)
    head = [
        "probe 1",
        "Integration time: 10,00 ms",
        "Average: 5 scans",
        "Nr of pixels used for smoothing: 1",
        "Data measured with spectrometer name: 0803138U1",
        "Wave   ;Dark     ;Ref      ;Sample   ;Absorbance",
        "[nm]   ;[counts] ;[counts] ;[counts] ;[A.U.]",
        "",
    ]
    text = "\n".join(head) + "\n" + all_.lines(";", bool(rng.random() < 0.5))
    return s.case("scan_of_avasoft", text, unit="nm", quantity="absorbance")


def scan_of_stellarnet(rng: Rng) -> Case:
    """Two quoted lines, then numbers with exponents."""
    s = scans(rng, "nm", 1)
    head = [
        f'"File: {s.who[0].upper()}.ABS "',
        f'"Smooth: {rng.integers(0, 4)} Int. Time: 100 Avg: 5 Temp: On Xtiming: 3"',
    ]
    rows = [f" {x:8.2f}  {y:.4E}" for x, y in zip(s.x, s.X[0], strict=True)]
    s = replace(s, X=np.array([[float(f"{y:.4E}") for y in s.X[0]]]))
    return s.case("scan_of_stellarnet", "\r\n".join([*head, *rows]) + "\r\n")


def scan_of_bwspec(rng: Rng) -> Case:
    """Every step of the calculation in its own column, decimal commas; Raman shift is the axis."""
    s = scans(rng, "raman", 1)
    wave = np.round(1e7 / (1e7 / 785 - s.x), 2)
    dark, raw = np.round(rng.normal(900, 4, s.p)), None
    signal = np.round(1e4 * np.abs(s.X[0]))
    raw = signal + dark
    columns = {
        "Pixel": np.arange(s.p),
        "Wavelength": wave,
        "Wavenumber": np.round(1e7 / wave, 2),
        "Raman Shift": s.x,
        "Dark": dark,
        "Reference": np.round(dark * 1.01),
        "Raw data #1": raw,
        "Dark Subtracted #1": signal,
        "%TR #1": np.zeros(s.p),
        "Absorbance #1": np.zeros(s.p),
    }
    head = [
        "File Version;BWSpec4.11_3",
        "Date;2023-05-04 10:11:12",
        "title;BWS415-785S",
        "model;BTC162E-785S-SYS",
        "intigration times(ms);3000",
        "average number;1",
        "laser_wavelength;785",
        f"pixel_num;{s.p}",
        "data_mode;2",
    ]
    body = "".join(";".join(f"{v:.10g}" for v in row) + ";\n" for row in zip(*columns.values(), strict=True))
    text = "\n".join([*head, ";".join(columns) + ";"]) + "\n" + body.replace(".", ",")
    return Case("scan_of_bwspec", text, "spectra", [s.x], [signal], None, unit="raman-shift")


def columns_of_viewspec(rng: Rng) -> Case:
    """Names of files over the columns, whose endings are numbers."""
    s = scans(rng, "nm")
    form = str(rng.choice(["soil.{:03d}", "plot{:05d}.asd", "leaf_{:05d}.asd.ref", "spectrum{:05d}"]))
    who, b = [form.format(k) for k in range(s.n)], str(rng.choice(["\t", ",", ";"]))
    corner = str(rng.choice(["Wavelength", "Wavelength ", "WAVELENGTH"]))
    return s.case("columns_of_viewspec", b.join([corner, *who]) + "\n" + s.lines(b), tuple(who), unit="nm")


def scan_of_psr(rng: Rng) -> Case:
    """A field spectroradiometer: settings, then reference, target and reflectance in percent."""
    s = scans(rng, "nm", 1)
    reference = np.round(2e-3 * (1 + np.abs(s.X[0])), 7)
    percent = np.round(50 * np.abs(s.X[0]), 4)
    rows = replace(s, X=np.array([reference, np.round(reference * percent / 100, 9), percent]), n=3)
    what = str(rng.choice(["Rad.", "Norm. DN"]))
    text = (
        "Comment: \nVersion: 2.3 [1.2.6250C]\nFile Name: C:\\Data\\plot_00012.sed\nInstrument: PSR-3500_SN1586174 [3]\n"
        "Detectors: 512,256,256\nMeasurement: REFLECTANCE\nDate: 04/03/2023,04/03/2023\nTime: 10:14:13.2,10:15:01.3\n"
        "Temperature (C): 28.24,-5.96,-5.92\nIntegration: 20,10,10\nUnits: None\nWavelength Range: 350,2500\n"
        f"Columns [4]\nData:\nWvl\t{what} (Ref.)\t{what} (Target)\tReflect. %\n" + rows.lines()
    )
    return Case(
        "scan_of_psr",
        text,
        "spectra",
        [s.x],
        [percent],
        None,
        quantity="reflectance",
        ending=str(rng.choice(["sed", "txt"])),
    )


def columns_of_chemstation(rng: Rng) -> Case:
    """Absorbance and its deviation for each sample."""
    s = scans(rng, "nm", int(rng.integers(1, 4)))
    deviation = np.round(np.abs(rng.normal(2e-4, 5e-5, s.X.shape)), 6)
    both = replace(s, X=np.array([v for pair in zip(s.X, deviation, strict=True) for v in pair]), n=2 * s.n)
    titles = [t for w in s.who for t in (f"{w} Absorbance (AU)", f"{w} Std. Dev.")]
    if s.n == 1:
        titles = ["Absorbance (AU)", "Std. Dev."]
    text = ",".join(["Wavelength (nm)", *titles]) + "\n" + both.lines(",")
    return s.case("columns_of_chemstation", text, unit="nm", quantity="absorbance")


def columns_of_solis(rng: Rng) -> Case:
    """Numbers first, the settings of the camera below."""
    s = scans(rng, str(rng.choice(["nm", "raman"])), counts=True)
    text = s.lines("\t", end="\t") + (
        "\nDate and Time:\tMon Mar 04 10:12:13 2024\nSoftware Version:\t4.30.30024.0\nTemperature (C):\t-70\n"
        "Model:\tDU420_OE\nData Type:\tCounts\nAcquisition Mode:\tKinetics\nExposure Time (secs):\t0.50000\n"
        f"Number of Accumulations:\t1\nKinetic Series Length:\t{s.n}\nGain:\t1\n"
    )
    return s.case("columns_of_solis", text, ending=str(rng.choice(["asc", "csv"])))


SCANS: tuple[Callable[[Rng], Case], ...] = (
    scan_of_jasco,
    scan_of_jasco_dichroism,
    scans_of_jasco_by_temperature,
    scan_of_uvprobe,
    scans_of_uvprobe,
    scan_of_perkinelmer,
    scan_of_omnic,
    series_of_labspec,
    map_of_wire,
    scan_of_avasoft,
    scan_of_stellarnet,
    scan_of_bwspec,
    columns_of_viewspec,
    scan_of_psr,
    columns_of_chemstation,
    columns_of_solis,
)
