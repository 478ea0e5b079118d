"""FIELD.md from the cells of a journal; figures only, no judgement that the numbers do not make."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import spectralign_gui

from . import answers, sections
from .journal import Place
from .measure import LEFT_OUT, PARTS, SLOW, singles
from .packages import PACKAGES, SKIPPED
from .results import lines, whole_repeats
from .sets import GROUPS, MAKERS

HEAD = """# Calibration transfer: every method on the same frozen splits

Written by `python -m benchmarks.field` (how: `README.md` beside this page; which samples: `splits.json`).

**Which sets say what.** Corn, sugarcane and soil *chose* the weights of the automatic transfer (`auto`, and
`auto-marked`, which uses the standards only): on them its figures are too good by an unknown amount, those of the
single methods are not. The simulated sample sets of the program (LIBS, Raman) were *in view* while its rules were
written. Cassava chose nothing and was *looked at once* after each rule was frozen. Every table below is given for each
of these groups by itself; nothing is averaged over them.

**What is held out.** The tested samples are in no fit and no tuning, on neither instrument; all spectra of one sample
are on the same side. Standards are chosen among the others, spread by Kennard–Stone or drawn; B's values are known to
the `native` model only. Methods that use B's unmarked spectra (`auto`, `coral`, `udop`, …) are given the spectra of
B's untested samples without values.

**The yardstick.** Figures are RMSEP divided by that of the *best single method in hindsight*: of all single methods
here the one with the lowest mean RMSEP for this set, property, design and number of standards. Nobody knows it
beforehand, and with few repeats it is also the luckiest: read the ratios as upper bounds. `none` (no transfer),
`target-only` (the standards alone) and `native` (B's own model with the values of all its untested samples) stand
beside every result. Means are geometric, over the properties of a set, then over the sets. Intervals are 95 %, paired
over the repeats, with Nadeau and Bengio's correction for splits that share samples; the best single method is taken
as given in them.

**Of which version.** RMSEP of `auto` and `auto-marked` has the weights by standard errors (`../verdicts.md`; cassava
had been looked at before they were settled). The tables of verdicts, intervals and spoilt standards were measured with
the weights before, so that what a spoilt standard costs is stated too high by what was gained since (about 2 %)."""


def what_ran(cells: Mapping[Place, Any], names: Sequence[str]) -> list[str]:
    """How many repeats of everything there are."""
    parts = list(dict.fromkeys(p[0] for p in cells if p[0] != SKIPPED))
    rows = ["| set | chosen as | " + " | ".join(parts) + " |", "|---" * (len(parts) + 2) + "|"]
    for name in names:
        of = [str(whole_repeats(cells, part, name)) for part in parts]
        rows.append(f"| {name} | {group_of(name)} | " + " | ".join(of) + " |")
    known = {key for place, cell in cells.items() if place[0] in PARTS for key in cell["mse"]}
    ran, later = ([k for k in singles() if (k in known) == there] for there in (True, False))
    return ["Whole repeats that ran, of 25 frozen ones (calling the command again adds what is missing):", "",
            *rows, "", f"The {len(ran)} single methods: {', '.join(ran)}. Those of them that are slow "
            f"({', '.join(SLOW)}) have a table of their own and are not among those that the best one is looked for in "
            "anywhere else.", "", *([f"Not measured here yet: {', '.join(later)}.", ""] if later else []),
            *(f"`{k}` is not among the methods: {v}." for k, v in LEFT_OUT.items())]


def group_of(name: str) -> str:
    """Key of `GROUPS`."""
    from .sets import field_set
    return field_set(name).group if name in MAKERS else "own"


def silent_packages(cells: Mapping[Place, Mapping[str, Any]]) -> dict[str, str]:
    """Other packages without a figure, and why."""
    ran = {p[0] for p in cells}
    return {k: str(cells.get((SKIPPED, k, 0, "", 0), {}).get("why", "not asked (README.md says how)"))
            for k in PACKAGES if f"others: {k}" not in ran}


def write_page(cells: Mapping[Place, Mapping[str, Any]], path: Path) -> None:
    """Write the page and its picture.

    Parameters
    ----------
    cells : mapping
        Of a journal.
    path : Path
        FIELD.md; the picture is written beside it.
    """
    names = list(dict.fromkeys(p[1] for p in cells if p[0] == "main"))
    groups = {g: [n for n in names if group_of(n) == g and whole_repeats(cells, "main", n)] for g in GROUPS}
    groups = {g: of for g, of in groups.items() if of}
    found = {g: lines(cells, of) for g, of in groups.items()}
    text = [HEAD, "", *what_ran(cells, names), "", "## The goals", "", *answers.goals(cells, groups, found), "",
            f"![RMSEP over that of the best single method]({path.stem.lower()}.svg)"]
    sections.picture(found, path.with_name(f"{path.stem.lower()}.svg"))
    for group, of in groups.items():
        text += ["", f"## {GROUPS[group].capitalize()}", "", ", ".join(of) + ".", ""]
        text += sections.ranking(found[group])
        text += ["", *sections.per_set(found[group])]
        text += ["", *sections.slow(cells, of)]
        text += sections.other_packages(cells, of)
        text += ["", *answers.verdict_table(cells, of)]
        text += ["", *answers.flag_table(cells, of)]
        text += ["", *answers.mistakes(cells, of)]
        text += ["", *answers.coverage(cells, of)]
    silent = silent_packages(cells)
    if silent:
        text += ["", "## Other packages that gave no figures", "", *(f"- {k}: {v}" for k, v in silent.items())]
    text += ["", f"SpectrAlign {spectralign_gui.__version__}, Python {platform.python_version()}, numpy "
             f"{np.__version__}, {platform.system()} {platform.machine()}.", ""]
    path.write_text("\n".join(text), encoding="utf-8")
