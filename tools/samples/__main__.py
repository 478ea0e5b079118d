"""Write ``sample_spectra/`` anew. Same seed, same files."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from . import libs, raman, toys

FOLDER = Path(__file__).resolve().parents[2] / "sample_spectra"


def write(path: Path, header: Sequence[str], rows: Sequence[Sequence[object]], comment: str = "") -> None:
    """A comma-separated table."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as stream:
        if comment:
            stream.write(f"# {comment}\n")
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def write_spectra(path: Path, names: Sequence[str], axis: np.ndarray, spectra: np.ndarray, digits: str,
                  groups: Sequence[str] | None = None, comment: str = "") -> None:
    """One spectrum per row, the axis in the header."""
    header = ["Sample", *(["Group"] if groups else []), *(f"{v:.6g}" for v in axis)]
    lead = zip(names, groups, strict=True) if groups else zip(names, strict=True)
    write(path, header, [[*first, *(f"{v:{digits}}" for v in row)] for first, row in zip(lead, spectra, strict=True)],
          comment)


def write_libs() -> None:
    """60 rocks: 52 on the laboratory instrument, 44 on the field one, 36 of them on both."""
    data = libs.simulate()
    n = len(data["names"])
    order = np.random.default_rng(21).permutation(n)
    both, only_lab = order[:36], order[36:52]
    lab, field = np.sort(np.r_[both, only_lab]), np.sort(np.r_[both, order[52:]])
    names = data["names"]
    for stem, rows, instrument in (("libs_lab", lab, libs.LAB), ("libs_field", field, libs.FIELD)):
        write_spectra(FOLDER / "libs" / f"{stem}.csv", [names[r] for r in rows], instrument.axis,
                      data[stem[5:]][rows], ".0f", comment="LIBS, wavelength (nm), intensity (counts)")
    write(FOLDER / "libs" / "libs_pairs.csv", ["libs_lab", "libs_field"], [[names[r]] * 2 for r in np.sort(both)])
    write(FOLDER / "libs" / "libs_composition.csv", ["Sample", *(f"{o} (wt%)" for o in libs.OXIDES)],
          [[name, *(f"{v:.2f}" for v in row)] for name, row in zip(names, data["oxides"], strict=True)])


def write_raman() -> None:
    """40 minerals on a green (532 nm) and a red (785 nm) instrument."""
    data = raman.simulate()
    names = data["names"]
    for stem, laser in (("green", 532), ("red", 785)):
        write_spectra(FOLDER / "raman" / f"raman_{stem}.csv", names, data[f"{stem}_axis"], data[stem], ".0f",
                      data["classes"], f"Raman shift (cm-1), laser {laser} nm, Raman intensity (counts)")
    write(FOLDER / "raman" / "raman_pairs.csv", ["raman_green", "raman_red"], [[name] * 2 for name in names])
    write(FOLDER / "raman" / "raman_properties.csv", ["Sample", "Hardness (Mohs)", "Density (g/cm3)"],
          [[name, *row] for name, row in zip(names, data["properties"], strict=True)])


def write_toys() -> None:
    """Dollar sign, crossing sines and S-curves, with every tenth sample marked as a standard."""
    for name, data in (("dollar", toys.dollar()), ("sines", toys.crossing_sines()), ("curves", toys.s_curves())):
        n = len(data["groups"])
        names = [f"{name[0].upper()}{i + 1:03d}" for i in range(n)]
        for stem, points in (("first", data["first"]), ("second", data["second"])):
            write_spectra(FOLDER / "toys" / f"{name}_{stem}.csv", names, np.arange(1, toys.CHANNELS + 1.0),
                          toys.lift(points), ".5f", data["groups"], "toy, channel, intensity")
        write(FOLDER / "toys" / f"{name}_pairs.csv", [f"{name}_first", f"{name}_second"],
              [[names[i]] * 2 for i in range(0, n, 10)])
        write(FOLDER / "toys" / f"{name}_position.csv", ["Sample", "Position"],
              [[a, f"{p:.5f}"] for a, p in zip(names, data["position"][:, 0], strict=True)])


if __name__ == "__main__":
    write_libs()
    write_raman()
    write_toys()
    total = sum(f.stat().st_size for f in FOLDER.rglob("*.csv"))
    print(f"wrote {FOLDER.name}/: {total / 1e6:.1f} MB")
