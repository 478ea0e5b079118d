"""What a text file says of its spectra: unit, quantity, header."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ....core.notes import Note
from .._units import AXIS_WORDS, foreign_unit, laser_of, plain, quantity_of
from ..contract import Block, Guess, ReadResult
from .options import TextOptions
from .plan import Layout
from .rows_roles import Stripped
from .sample import Sample
from .stated import guess_quantity, guess_unit, of_mid_infrared
from .weigh import SURE

LEAST = 2
_STATISTIC = re.compile(r"(mean|average|median|std\.?|std\.? ?dev\.?|stdev|sd|rsd|cv|variance|min(imum)?|max(imum)?|"
                        r"mittelwert|standardabweichung|moyenne|[ée]cart[- ]type|media|desv\w*|err(or)?|uncertainty|"
                        r"sigma)\Z", re.I)


def described_rows(stripped: Stripped, sample: Sample, options: TextOptions, warnings: list[str],
                   statistics: list[str], names: int) -> ReadResult:
    """Spectra in rows with their unit, quantity and header; see `described`."""
    layout = sample.layout
    axis_title = layout.titles[0] if layout.titles and not layout.properties else ""
    if foreign_unit(axis_title) and not AXIS_WORDS.search(plain(axis_title)):
        axis_title = ""  # the rows are named by times, say
    return described(stripped.block, (axis_title, "", stripped.unit), sample, options, warnings, statistics, names)


def by_quantity(result: ReadResult) -> ReadResult:
    """Spectra of several quantities in turn, which a column of words names, as blocks of their own."""
    block = result.blocks[0]
    for cells in (block.groups or (), *block.columns.values()):
        found = [quantity_of(c) for c in cells]
        kinds = list(dict.fromkeys(found))
        if len(kinds) < 2 or None in kinds or any(found.count(k) < LEAST for k in kinds):
            continue
        groups = None if cells is block.groups else block.groups
        parts = [(cells[found.index(k)], block.take([i for i, f in enumerate(found) if f == k])) for k in kinds]
        blocks = tuple(part.with_(label=word, quantity=k or "unknown", groups=part.groups if groups else None)
                       for (word, part), k in zip(parts, kinds, strict=True))
        said = Note("text.several_quantities", words=[word for word, _ in parts])
        return result.with_(blocks=blocks, warnings=(*result.warnings, said))
    return result


def statistics_of(names: Iterable[str]) -> list[str]:
    """Those of the names that say mean, deviation and the like."""
    return [n for n in names if _STATISTIC.match(n.strip())]


def described(block: Block, titles: tuple[str, str, str], sample: Sample, options: TextOptions, warnings: list[str],
               statistics: list[str], names: int) -> ReadResult:
    """A block with what the file says of it.

    Parameters
    ----------
    block : Block
    titles : (str, str, str)
        Of the axis and of the values, and what a row of units says of the axis.
    sample : Sample
    options : TextOptions
    warnings : list of str
        What is said already; more is put to it.
    statistics : list of str
        `statistics_of` the names of all spectra.
    names : int
        How many names there are.
    """
    layout, (axis_title, y_title, unit_row) = sample.layout, titles
    header = "\n".join(line.strip() for line in layout.before if line.strip())[:4000]
    metadata, laser = header_entries(layout.before), laser_of(header)
    if header:
        metadata["header"] = header
    if statistics and len(statistics) < names:
        warnings.append(Note("text.statistics_among_spectra", names=statistics))
    unit = guess_unit(block.axis, axis_title, layout.stretch.unit if layout.stretch else None, header, laser, options,
                      unit_row or layout.unit_stated)
    if not unit.stated and layout.stretch is not None and (infrared := of_mid_infrared(layout.stretch)) is not None:
        unit = infrared
    quantity = guess_quantity(y_title, header, options)
    guesses = {**sample.guesses, "unit": unit, "quantity": quantity}
    if unit.value == "unknown" and unit.confidence > 0.5:
        warnings.append(unit.reason)
    block = block.with_(unit=unit.value, quantity=quantity.value, metadata=metadata, laser_nm=laser,
                        guessed=_guessed(unit, layout))
    return ReadResult((block,), (), guesses, tuple(warnings))


def _guessed(unit: Guess, layout: Layout) -> tuple[str, ...]:
    """What of a block is a guess and nothing the file states."""
    found = ["unit"] * (not unit.stated and unit.value not in ("unknown", "channel"))
    if orientation_guessed(layout):
        found.append("orientation")
    return tuple(found)


def orientation_guessed(layout: Layout) -> bool:
    """Whether which way the spectra run is a guess and not said by the user."""
    decision = layout.decision
    return decision is not None and not decision.forced and decision.confidence < SURE


def header_entries(lines: list[str]) -> dict[str, str]:
    """Entries "key: value", "key=value" of the lines above the table."""
    found: dict[str, str] = {}
    for line in lines[:400]:
        entry = re.match(r"\s*[#%/!;\[\"]*\s*([^:=\t;,]{2,60}?)\s*(?:[:=\t;]|,(?=\S))\s*(.{1,200})", line)
        if entry and len(found) < 200:
            found.setdefault(entry[1].strip(), entry[2].strip(" \t;,\""))
    return found
