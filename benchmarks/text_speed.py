"""Time and memory of reading a text file of about 100 MB, beside pandas with the pyarrow engine in the same run.

    python benchmarks/text_speed.py [--megabytes 100] [--output benchmarks/text_speed.md]

Each reading runs in a process of its own, the two in turn, the best of three counts. Needs pandas and pyarrow.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

SHAPES = {"rows, comma, 2000 channels": ("rows", ",", ".", 2000), "rows, semicolon, decimal comma": ("rows", ";", ",",
                                                                                                     2000),
          "rows, tab, sample names": ("named", "\t", ".", 2000), "columns, 60 spectra": ("columns", ",", ".", 60)}


def write(path: Path, kind: str, separator: str, decimal: str, width: int, megabytes: int) -> tuple[int, int]:
    """A file of about that size; returns lines and columns of numbers."""
    rng = np.random.default_rng(0)
    lines = max(2, int(megabytes * 1e6 / (9 * width)))
    axis = np.linspace(1000.0, 2500.0, width if kind != "columns" else lines)
    with path.open("w", encoding="utf-8") as file:
        if kind == "columns":
            file.write(separator.join(["wavelength (nm)", *(f"s{k}" for k in range(width))]) + "\n")
        else:
            lead = ["sample"] if kind == "named" else []
            file.write(separator.join(lead + [f"{v:.3f}".replace(".", decimal) for v in axis]) + "\n")
        for k in range(lines):
            cells = [f"{v:.6f}" for v in rng.random(width)]
            if decimal != ".":
                cells = [c.replace(".", decimal) for c in cells]
            lead = [f"{axis[k]:.4f}"] if kind == "columns" else [f"s{k}"] if kind == "named" else []
            file.write(separator.join(lead + cells) + "\n")
    return lines, width


def child(how: str, path: str, separator: str, decimal: str) -> None:
    """Read once; print seconds, peak memory in MB above the start, and size of the array in MB."""
    if how == "ours":
        from spectralign_gui.io.read import read_dataset
        from spectralign_gui.io.readers import readers

        readers()
    else:
        import pandas
        import pyarrow  # noqa: F401
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started, worked = time.perf_counter(), time.process_time()
    if how == "ours":
        values = read_dataset(path).spectra
    else:
        values = pandas.read_csv(path, engine="pyarrow", sep=separator,
                                 decimal=decimal).select_dtypes("number").to_numpy()
    seconds, worked = time.perf_counter() - started, time.process_time() - worked
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"seconds": seconds, "worked": worked, "memory": (peak - before) / 1024,
                      "array": values.nbytes / 1048576}))


def main() -> None:
    """Measure all shapes and write the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--child", nargs=4)
    args = parser.parse_args()
    if args.child:
        child(*args.child)
        return
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for title, (kind, separator, decimal, width) in SHAPES.items():
            path = Path(folder) / "a.csv"
            lines, columns = write(path, kind, separator, decimal, width, args.megabytes)
            best: dict[str, dict[str, float]] = {}
            for _ in range(3):
                for how in ("pandas", "ours"):
                    out = subprocess.run([sys.executable, __file__, "--child", how, str(path), separator, decimal],
                                         capture_output=True, text=True, check=True).stdout
                    now = json.loads(out)
                    if how not in best or now["seconds"] < best[how]["seconds"]:
                        best[how] = now
            ours, theirs = best["ours"], best["pandas"]
            rows.append(f"| {title} ({lines} × {columns}) | {path.stat().st_size / 1e6:.0f} | "
                        f"{theirs['seconds']:.2f} | "
                        f"{ours['seconds']:.2f} | {theirs['seconds'] / ours['seconds']:.2f} | "
                        f"{theirs['worked']:.2f} / {ours['worked']:.2f} | "
                        f"{theirs['memory'] / theirs['array']:.1f} | {ours['memory'] / ours['array']:.1f} |")
            print(rows[-1], flush=True)
    text = "\n".join([
        "# Reading large text", "", "`python benchmarks/text_speed.py`: best of three, in turn, a process each. Our "
                                    "time "
        "includes finding out the layout, hashing the file (SHA-256) and checking every value.", "",
        f"Python {platform.python_version()}, {platform.machine()}, two cores, load {os.getloadavg()[0]:.1f}.", "",
        "| file | MB | pandas + pyarrow, s | SpectrAlign, s | our speed / theirs | processor time, theirs / ours, s | "
        "their memory / array | our memory / array |", "|---|---:|---:|---:|---:|---:|---:|---:|", *rows, "",
        "Asked: at least 0.5 times the speed, at most 3 times the array.", "",
        "pandas parses on all cores, SpectrAlign on one (only the file's SHA-256 is computed beside): where other "
        "programs keep the cores busy, pandas loses more. On two idle cores pandas needs about half its processor "
        "time, SpectrAlign nearly all of its own.", ""])
    if args.output:
        args.output.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
