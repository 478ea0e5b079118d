"""Dissertation 3.6.4 / figure 3.9: standards chosen by τ, by Kennard–Stone and at random, on synthetic pairs of sets.

Run: python -m benchmarks.reproduction.active_selection
"""

from __future__ import annotations

import time

import numpy as np

from spectralign_gui.core.alignments.lra import LowRankAlignment
from spectralign_gui.core.selection.kennard_stone import kennard_stone
from spectralign_gui.core.selection.suggest import suggest

from .common import SECTIONS, machine, table, write_section
from .figure import Panel, save

RANDOM_DRAWS, PLANE_TRIALS, PLANE_RANDOM = 1000, 100, 10
SAMPLES = 100  # of every set, in two halves


def error(Xs: list[np.ndarray], rows: np.ndarray, d: int) -> float:
    """error(F) = ‖F⁽¹⁾ − F⁽²⁾‖_F (equation 3.38 for two sets), every sample having its partner in the same row."""
    fitted = LowRankAlignment(n_components=d, penalty=1.0, scaling="none").fit(Xs, np.stack([rows, rows], axis=1))
    return float(np.linalg.norm(fitted.embeddings_[0] - fitted.embeddings_[1]))


def centred(Xs: list[np.ndarray]) -> list[np.ndarray]:
    """Mean-centred sets, as the dissertation asks for the τ score."""
    return [X - X.mean(axis=0) for X in Xs]


def orders(Xs: list[np.ndarray], count: int) -> dict[str, np.ndarray]:
    """The samples in the order in which each strategy takes them (a sample is the same row on both)."""
    names = [list(range(len(X))) for X in Xs]
    any_pair = [[0, 0]]
    R = LowRankAlignment(n_components=1, penalty=1.0, scaling="none").fit(Xs, any_pair).reconstructions_
    tau = suggest(Xs, count, "tau", samples=names, scaling="none", reconstructions=R)
    return {"τ": np.array([s.row for s in tau]), "Kennard–Stone": kennard_stone(Xs[0], count, start="mean")}


def rotation(p: int, rng: np.random.Generator) -> np.ndarray:
    """Random rotation."""
    Q, R = np.linalg.qr(rng.standard_normal((p, p)))
    return Q * np.sign(np.diag(R))


