"""Speed of the iterative and supervised methods against the published iterations, written out plainly here.

    python benchmarks/iterative_speed.py [--parts robust,sparse,cada] [--threads 1] [--quick] [--output FILE.md]

Every comparison is made in one process, one after the other: a busy machine spoils seconds, hardly ratios. A part that
is not run keeps its section of the table.
"""

from __future__ import annotations

import argparse
import platform
import time
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from spectralign_gui.core import create
from spectralign_gui.core.numerics.range_factors import range_factors
from spectralign_gui.core.numerics.robust_admm import noise_bounds, solve_robust
from spectralign_gui.core.numerics.sparse_admm import solve_sparse

GAP = 1e-4


# -- data --------------------------------------------------------------------------------------------
def centred(X: np.ndarray) -> np.ndarray:
    """Centred, divided by its root mean square."""
    X = X - X.mean(axis=0)
    return X / np.sqrt((X**2).mean())


def random_set(n: int, p: int, rank: int, noise: float, seed: int = 0) -> np.ndarray:
    """Low rank plus noise, as scaled."""
    rng = np.random.default_rng(seed)
    return centred(rng.standard_normal((n, rank)) @ rng.standard_normal((rank, p))
                   + noise * rng.standard_normal((n, p)))


def spectra(n: int, p: int, noise: float, components: int = 8, seed: int = 0) -> np.ndarray:
    """Mixtures of components with narrow bands: singular values that fall steeply."""
    rng = np.random.default_rng(seed)
    axis = np.linspace(0, 1, p)
    pure = np.stack([np.exp(-0.5 * ((axis - rng.random((8, 1))) / 0.02) ** 2).sum(axis=0) for _ in range(components)])
    return centred(rng.dirichlet(np.ones(components), n) @ pure + noise * rng.standard_normal((n, p)))


