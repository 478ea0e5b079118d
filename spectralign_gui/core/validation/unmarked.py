"""What spectra of B that are not marked did for the automatic transfer in a comparison, and what it is without them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from ..figures import listed, percent
from ..naming import counted
from ..registry import is_method, method, plain_name
from .transfer_splits import TransferSplit

AUTOMATIC, MARKED = "auto", "auto-marked"


class Entry(Protocol):
    """A line of a comparison: `entries.Entry`."""

    @property
    def key(self) -> str: ...

    @property
    def method(self) -> str: ...

    @property
    def settings(self) -> Mapping[str, Any]: ...


def same_fit(entry: Entry, entries: Iterable[Entry]) -> str:
    """Key of the automatic line that is the same fit as this one where B has no unmarked spectra; "" if none is."""
    if entry.method != MARKED:
        return ""
    return next((e.key for e in entries if e.method == AUTOMATIC and marked_settings(e.settings) == dict(
        entry.settings)), "")


def marked_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of the automatic transfer for the line with the standards only."""
    return {k: v for k, v in settings.items() if k != "unmarked"}


def unmarked_used(
    entries: Sequence[Entry], counts: Sequence[int], cells: Mapping[tuple[str, int, int], Mapping[str, Any]],
) -> dict[str, dict[str, float]]:
    """What the fits of the automatic line used of B's unmarked spectra, per number of standards; {} if nothing.

    Returns
    -------
    dict
        ``{"5": {"spectra", "pairs", "share", "fits", "of"}}``: unmarked spectra of B, pairs found among them, and
        their share of the combination, means over all "of" fits; "fits" of them used pairs.
    """
    key = next((e.key for e in entries if e.method == AUTOMATIC), "")
    found: dict[str, dict[str, float]] = {}
    for count in counts:
        told = [c["chosen"].get("unmarked_pairs") or {} for (k, n, _), c in cells.items()
                if k == key and n == count and "chosen" in c]
        used = [t for t in told if t.get("share", 0.0) > 0]
        if used:
            found[str(count)] = {
                **{name: sum(float(t.get(name, 0)) for t in used) / len(used) for name in ("spectra", "pairs")},
                "share": sum(float(t["share"]) for t in used) / len(told), "fits": len(used), "of": len(told)}
    return found


def unmarked_sentence(used: Mapping[str, Mapping[str, float]], lines: Iterable[str]) -> str:
    """It in words, with where to look for the error without it; "" if nothing was used.

    Parameters
    ----------
    used : mapping
        Of `unmarked_used`.
    lines : iterable of str
        Methods that have a line.
    """
    if not used:
        return ""
    parts = []
    for number, (count, of) in enumerate(used.items()):
        verb, whole = (" were used as extra standards", " of the final model") if number == 0 else ("", "")
        parts.append(f"with {count} standards, {of['pairs']:.0f} of {of['spectra']:.0f}{verb} ({percent(of['share'])}"
                     f"{whole})")
    title = method(MARKED).title
    beside = (f"see the line “{title}”" if any(is_method(m) and m == MARKED for m in lines)
              else f"compare “{title}” too")
    return (f"{method(AUTOMATIC).title} also learned from unmarked spectra of B: {'; '.join(parts)}. If you will "
            f"measure only the standards on B, {beside}.")


def others_that_use(entries: Iterable[Entry]) -> list[str]:
    """Keys of the lines other than the automatic one whose methods use spectra of B that are no standards.

    "native" has the values of all its samples, and is no line of the standards.
    """
    return [e.key for e in entries if e.method not in (AUTOMATIC, "native") and _takes_unmarked(e)]


def _takes_unmarked(entry: Entry) -> bool:
    if not is_method(name := plain_name(entry.method)):  # A's model on A
        return False
    known = {p.name for p in method(name).parameters}
    return method(name).create(**{k: v for k, v in entry.settings.items() if k in known}).takes_unmarked()


def spectra_beside(splits: Sequence[TransferSplit], count: int) -> int:
    """How many spectra of B a fit with so many standards has beside these (mean over the splits)."""
    left = [len(s.rows_b) - count * len(s.pairs) / max(1, len(set(s.sample.tolist()))) for s in splits]
    return max(0, round(sum(left) / max(1, len(left))))


def others_sentence(titles: Sequence[str], beside: Mapping[int, int]) -> str:
    """That methods use them, and how many there were per number of standards; "" if there are none."""
    some = {count: number for count, number in beside.items() if number > 0}
    if not titles or not some:
        return ""
    how = ", ".join(f"{number} with {counted(count, 'standard')}" for count, number in some.items())
    one = len(titles) == 1
    return (f"{listed(titles)} also {'uses' if one else 'use'} unmarked spectra of B ({how}). If you will measure only "
            f"the standards on B, {'its error' if one else 'their errors'} will differ.")
