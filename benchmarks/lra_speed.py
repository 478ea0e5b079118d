"""Speed and memory of low rank alignment against the literal published algorithm and against the bare work.

    python benchmarks/lra_speed.py [--parts dense,large,resolve,growth,kernel] [--threads 2] [--clock wall]
                                   [--output FILE.md]

Every part runs in a process of its own, so that its peak of memory is its own. Times of a comparison are taken in the
same process one after another. On a busy machine take ``--threads 1 --clock cpu``: processor seconds of one thread are
what a quiet core would need, whatever else runs.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

LATENT, KEPT, D, MU = 40, 60, 10, 0.8


# -- data and measuring ------------------------------------------------------------------------------
def make_sets(n: int, p: int, dtype: type = np.float64, seed: int = 0) -> tuple[list[np.ndarray], np.ndarray]:
    """Two sets that share 40 latent variables, with noise; half of the samples are paired."""
    rng = np.random.default_rng(seed)
    size = np.linspace(10, 1, LATENT)
    sets = []
    for _ in range(2):
        X = np.empty((n, p), dtype=dtype)
        loadings = rng.standard_normal((LATENT, p))
        for start in range(0, n, 2000):
            rows = np.random.default_rng([seed, start]).standard_normal((min(2000, n - start), LATENT)) * size
            X[start:start + 2000] = rows @ loadings + rng.standard_normal((len(rows), p))
        sets.append(X)
    half = np.arange(n // 2)
    return sets, np.stack([half, half], axis=1)


def now() -> float:
    """Seconds on the clock that was asked for."""
    return time.process_time() if os.environ.get("BENCHMARK_CLOCK") == "cpu" else time.perf_counter()


def resident() -> float:
    """Memory of this process now, in GB."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e9


def timed(work: Callable[[], Any], repeats: int = 1) -> tuple[float, Any]:
    """Shortest time of some repeats, and the last result."""
    best, result = np.inf, None
    for _ in range(repeats):
        result = None
        gc.collect()
        clock = now()
        result = work()
        best = min(best, now() - clock)
    return best, result


def with_peak(work: Callable[[], Any]) -> tuple[float, float, Any]:
    """Seconds, and peak of memory above what was there before, in GB."""
    gc.collect()
    before, peak, stop = resident(), [0.0], threading.Event()

    def watch() -> None:
        while not stop.wait(0.01):
            peak[0] = max(peak[0], resident())

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    seconds, result = timed(work)
    stop.set()
    watcher.join()
    high = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9
    return seconds, max(peak[0], min(high, peak[0] + 0.2)) - before, result


