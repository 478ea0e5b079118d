"""What reading in another process costs: the first file, every further one, a batch, a large file.

    python benchmarks/apart_speed.py

Prints the table of RELIABILITY.md: seconds of the clock here, of processor time here and there.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.reliability_files import make_files
from spectralign_gui.core.data import Axis, SpectralDataset
from spectralign_gui.io.apart import close_all, warm
from spectralign_gui.io.hdf5 import write_datasets
from spectralign_gui.io.read import read_file
from spectralign_gui.io.readers import _apart, _sheets
from spectralign_gui.io.readers import readers as all_readers


def measured(function: Callable[[], Any]) -> tuple[float, float]:
    """Milliseconds by the clock and of the processor in this process."""
    clock, own = time.perf_counter(), time.process_time()
    function()
    return 1000 * (time.perf_counter() - clock), 1000 * (time.process_time() - own)


def there() -> float:
    """Milliseconds of processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (used.ru_utime + used.ru_stime)


def main() -> None:
    """Measure and print."""
    all_readers()
    print("| file | first: clock ms | processor ms there | further: clock ms | here without it: clock ms |")
    print("|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = {kind: path for kind, (path, _, opened) in make_files(folder).items() if opened is read_file}
        large = SpectralDataset("large", np.random.default_rng(0).normal(size=(20_000, 2_000)), Axis(np.arange(2000.0)))
        write_datasets(folder / "large.h5", (large,))
        files["320 MB .h5"] = folder / "large.h5"
        for kind, path in files.items():
            print(_row(kind, path), flush=True)
        close_all()
        warm()
        time.sleep(1.0)  # as in the window, where the process is started beforehand
        print(f"\nFirst file after `warm`: {measured(lambda: read_file(files['foreign .h5']))[0]:.0f} ms.")
        many = [files["foreign .h5"]] * 200
        print(f"200 files: {measured(lambda: [read_file(p) for p in many])[0] / 200:.1f} ms each.")


def _row(kind: str, path: Path) -> str:
    close_all()
    before = there()
    first, _ = measured(lambda: read_file(path))
    close_all()
    used = there() - before
    read_file(path)
    further = float(np.median([measured(lambda: read_file(path))[0] for _ in range(3 if "MB" in kind else 15)]))
    kept = _apart.apart, _sheets.apart
    _apart.apart = _sheets.apart = lambda function, path, *rest, **_: function(str(path), *rest)  # type: ignore[assignment]
    try:
        read_file(path)
        here = float(np.median([measured(lambda: read_file(path))[0] for _ in range(3 if "MB" in kind else 15)]))
    finally:
        _apart.apart, _sheets.apart = kept
    return f"| {kind} | {first:.0f} | {used:.0f} | {further:.1f} | {here:.1f} |"


if __name__ == "__main__":
    main()
