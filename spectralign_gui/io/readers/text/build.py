"""From the table to blocks of spectra and tables of reference values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import numpy as np

from ....core.data import Targets
from ....core.data.units import to_absorbance
from ....core.errors import FileError, TwoReadings
from ....core.notes import Note, code_of
from .._merged import merge_equal_axes
from .._units import laser_of, quantity_of
from ..contract import Block, Choice, Guess, ReadResult, Table
from .accounted import unaccounted
from .again import name_in
from .axis_above import axis_in_words, told_of_axis
from .body import Body, BodyReader
from .described import by_quantity, described, described_rows, header_entries, orientation_guessed, statistics_of
from .labels import Stretch
from .maps import run_length, unfold
from .marks import without_marks
from .numbers import to_number
from .options import TextOptions
from .plan import Layout
from .role_notes import role_of
from .roles import measured_parts, pick_role
from .rows_roles import Stripped, strip_rows
from .sample import Sample
from .sense import check_announced, check_sense
from .stated import guess_quantity, guess_unit, own_entry
from .top import refuse_signs
from .totals import totals
from .values_rows import take_values_rows
from .values_tables import by_their_names, in_usual_form
from .weigh import ASK


def build(sample: Sample, chunks: Iterable[bytes], options: TextOptions, whole: bool = True) -> ReadResult:
    """Read the chunks by the layout of the sample; not `whole` if they are only the beginning of the file."""
    result = _build(sample, chunks, options, whole)
    lost = unaccounted(sample, result)
    return without_marks(result.with_(warnings=(*result.warnings, *lost)) if lost else result)


def wanted_columns(layout: Layout) -> tuple[list[int], list[int]]:
    """Columns read as numbers, and as texts.

    Raises
    ------
    FileError
        There is none with numbers.
    """
    wanted_texts = (layout.name_column, layout.group_column, *layout.positions, *layout.beside)
    texts = list(dict.fromkeys(j for j in wanted_texts if j is not None))
    axis = [] if layout.axis_column is None else [layout.axis_column]
    runs = [j for c in layout.channels if c.stretch is not None for j in c.columns]
    columns = sorted({*axis, *layout.numeric, *layout.properties, *runs})
    if not columns:
        raise FileError("text.no_numbers")
    return columns, texts


def _build(sample: Sample, chunks: Iterable[bytes], options: TextOptions, whole: bool) -> ReadResult:
    layout = sample.layout
    columns, texts = wanted_columns(layout)
    body = BodyReader(layout, sample.dialect, columns, texts).feed(chunks)
    check_sense(body, sample, options)
    if whole:
        check_announced(body, sample)
    where = {j: k for k, j in enumerate(columns)}
    guesses, warnings = dict(sample.guesses), [*sample.warnings, *body.warnings]
    header = "\n".join(line.strip() for line in layout.before if line.strip())[:4000]
    metadata = header_entries(layout.before)
    if header:
        metadata["header"] = header
    laser = laser_of(header)
    if layout.orientation == "table":
        if not layout.numeric:
            raise FileError("text.no_reference_values")
        values = body.numbers[:, [where[j] for j in layout.numeric]]
        titles = tuple(layout.titles[j] or f"column {j + 1}" for j in layout.numeric)
        names = tuple(body.texts[layout.name_column]) if layout.name_column is not None else ()
        mask = np.zeros(body.numbers.shape, bool)
        for row, column in body.censored:
            mask[row, column] = True
        mask = mask[:, [where[j] for j in layout.numeric]]
        units = tuple(layout.units[j] for j in layout.numeric) if layout.units else ()
        targets = Targets(titles, values, units, mask)
        targets, names, notes = in_usual_form(layout, body.texts, targets, names)
        warnings += notes
        below = [] if notes else totals(names, values)
        if below:
            kept = [i for i in range(len(values)) if i not in below]
            warnings.append(Note("text.left_out_rows", roles=[role_of(names[i], "role.statistic") for i in below]))
            targets, names = targets.take(np.array(kept)), tuple(names[i] for i in kept)
        elif statistics := statistics_of(names):
            warnings.append(Note("text.statistics_among_samples", names=statistics))
        return ReadResult((), (Table(targets, names, ""),), guesses, tuple(warnings))
    warnings[:] = [*sample.warnings, *body.warnings]
    if layout.orientation == "pairs":
        blocks = _pairs(body.numbers, layout.titles, [where[j] for j in layout.numeric], columns, options, guesses,
                        header, layout.pair_names)
        layout_guessed = ("orientation",) if orientation_guessed(layout) else ()
        blocks = [b.with_(metadata=metadata, laser_nm=laser, guessed=(*b.guessed, *layout_guessed)) for b in blocks]
        return ReadResult(tuple(blocks), (), guesses, tuple(warnings))
    if layout.orientation == "rows":
        return _runs(body, sample, where, options)
    if body.starts and layout.axis_column is not None:
        axis = body.numbers[:, where[layout.axis_column]]
        steps = np.diff(axis[np.isfinite(axis)])
        if not ((steps > 0).all() or (steps < 0).all()):
            return one_below_the_other(body, sample, where, options, metadata, laser)
        warnings.append(Note("text.table_goes_on", "info", n=len(body.starts)))  # the titles of another page
    block, y_title, choices = _columns(body, sample, where, options, warnings, guesses)
    axis_title = layout.titles[layout.axis_column] if layout.axis_column is not None else ""
    made = described(block, (axis_title, y_title, ""), sample, options, warnings, statistics_of(block.names),
                     len(block.names))
    return made.with_(choices=choices, guesses={**guesses, **made.guesses})


def _runs(body: Body, sample: Sample, where: dict[int, int], options: TextOptions) -> ReadResult:
    """Spectra in rows, with the further runs of channels in the same rows as blocks of their own."""
    layout, results = sample.layout, []
    runs: list[tuple[Stretch | None, tuple[int, ...]]] = [
        (layout.stretch, layout.numeric), *((c.stretch, c.columns) for c in layout.channels if c.stretch is not None)]
    runs.sort(key=lambda r: r[1][:1])
    for stretch, columns in runs:
        part = replace(sample, layout=replace(layout, stretch=stretch, numeric=columns))
        stripped = stripped_rows(body, part, where)
        said = [w for w in (*sample.warnings, *body.warnings, *stripped.notes)
                if stretch is not None or stripped.block.axis is None or code_of(w) != "axis.none"]
        results.append(described_rows(stripped, part, options, said, statistics_of(stripped.block.names),
                                      len(stripped.block.names)))
    if len(results) == 1:
        return by_quantity(results[0])
    labels = [(s.prefix if s is not None else "").strip(" _.-") for s, _ in runs]
    if not all(labels) or len(set(labels)) < len(labels):
        labels = [layout.titles[columns[0]] for _, columns in runs]
    blocks = tuple(r.blocks[0].with_(label=label) for r, label in zip(results, labels, strict=True))
    return results[0].with_(blocks=blocks, warnings=tuple(dict.fromkeys(w for r in results for w in r.warnings)))


def stripped_rows(body: Body, sample: Sample, where: dict[int, int], top: bool = True) -> Stripped:
    """Spectra in rows without the rows that are none; `top`: the body begins with the first line of the table."""
    block = take_values_rows(_rows(body, sample, where), body, sample)
    header = "\n".join(line.strip() for line in sample.layout.before if line.strip())[:4000]
    # of a table that this program wrote every row is a spectrum, whatever it is called
    return Stripped(block) if own_entry(header, "axis unit") is not None else strip_rows(block, top)


def ask_if_unsure(sample: Sample, options: TextOptions) -> None:
    """Refuse a table that can be read in two ways, naming both, unless the user said which.

    Raises
    ------
    TwoReadings
    """
    decision = sample.layout.decision
    if options.orientation or options.axis_column is not None or decision is None or decision.confidence >= ASK or (
            not decision.other):
        return
    first, second = decision.orientation, decision.other_orientation
    error = TwoReadings(
        "text.two_readings", first=Note(_READ_AS[first]), first_said=decision.said, second=Note(_READ_AS[second]),
        second_said=decision.other, orientation=first, other_orientation=second)
    error.orientation = first
    raise error


MANY = 3
_READ_AS = {"rows": "text.read_as_rows", "columns": "text.read_as_columns", "pairs": "text.read_as_pairs",
            "table": "text.read_as_table"}


def _rows(body: Body, sample: Sample, where: dict[int, int]) -> Block:
    layout, numbers, texts = sample.layout, body.numbers, body.texts
    columns = [where[j] for j in layout.numeric]
    if not columns:
        raise FileError("text.no_spectrum_values")
    whole = columns == list(range(numbers.shape[1]))
    spectra = numbers if whole else numbers[:, columns[0]:columns[-1] + 1] if (
        columns == list(range(columns[0], columns[-1] + 1))) else numbers[:, columns]
    targets = None
    names = tuple(texts[layout.name_column]) if layout.name_column is not None else ()
    if layout.properties:
        at = [where[j] for j in layout.properties]
        mask = np.zeros((len(numbers), len(at)), bool)
        for row, column in body.censored:
            if column in at:
                mask[row, at.index(column)] = True
        values, said = by_their_names(layout, texts, names, numbers[:, at])
        body.warnings += said
        targets = Targets(tuple(layout.titles[j] or f"column {j + 1}" for j in layout.properties), values, (), mask)
    if layout.positions and layout.name_column in (None, *layout.positions):
        names = tuple(", ".join(place) for place in zip(*(texts[j] for j in layout.positions), strict=True))
    groups = tuple(texts[layout.group_column]) if layout.group_column is not None else None
    beside = {layout.titles[j] or f"column {j + 1}": tuple(texts[j]) for j in layout.beside}
    axis = layout.stretch.values if layout.stretch else None
    if axis is None and (stated := axis_in_words(layout.before, spectra.shape[1])) is not None:
        axis = stated[0]
        body.warnings.append(told_of_axis(axis))
    return Block(spectra, axis, names, targets=targets, groups=groups, columns=beside)


def one_below_the_other(body: Body, sample: Sample, where: dict[int, int], options: TextOptions,
                        metadata: dict[str, str], laser: float | None) -> ReadResult:
    """Spectra of tables under the same titles: those of one axis together, each with the name that stands over it."""
    layout, dialect = sample.layout, sample.dialect
    header, blocks = metadata.get("header", ""), []
    axis_column = layout.axis_column or 0
    heads = (layout.first_head, *body.heads)
    guesses = dict(sample.guesses)
    spectral = list(layout.numeric)
    titles = [layout.titles[j] for j in spectral]
    for k, (a, b) in enumerate(pairwise((0, *body.starts, len(body.numbers)))):
        part = body.numbers[a:b]
        axis = part[:, where[axis_column]]
        part, axis = part[np.isfinite(axis)], axis[np.isfinite(axis)]
        if not len(axis):
            continue
        name = name_in(heads[k], dialect.separator)
        names = (name,) if len(spectral) == 1 else tuple(f"{name} {t}".strip() for t in titles)
        unit = guess_unit(axis, layout.titles[axis_column], None, header, laser, options, layout.unit_stated)
        guesses.setdefault("unit", unit)
        guessed = ("unit",) if not unit.stated and unit.value not in ("unknown", "channel") else ()
        blocks.append(Block(part[:, [where[j] for j in spectral]].T, axis, names, unit.value, guess_quantity(
            titles[0], header, options).value, label=name, metadata=metadata, laser_nm=laser, guessed=guessed))
    said = [*sample.warnings, *body.warnings, Note("text.tables_one_below_the_other", "info", n=len(blocks))]
    return ReadResult(tuple(merge_equal_axes(blocks)), (), guesses, tuple(said))


def _columns(body: Body, sample: Sample, where: dict[int, int], options: TextOptions, warnings: list[str],
             guesses: dict[str, Guess]) -> tuple[Block, str, tuple[Choice, ...]]:
    layout, numbers = sample.layout, body.numbers
    spectral = list(layout.numeric)
    written = body.texts[layout.name_column] if layout.name_column is not None else []
    if not spectral:
        refuse_signs(sample.lines)
        raise FileError("text.axis_without_values")
    axis = None
    if layout.axis_column is not None:
        axis = numbers[:, where[layout.axis_column]]
        blank = np.isnan(axis)
        if blank.all():
            raise FileError("text.axis_column_without_numbers", column=layout.axis_column + 1)
        if blank.any():
            warnings.append(Note("text.lines_without_axis", n=int(blank.sum()), total=len(axis)))
            numbers, axis = numbers[~blank], axis[~blank]
            written = [text for text, empty in zip(written, blank, strict=True) if not empty] if written else []
    titles = [layout.titles[j] for j in spectral]
    choices: tuple[Choice, ...] = ()
    length = run_length(axis) if axis is not None else 0
    if axis is not None and length and len(spectral) == 1:
        # spectra one under the other, all on the same axis
        names = tuple(written[::length]) if written and all(
            len(set(written[k:k + length])) == 1 for k in range(0, len(written), length)) else ()
        table = numbers[:, where[spectral[0]]].reshape(-1, length)
        warnings.append(Note("text.spectra_one_under_the_other", "info", n=len(table), length=length))
        return Block(table, axis[:length], names), titles[0], ()
    if axis is not None and length and len(spectral) > 1:
        found = unfold(axis, beside := numbers[:, [where[j] for j in spectral]])
        if found is None:
            raise FileError("text.long_table_of_several", n=len(axis) // length, titles=titles)
        one, spectra, places, signal = found
        names = tuple(", ".join(f"{titles[k].strip('#[] ')} {row[k]:g}".strip() for k in places)
                      for row in beside[::length])
        return Block(spectra, one, names), titles[signal], ()
    parts = measured_parts(titles)
    if parts is not None:
        guesses["compute"] = Guess(options.compute or "", 1.0, Note("guess.can_be_computed", "info"))
    if options.compute is not None:
        return _computed(numbers, axis, [where[j] for j in spectral], parts, options.compute), options.compute, ()
    role = pick_role(titles) if options.spectrum_columns is None else None
    if role is not None:
        others = [t for k, t in enumerate(titles) if k != role]
        said = Note("text.spectrum_chosen_or_computed", title=titles[role], others=others) if parts else (
            Note("text.spectrum_chosen", title=titles[role], others=others))
        warnings.append(said)
    if role is not None:
        choices = tuple(Choice("spectrum_columns", str(j + 1), layout.titles[j], k == role)
                        for k, j in enumerate(spectral))
        spectral, titles = [spectral[role]], [titles[role]]
    single = len(spectral) == 1
    columns = [where[j] for j in spectral]
    spectra = numbers[:, columns[0]:columns[-1] + 1].T if columns == list(range(columns[0], columns[-1] + 1)) else (
        numbers[:, columns].T)
    names = tuple(titles) if not single and any(titles) else ()
    targets = _property_lines(sample, spectral)
    y_title = layout.said_of_all or (titles[0] if single or len({quantity_of(t) for t in titles}) == 1 else "")
    about = {cells[0]: tuple(cells[j] for j in spectral) for cells in layout.described} if not single else {}
    return Block(spectra, axis, names, targets=targets, columns=about), y_title, choices


def _computed(numbers: np.ndarray, axis: np.ndarray | None, columns: list[int], parts: tuple[int, int, int] | None,
              kind: str) -> Block:
    """(sample − dark) / (white − dark), or its absorbance.

    Raises
    ------
    FileError
        One of the three columns is not there.
    """
    if parts is None:
        raise FileError("text.nothing_to_compute_from", quantity=kind)
    raw, dark, white = (numbers[:, columns[k]] for k in parts)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(white == dark, np.nan, (raw - dark) / (white - dark))
    return Block(to_absorbance(share) if kind == "absorbance" else share, axis)


def _property_lines(sample: Sample, spectral: list[int]) -> Targets | None:
    """Reference values that stand in lines between the titles and the spectra."""
    found: dict[str, list[float]] = {}
    for cells in sample.layout.property_lines:
        values = [to_number(cells[j], sample.dialect.decimal, sample.dialect.thousands) for j in spectral]
        if all(v is not None for v in values) and (len(set(values)) > 1 or len(sample.layout.property_lines) < MANY):
            found.setdefault(cells[0], [float(v) for v in values if v is not None])
    return Targets(tuple(found), np.array(list(found.values())).T) if found else None


def _pairs(numbers: np.ndarray, titles: list[str], positions: list[int], columns: list[int], options: TextOptions,
           guesses: dict[str, Guess], header: str, names: tuple[str, ...] = ()) -> list[Block]:
    found: list[Block] = []
    for x, y in zip(positions[::2], positions[1::2], strict=True):
        known = np.isfinite(numbers[:, x])
        lost = np.isfinite(numbers[:, y]) & ~known
        if lost.any():
            raise FileError("text.values_without_axis", column=columns[y] + 1, axis=columns[x] + 1)
        title_x, title_y = titles[columns[x]], titles[columns[y]]
        unit = guess_unit(numbers[known, x], title_x, None, header, laser_of(header), options)
        guesses.setdefault("unit", unit)
        name = re.sub(r"[\s_.-]*\b(x|y|wavelength|intensity|nm)\b\s*\Z", "", title_y, flags=re.I) or title_y
        if names:
            name = names[positions.index(x) // 2]
        guessed = ("unit",) if not unit.stated and unit.value not in ("unknown", "channel") else ()
        found.append(Block(numbers[known, y], numbers[known, x], (name,), unit.value,
                           guess_quantity(title_y, header, options).value, label=name, guessed=guessed))
    return merge_equal_axes(found)
