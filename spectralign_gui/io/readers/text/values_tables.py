"""Tables of reference values in other forms: one value per line, or the properties down and the samples across."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ....core.data import Targets
from ....core.notes import Note
from .numbers import is_missing, to_number
from .plan import Layout
from .role_notes import role_of
from .titles import is_property, one_count, samples_counted

_PARAMETER = re.compile(r"param|propert|analyt|test\b|determination|component|constituent|measurand|element|variable|"
                        r"trait|kenngr|merkmal|eigenschaft|propi|m[ée]thode|analyse", re.I)
_DAY = re.compile(r"\b(date|day|datum|fecha|data|tag|jour)\b", re.I)
_NUMBER_OF = re.compile(r"\b(no|nr|n°|number|nummer|num[ée]ro|code|bar ?code|id)\.?\s*\Z", re.I)
HALF, MOST = 0.5, 0.8


def numbers_samples(title: str, cells: Sequence[str]) -> bool:
    """Whether whole numbers that differ are days as a spreadsheet counts them, or numbers of orders and samples."""
    known = [v for c in cells if c and (v := to_number(c, ".")) is not None and v == v]
    if len(known) < 3 or any(v != int(v) for v in known) or is_property(title):
        return False
    serial = _DAY.search(title) is not None and all(20_000 < v < 80_000 for v in known)
    return serial or (_NUMBER_OF.search(title) is not None and len(set(known)) == len(known) and min(known) > 99)


def formulas(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> list[Note]:
    """What is said of columns that hold formulas without their values."""
    found = [t or f"column {j + 1}" for j, t in enumerate(titles) if rows and all(r[j].startswith("=") for r in rows)]
    return [Note("text.titles_without_values", titles=found, n=len(found))] if found else []


def parameter_column(titles: Sequence[str], kinds: Sequence[str], name: int | None, rows: Sequence[Sequence[str]],
                     ) -> int | None:
    """The column of words that says which property the value of each line is of; None in other tables.

    Samples stand in several lines, each with another property.
    """
    if name is None or len({r[name] for r in rows}) == len(rows):
        return None
    for j, kind in enumerate(kinds):
        if kind != "text" or j == name:
            continue
        words = [r[j] for r in rows]
        named = sum(map(is_property, set(words))) >= HALF * len(set(words))
        if (named or _PARAMETER.search(titles[j])) and 1 < len(set(words)) < len(words) and (
                len({(r[name], r[j]) for r in rows}) == len(rows)):
            return j
    return None


def one_by_one(names: Sequence[str], words: Sequence[str], titles: Sequence[str], values: np.ndarray,
               censored: np.ndarray) -> tuple[Targets, tuple[str, ...]] | None:
    """A table with a column for each property, made of lines with one value each.

    Parameters
    ----------
    names, words : sequence of str
        Sample and property of each line.
    titles : sequence of str
        Of the columns of values.
    values, censored : (lines, q) array

    Returns
    -------
    tuple or None
        Values by sample and property, and the samples; None if a sample has the same property twice.

    Examples
    --------
    >>> import numpy as np
    >>> made = one_by_one(["a", "a", "b"], ["fat", "ash", "fat"], ["Result"], np.array([[1.0], [2], [3]]),
    ...                   np.zeros((3, 1), bool))
    >>> made[0].names, made[0].values.tolist(), made[1]
    (('fat', 'ash'), [[1.0, 2.0], [3.0, nan]], ('a', 'b'))
    """
    if len(set(zip(names, words, strict=True))) < len(names):
        return None
    samples, properties = list(dict.fromkeys(names)), list(dict.fromkeys(words))
    q = values.shape[1]
    table = np.full((len(samples), len(properties), q), np.nan)
    mask = np.zeros(table.shape, bool)
    at = {n: i for i, n in enumerate(samples)}, {w: k for k, w in enumerate(properties)}
    for name, word, row, cut in zip(names, words, values, censored, strict=True):
        table[at[0][name], at[1][word]], mask[at[0][name], at[1][word]] = row, cut
    made = tuple(p if q == 1 else f"{p} {t}" for p in properties for t in titles)
    return Targets(made, table.reshape(len(samples), -1), (), mask.reshape(len(samples), -1)), tuple(samples)


def are_turned(names: Sequence[str], titles: Sequence[str], corner: str) -> bool:
    """Whether the names of the rows are properties, and the titles samples."""
    if len(names) < 2 or len(set(names)) < len(names) or any(map(is_property, titles)) or one_count(names):
        return False
    share = sum(map(is_property, names)) / len(names)
    return share >= MOST or (share >= HALF and (samples_counted(titles) or bool(_PARAMETER.search(corner))))


def by_their_names(layout: Layout, texts: dict[int, list[str]], names: tuple[str, ...], values: np.ndarray,
                   ) -> tuple[np.ndarray, list[Note]]:
    """Reference values of a second table beside the spectra, which has names of its own, in the order of the spectra.

    Parameters
    ----------
    layout : Layout
    texts : dict of int to list of str
        Cells of the columns of text.
    names : tuple of str
        Of the spectra.
    values : (n, q) array
        Of the columns `layout.properties`.

    Returns
    -------
    (n, q) array, list of Note
        NaN where the second table has no such name.
    """
    where = {name: i for i, name in enumerate(names)}
    for j in layout.beside:
        cells = texts.get(j, [])
        known = [c for c in cells if c in where]
        if j < max(layout.numeric, default=0) or tuple(cells) == names or len(known) < max(2, HALF * len(names)) or (
                len(set(known)) < len(known)):
            continue
        later = [k for k, column in enumerate(layout.properties) if column > j]
        if not later:
            continue
        values = values.copy()
        found = np.full((len(names), len(later)), np.nan)
        for row, cell in enumerate(cells):
            if cell in where:
                found[where[cell]] = values[row, later]
        values[:, later] = found
        return values, [Note("text.values_by_second_names", "info", title=layout.titles[j] or f"column {j + 1}")]
    return values, []


def in_usual_form(layout: Layout, texts: dict[int, list[str]], targets: Targets, names: tuple[str, ...],
                  ) -> tuple[Targets, tuple[str, ...], list[Note]]:
    """Values with a row per sample and a column per property, whatever way they are written, and what is said of it."""
    if layout.beside and names:
        made = one_by_one(names, texts[layout.beside[0]], targets.names, targets.values, targets.censored)
        if made is not None:
            return *made, [Note("text.values_one_by_one", "info", n=len(names), samples=len(made[1]),
                                titles=made[0].names)]
        return targets, names, [Note("text.values_of_several", titles=sorted(set(texts[layout.beside[0]])))]
    if layout.name_column is not None and are_turned(names, targets.names, layout.titles[layout.name_column]):
        turned = Targets(tuple(names), targets.values.T, (), targets.censored.T)
        return turned, tuple(targets.names), [Note("text.values_turned", "info", titles=names)]
    return targets, names, []


def usual_cells(titles: list[str], rows: list[list[str]], decimal: str,
                ) -> tuple[list[str], list[list[str]], list[Note]]:
    """Cells of a table of values whose first column holds names: a row per sample, a column per property.

    Parameters
    ----------
    titles : list of str
    rows : list of list of str
    decimal : str

    Returns
    -------
    titles, rows, notes
        As given, and no note, where the table is of the usual form.
    """
    def is_values(j: int) -> bool:
        numbers = sum(is_missing(r[j]) or r[j][:1] in "<>" or to_number(r[j], decimal) is not None for r in rows)
        return 2 * numbers > len(rows)

    names = [r[0] for r in rows]
    kinds = ["text", *("number" if is_values(j) else "text" for j in range(1, len(titles)))]
    if "text" not in kinds[1:] and are_turned(names, titles[1:], titles[0]):
        turned = [list(c) for c in zip(titles, *rows, strict=True)]
        return turned[0], turned[1:], [Note("text.values_turned", "info", titles=names)]
    notes = formulas(titles, rows)
    numbered = [j for j, k in enumerate(kinds) if k == "number" and numbers_samples(titles[j], [r[j] for r in rows])]
    if 0 < len(numbered) < kinds.count("number"):
        notes.append(Note("text.left_out_values", roles=tuple(role_of(titles[j], "role.code") for j in numbered)))
        kept = [j for j in range(len(titles)) if j not in numbered]
        titles, kinds = [titles[j] for j in kept], [kinds[j] for j in kept]
        rows = [[r[j] for j in kept] for r in rows]
    parameter = parameter_column(titles, kinds, 0, rows)
    if parameter is None or kinds.count("number") != 1:
        return titles, rows, notes
    value, words = kinds.index("number"), list(dict.fromkeys(r[parameter] for r in rows))
    cells = {(r[0], r[parameter]): r[value] for r in rows}
    made = [[n, *(cells.get((n, w), "") for w in words)] for n in dict.fromkeys(names)]
    return [titles[0], *words], made, [*notes, Note("text.values_one_by_one", "info", n=len(rows), samples=len(made),
                                                     titles=words)]
