"""`spectralign align` on two instruments of 50,000 spectra each; writes big_align.md.

    python benchmarks/big_align.py [--folder DIR] [--sizes 5000 50000]

Spectra of 2,000 channels in 4 bytes, of which 200 samples were measured on both. Memory is that of the program and of
the processes it starts, looked at every 20 ms. The same spectra in 8 bytes are what an ordinary fit has in memory: the
results of both are compared at the smaller size. Methods with graphs and kernels are fitted to 20,000 spectra each.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from benchmarks.big_predict import timed

P, STANDARDS = 2_000, 200
AXIS = np.linspace(1000.0, 2500.0, P)
METHODS = ("lra", "ds", "cca")
GRAPHS, MANY = ("affine", "klra", "ma", "ma-linear", "ma-hard"), 20_000
"""Methods whose plain form needs a matrix of all spectra with all spectra, and how many they are given."""
FIT = f"""
import sys, numpy as np
from spectralign_gui.core.registry import method
rng = np.random.default_rng(0)
bands = rng.normal(size=(5, 500))
X = [rng.random(({MANY}, 5)) @ bands + 0.01 * rng.normal(size=({MANY}, 500)) for _ in range(2)]
X[1][:{STANDARDS}] = 1.05 * X[0][:{STANDARDS}] + 0.01
method(sys.argv[1]).create().fit(X, np.column_stack([np.arange({STANDARDS})] * 2))
"""


def write(folder: Path, n: int, kind: str) -> list[Path]:
    """Files of A and B, n spectra each; the first `STANDARDS` are the same samples."""
    bands = np.array([np.exp(-(((AXIS - c) / 90) ** 2)) for c in (1200, 1500, 1900, 2200)]).astype("f4")
    (folder / kind).mkdir(exist_ok=True)
    paths = [folder / kind / f"{name}.h5" for name in "AB"]
    for instrument, path in enumerate(paths):
        common, own = np.random.default_rng(1), np.random.default_rng(2 + instrument)
        with h5py.File(path, "w") as file:
            file["wavelength"] = AXIS
            file["wavelength"].attrs["units"] = "nm"
            made = file.create_dataset("spectra", (n, P), kind)
            for at in range(0, n, 1000):
                rows = min(1000, n - at)
                amounts = own.random((rows, 4), dtype="f4")
                if at == 0:
                    amounts[:STANDARDS] = common.random((STANDARDS, 4), dtype="f4")
                noise = 0.002 * own.normal(size=(rows, P)).astype("f4")
                made[at:at + rows] = ((0.5 + amounts @ bands + noise) * np.float32(1 + 0.05 * instrument)
                                      + np.float32(0.01 * instrument)).astype("f4")
    return paths


def words(folder: Path, paths: list[Path], method: str) -> list[str]:
    """The call of `align`."""
    return [sys.executable, "-m", "spectralign_gui", "align", *map(str, paths), "--pairs", str(folder / "pairs.csv"),
            "--method", method, "--output", str(folder / f"{method}.h5")]


def numbers(path: Path) -> list[np.ndarray]:
    """All arrays of numbers of a result, in the order of their names, but for spectra and single numbers (times)."""
    found: dict[str, np.ndarray] = {}

    def visit(name: str, item: object) -> None:
        if isinstance(item, h5py.Dataset) and item.dtype.kind == "f" and "spectra" not in name and item.shape:
            found[name] = np.asarray(item, dtype=float)

    with h5py.File(path) as file:
        file.visititems(visit)
    return [found[name] for name in sorted(found)]


def difference(first: list[np.ndarray], second: list[np.ndarray]) -> float:
    """Largest difference of two results in parts of the largest number of each array."""
    if [a.shape for a in first] != [b.shape for b in second]:
        raise SystemExit("the results have different parts")
    return max(float(np.nanmax(np.abs(a - b), initial=0.0) / max(np.nanmax(np.abs(a), initial=0.0), 1e-300))
               for a, b in zip(first, second, strict=True))


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", default=None)
    parser.add_argument("--sizes", type=int, nargs="+", default=[5_000, 50_000])
    arguments = parser.parse_args()
    lines = ["# Aligning two large sets", "",
             f"`python benchmarks/big_align.py --sizes {' '.join(map(str, arguments.sizes))}`; {platform.machine()}, "
             f"{os.cpu_count()} cores (load average {os.getloadavg()[0]:.1f} at the start), Python "
             f"{platform.python_version()}, numpy {np.__version__}. {P:,} channels of 4 bytes, {STANDARDS} standards.",
             "", "| spectra | method | s by the clock | s of the processor | peak: MB | against 8 bytes |",
             "|---|---|---:|---:|---:|---:|"]
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        (folder / "pairs.csv").write_text("A,B\n" + "".join(f"#{k},#{k}\n" for k in range(1, STANDARDS + 1)))
        for n in arguments.sizes:
            paths = write(folder, n, "f4")
            for method in METHODS:
                clock, spent, memory = timed(words(folder, paths, method))
                against = ""
                if n == min(arguments.sizes):
                    single = numbers(folder / f"{method}.h5")
                    timed(words(folder, write(folder, n, "f8"), method))
                    against = f"{difference(single, numbers(folder / f'{method}.h5')):.1e}"
                lines.append(f"| 2 × {n:,} | {method} | {clock:.1f} | {spent:.1f} | {memory:.0f} | {against} |")
                print(lines[-1], flush=True)
            for path in folder.glob("f*/*.h5"):
                path.unlink()
    lines += ["", f"Methods with graphs and kernels, 2 × {MANY:,} spectra of 500 channels in the library:", "",
              "| method | s by the clock | s of the processor | peak: MB |", "|---|---:|---:|---:|"]
    for method in GRAPHS:
        clock, spent, memory = timed([sys.executable, "-c", FIT, method])
        lines.append(f"| {method} | {clock:.1f} | {spent:.1f} | {memory:.0f} |")
        print(lines[-1], flush=True)
    Path(__file__).with_suffix(".md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
