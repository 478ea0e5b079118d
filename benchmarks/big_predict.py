"""`spectralign predict` on a file larger than the memory; writes big_predict.md.

    python benchmarks/big_predict.py [--folder DIR]

The goal is 300,000 × 6,144 numbers of 4 bytes (7.4 GB) at a peak of 1 GB, and at least half as quick as plain reading
and one matrix product. It is measured on a tenth (30,000 spectra) and a hundredth of it: what does not depend on the
number of spectra (the start of the program, the model) is told from what does by these two. The alternative, a loop of
h5py and numpy over blocks of the same size, runs in the same call, in a process of its own too. Memory is that of the
program and of the processes it starts, looked at every 20 ms.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import h5py
import numpy as np

P, PROPERTIES, FULL, TENTH, HUNDREDTH = 6_144, 3, 300_000, 30_000, 3_000
AXIS = np.linspace(1000.0, 2500.0, P)
PLAIN = f"""
import sys, numpy as np, h5py
coefficients = np.random.default_rng(0).normal(size=({P}, {PROPERTIES})).astype("f4")
with h5py.File(sys.argv[1], "r") as file:
    spectra = file["spectra"]
    out = [spectra[at:at + 650] @ coefficients for at in range(0, len(spectra), 650)]
print(np.concatenate(out).shape)
"""


def spectra_of(n: int, seed: int) -> np.ndarray:
    """Smooth spectra (n, P) of four constituents."""
    rng = np.random.default_rng(seed)
    bands = np.array([np.exp(-(((AXIS - c) / 90) ** 2)) for c in (1200, 1500, 1900, 2200)]).astype("f4")
    return (0.5 + rng.random((n, 4), dtype="f4") @ bands + 0.002 * rng.normal(size=(n, P)).astype("f4")).astype("f4")


def write(path: Path, n: int, **packing: object) -> None:
    """A file of n spectra of instrument B."""
    with h5py.File(path, "w") as file:
        file["wavelength"] = AXIS
        file["wavelength"].attrs["units"] = "nm"
        made = file.create_dataset("spectra", (n, P), "f4", **packing)
        for at in range(0, n, 1000):
            made[at:at + 1000] = 1.05 * spectra_of(min(1000, n - at), at) + 0.01


def model(folder: Path, method: str) -> Path:
    """A model of two instruments with 60 samples of which all are standards."""
    from spectralign_gui.cli import main

    X = spectra_of(60, 99)
    for name, spectra in (("A", X), ("B", 1.05 * X + 0.01)):
        with h5py.File(folder / f"{name}.h5", "w") as file:
            file["wavelength"] = AXIS
            file["wavelength"].attrs["units"] = "nm"
            file["spectra"] = spectra
    values = X[:, [800, 2000, 3700]].astype(float) * 10
    (folder / "y.csv").write_text("Sample,a,b,c\n" + "".join(
        f"#{i + 1},{v[0]:.6f},{v[1]:.6f},{v[2]:.6f}\n" for i, v in enumerate(values)))
    out = folder / f"{method}.h5"
    words = ["align", folder / "A.h5", folder / "B.h5", "--match-rows", "--targets", folder / "y.csv", "--method",
             method, "--hold-out", "0.3", "--output", out]
    if main([str(w) for w in words]):
        raise SystemExit(f"{method} could not be fitted")
    return out


def resident(process: int) -> int:
    """Bytes of a process and of those it started."""
    total = 0
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                parent = int(Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()[1])
                if int(entry) == process or parent == process:
                    total += int(Path(f"/proc/{entry}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
            except (OSError, IndexError):
                continue  # it has ended in between
    return total


def timed(words: list[str]) -> tuple[float, float, float]:
    """Seconds by the clock and of the processor, and largest memory (MB) of a call."""
    clock, most, before = time.perf_counter(), 0, resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while process.poll() is None:
            most = max(most, resident(process.pid))
            time.sleep(0.02)
        if process.returncode:
            raise SystemExit(process.stderr.read().decode() if process.stderr else words)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - clock, spent, most / 1e6


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", default=None)
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        models = {m: model(folder, m) for m in ("slope-bias", "joint-ridge", "pds")}
        for kind, packing in (("plain", {}), ("gzip, chunks of 64 rows", {"chunks": (64, P), "compression": "gzip",
                                                                           "compression_opts": 1})):
            files = {n: folder / f"{n}.h5" for n in (HUNDREDTH, TENTH)}
            for n, path in files.items():
                write(path, n, **packing)
            for what in ("h5py and numpy alone", *models):
                best = {}
                for n, path in files.items():
                    words = [sys.executable, "-c", PLAIN, str(path)] if what not in models else [
                        sys.executable, "-m", "spectralign_gui", "predict", str(models[what]), str(path),
                        "--instrument", "B", "--output", str(folder / "out.csv")]
                    found = [timed(words) for _ in range(arguments.repeats)]
                    best[n] = min(f[0] for f in found), min(f[1] for f in found), max(f[2] for f in found)
                row: list[float] = []
                for k in (0, 1):
                    slope = (best[TENTH][k] - best[HUNDREDTH][k]) / (TENTH - HUNDREDTH)
                    start = best[HUNDREDTH][k] - slope * HUNDREDTH
                    row += [best[TENTH][k], start, slope * 1e6, start + slope * FULL]
                rows.append((kind, what, row, best[TENTH][2]))
                print(rows[-1], flush=True)
            for path in files.values():
                path.unlink()
    lines = ["# Predicting more spectra than the memory holds\n",
             f"`benchmarks/big_predict.py --repeats {arguments.repeats}` (the quickest counts); {platform.machine()}, "
             f"{os.cpu_count()} cores (load average {os.getloadavg()[0]:.1f} at the end), Python "
             f"{platform.python_version()}, numpy {np.__version__}, h5py {h5py.__version__}. The files were in the "
             "cache of the system.\n",
             f"{P:,} channels of 4 bytes, {PROPERTIES} properties; with intervals and flags; one BLAS thread. Calls on "
             f"{HUNDREDTH:,} and {TENTH:,} spectra (0.07 and 0.74 GB) tell what a call takes at all (start) and what a "
             f"spectrum takes; from these the {FULL:,} spectra of 7.4 GB: start + {FULL:,} × that. First by the clock, "
             "then in seconds of the processor, which other work on the machine changes less. Memory does not depend "
             "on the number of spectra: blocks are of 2 million numbers.\n"]
    for k, title in ((0, "by the clock"), (4, "of the processor")):
        lines += [f"| file | what | {TENTH:,}: s {title} | start: s | a spectrum: µs | {FULL:,}: s | quickness against "
                  "plain, without the start | peak: MB |", "|---|---|---|---|---|---|---|---|"]
        for kind, what, row, memory in rows:
            plain = next(r[2] for r in rows if r[0] == kind)
            tenth, start, each, full = row[k:k + 4]
            lines.append(f"| {kind} | {what} | {tenth:.2f} | {start:.2f} | {each:.1f} | {full:.1f} | "
                         f"{plain[k + 2] / each:.2f} × | {memory:.0f} |")
        lines.append("")
    Path(__file__).with_suffix(".md").write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
