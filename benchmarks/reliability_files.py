"""Damage files and open them as a user would: one sentence or data, the program alive, its memory bounded.

    python benchmarks/reliability_files.py [--count 2000] [--seed 0] [--only h5]

Files of every kind that a native library parses are made anew, damaged in one of several ways (bytes changed behind a
seal made anew, sizes set to extremes, parts cut out, repeated or zeroed) and opened through the functions the window
and the command line use, all in this one process. It prints the rows of the table in RELIABILITY.md.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.mutations import mutate
from spectralign_gui.core.errors import FileError, SpectrAlignError
from spectralign_gui.io.hdf5 import read_hdf5, write_datasets
from spectralign_gui.io.model_file import load_model, save_result
from spectralign_gui.io.project import open_project, save_project
from spectralign_gui.io.read import read_file
from spectralign_gui.io.seal import SIZE, seal
from spectralign_gui.io.writers.registry import write
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState
from tests.ui.helpers import make_dataset


def make_files(folder: Path) -> dict[str, tuple[Path, str, Callable[[Path], object]]]:
    """Name → file, the seal it needs ("" for none), how it is opened."""
    import h5py
    from scipy.io import netcdf_file, savemat

    sets = (make_dataset("a", n=12, p=30, seed=1), make_dataset("b", n=12, p=30, seed=2))
    result = execute(SessionState(sets, match_by_name(sets).standards, method="ds"))
    data, axis = sets[0].spectra, sets[0].axis.values
    write_datasets(folder / "data.h5", sets)
    save_result(result, folder / "model.h5")
    save_project(folder / "p.spectralign", result.state, [result])
    with h5py.File(folder / "plain.h5", "w") as file:
        file["spectra"], file["wavelength"] = data, axis
        file.create_dataset("packed", data=data, compression="gzip", shuffle=True)
        file["names"] = list(sets[0].sample_names)
    with netcdf_file(str(folder / "n.nc"), "w") as file:
        file.createDimension("s", len(data))
        file.createDimension("w", len(axis))
        file.createVariable("spectra", "d", ("s", "w"))[:] = data
        file.createVariable("wavelength", "d", ("w",))[:] = axis
    savemat(folder / "m.mat", {"spectra": data, "wavelength": axis[None]}, do_compression=False)
    savemat(folder / "packed.mat", {"spectra": data, "wavelength": axis[None]}, do_compression=True)
    np.savez_compressed(folder / "z.npz", spectra=data, wavelength=axis)
    write(sets[:1], folder / "x.xlsx")
    return {
        "data .h5": (folder / "data.h5", "data", read_file),
        "data .h5 as ours": (folder / "data.h5", "data", read_hdf5),
        "result as model": (folder / "model.h5", "result", load_model),
        "result as spectra": (folder / "model.h5", "result", read_file),
        "project": (folder / "p.spectralign", "project", open_project),
        "foreign .h5": (folder / "plain.h5", "", read_file), "netCDF": (folder / "n.nc", "", read_file),
        "MATLAB": (folder / "m.mat", "", read_file), "MATLAB packed": (folder / "packed.mat", "", read_file),
        "npz": (folder / "z.npz", "", read_file), "xlsx": (folder / "x.xlsx", "", read_file)}


def main() -> None:
    """Damage and open."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=2000, help="of each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    print("| kind | opened | refused | of these: broke the library | never ended | median ms | slowest s | MB here |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as name:
        for kind, (path, sealed, opened) in make_files(Path(name)).items():
            if arguments.only in kind:
                print(_row(kind, path, sealed, opened, arguments), flush=True)


def _row(kind: str, path: Path, sealed: str, opened: Callable[[Path], object], arguments: argparse.Namespace) -> str:
    whole = path.read_bytes()
    found: Counter[str] = Counter()
    times = []
    target = path.with_name(f"damaged{path.suffix}")
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        first = SIZE if sealed else 0
        target.write_bytes(whole[:first] + mutate(whole[first:], seed)[0])
        if sealed:
            seal(target, sealed)
        start = time.perf_counter()
        try:
            opened(target)
            found["opened"] += 1
        except SpectrAlignError as error:
            text = str(error)
            assert isinstance(error, FileError) and target.name in text and "\n" not in text, (seed, text)
            found["refused"] += 1
            found["broke"] += "broke down" in text
            found["endless"] += "does not come to an end" in text or "far more memory" in text
        times.append(time.perf_counter() - start)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return (f"| {kind} | {found['opened']} | {found['refused']} | {found['broke']} | {found['endless']} | "
            f"{1000 * float(np.median(times)):.1f} | {max(times):.1f} | {memory} |")


if __name__ == "__main__":
    main()
