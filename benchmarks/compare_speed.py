"""How long a comparison of twenty methods takes; writes compare_speed.md.

    python benchmarks/compare_speed.py [--repeats 25] [--jobs 2]

Corn m5 → mp5, four properties, 20 standards. The time of PDS at 700 channels and 30 standards is measured in the same
run against chemotools at equal parameters. Then the comparisons that people waited for, on simulated spectra of their
size: in one process with nothing shared between lines and counts (as it was), and as `evaluate` and the window do it.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from contextlib import nullcontext
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from chemotools.adaptation import PiecewiseDirectStandardization
from transfer_data import corn

from spectralign_gui.core import create
from spectralign_gui.core.numerics.shared_work import shared_work
from spectralign_gui.core.validation import transfer
from spectralign_gui.core.validation.entries import entries_for
from spectralign_gui.core.validation.transfer import validate_transfers
from spectralign_gui.core.validation.transfer_data import TransferData
from spectralign_gui.core.validation.transfer_report import ranking
from spectralign_gui.core.validation.transfer_splits import explicit_split
from spectralign_gui.session.compare.evaluate import lines_for

METHODS = ("mean-shift", "bias", "slope-bias", "ratio", "ds", "pds", "dwpds", "sst", "epo", "top", "dop", "glsw", "osc",
           "dipls", "spiked", "joint-ridge", "msc")
"""With "none", "target-only" and "native": twenty."""


def pds_times(window: int = 7, n_components: int = 2) -> tuple[float, float, float]:
    """Seconds of a PDS fit here, here with 21 settings compared by leaving standards out, and with chemotools.

    700 channels, 30 standards, best of three.
    """
    pair = corn()
    rows = np.arange(30)
    ours, tuned, theirs = [], [], []
    for _ in range(3):
        clock = time.perf_counter()
        create("pds", window=window, n_components=n_components).fit(
            [pair.A, pair.B], pairs=np.stack([rows, rows], axis=1))
        ours.append(time.perf_counter() - clock)
        clock = time.perf_counter()
        create("pds").fit([pair.A, pair.B], pairs=np.stack([rows, rows], axis=1))
        tuned.append(time.perf_counter() - clock)
        clock = time.perf_counter()
        PiecewiseDirectStandardization(window_length=window // 2, n_components=n_components, scale=False).fit(
            pair.B[rows], X_source=pair.A[rows])
        theirs.append(time.perf_counter() - clock)
    return min(ours), min(tuned), min(theirs)


SIXTEEN = ("bias", "slope-bias", "mean-shift", "ds", "pds", "sst", "epo", "top", "dop", "glsw", "osc", "dipls",
           "spiked", "joint-ridge", "lra")
WAITED = {
    "five lines": (("ds", "pds", "epo", "joint-ridge", "lra"), 100, 2151, (10, 20), 3, 3),
    "automatic": (("auto",), 100, 2151, (10, 20), 3, 3),
    "sixteen lines": ((*SIXTEEN, "msc"), 155, 650, (5, 10, 20), 10, 2),
    "sixteen lines, one of them automatic": (("auto", *SIXTEEN), 155, 650, (5, 10, 20), 10, 2),
}
"""Methods (the yardsticks come beside them), samples, channels, numbers of standards, repeats, and how many of them are
measured: all cost the same."""


def simulated(n: int, p: int) -> TransferData:
    """Spectra of eight constituents on two instruments, of which B is shifted, steeper and has a background."""
    rng = np.random.default_rng(0)
    axis = np.linspace(350, 2500, p)
    bands = np.array([np.exp(-(((axis - c) / w) ** 2)) for c, w in zip(
        rng.uniform(400, 2400, 8), rng.uniform(30, 200, 8), strict=True)])
    S = rng.random((n, 8))
    A = 0.3 + S @ bands + 0.002 * rng.normal(size=(n, p))
    B = 0.25 + 1.1 * np.roll(S @ bands, 3, axis=1) + 0.05 * S[:, :1] * np.sin(axis / 200)
    Y = 10 * S[:, :1] + 0.2 * rng.normal(size=(n, 1))
    return TransferData([A, B + 0.002 * rng.normal(size=(n, p))], np.stack([np.arange(n)] * 2, axis=1), [Y, Y], ("y",))


class FirstLine:
    """Monitor that notes when the first line is shown."""

    def __init__(self) -> None:
        self._start, self.seconds = time.perf_counter(), float("nan")

    def report(self, stage: str, fraction: float, **values: object) -> None:
        """Look at the clock once."""
        if "table_row" in values and np.isnan(self.seconds):
            self.seconds = time.perf_counter() - self._start

    def raise_if_cancelled(self) -> None:
        """Never."""


def processor() -> float:
    """Seconds of processor time of this process and those that it started and that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def waited() -> list[str]:
    """The table of the comparisons that people waited for."""
    lines = ["\n## What people wait for\n", "Simulated spectra; the yardsticks stand beside the lines. Before: one "
             "process, nothing shared between lines and numbers of standards. Both in this run, one after the other.\n",
             "| comparison | data | before: s | processor: s | now: s | processor: s | shared by two idle cores: s | "
             "first line: s | largest difference of a prediction |", "|---|---|---|---|---|---|---|---|---|"]
    for name, (methods, n, p, counts, repeats, measured) in WAITED.items():
        data, entries, found = simulated(n, p), lines_for(methods), []
        for now in (False, True):
            transfer.shared_work = shared_work if now else nullcontext
            monitor, clock, cpu = FirstLine(), time.perf_counter(), processor()
            result = validate_transfers(data, entries, counts, repeats=measured, n_jobs=None if now else 1,
                                        monitor=monitor)
            found.append((result.cells, time.perf_counter() - clock, processor() - cpu, monitor.seconds))
            print(name, now, found[-1][1:], flush=True)
        (old, *before), (new, *after) = found
        assert old.keys() == new.keys()
        largest = max(float(np.abs(c["predicted"] - new[k]["predicted"]).max())
                      for k, c in old.items() if "predicted" in c)
        of = repeats / measured
        lines.append(f"| {name}, {len(counts)} numbers of standards, {repeats} repeats (measured: {measured}) | {n} × "
                     f"{p} | {before[0] * of:.1f} | {before[1] * of:.1f} | {after[0] * of:.1f} | {after[1] * of:.1f} | "
                     f"{after[1] * of / 2:.1f} | {after[2]:.1f} | {largest:.1g} |")
    return lines


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=25)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--waited-only", action="store_true", help="leave the first part of the table as it is")
    arguments = parser.parse_args()
    out = Path(__file__).with_suffix(".md")
    lines = (out.read_text(encoding="utf-8").split("\n## What people")[0].rstrip().split("\n")
             if arguments.waited_only else twenty_methods(arguments))
    lines += waited()
    lines.append(f"\nLoad average {os.getloadavg()[0]:.1f} at the end: other work on the two cores is in the seconds "
                 "by the clock, and in those of the processor as far as it takes the caches.")
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