def spoil(X: np.ndarray, share: float = 0.02, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Noise of the size of the data on some rows."""
    rng = np.random.default_rng(seed)
    rows = rng.choice(len(X), int(share * len(X)), replace=False)
    X = X.copy()
    X[rows] += rng.standard_normal((len(rows), X.shape[1]))
    return centred(X), rows


# -- the published iterations, right thresholds, nothing else done to them ---------------------------
def literal_robust(X: np.ndarray, penalty: float, gamma: float, rho: float, steps: int,
                   target: float | None = None) -> tuple[int, float, float]:
    """Dissertation Algorithm 5 with the corrected steps: steps made, last feasible objective, seconds per step.

    With a `target`, the objective of the feasible R = Z is looked at every ten steps; that is not counted.
    """
    n = len(X)
    R = Z = L2 = np.zeros((n, n))
    E, L1 = np.zeros_like(X), np.zeros_like(X)
    inverse = np.linalg.inv(X @ X.T + np.eye(n))
    objective, seconds = np.inf, 0.0
    for step in range(1, steps + 1):
        clock = time.perf_counter()
        U, s, Vt = np.linalg.svd(R + L2 / rho)
        Z = (U * np.maximum(0, s - penalty / rho)) @ Vt
        R = ((L1 @ X.T - L2) / rho + Z + (X - E) @ X.T) @ inverse
        A = X - R @ X + L1 / rho
        norms = np.linalg.norm(A, axis=1, keepdims=True)
        E = A * np.maximum(0, 1 - gamma / rho / np.maximum(norms, 1e-300))
        L1 = L1 + rho * (X - R @ X - E)
        L2 = L2 + rho * (R - Z)
        seconds += time.perf_counter() - clock
        if target is not None and step % 10 == 0:
            objective = penalty * np.linalg.norm(Z, "nuc") + gamma * np.linalg.norm(X - Z @ X, axis=1).sum()
            if objective <= target:
                return step, objective, seconds / step
    return steps, objective, seconds / steps


# -- parts -------------------------------------------------------------------------------------------
def robust(quick: bool) -> str:
    """Robust reconstruction to a certified gap."""
    lines = ["## Robust reconstruction", "",
             "| data | size | decomposition, s | iterations | seconds to the gap (all) | CPU seconds (all) | "
             "relative gap | one literal iteration, s | literal, same number of iterations, s | ratio | spoiled rows "
             "found |", "|---|---|---|---|---|---|---|---|---|---|---|"]
    n, p = (600, 1500) if quick else (2000, 6144)
    for name, X in (("rank 40 + noise", random_set(n, p, 40, 0.5)), ("bands of 8 components", spectra(n, p, 0.005))):
        X, rows = spoil(X)
        clock, work = time.perf_counter(), time.process_time()
        U, s = range_factors(X)
        decomposed = time.perf_counter() - clock
        penalty = float(s[60] ** 2)
        low, high = noise_bounds(U, s, penalty)
        gamma = float(np.sqrt(low * high))
        found = solve_robust(U, s / s[0], 1.0, gamma * s[0] / penalty, gap_tol=GAP, gap_every=20)
        seconds, work = time.perf_counter() - clock, time.process_time() - work
        literal = literal_robust(X, penalty, gamma, 1.0, 2)[2]
        errors = found.row_errors
        middle = np.median(errors)
        outliers = np.flatnonzero(errors > middle + 5 * np.median(np.abs(errors - middle)))
        total = literal * found.iterations
        lines.append(f"| {name} | {n} × {p} | {decomposed:.1f} | {found.iterations} | {seconds:.1f} | "
                     f"{work:.1f} | {found.gap:.1e} | {literal:.1f} | {total:.0f} | {total / seconds:.0f}× | "
                     f"{np.isin(rows, outliers).sum()} of {len(rows)} ({len(outliers)} named) |")
        print(lines[-1], flush=True)
    lines += ["", f"Target: relative duality gap ≤ {GAP:g} in ≤ 120 s on two cores, ≥ 20× the literal iteration. The "
              "literal iteration gets the same *number* of iterations here, though at a fixed ρ it needs more (below).",
              ""]
    n, p = (120, 200) if quick else (300, 600)
    X, _ = spoil(random_set(n, p, 10, 0.3))
    U, s = range_factors(X)
    penalty = float(s[20] ** 2)
    gamma = float(np.sqrt(np.prod(noise_bounds(U, s, penalty))))
    clock = time.perf_counter()
    U, s = range_factors(X)
    found = solve_robust(U, s / s[0], 1.0, gamma * s[0] / penalty, gap_tol=GAP, gap_every=10)
    ours = time.perf_counter() - clock
    target = found.objective * penalty * (1 + GAP)
    lines += [f"Run to the end at {n} × {p} (objective within {GAP:g} of ours, {found.iterations} iterations, "
              f"{ours:.2f} s):", "", "| literal, fixed ρ | iterations | seconds | ratio |", "|---|---|---|---|"]
    most = 200 if quick else 400
    for rho in (1e-5, 0.1, 1.0, 10.0):
        steps, objective, each = literal_robust(X, penalty, gamma, rho, most, target)
        seconds = each * steps
        done = "" if objective <= target else f" (not there: {objective / target - 1:.1e} above)"
        lines.append(f"| {rho:g} | {steps}{done} | {seconds:.1f} | {'> ' if done else ''}{seconds / ours:.0f}× |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def sparse(quick: bool) -> str:
    """Sparse reconstruction to a certified gap against the same iteration at fixed ρ."""
    n, p = (150, 300) if quick else (500, 1000)
    lines = ["## Sparse reconstruction", "",
             "| data | λ | γ | solver | iterations | seconds | CPU seconds | relative gap | exact zeros |",
             "|---|---|---|---|---|---|---|---|---|"]
    most = 250
    summary = []
    for name, X in (("rank 20 + noise", random_set(n, p, 20, 0.3)), ("bands of 6 components", spectra(n, p, 0.002, 6))):
        K = X @ X.T
        penalty = float(np.linalg.eigvalsh(K)[::-1][20])
        for sparsity in (penalty / 100,):
            times = {}
            for rho in (None, 0.1, 1.0, 10.0):
                fixed = {} if rho is None else {"rho": rho, "adapt": False, "relaxation": 1.0, "partial": False}
                clock, work = time.perf_counter(), time.process_time()
                found = solve_sparse(K, penalty, sparsity, gap_tol=GAP, gap_every=25, tol=1e-12, max_iter=most, **fixed)
                seconds, work = time.perf_counter() - clock, time.process_time() - work
                label = "adaptive ρ, partial decomposition" if rho is None else f"fixed ρ = {rho:g}"
                reached = found.gap <= GAP
                times[label] = (work, reached)
                lines.append(f"| {name} | {penalty:.3g} | {sparsity:.3g} | {label} | {found.iterations}"
                             f"{'' if reached else ' (not there)'} | {seconds:.1f} | {work:.1f} | "
                             f"{found.gap:.1e} | {(found.R == 0).mean():.0%} |")
                print(lines[-1], flush=True)
            ours = times.pop("adaptive ρ, partial decomposition")
            there = [t for t, reached in times.values() if reached]
            best = min(there) if there else min(t for t, _ in times.values())
            summary.append(f"{name}, γ = {sparsity:.3g}: {'' if there else 'more than '}{best / ours[0]:.1f}×")
    return "\n".join([*lines, "", f"n = {n}. Target: gap ≤ {GAP:g} in ≤ 60 s, ≥ 3× fewer seconds than the best fixed ρ "
                      "of 0.1, 1, 10. Found (CPU seconds): " + "; ".join(summary) + "."])


def cada(quick: bool) -> str:
    """CADA with more channels than samples."""
    n, p, q = (600, 1000, 4) if quick else (5000, 6144, 10)
    rng = np.random.default_rng(0)
    lines = ["## CADA", "",
             "| size | properties | ridge | d | seconds | CPU seconds | RMS error of B's held-out values / spread |",
             "|---|---|---|---|---|---|---|"]
    latent = [rng.standard_normal((n, 40)) for _ in range(2)]
    coefficients = rng.standard_normal((40, q))
    Xs = [(z @ rng.standard_normal((40, p)) + rng.standard_normal((n, p))).astype(np.float32) for z in latent]
    Ys = [z @ coefficients + 0.1 * rng.standard_normal((n, q)) for z in latent]
    held = np.arange(n) >= n - n // 5
    known = [Ys[0], np.where(held[:, None], np.nan, Ys[1])]
    for ridge in (0.0, 100.0):
        clock, work = time.perf_counter(), time.process_time()
        fitted = create("cada", n_components=q, ridge=ridge).fit(Xs, targets=known)
        seconds, work = time.perf_counter() - clock, time.process_time() - work
        error = fitted.predict(Xs[1][held], 1) - Ys[1][held]
        lines.append(f"| 2 × {n} × {p} (float32) | {q} | {ridge:g} | {q} | {seconds:.1f} | "
                     f"{work:.1f} | {np.sqrt((error**2).mean()) / Ys[1].std():.3f} |")
        print(lines[-1], flush=True)
    return "\n".join([*lines, "", "Target: ≤ 90 s on two cores."])


PARTS = {"robust": robust, "sparse": sparse, "cada": cada}


def main() -> None:
    """Run the parts that are asked for and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="small sizes, to try the script")
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    arguments = parser.parse_args()
    old = arguments.output.read_text(encoding="utf-8") if arguments.output.exists() else ""
    sections = {part.split("\n", 1)[0].strip(): "## " + part.strip() for part in old.split("\n## ")[1:]}
    with threadpool_limits(arguments.threads):
        for name in arguments.parts.split(","):
            text = PARTS[name](arguments.quick)
            text += (f"\n\n{platform.machine()}, {arguments.threads} BLAS thread"
                     f"{'s' if arguments.threads > 1 else ''}, Python {platform.python_version()}, numpy "
                     f"{np.__version__}.")
            sections[text.split("\n", 1)[0][3:].strip()] = text
            head = "# Speed of the iterative and supervised methods\n\n" + (__doc__ or "").split("\n\n")[-1].strip()
            arguments.output.write_text(head + "\n\n" + "\n\n".join(sections.values()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
