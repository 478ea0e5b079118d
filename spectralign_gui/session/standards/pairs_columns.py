"""Which columns of a pairs table belong to which instruments, where its headings do not say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from ...core.data import SpectralDataset, match_key

MOST_COLUMNS, MOST_INSTRUMENTS = 12, 4
"""Of larger tables only the first columns and instruments are looked at."""
ENOUGH = 0.5
"""Share of the cells of a column that must name samples of an instrument."""


@dataclass(frozen=True)
class ColumnsFound:
    """A pairs table read by what its cells name.

    Parameters
    ----------
    header : tuple of str
        With the names of the instruments in their columns.
    rows : tuple of tuple of str
        All rows that hold samples, a first one without headings among them.
    titles : tuple of str
        What the file calls the columns; "column 2" where it has no headings.
    instruments : tuple of str
        Whose samples they name, one per title.
    cells : tuple of int
        How many of the cells name a sample, one per title.
    either : bool
        Whether the columns fit as well the other way round, so that only the user can say which is which.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    titles: tuple[str, ...]
    instruments: tuple[str, ...]
    cells: tuple[int, ...]
    either: bool = False

    def swapped(self) -> ColumnsFound:
        """The same with the first two instruments the other way round."""
        a, b = self.instruments[:2]
        other = {a: b, b: a}
        return ColumnsFound(tuple(other.get(h, h) for h in self.header), self.rows, self.titles,
                            (b, a, *self.instruments[2:]), self.cells, self.either)


def names_instruments(header: Sequence[str], datasets: Sequence[SpectralDataset]) -> bool:
    """Whether at least two headings are names of instruments."""
    keys = {match_key(d.name) for d in datasets}
    return len({match_key(h) for h in header} & keys) >= 2


def find_columns(header: Sequence[str], rows: Sequence[Sequence[str]], datasets: Sequence[SpectralDataset]
                 ) -> ColumnsFound | None:
    """Find the columns by the samples that their cells name; None where no two columns name samples of two instruments.

    Parameters
    ----------
    header : sequence of str
        First line of the table; taken for a row where its cells name samples.
    rows : sequence of sequences of str
    datasets : sequence of SpectralDataset
    """
    looked, columns = list(datasets)[:MOST_INSTRUMENTS], range(min(len(header), MOST_COLUMNS))
    if len(looked) < 2 or len(columns) < 2:
        return None
    known = [{match_key(n) for n in d.sample_names if match_key(n)} for d in looked]
    cells = [[row[j].strip() for row in rows if j < len(row) and row[j].strip()] for j in columns]
    hits = [[sum(_names(c, names, len(d)) for c in cells[j]) for d, names in zip(looked, known, strict=True)]
            for j in columns]
    fits = [[n if cells[j] and n >= ENOUGH * len(cells[j]) else 0 for n in hits[j]] for j in columns]
    best: tuple[int, tuple[int, ...]] = (0, ())
    for chosen in permutations(columns, len(looked)):  # a column for every instrument, in the order of the instruments
        found = [fits[j][k] for k, j in enumerate(chosen)]
        if sum(n > 0 for n in found) >= 2 and sum(found) > best[0]:
            best = sum(found), chosen
    if not best[0]:
        return _of_two(header, rows, looked, fits, known)
    return _made(header, rows, looked, [(j, k) for k, j in enumerate(best[1]) if fits[j][k]], fits, known)


def _of_two(header: Sequence[str], rows: Sequence[Sequence[str]], datasets: Sequence[SpectralDataset],
            fits: list[list[int]], known: list[set[str]]) -> ColumnsFound | None:
    """Fewer columns than instruments: the two that fit best."""
    pairs = [(fits[i][a] + fits[j][b], -a, -b, i, j) for i, j in permutations(range(len(fits)), 2)
             for a, b in permutations(range(len(datasets)), 2) if a < b and fits[i][a] and fits[j][b]]
    if not pairs:
        return None
    _, a, b, i, j = max(pairs, key=lambda p: (p[:3], -p[3], -p[4]))
    return _made(header, rows, datasets, [(i, -a), (j, -b)], fits, known)


def _made(header: Sequence[str], rows: Sequence[Sequence[str]], datasets: Sequence[SpectralDataset],
          places: list[tuple[int, int]], fits: list[list[int]], known: list[set[str]]) -> ColumnsFound:
    headless = all(_names(header[j].strip(), known[k], len(datasets[k])) for j, k in places)
    instrument = {j: datasets[k].name for j, k in places}
    kept = (tuple(header), *map(tuple, rows)) if headless else tuple(map(tuple, rows))
    (i, a), (j, b) = places[:2]
    return ColumnsFound(
        tuple(instrument.get(c, "" if headless or match_key(h) in {match_key(d.name) for d in datasets} else h)
              for c, h in enumerate(header)), kept,
        tuple(f"column {c + 1}" if headless or not header[c].strip() else header[c].strip() for c, _ in places),
        tuple(datasets[k].name for _, k in places),
        tuple(fits[c][k] + headless for c, k in places), bool(fits[i][b] and fits[j][a]))


def _names(cell: str, names: set[str], count: int) -> bool:
    """Whether a cell names a sample, by its name or its row number."""
    if match_key(cell) in names:
        return True
    return cell.startswith("#") and cell[1:].strip().isdecimal() and 0 < int(cell[1:]) <= count