def twenty_methods(arguments: argparse.Namespace) -> list[str]:
    """The table of twenty methods on corn, and of PDS."""
    pair = corn()
    n = len(pair.A)
    pairs = np.stack([np.arange(n)] * 2, axis=1)
    data = TransferData([pair.A, pair.B], pairs, [pair.Y, np.full_like(pair.Y, np.nan)], pair.properties)
    splits = [explicit_split(pairs, [n, n], pair.split(r)[1], r) for r in range(arguments.repeats)]
    entries = entries_for(METHODS)
    clock = time.process_time()
    validate_transfers(data, entries, (20,), splits=splits[:1])
    processor = time.process_time() - clock
    clock = time.perf_counter()
    result = validate_transfers(data, entries, (20,), splits=splits, n_jobs=arguments.jobs)
    seconds = time.perf_counter() - clock
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    ours, tuned, theirs = pds_times()
    per_fit = {e.key: float(np.mean([c["seconds"] for (k, _, _), c in result.cells.items() if k == e.key]))
               for e in entries}
    lines = [
        "# Speed of a comparison of transfers\n",
        f"`benchmarks/compare_speed.py --repeats {arguments.repeats} --jobs {arguments.jobs}`; {platform.machine()}, "
        f"{os.cpu_count()} cores (load average {load:.1f} at the end), Python {platform.python_version()}, numpy "
        f"{np.__version__}.\n",
        f"{len(entries) - 1} methods and A on A, corn m5 → mp5, four properties, 20 standards, {arguments.repeats} "
        f"repeats: **{seconds:.0f} s** by the clock. One repeat takes {processor:.1f} s of processor time, so 25 "
        f"repeats on two idle cores take **{processor * 25 / 2:.0f} s** (target: 300 s).\n",
        f"PDS fit, 700 channels, 30 standards, window 7, two local factors: {ours * 1e3:.0f} ms; with window, factors "
        f"and ridge chosen among 21 settings by leaving standards out {tuned * 1e3:.0f} ms; chemotools at the first "
        f"setting, in the same run, {theirs * 1e3:.0f} ms (target: 100 ms).\n",
        "| method | seconds per fit (tuning included) | mean RMSEP relative to the best |", "|---|---|---|"]
    scores = {r["method"]: r["score"] for r in ranking(result, 20)}
    for key, value in sorted(per_fit.items(), key=lambda item: scores.get(item[0], np.inf)):
        shown = f"{scores[key]:.3f}" if key in scores else "yardstick"
        lines.append(f"| {key} | {value:.3f} | {shown} |")
    return lines


if __name__ == "__main__":
    main()