# -- the literal algorithm ---------------------------------------------------------------------------
def dense_alignment(Xs: list[np.ndarray], pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """As published: full SVD of every set, R and A written out, all eigenvectors of the N × N matrix."""
    n = [len(X) for X in Xs]
    R = np.zeros((sum(n), sum(n)))
    for k, X in enumerate(Xs):
        X = X - X.mean(axis=0)
        X /= np.sqrt((X**2).mean())
        U, s, _ = np.linalg.svd(X, full_matrices=False)
        U, weights = U[:, :KEPT], 1 - s[KEPT] ** 2 / s[:KEPT] ** 2
        here = slice(sum(n[:k]), sum(n[:k + 1]))
        R[here, here] = (U * weights) @ U.T
    L = np.zeros_like(R)
    for i, j in pairs:
        j = n[0] + j
        L[i, i] += 1
        L[j, j] += 1
        L[i, j] -= 1
        L[j, i] -= 1
    gap = np.eye(sum(n)) - R
    values, vectors = np.linalg.eigh((1 - MU) * gap.T @ gap + 2 * MU * L)
    return values[:D], vectors[:, :D]


def difference(est: Any, values: np.ndarray, vectors: np.ndarray) -> float:
    """Largest difference of the eigenvalues and of the projectors, the latter looked at on 500 rows."""
    F = np.concatenate(est.embeddings_)
    rows = np.random.default_rng(0).permutation(len(F))[:500]
    return max(float(np.abs(est.eigenvalues_ - values).max()),
               float(np.abs(F[rows] @ F.T - vectors[rows] @ vectors.T).max() / np.abs(vectors[rows] @ vectors.T).max()))


# -- parts -------------------------------------------------------------------------------------------
def part_dense(sizes: str = "2000,5000") -> list[str]:
    from spectralign_gui.core import LowRankAlignment

    lines = ["## Against the dense algorithm", "",
             f"Two sets of n × 2000, latent rank {LATENT} + noise, kept rank {KEPT}, half of the samples paired. "
             "Dense: numpy's svd of every set, R and A written out, numpy's eigh of N × N.", "",
             "| n | dense (s) | here (s) | faster | wanted | largest difference |", "|---|---|---|---|---|---|"]
    for n in (int(v) for v in sizes.split(",")):
        Xs, pairs = make_sets(n, 2000)
        est = LowRankAlignment(rank=KEPT, n_components=D, mu=MU)
        here, fitted = timed(lambda: est.fit(Xs, pairs), 3)  # noqa: B023 - called at once
        dense, (values, vectors) = timed(lambda: dense_alignment(Xs, pairs))  # noqa: B023
        lines.append(f"| {n} | {dense:.2f} | {here:.2f} | **{dense / here:.0f}×** | ≥ {10 if n == 2000 else 40}× | "
                     f"{difference(fitted, values, vectors):.1e} |")
    return lines


def part_large(n: int = 50_000, p: int = 2000) -> list[str]:
    from spectralign_gui.core import LowRankAlignment

    Xs, pairs = make_sets(n, p, np.float32)
    est = LowRankAlignment(rank=KEPT, n_components=D, mu=MU)
    here, peak, _ = with_peak(lambda: est.fit(Xs, pairs))

    def bare(dtype: type) -> None:
        for X in Xs:
            gram = np.zeros((p, p), dtype=dtype)
            for start in range(0, n, 2000):
                block = X[start:start + 2000].astype(dtype)
                gram += block.T @ block
            np.linalg.eigh(gram.astype(np.float64))

    double, _ = timed(lambda: bare(np.float64))
    single, _ = timed(lambda: bare(np.float32))
    again, _ = timed(lambda: est.fit(Xs, pairs))
    here = min(here, again)
    data = sum(X.nbytes for X in Xs) / 1e9
    return ["## Large sets", "",
            f"Two sets of {n} × {p} float32 ({data:.1f} GB), kept rank {KEPT}, half of the samples paired. Bare work: "
            f"the two products XᵀX in blocks and two eigh of {p}. The products here are in float64 (float32 loses the "
            "small singular values); the bare work is given for both.", "",
            "| | seconds | | wanted |", "|---|---|---|---|",
            f"| fit | {here:.1f} | | |",
            f"| bare work, float64 products | {double:.1f} | **{here / double:.2f}×** | ≤ 2× |",
            f"| bare work, float32 products | {single:.1f} | {here / single:.2f}× | |",
            f"| memory above the data | {peak:.2f} GB | | ≤ 2 GB (dense: {8e-9 * (2 * n) ** 2:.0f} GB a matrix) |"]


def part_resolve(n: int = 1000, p: int = 6144) -> list[str]:
    from spectralign_gui.core import LowRankAlignment

    Xs, pairs = make_sets(n, p)
    est = LowRankAlignment()
    whole, _ = timed(lambda: est.fit(Xs, pairs))
    lines = ["## Moving a slider", "", f"Two sets of {n} × {p}, fitted at the defaults in {whole:.2f} s (kept rank "
             f"{est.chosen_['rank']}, {est.n_components_} dimensions chosen); median of ten re-solves.", "",
             "| moved | milliseconds | wanted |", "|---|---|---|"]
    moves: dict[str, list[dict[str, Any]]] = {
        "µ": [{"mu": m} for m in np.linspace(0.1, 0.9, 10)],
        "dimensions": [{"n_components": d} for d in (2, 3, 4, 5, 6, 2, 3, 4, 5, 6)],
        "kept rank (the first time)": [{"rank": est.chosen_["rank"] + 4}],
        "kept rank": [{"rank": int(r)} for r in np.linspace(8, 36, 10)]}
    for title, steps in moves.items():
        seconds = [timed(lambda: est.resolve(**step))[0] for step in steps]  # noqa: B023
        wanted = "≤ 50" if title in ("µ", "dimensions") else ""
        lines.append(f"| {title} | {1000 * float(np.median(seconds)):.1f} | {wanted} |")
    fixed = LowRankAlignment(rank=KEPT, n_components=D).fit(Xs, pairs)
    seconds = [timed(lambda: fixed.resolve(mu=m))[0] for m in np.linspace(0.1, 0.9, 10)]  # noqa: B023
    lines.append(f"| µ at kept rank {KEPT} | {1000 * float(np.median(seconds)):.1f} | ≤ 50 |")
    return lines


def growth_case(sizes: str) -> list[float]:
    """Seconds and GB above the data of one fit, in a process of its own: a peak of memory never falls again."""
    from spectralign_gui.core import LowRankAlignment

    n, p = (int(v) for v in sizes.split(","))
    est = LowRankAlignment(rank=KEPT, n_components=D, mu=MU)
    est.fit(*make_sets(400, 100, np.float32))  # what is imported and set up once is not the fit's
    Xs, pairs = make_sets(n, p, np.float32)
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the highest mark starts anew
    before = resident()
    first, _ = timed(lambda: est.fit(Xs, pairs))
    status = Path("/proc/self/status").read_text(encoding="ascii")
    peak = int(status.split("VmHWM:")[1].split()[0]) * 1024 / 1e9
    again, _ = timed(lambda: est.fit(Xs, pairs), 3)
    return [min(first, again), peak - before]


def part_growth() -> list[str]:
    def measure(cases: list[tuple[int, int]]) -> list[list[float]]:
        return [json.loads(subprocess.run(
            [sys.executable, __file__, "--only", "growth-case", "--sizes", f"{n},{p}"], capture_output=True, text=True,
            check=True).stdout.splitlines()[-1]) for n, p in cases]

    def exponent(x: list[int], y: list[float]) -> float:
        return float(np.polyfit(np.log(x), np.log(y), 1)[0])

    lines = ["## Growth", "", f"Two float32 sets, kept rank {KEPT}, half of the samples paired. Shortest of four fits; "
             "memory is the peak of the first fit above the data. Every row is a process of its own.", "",
             "| n | p | seconds | GB |", "|---|---|---|---|"]
    n_cases = [(n, 1000) for n in (5000, 10_000, 20_000, 50_000)]
    p_cases = [(10_000, p) for p in (500, 1000, 2000)]
    by_n, by_p = measure(n_cases), measure(p_cases)
    for (n, p), (seconds, peak) in zip([*n_cases, *p_cases], [*by_n, *by_p], strict=True):
        lines.append(f"| {n} | {p} | {seconds:.2f} | {peak:.3f} |")
    ns, ps = [n for n, _ in n_cases], [p for _, p in p_cases]
    lines += ["", f"Fitted exponents: time ∝ n^{exponent(ns, [t for t, _ in by_n]):.2f} and memory ∝ "
              f"n^{exponent(ns, [m for _, m in by_n]):.2f} (wanted ≤ 1.1); time ∝ "
              f"p^{exponent(ps, [t for t, _ in by_p]):.2f} and memory ∝ p^{exponent(ps, [m for _, m in by_p]):.2f}."]
    return lines


def curved_sets(n: int, p: int, seed: int = 0) -> tuple[list[np.ndarray], np.ndarray]:
    """Two instruments that see five latent variables through different curved responses."""
    rng = np.random.default_rng(seed)
    latent = rng.uniform(-1, 1, (n, 5))
    sets = []
    for _ in range(2):
        inner = np.tanh(latent @ rng.standard_normal((5, 30)) + rng.standard_normal(30))
        sets.append((inner @ rng.standard_normal((30, p)) + 0.3 * rng.standard_normal((n, p))).astype(np.float32))
    half = np.arange(n // 2)
    return sets, np.stack([half, half], axis=1)


def part_kernel(n: int = 20_000, p: int = 1000) -> list[str]:
    from spectralign_gui.core import KernelLowRankAlignment
    from spectralign_gui.core.alignments.klra import LANDMARKS
    from spectralign_gui.core.measures.hits import hit_rates

    lines = ["## Kernel form with landmarks", "", f"Landmarks: {LANDMARKS} samples per set, drawn at random without "
             "replacement (the automatic choice above 3,000 samples); rbf.", "",
             "| | exact | landmarks | wanted |", "|---|---|---|---|"]
    Xs, pairs = curved_sets(2000, p)
    rest = np.stack([np.zeros(1000, int), np.arange(1000, 2000), np.ones(1000, int), np.arange(1000, 2000)], axis=1)
    hits = []
    for landmarks in (None, LANDMARKS):
        est = KernelLowRankAlignment(rank=40, n_components=8, landmarks=landmarks).fit(Xs, pairs)
        hits.append(min(hit_rates(est.embeddings_, rest)["3"].values()))
    lines.append(f"| hit@3 at 2 × 2,000 × {p}, 1,000 held out | {hits[0]:.3f} | {hits[1]:.3f} | within 0.02 |")
    Xs, pairs = curved_sets(n, p)
    seconds, peak, _ = with_peak(lambda: KernelLowRankAlignment(rank=40, n_components=8).fit(Xs, pairs))
    lines.append(f"| seconds at 2 × {n:,} × {p} | – | {seconds:.1f} | ≤ 60 |")
    lines.append(f"| memory above the data | – | {peak:.2f} GB | ≤ 3 GB |")
    automatic, _ = timed(lambda: KernelLowRankAlignment().fit(Xs, pairs))
    lines.append(f"| seconds with automatic rank and dimensions | – | {automatic:.1f} | |")
    return lines


PARTS = {"dense": part_dense, "large": part_large, "resolve": part_resolve, "growth": part_growth,
         "kernel": part_kernel}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall")
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    parser.add_argument("--only", help=argparse.SUPPRESS)
    parser.add_argument("--sizes", default="2000,5000", help="n of the dense comparison")
    arguments = parser.parse_args()
    if arguments.only == "growth-case":
        print(json.dumps(growth_case(arguments.sizes)))
        return
    if arguments.only:
        part = PARTS[arguments.only]
        print(json.dumps(part(arguments.sizes) if part is part_dense else part()))  # type: ignore[call-arg]
        return
    kept = arguments.output.with_suffix(".json")  # parts may be run one at a time
    found: dict[str, list[str]] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    threads = str(arguments.threads)
    for name in arguments.parts.split(","):
        root = Path(__file__).resolve().parent.parent
        environment = os.environ | {"OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads,
                                    "BENCHMARK_CLOCK": arguments.clock,
                                    "PYTHONPATH": os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")])}
        done = subprocess.run([sys.executable, __file__, "--only", name, "--sizes", arguments.sizes],
                              env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(done.stderr)
        found[name] = json.loads(done.stdout.splitlines()[-1])
        found[name].insert(2, f"*{threads} BLAS thread{'s' if threads != '1' else ''}, "
                           f"{'processor' if arguments.clock == 'cpu' else 'wall'} seconds.*")
        found[name].insert(3, "")
        print("\n".join(found[name]), flush=True)
        kept.write_text(json.dumps(found, indent=1, ensure_ascii=False), encoding="utf-8")
    lines = ["# Speed and memory of low rank alignment", "",
             f"Written by `benchmarks/lra_speed.py`. {platform.machine()}, {os.cpu_count()} cores, "
             f"Python {platform.python_version()}, numpy {np.__version__}.", ""]
    for name in PARTS:
        if name in found:
            lines += [*found[name], ""]
    arguments.output.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
