"""A third set of kinds of generated tables, written when the rule was mended for `table_fresh` and not run before."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.table_blind import _down, _rows
from benchmarks.table_kinds import AXIS_TITLES, CORNERS, Rng, _case
from benchmarks.table_parts import Case, axis, axis_text, names, numbers_text, series, shape, turned, write


def rows_with_gaps(rng: Rng) -> Case:
    n, p = shape(rng)
    (x, _) = axis(rng, p)
    X, who = series(rng, n, p)[0], names(rng, n)
    hole = rng.random(X.shape) < 0.01
    X = np.where(hole, np.nan, X)
    X[:, 0] = np.nan_to_num(X[:, 0])
    return _case("rows_with_gaps", write(rng, _rows([str(rng.choice(CORNERS[:-1]))], [[w] for w in who], x, X)), x, X,
                 who)


def rows_under_comments(rng: Rng) -> Case:
    n, p = shape(rng)
    (x, _), (X, _), who = axis(rng, p), series(rng, n, p), names(rng, n)
    above = ["# made by a script", "# version 1.2", "#"][:int(rng.integers(1, 4))]
    return _case("rows_under_comments", write(rng, _rows(["sample"], [[w] for w in who], x, X), above), x, X, who)


def rows_with_empty_columns_behind(rng: Rng) -> Case:
    (n, p), k = shape(rng), int(rng.integers(1, 4))
    (x, _), (X, _), who = axis(rng, p), series(rng, n, p), names(rng, n)
    cells = [[*r, *[""] * k] for r in _rows(["Sample"], [[w] for w in who], x, X)]
    return _case("rows_with_empty_columns_behind", write(rng, cells), x, X, who)


def rows_with_remarks_behind(rng: Rng) -> Case:
    n, p = shape(rng)
    (x, _), (X, _), who = axis(rng, p), series(rng, n, p), names(rng, n)
    cells = _rows(["Sample"], [[w] for w in who], x, X)
    cells = [[*cells[0], str(rng.choice(["remark", "Comments", "operator"]))],
             *([*r, str(rng.choice(["ok", "", "repeat", "A. B."]))] for r in cells[1:])]
    return _case("rows_with_remarks_behind", write(rng, cells), x, X, who)


def rows_named_without_titles(rng: Rng) -> Case:
    """Names before the numbers, positions over them, nothing over the names."""
    n, p = int(rng.integers(3, 60)), int(rng.integers(8, 200))
    (x, _), (X, _), who = axis(rng, p), series(rng, n, p), names(rng, n)
    return _case("rows_named_without_titles", write(rng, _rows([""], [[w] for w in who], x, X)), x, X, who)


def rows_of_bytes(rng: Rng) -> Case:
    """Whole numbers from 0 to 255, few channels."""
    n, p = int(rng.integers(4, 80)), int(rng.integers(4, 20))
    (x, _), (X, _), who = axis(rng, p), series(rng, n, p), names(rng, n)
    X = np.round(255 * (X - X.min()) / max(np.ptp(X), 1e-9))
    return _case("rows_of_bytes", write(rng, _rows([str(rng.choice(CORNERS[:-1]))], [[w] for w in who], x, X)), x, X,
                 who)


def columns_under_batches(rng: Rng) -> Case:
    """Names of the samples, then lines of words: batch, origin."""
    n, p = int(rng.integers(3, 20)), int(rng.integers(15, 200))
    (x, unit), (X, _), who = axis(rng, p), series(rng, n, p), names(rng, n)
    cells = [["", *who], ["Origin", *(str(rng.choice(["north", "south", "east"])) for _ in who)]]
    cells += [["Batch", *(f"B{int(rng.integers(1, 9))}" for _ in who)]] * int(rng.integers(0, 2))
    cells += [[AXIS_TITLES[unit][0], *[""] * n]] * int(rng.integers(0, 2))
    cells += turned([axis_text(x), *numbers_text(X)])
    return _case("columns_under_batches", write(rng, cells), x, X, None, False)


def columns_small(rng: Rng) -> Case:
    n, p = int(rng.integers(2, 6)), int(rng.integers(3, 8))
    (x, unit), (X, _), who = axis(rng, p), series(rng, max(n, 3), p), names(rng, n)
    title = AXIS_TITLES[unit][0]
    return _case("columns_small", write(rng, _down([title, *who], x, X[:n])), x, X[:n], who)


def columns_labelled(rng: Rng) -> Case:
    """The unit in every cell of the axis."""
    n, p = int(rng.integers(1, 10)), int(rng.integers(12, 150))
    (x, unit), (X, _), who = axis(rng, p), series(rng, max(n, 3), p), names(rng, n)
    X = X[:n]
    cells = _down(["", *who], x, X)
    end = {"nm": "nm", "um": "um"}.get(unit, " cm-1")
    cells = [cells[0], *([r[0] + end, *r[1:]] for r in cells[1:])]
    return _case("columns_labelled", write(rng, cells), x, X, None, False)


def columns_with_gaps(rng: Rng) -> Case:
    """Spectra of different ranges on one axis: empty ends."""
    n, p = int(rng.integers(2, 8)), int(rng.integers(30, 200))
    (x, unit), (X, _), who = axis(rng, p), series(rng, max(n, 3), p), names(rng, n)
    X = np.array(X[:n], float)
    for row in X[1:]:
        row[:int(rng.integers(0, p // 5))] = np.nan
        row[p - int(rng.integers(0, p // 5)) - 1:] = np.nan
    return _case("columns_with_gaps", write(rng, _down([AXIS_TITLES[unit][0], *who], x, X)), x, X, who)


def values_of_scores(rng: Rng) -> Case:
    """Scores of a panel: whole numbers, words nobody lists."""
    n, words = int(rng.integers(5, 40)), ["sweetness", "bitterness", "crunchy", "aroma", "aftertaste", "colour",
                                          "overall"]
    titles = [str(t) for t in rng.choice(words, int(rng.integers(3, 7)), replace=False)]
    cells = [[str(rng.choice(["product", "Sample", "name"])), *titles]]
    cells += [[w, *(str(v) for v in rng.integers(1, 10, len(titles)))] for w in names(rng, n)]
    return Case("values_of_scores", write(rng, cells), "values", properties=tuple(titles))


def values_of_unknown_words(rng: Rng) -> Case:
    n, words = int(rng.integers(5, 60)), ["alpha", "beta", "gamma", "Q10", "K_m", "v max", "EC50", "logP", "IBU", "EBC",
                                          "NTU", "TSS", "BOD5"]
    titles = [str(t) for t in rng.choice(words, int(rng.integers(3, 8)), replace=False)]
    X = np.exp(rng.uniform(0, 4, len(titles))) * (1 + 0.3 * rng.normal(size=(n, len(titles))))
    cells = [[str(rng.choice(["sample", "Sample", "ID"])), *titles]]
    cells += [[w, *r] for w, r in zip(names(rng, n), numbers_text(np.round(X, 2)), strict=True)]
    return Case("values_of_unknown_words", write(rng, cells), "values", properties=tuple(titles))


THIRD: tuple[Callable[[Rng], Case], ...] = (
    rows_with_gaps, rows_under_comments, rows_with_empty_columns_behind, rows_with_remarks_behind,
    rows_named_without_titles, rows_of_bytes, columns_under_batches, columns_small, columns_labelled, columns_with_gaps,
    values_of_scores, values_of_unknown_words)
