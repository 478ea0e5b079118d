"""What `read_file` looks at in the values of a whole file, block by block: marks of missing values, implausible ones,
spectra that end early, rows that are no spectra."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from ...core.errors import FileError
from ...core.notes import Note
from ..consistent import odd_rows_of, piece_of
from ..read import ends_early
from ..readers import HUGE, LARGEST, PLAIN, SMALLEST, Block, implausible


class RunningChecks:
    """The checks of one file.

    Parameters
    ----------
    axis : (p,) array or None
        In the order of the file.
    """

    def __init__(self, axis: np.ndarray | None) -> None:
        self._axis = axis
        self.fills: list[tuple[float, bool]] = []
        """Marks that stand in the file, and whether each is one; empty: not looked for yet."""
        self._filled: list[tuple[int, float]] = []
        self._tiny, self._low, self._high = 0, np.nan, np.nan
        self._ends: dict[int, tuple[int, int, str]] = {}  # last channel → how many, first row, its name
        self._odd: dict[str, Note] = {}  # code → what was said first

    # -- marks of missing values -------------------------------------------------------------------------
    def suspicious(self, spectra: np.ndarray) -> bool:
        """Whether some value may be a mark; to be asked of every block before `look`."""
        low, high = float(spectra.min()), float(spectra.max())
        self._low, self._high = low, high
        if np.isnan(low):
            low = float(np.fmin.reduce(spectra, axis=None))
            high = float(np.fmax.reduce(spectra, axis=None))
        return low <= max(PLAIN) or max(high, -low) >= min(abs(v) for v in HUGE)

    def learn_fills(self, blocks: Iterable[np.ndarray]) -> None:
        """Find out from all of the file which values are marks; what `without_fill` finds in a whole."""
        counts, size, smallest = dict.fromkeys((*HUGE, *PLAIN), 0), 0, np.inf
        for spectra in blocks:
            size += spectra.size
            rest = np.asarray(spectra)
            for mark in HUGE:
                marked = _is(rest, mark)
                counts[mark] += int(marked.sum())
                rest = np.where(marked, np.nan, rest)
            for mark in PLAIN:
                marked = _is(rest, mark)
                counts[mark] += int(marked.sum())
                rest = np.where(marked, np.nan, rest)
            known = rest[np.isfinite(rest)]
            smallest = min(smallest, float(known.min())) if len(known) else smallest
        taken: list[float] = [m for m in HUGE if 0 < counts[m] < size]
        while (more := next((m for m in PLAIN if m not in taken and 0 < counts[m] < size and min(
                [smallest, *(o for o in PLAIN if o != m and o not in taken and counts[o])]) >= m / 10), None)):
            taken.append(more)
        if not np.isfinite(smallest):
            taken = [m for m in taken if m in HUGE]
        self.fills = [(m, m in taken) for m in (*HUGE, *PLAIN)]
        self._filled = [(counts[m], m) for m in taken]

    def look(self, spectra: np.ndarray, names: tuple[str, ...], start: int) -> np.ndarray:
        """The spectra with NaN in place of marks.

        Parameters
        ----------
        spectra : (n, p) array
            In the order of the file.
        names : tuple of str
            Empty if the file has none.
        start : int
            Row of the first in the file.

        Raises
        ------
        FileError
            A spectrum that cannot be right, by its number in the file.
        """
        for mark, taken in self.fills:
            if taken and (marked := _is(spectra, mark)).any():
                spectra = np.where(marked, spectra.dtype.type(np.nan), spectra)
        sound = self._low >= SMALLEST and self._high <= LARGEST  # of most blocks this is all that is to be known
        if self._axis is not None and len(self._axis) >= 5:
            alike = np.flatnonzero((spectra[:, :2] == self._axis[:2]).all(axis=1))
            again = alike[(spectra[alike] == self._axis).all(axis=1)]
            if len(again):
                raise FileError("read.axis_repeated_as_spectrum", number=start + again[0] + 1,
                                name=names[again[0]] if names else "no name")
        if sound:
            self._end(spectra.shape[1], len(spectra), start, "")
            return spectra
        problem, tiny = implausible(spectra)
        if problem:
            raise FileError("plausible.spectrum", number=start + problem.facts["number"],
                            value=problem.facts["value"], channel=problem.facts["channel"])
        self._tiny += tiny
        self._look_at_ends(spectra, names, start)
        return spectra

    def compare(self, spectra: np.ndarray, names: tuple[str, ...], start: int) -> None:
        """Look whether the first of these spectra hold together, as `io.consistent` does of a whole table."""
        n = piece_of(*spectra.shape)
        with np.errstate(all="ignore"):
            for note in odd_rows_of(Block(spectra[:n], self._axis, names[:n]), start):
                before = self._odd.setdefault(str(note.code), note)
                if before is not note and note.code == "consistent.far_from_all_around":
                    self._odd[str(note.code)] = Note(before.code, **{**before.facts, "n": before.facts["n"] + (
                        note.facts["n"])})

    def _look_at_ends(self, spectra: np.ndarray, names: tuple[str, ...], start: int) -> None:
        p = spectra.shape[1]
        cut = np.flatnonzero(np.isnan(spectra[:, -1]))
        whole = len(spectra) - len(cut)
        if whole:
            first = np.flatnonzero(~np.isnan(spectra[:, -1]))[0]
            self._end(p, whole, start + int(first), "")
        if len(cut):
            missing = np.isnan(spectra[cut])
            last = p - np.argmax(~missing[:, ::-1], axis=1)
            last[missing.all(axis=1)] = 0
            for i, end in zip(cut.tolist(), last.tolist(), strict=True):
                self._end(end, 1, start + i, names[i].strip() if names else "")

    def _end(self, last: int, count: int, row: int, name: str) -> None:
        before = self._ends.get(last)
        self._ends[last] = (count, row, name) if before is None else (before[0] + count, *before[1:])

    def same_marks(self) -> RunningChecks:
        """Checks of the same file anew, which know its marks."""
        other = RunningChecks(self._axis)
        other.fills = self.fills
        return other

    # -- in the end --------------------------------------------------------------------------------------
    def notes(self) -> Iterator[Note]:
        """What is said of the whole file."""
        for count, mark in self._filled:
            yield Note("values.fill", n=count, mark=mark)
        if self._tiny:
            yield Note("values.tiny", n=self._tiny)
        longest = max(self._ends, default=0)
        short = sorted((row, count, name, last) for last, (count, row, name) in self._ends.items()
                       if last < 0.9 * longest)
        if short and self._axis is not None:
            row, _, name, last = short[0]
            yield ends_early(row, name, last, len(self._axis), sum(s[1] for s in short) - 1)
        yield from self._odd.values()

    def state(self) -> dict[str, Any]:
        """Plain tree."""
        return {"fills": [list(f) for f in self.fills], "filled": [list(f) for f in self._filled], "tiny": self._tiny,
                "ends": [[last, *what] for last, what in self._ends.items()],
                "odd": [[code, _plain(note.facts)] for code, note in self._odd.items()]}

    def go_on(self, state: dict[str, Any]) -> None:
        """Continue from `state`."""
        self.fills = [(float(m), bool(t)) for m, t in state["fills"]]
        self._filled, self._tiny = [(int(n), float(m)) for n, m in state["filled"]], int(state["tiny"])
        self._ends = {int(e[0]): (int(e[1]), int(e[2]), str(e[3])) for e in state["ends"]}
        self._odd = {str(code): Note(str(code), **facts) for code, facts in state.get("odd", ())}


def _plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts of a note as a plain tree."""
    return {k: list(v) if isinstance(v, (list, tuple)) else v.item() if isinstance(v, np.generic) else v
            for k, v in facts.items()}


def _is(spectra: np.ndarray, mark: float) -> np.ndarray:
    if mark in PLAIN:
        return np.asarray(spectra == mark)
    with np.errstate(invalid="ignore", over="ignore"):
        return np.asarray(np.abs(spectra / mark - 1) < 1e-6)