def sines(rng: np.random.Generator, count: int = SAMPLES // 2) -> list[np.ndarray]:
    """Two crossed sines y = 0.2 sin(kx), k = 2 and 20, and a turned, moved and stretched copy."""
    curves = []
    for k in (2, 20):
        x = rng.uniform(0, 2 * np.pi, count)
        curves.append(np.column_stack([x, 0.2 * np.sin(k * x)]))
    first = np.concatenate(curves)
    return [first, 2.5 * first @ rotation(2, rng) + rng.uniform(-3, 3, 2)]


def planes(rng: np.random.Generator, count: int = SAMPLES // 2) -> list[np.ndarray]:
    """Two sets of two intersecting planes in three dimensions; the same points, turned and moved plane by plane."""
    points = np.column_stack([rng.uniform(0, 1, (count, 2)), np.zeros(count)])
    more = np.column_stack([rng.uniform(0, 1, (count, 2)), np.zeros(count)])

    def moved(P: np.ndarray) -> np.ndarray:
        return P @ rotation(3, rng) + rng.uniform(-0.3, 0.3, 3)

    return [np.concatenate([points, moved(more)]), np.concatenate([moved(points), moved(more)])]


def curves(Xs: list[np.ndarray], counts: np.ndarray, d: int, random: int, rng: np.random.Generator) -> dict:
    """error(F) against the number of standards, per strategy; random as (draws, counts)."""
    order = orders(Xs, int(counts.max()))
    found = {name: np.array([error(Xs, rows[:c], d) for c in counts]) for name, rows in order.items()}
    found["random"] = np.array([[error(Xs, rng.permutation(len(Xs[0]))[:c], d) for c in counts]
                                for _ in range(random)])
    return found


def verdict(found: dict[str, np.ndarray], counts: np.ndarray, random: np.ndarray) -> str:
    """Where τ is better than both others, in words."""
    better = (found["τ"] < found["Kennard–Stone"] - 1e-9) & (found["τ"] < random - 1e-9)
    better = better[counts < SAMPLES]  # with every sample marked all strategies are the same
    counts = counts[:len(better)]
    if better.all():
        return "τ has the smallest error for every number of standards, as the dissertation reports"
    if not better.any():
        return "τ is nowhere better than both others, unlike the dissertation"
    if better.mean() > 0.5:
        return f"τ has the smallest error except at {', '.join(str(c) for c in counts[~better])} standards"
    return f"τ has the smallest error only at {', '.join(str(c) for c in counts[better])} standards"


def main() -> None:
    """Measure and write the section."""
    clock = time.perf_counter()
    counts = np.array([1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50])
    Xs = centred(sines(np.random.default_rng(0)))
    one = curves(Xs, counts, 2, RANDOM_DRAWS, np.random.default_rng(1))
    plane_counts = np.array([2, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100])
    trials = []
    for trial in range(PLANE_TRIALS):
        rng = np.random.default_rng(100 + trial)
        Ps = centred(planes(rng))
        found = curves(Ps, plane_counts, 3, PLANE_RANDOM, rng)
        trials.append({k: v.mean(axis=0) if k == "random" else v for k, v in found.items()})
    many = {k: np.array([t[k] for t in trials]) for k in trials[0]}
    mean = {k: v.mean(axis=0) for k, v in many.items()}

    left = Panel("crossed sines", "number of standards", "error(F)")
    right = Panel(f"crossed planes, mean of {PLANE_TRIALS} trials", "number of standards (of 100)", "error(F)")
    for colour, name in enumerate(("τ", "Kennard–Stone", "random")):
        value = one[name] if name != "random" else one[name].mean(axis=0)
        left.line(counts, value, colour, name, one[name].std(axis=0) if name == "random" else None)
        right.line(plane_counts, mean[name], colour, name, many[name].std(axis=0) / np.sqrt(PLANE_TRIALS))
    save(SECTIONS / "active_selection.svg", [left, right], width=430, height=320)
    sine_rows = [[c, f"{one['τ'][i]:.3f}", f"{one['Kennard–Stone'][i]:.3f}",
                  f"{one['random'][:, i].mean():.3f} ± {one['random'][:, i].std():.3f}"] for i, c in enumerate(counts)]
    plane_rows = [[c, *(f"{mean[n][i]:.3f}" for n in ("τ", "Kennard–Stone", "random"))]
                  for i, c in enumerate(plane_counts)]
    of_sines = verdict(one, counts, one["random"].mean(axis=0))
    of_planes = verdict(mean, plane_counts, mean["random"])
    first = orders(Xs, 4)["τ"]
    place = np.argsort(np.argsort(Xs[0][:, 0]))[first]
    ends = f"samples at places {', '.join(str(int(p) + 1) for p in place)} of {SAMPLES} along the x axis"
    write_section("active_selection", f"""
## 3.9 Active selection of standards

LRA as published (λ = 1, µ = 0.8, centred data); error(F) = ‖F⁽¹⁾ − F⁽²⁾‖, all samples being in correspondence, only
the chosen ones revealed. τ takes turns between the two sets; Kennard–Stone starts nearest the mean.

**Crossed sines** y = 0.2 sin(kx), k = 2, 20, 50 samples each on [0, 2π]; the second set is the first, turned, moved and
stretched. d = 2. Random: {RANDOM_DRAWS} draws (mean ± standard deviation).

{table(["standards", "τ", "Kennard–Stone", "random"], sine_rows)}

**Crossed planes**: two planes of 50 samples per set in three dimensions, each turned and moved at random, d = 3,
mean of {PLANE_TRIALS} trials (random: {PLANE_RANDOM} draws in each).

{table(["standards", "τ", "Kennard–Stone", "random"], plane_rows)}

![Error against number of standards](active_selection.svg)

**Against the dissertation:**

- sines: {of_sines};
- planes: {of_planes} (reported there: Kennard–Stone ahead below 25 %, τ from 25 % on);
- the near-perfect alignment of the sines after three standards is not seen: the error with τ is {one["τ"][0]:.2f}
  at one standard and {one["τ"][2]:.2f} at three. τ begins with {ends}.

{time.perf_counter() - clock:.0f} s; {machine()}; `python -m benchmarks.reproduction.active_selection`
""")


if __name__ == "__main__":
    main()
