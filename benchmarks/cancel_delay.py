"""How long a cancel takes, for every method, at random times; writes cancel_delay.md.

    nice python benchmarks/cancel_delay.py [--methods lra dop] [--size 1500] [--cancels 5] [--seconds 6]

A fit of 2 × 1,500 spectra of 1,500 channels (200 standards, 2 properties, 2 groups) is begun in a thread and cancelled
at a random time of its first seconds, again and again. *Answer*: from the call of `cancel` until the fit has ended with
`Cancelled`. *Processor free*: until the thread that computes has come to its next check.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import threading
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from spectralign_gui.core.errors import Cancelled, SpectrAlignError
from spectralign_gui.core.monitor import SilentMonitor
from spectralign_gui.core.registry import MethodInfo, methods

STANDARDS = 200


def problem(sets: int, n: int) -> tuple[list[np.ndarray], ...]:
    """Spectra, values and groups of instruments with eight bands in common."""
    rng = np.random.default_rng(0)
    bands = np.stack([np.exp(-(((np.linspace(0, 1, n) - c) / 0.08) ** 2)) for c in np.linspace(0.1, 0.9, 8)])
    shared = rng.standard_normal((STANDARDS, 8))
    amounts = [np.concatenate([shared, rng.standard_normal((n - STANDARDS, 8))]) for _ in range(sets)]
    spectra = [(1 + 0.05 * k) * (3 + a @ bands) + 0.01 * k + 0.01 * rng.standard_normal((n, n))
               for k, a in enumerate(amounts)]
    return spectra, [a[:, :2] + 10 for a in amounts], [np.where(a[:, 0] > 0, "high", "low") for a in amounts]


def cancelled(info: MethodInfo, data: tuple[list[np.ndarray], ...], after: float) -> tuple[str, float, float]:
    """How the fit ended, seconds until the answer, and until nothing computes any more."""
    monitor, ended, how = SilentMonitor(), [0.0], ["finished"]
    rows = np.arange(STANDARDS)

    def work() -> None:
        try:
            info.create().fit(data[0], np.stack([rows, rows], 1) if len(data[0]) > 1 else None, data[1], data[2],
                              monitor)
        except Cancelled:
            how[0] = "cancelled"
        except SpectrAlignError:
            how[0] = "refused"
        ended[0] = time.perf_counter()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(after)
    if not thread.is_alive():
        return how[0], 0.0, 0.0
    asked = time.perf_counter()
    monitor.cancel()
    thread.join()
    for other in threading.enumerate():
        if other.name == "leavable work":
            other.join()
    return how[0], ended[0] - asked, time.perf_counter() - asked


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--methods", nargs="+", default=list(methods()))
    parser.add_argument("--size", type=int, default=1500)
    parser.add_argument("--cancels", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=6.0)
    arguments = parser.parse_args()
    rng, rows = np.random.default_rng(1), []
    for name in arguments.methods:
        info = methods()[name]
        data = problem(max(info.min_sets, min(2, info.max_sets or 2)), arguments.size)
        found, most = [], arguments.seconds
        while len(found) < arguments.cancels and most > 0.05:
            how, answer, free = cancelled(info, data, most * rng.random())
            if how == "cancelled":
                found.append((answer, free))
            else:
                most /= 2  # it was over before
        if found:
            rows.append((name, len(found), *np.max(found, axis=0)))
            print(f"{name:14} {len(found)} {rows[-1][2]:7.3f} {rows[-1][3]:7.2f}", flush=True)
        else:
            print(f"{name:14} over within {arguments.seconds:.0f} s or refused", flush=True)
    worst = max(r[2] for r in rows)
    lines = ["# How long a cancel takes", "",
             f"`python benchmarks/cancel_delay.py --size {arguments.size} --cancels {arguments.cancels}`; "
             f"{platform.machine()}, {os.cpu_count()} cores (load average {os.getloadavg()[0]:.1f} at the end), one "
             f"BLAS thread. {len(rows)} methods, 2 × {arguments.size:,} spectra of {arguments.size:,} channels, "
             f"cancelled at random times of the first {arguments.seconds:.0f} s; the longest of each. Longest of all: "
             f"**{1000 * worst:.0f} ms**.", "",
             "| method | cancels | until the answer: ms | until the processor is free: s |", "|---|---:|---:|---:|"]
    lines += [f"| {name} | {count} | {1000 * answer:.0f} | {free:.1f} |" for name, count, answer, free in rows]
    Path(__file__).with_suffix(".md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
