"""Dissertation figure 4.2: the proximal map of the l2,1 norm on a matrix with outliers.

Run: python -m benchmarks.reproduction.row_shrinkage
"""

from __future__ import annotations

import numpy as np

from spectralign_gui.core.numerics.robust_admm import shrink_rows

from .common import SECTIONS, machine, table, write_section
from .figure import Panel, save

SIZE, OUTLIERS = 20, 4


def main() -> None:
    """Shrink, measure and write the section."""
    rng = np.random.default_rng(0)
    A = rng.uniform(size=(SIZE, SIZE))
    A[:, -OUTLIERS:] = 0.15 * rng.uniform(size=(SIZE, OUTLIERS))  # "outliers driven to zero": the small columns
    large = rng.uniform(size=(SIZE, SIZE))
    large[:, -OUTLIERS:] += 3 * rng.uniform(size=(SIZE, OUTLIERS))
    rows, panels = [], []
    for name, M in (("last four columns small", A), ("last four columns large", large)):
        norms = np.linalg.norm(M, axis=0)
        alpha = 0.6 * float(np.median(norms))
        shrunk = shrink_rows(M.T, alpha)[0].T  # samples are rows in this program, columns in the figure
        after = np.linalg.norm(shrunk, axis=0)
        zero = after == 0
        check = max(np.abs(shrunk[:, j] - M[:, j] * max(0.0, 1 - alpha / norms[j])).max() for j in range(SIZE))
        rows.append([name, f"{alpha:.2f}", f"{norms[:-OUTLIERS].mean():.2f} → {after[:-OUTLIERS].mean():.2f}",
                     f"{norms[-OUTLIERS:].mean():.2f} → {after[-OUTLIERS:].mean():.2f}",
                     f"{int(zero[:-OUTLIERS].sum())} of {SIZE - OUTLIERS}",
                     f"{int(zero[-OUTLIERS:].sum())} of {OUTLIERS}", f"{check:.0e}"])
        for title, part in ((f"A, {name}", M), ("after the proximal map", shrunk)):
            panel = Panel(title)
            panel.matrix(part)
            panels.append(panel)
    save(SECTIONS / "row_shrinkage.svg", panels, columns=4, width=260, height=260)
    head = ["matrix", "α", "norm of the 16 columns", "norm of the last 4", "16: set to zero", "last 4: set to zero",
            "against the formula"]
    write_section("row_shrinkage", f"""
## 4.2 The l2,1 proximal map

A {SIZE} × {SIZE} matrix whose first sixteen columns are drawn alike and whose last four differ; α is 0.6 of the median
column norm.

{table(head, rows)}

![Matrix before and after](row_shrinkage.svg)

**Against the dissertation:** the map itself agrees with eq. 4.19 to rounding. The text says that the outliers are
"driven to zero"; that holds for columns of *small* norm only. Columns that are large, as spoiled spectra are, survive,
shortened by α: this is why the l2,1 norm is put on the error E, where a surviving row marks an outlier, and why "the
values between rows were smoothed" is no more than every column getting shorter by the same length.

{machine()}; `python -m benchmarks.reproduction.row_shrinkage`
""")


if __name__ == "__main__":
    main()
