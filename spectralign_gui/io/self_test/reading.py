"""Files of known content, written by code and read back; bytes that are no spectra are refused."""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from ...core.data import Axis, SpectralDataset
from ...core.errors import FileError
from ..read import read_dataset
from ..writers.registry import write
from .outcome import Area, Outcome, close, same

AXIS = np.linspace(1000.0, 1198.0, 100)
SPECTRA = np.round(np.sin(AXIS / 30) * np.array([[0.5], [1.0], [1.5]]) + 2, 6)
NAMES = ("first", "second, with a comma", "Ünïcode")


def dataset() -> SpectralDataset:
    """Three spectra of 100 channels."""
    return SpectralDataset("self-test", SPECTRA, Axis(AXIS, "nm"), NAMES, "absorbance")


def _as_written(path: Path, names: tuple[str, ...] | None = NAMES, limit: float = 1e-9, factor: float = 1.0) -> Outcome:
    found = read_dataset(path)
    if found.spectra.shape != SPECTRA.shape:
        return Outcome(f"{SPECTRA.shape} spectra, channels", f"{found.spectra.shape}")
    if names is not None and tuple(found.sample_names) != names:
        return Outcome(str(names), str(found.sample_names))
    both = np.vstack([found.axis.values[None], found.spectra])
    return close(both / factor, np.vstack([AXIS[None], SPECTRA]), limit, "axis, names and 300 intensities")


def _round_trip(ending: str, empty: Path) -> Outcome:
    path = write(dataset(), empty / f"spectra{ending}")
    return _as_written(path, limit=1e-5 if ending == ".jdx" else 1e-9)


def _text(separator: str, decimal: str, columns: bool, empty: Path) -> Outcome:
    """A table in a dialect, spectra in rows or in columns."""
    def number(value: float) -> str:
        return f"{value:.6f}".replace(".", decimal)

    names = ("first", "second", "third")
    rows = [["Sample", *map(number, AXIS)], *([n, *map(number, s)] for n, s in zip(names, SPECTRA, strict=True))]
    if columns:
        rows = [list(r) for r in zip(*rows, strict=True)]
        rows[0][0] = "Wavelength (nm)"
    path = empty / "table.txt"
    path.write_text("\n".join(separator.join(r) for r in rows) + "\n", encoding="utf-8")
    return _as_written(path, names, 1e-6)


def _spc(empty: Path) -> Outcome:
    """Galactic SPC, new format, evenly spaced, intensities as floats."""
    head = bytearray(512)
    head[0], head[1] = 0x04, 0x4B
    struct.pack_into("b", head, 3, -128)
    struct.pack_into("<iddi", head, 4, len(AXIS), AXIS[0], AXIS[-1], len(SPECTRA))
    head[28], head[29] = 3, 2  # nanometres, absorbance
    content = bytes(head)
    for k, row in enumerate(SPECTRA):
        sub = bytearray(32)
        struct.pack_into("b", sub, 1, -128)
        struct.pack_into("<f", sub, 4, float(k))
        content += bytes(sub) + row.astype("<f4").tobytes()
    path = empty / "spectra.spc"
    path.write_bytes(content)
    return _as_written(path, None, 1e-5)


def _npz(empty: Path) -> Outcome:
    path = empty / "spectra.npz"
    np.savez(path, spectra=SPECTRA, wavelength=AXIS, names=np.array(NAMES))
    return _as_written(path, None)


def _netcdf(empty: Path) -> Outcome:
    import scipy

    path = empty / "spectra.nc"
    with scipy.io.netcdf_file(str(path), "w") as file:
        file.createDimension("sample", len(SPECTRA))
        file.createDimension("wavelength", len(AXIS))
        axis = file.createVariable("wavelength", "f8", ("wavelength",))
        axis[:], axis.units = AXIS, "nm"
        file.createVariable("absorbance", "f8", ("sample", "wavelength"))[:] = SPECTRA
    return _as_written(path, None)


def _jcamp(empty: Path) -> Outcome:
    """A hand-written JCAMP-DX file, one spectrum, (XY..XY)."""
    points = "\n".join(f"{x:.6f}, {y:.6f}" for x, y in zip(AXIS, SPECTRA[0], strict=True))
    path = empty / "one.dx"
    path.write_text("##TITLE=one\n##JCAMP-DX=4.24\n##DATA TYPE=INFRARED SPECTRUM\n##ORIGIN=self-test\n##OWNER=none\n"
                    "##XUNITS=NANOMETERS\n##YUNITS=ABSORBANCE\n##XFACTOR=1\n##YFACTOR=1\n"
                    f"##FIRSTX={AXIS[0]}\n##LASTX={AXIS[-1]}\n##NPOINTS={len(AXIS)}\n##XYPOINTS=(XY..XY)\n{points}\n"
                    "##END=\n", encoding="utf-8")
    found = read_dataset(path)
    return close(np.vstack([found.axis.values[None], found.spectra]), np.vstack([AXIS[None], SPECTRA[:1]]), 1e-5,
                 "axis and 100 intensities")


def _refused(make: Callable[[Path], Path], empty: Path) -> Outcome:
    path = make(empty)
    try:
        read_dataset(path)
    except FileError as error:
        said = str(error)
        return Outcome("refused, naming the file", said[:80], "", path.name in said)
    return Outcome("refused, naming the file", "read as if it were spectra")


def _noise(empty: Path) -> Path:
    path = empty / "noise.spc"
    path.write_bytes(np.random.default_rng(0).integers(0, 256, 5000, dtype=np.uint8).tobytes())
    return path


def _nothing(empty: Path) -> Path:
    path = empty / "empty.csv"
    path.touch()
    return path


def _cut(empty: Path) -> Path:
    path = write(dataset(), empty / "cut.h5")
    path.write_bytes(path.read_bytes()[:-700])
    return path


def _a_changed_byte(empty: Path) -> Path:
    path = write(dataset(), empty / "changed.h5")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0x10
    path.write_bytes(content)
    return path


def _sample(empty: Path) -> Outcome:
    from ...shipped import sample

    return same(len(read_dataset(sample("libs/libs_lab.csv"))), 52)


_DIALECTS = ((",", ".", False), (";", ",", False), ("\t", ".", True), (";", ",", True))
READING = Area("Reading files", (
    *((f"{ending} written and read", partial(_round_trip, ending))
      for ending in (".h5", ".csv", ".xlsx", ".mat", ".jdx")),
    *((f"Text with “{'tab' if s == chr(9) else s}” and “{d}”, spectra in {'columns' if c else 'rows'}",
       partial(_text, s, d, c)) for s, d, c in _DIALECTS),
    ("SPC", _spc), ("NumPy archive", _npz), ("netCDF", _netcdf), ("JCAMP-DX by hand", _jcamp),
    ("Sample spectra that ship with the program", _sample),
    ("Noise is refused", partial(_refused, _noise)), ("An empty file is refused", partial(_refused, _nothing)),
    ("A file that was cut off is refused", partial(_refused, _cut)),
    ("A file with one changed byte is refused", partial(_refused, _a_changed_byte))))
