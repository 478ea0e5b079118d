"""Comparisons and sweeps on the workers of a Dask cluster: weak and strong scaling; writes dask_scaling.md.

    python benchmarks/dask_scaling.py [--repeats 3]

One and two workers of one process and one BLAS thread each on this machine, and the same work in this process alone.
Strong scaling: the same work for both; weak: twice the work for two. The kernel, robust and
sparse alignments are swept over a parameter, transfers are compared. Figures have to be the same to the last digit,
wherever they were made.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import distributed
import numpy as np

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.session.compare.evaluate import compare
from spectralign_gui.session.compare.plan import ComparisonPlan
from spectralign_gui.session.compare.sweep import SweepAxis, run_sweep
from spectralign_gui.session.standards.pairing import match_by_row
from spectralign_gui.session.state import SessionState

AXIS = np.linspace(1000, 2500, 700)


def session(method: str, n: int = 80) -> SessionState:
    """Two instruments of n samples and 700 channels, all of them standards, two properties."""
    rng = np.random.default_rng(7)
    bands = np.exp(-((AXIS - rng.uniform(1000, 2500, (6, 1))) / 90) ** 2)
    C = rng.gamma(3.0, 0.3, (n, 6))
    A, B = (g * C @ bands + 0.003 * rng.normal(size=(n, len(AXIS))) for g in (1.0, 1.05))
    sets = (SpectralDataset("A", A, Axis(AXIS, "nm"), targets=Targets(("fat", "water"), C[:, :2] * 10)),
            SpectralDataset("B", B + 0.01, Axis(AXIS, "nm")))
    return SessionState(sets, match_by_row(sets).standards).with_(method=method)


def swept(method: str, name: str, values: tuple[Any, ...]) -> Callable[[int, Any], Any]:
    """Work of so many sizes on a cluster (None: in this process), and its figures."""
    def work(size: int, dask: Any) -> Any:
        many = tuple(type(v)(v + k * 1e-3) if isinstance(v, float) else v for k in range(size) for v in values)
        sweep = run_sweep(session(method), [SweepAxis(name, many)], rmsep=False, n_jobs=1, dask=dask)
        return [(p.values, p.hit, p.error) for p in sweep.points]
    return work


def compared(size: int, dask: Any) -> Any:
    """A comparison of transfers with so many times four repeats."""
    plan = ComparisonPlan(["pds", "joint-ridge", "glsw", "dipls"], standards=[20], repeats=4 * size, folds=4)
    result, _, _ = compare(session("ds"), plan, n_jobs=1, dask=dask)
    return {k: c["predicted"].tobytes() for k, c in result.cells.items() if "predicted" in c}


WORK: dict[str, Callable[[int, Any], Any]] = {
    "kernel (klra, 8 values of mu)": swept("klra", "mu", tuple(np.linspace(0.1, 0.9, 8))),
    "robust (rlra, 4 values of mu)": swept("rlra", "mu", tuple(np.linspace(0.2, 0.8, 4))),
    "sparse (slra, 4 values of mu)": swept("slra", "mu", tuple(np.linspace(0.2, 0.8, 4))),
    "four transfers, 4 × 4 tests": compared,
}


def seconds(work: Callable[[int, Any], Any], size: int, dask: Any, repeats: int) -> tuple[float, Any]:
    """The quickest of some times by the clock, and the figures."""
    best, found = np.inf, None
    for _ in range(repeats):
        clock = time.perf_counter()
        found = work(size, dask)
        best = min(best, time.perf_counter() - clock)
    return best, found


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    measured: dict[tuple[str, int, int], float] = {}
    same = True
    alone = {name: {size: seconds(work, size, None, arguments.repeats) for size in (1, 2)}
             for name, work in WORK.items()}
    for workers in (1, 2):
        with distributed.LocalCluster(n_workers=workers, threads_per_worker=1, processes=True,
                                      dashboard_address=None) as cluster:
            for name, work in WORK.items():
                work(1, cluster.scheduler_address)  # the workers import once
                for size in sorted({1, workers}):
                    took, found = seconds(work, size, cluster.scheduler_address, arguments.repeats)
                    measured[name, workers, size] = took
                    same &= repr(found) == repr(alone[name][size][1])
                    print(name, workers, size, round(took, 2), flush=True)
    lines = ["# Comparisons and sweeps on a Dask cluster\n",
             f"`benchmarks/dask_scaling.py --repeats {arguments.repeats}` (the quickest counts); "
             f"{platform.machine()}, {os.cpu_count()} cores (load average {os.getloadavg()[0]:.1f} at the end), Python "
             f"{platform.python_version()}, distributed {distributed.__version__}. 80 + 80 spectra of 700 channels; "
             "seconds by the clock. Figures were "
             f"{'the same to the last digit' if same else '**not all the same**'} wherever they were made.\n",
             "| work | in this process: s | one worker: s | two workers: s | strong: × quicker | "
             "twice the work on two: s | weak: share of one's speed |", "|---|---|---|---|---|---|---|"]
    for name in WORK:
        one, two, twice = (measured[name, *k] for k in ((1, 1), (2, 1), (2, 2)))
        lines.append(f"| {name} | {alone[name][1][0]:.2f} | {one:.2f} | {two:.2f} | {one / two:.2f} | {twice:.2f} | "
                     f"{one / twice:.0%} |")
    lines += ["", "A worker that is killed is survived: `tests/core/validation/test_lost_worker.py`.", ""]
    Path(__file__).with_suffix(".md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
