"""The page of each method, and the index: written from the declarations and from the benchmark tables."""

from __future__ import annotations

import math
from collections.abc import Callable

from spectralign_gui.core import methods
from spectralign_gui.core.registry import MethodInfo
from tools import measured
from tools.decisions import decisions
from tools.method_pictures import about, command, has_picture

SECTIONS = ("What you need", "What it assumes", "When to use it", "When not, and what instead", "Parameters",
            "How to see that it failed", "Cost", "Equation", "Example")
"""Headings that every page has, in this order; "Measured" follows "Cost" where a benchmark holds the method."""
KINDS = {"corn": "corn, instruments of one kind", "sugarcane": "sugarcane, of different kinds"}


def takes(info: MethodInfo) -> str:
    """How many instruments, in words."""
    if info.max_sets is None:
        return f"{info.min_sets} or more"
    if info.max_sets == info.min_sets:
        return str(info.min_sets)
    return f"{info.min_sets} to {info.max_sets}"


def needs(info: MethodInfo) -> list[tuple[str, str]]:
    """Rows of the table of what is needed."""
    least = f"at least {info.min_standards}; better " if info.min_standards else ""
    channels = ("the same on all instruments (the step *Resample* makes them so)"
                if "same channels" in info.needs else "each instrument keeps its own")
    if info.max_sets == 1:
        channels = "any"
    return [("Instruments", takes(info)), ("Standards", least + info.standards), ("Reference values", info.values),
            ("Channels", channels)]


def gives(info: MethodInfo) -> list[tuple[str, str]]:
    """Rows of the table of what comes out."""
    place = "Corrected spectra" if info.family == "transfer" else "Place for new spectra in the joint space"
    spectra = "Spectra rebuilt from the map" if info.max_sets == 1 else "Spectra as another instrument gives them"
    words = [("transform", place), ("to_spectra", spectra), ("predict", "Predicted values"),
             ("resolve", "Sliders without a new run"), ("reconstruction", "A reconstruction R to look at")]
    rows = []
    for key, title in words:
        answer = "no"
        if key in info.can:
            answer = f"yes, {info.only[key]}" if key in info.only else "yes"
            if key == "predict" and "targets" not in info.needs:
                answer += " and with reference values" if key in info.only else ", with reference values"
        rows.append((title, answer))
    return rows


def instead(info: MethodInfo) -> list[str]:
    """Links to other methods and when they are the better choice."""
    return [f"- [{methods()[name].title}]({name}.md): {when}" for name, when in info.instead.items()]


def cost_lines(info: MethodInfo) -> list[str]:
    """Words, and the measured time."""
    row = measured.cost().get(info.name)
    if row is None:
        return [info.cost, ""]
    both = "" if info.max_sets == 1 else " on each of two instruments"
    return [info.cost, "", f"Measured at the defaults (one thread): {row[0]} s for 100 spectra of 400 channels{both}; "
            f"{longer(row[1])} with four times the spectra, {longer(row[2])} with four times the channels.", ""]


def longer(cell: str) -> str:
    """A ratio of times in words; below a third more it is within what times of one fit vary."""
    return f"{cell} times as long" if measured.number(cell) > 1.3 else "about as long"


def measured_lines(info: MethodInfo) -> list[str]:
    """What the benchmarks say of the method."""
    lines = hit_lines(info.name) + few_lines(info.name) + transfer_lines(info.name) + value_lines(info.name)
    lines += newer_lines(info.name) + apart_lines(info.name)
    return ["## Measured", "", *lines] if lines else []


def hit_lines(name: str) -> list[str]:
    """Partners found."""
    table = measured.hits()
    if not all(name in t for t in table.values()):
        return []
    rival = "ridge + whitening" if name == "lra" else "lra"
    title = rival if name == "lra" else "low rank alignment"
    rows = [("this method", [t[name][0] for t in table.values()]),
            ("the same, spectra never seen by the fit", [t[name][1] for t in table.values()]),
            (title, [t[rival][0] for t in table.values()]), ("by chance", list(measured.chance().values()))]
    return ["Held-out standards whose partner is among the 3 nearest of the whole other instrument, at the defaults "
            "(`benchmarks/hit_rates.md`, NIR, 48 or 64 standards in the fit):", "",
            f"| | {' | '.join(table)} |", "|---" * (len(table) + 1) + "|",
            *(f"| {title} | {' | '.join('–' if math.isnan(v) else f'{v:.2f}' for v in row)} |" for title, row in rows),
            ""]


def few_lines(name: str) -> list[str]:
    """Partners found with few standards."""
    counts, table = measured.few()
    names = [m for m in table if m == name or m.startswith(f"{name}, ")]
    if not names:
        return []
    names += ["cca"] if name == "lra" else ["lra"]
    return ["The same by the number of standards in the fit, mean over the five pairs (`benchmarks/few_standards.md`):",
            "", f"| | {' | '.join(counts)} |", "|---" * (len(counts) + 1) + "|",
            *(f"| {label(m)} | {' | '.join(f'{v:.2f}' for v in table[m])} |" for m in names), ""]


def label(name: str) -> str:
    """Title of a row of a benchmark."""
    first, _, rest = name.partition(", ")
    return methods()[first].title + (f", {rest}" if rest else "")


def transfer_lines(name: str) -> list[str]:
    """Prediction errors of a transfer."""
    if name not in measured.in_transfers():
        return []
    what = ("Error on B over that of the best single method in hindsight (geometric mean over properties and pairs, "
            "25 repeats; in brackets the worst cell), by the number of standards (`benchmarks/transfer_rmsep.md`):")
    lines = [what, "", f"| | {' | '.join(map(str, measured.STANDARDS))} |", "|---" * 5 + "|"]
    for kind, title in KINDS.items():
        cells = [f"{measured.ratio(name, kind, n)} ({max(measured.ratios(name, kind, n)):.2f})"
                 for n in measured.STANDARDS]
        lines.append(f"| {title} | {' | '.join(cells)} |")
    return [*lines, ""]


def newer_lines(name: str) -> list[str]:
    """Prediction errors of a transfer that transfer_rmsep.md does not hold, beside no transfer."""
    found = measured.newer_ratios(name)
    if not found or name in measured.in_transfers():
        return []
    lines = ["Error on B over that of the best single method in hindsight (geometric mean over properties; in brackets "
             "no transfer), by the number of standards (`benchmarks/newer_methods.md`):", "",
             f"| | {' | '.join(map(str, measured.STANDARDS))} |", "|---" * 5 + "|"]
    nothing = next(p for p in measured.newer() if all(name in t for t in p.values()))
    for pair, cells in found.items():
        both = zip(cells, nothing[pair]["none"], strict=True)
        lines.append(f"| {pair} | {' | '.join(f'{a} ({b})' for a, b in both)} |")
    return [*lines, ""]


def apart_lines(name: str) -> list[str]:
    """Prediction errors without standards, other samples on A than on B."""
    table = measured.apart()
    if name not in table or name == "none" or value_lines(name):  # those are shown by their values on B
        return []
    rows = [("this method", name), *((methods()[m].title if m in methods() else "mean difference alone", m)
                                     for m in ("none", "shift") if m in table)]
    return ["Without standards, A and B having measured *other* samples of the same kind: error over the spread of the "
            "values, where 1 is no better than their mean (`benchmarks/newer_methods.md`):", "",
            f"| | {' | '.join(table['method'])} |", "|---" * (len(table["method"]) + 1) + "|",
            *(f"| {title} | {' | '.join(table[m])} |" for title, m in rows), ""]


def value_lines(name: str) -> list[str]:
    """Prediction errors where both instruments have values and no sample was measured twice."""
    tables = measured.values()
    names = [m for m in next(iter(tables.values())) if m == name or m.startswith(f"{name}, ")]
    if not names:
        return []
    lines = ["Error on B over that of a model of B's own labelled samples, no sample measured twice, by their number "
             "(`benchmarks/values_without_pairs.md`; below 1 A's data helped):", "",
             "| | 5 | 10 | all (14 or 20) |", "|---|---|---|---|"]
    for pair, table in tables.items():
        for m in names:
            lines.append(f"| {pair}{m[len(name):]} | {' | '.join(table[m])} |")
    return [*lines, ""]


def method_page(info: MethodInfo, note: str, table: Callable[..., list[str]]) -> str:
    """docs/methods/NAME.md."""
    lines = [note, "", f"# {info.title} (`{info.name}`)", "", info.summary, "", "## What you need", "",
             "| What | This method |", "|---|---|"]
    lines += [f"| {a} | {b} |" for a, b in needs(info)]
    lines += ["", "| It gives | |", "|---|---|"]
    lines += [f"| {a} | {b} |" for a, b in gives(info)]
    lines += ["", "## What it assumes", "", info.assumes, "", "## When to use it", "", info.use, "",
              "## When not, and what instead", "", info.avoid, "", *instead(info), "",
              "## Parameters", "", *table(info.parameters, advice=True),
              "## How to see that it failed", "", info.failed, "", "## Cost", "", *cost_lines(info),
              *measured_lines(info), "## Equation", "", "```text", *info.equation.split("; "), "```", ""]
    if info.departs:
        lines += [f"Where this departs from print: {info.departs}", ""]
    lines += ["Source: " + info.source + ".", "", "## Example", ""]
    if has_picture(info):
        lines += [f"![{info.title} on sample spectra](../images/methods/{info.name}.png)", ""]
    lines += [about(info), "", f"    {command(info)}", "", "[All methods, and which to take](../methods.md)"]
    return "\n".join(lines).rstrip() + "\n"


def methods_page(note: str, cell: Callable[[object], str]) -> str:
    """docs/methods.md: which to take, and the index."""
    lines = [note, "", "# Methods", "",
             "The name in brackets is the one for the command line (`--method NAME`, `--set name=value`) and for "
             "`spectralign_gui.core.create`. Every method has a page: what it needs and assumes, when to use it and "
             "what to take instead, its parameters with values that serve, how to see that it failed, its cost, "
             "equation and source, and an example.", "", *decisions()]
    family = ""
    for info in methods().values():
        if info.family != family:
            family = info.family
            lines += [f"## {family.capitalize()}", "", "| Method | Instruments | Needs | What it does |",
                      "|---|---|---|---|"]
        what = ", ".join("standards" if n == "pairs" else "reference values" if n == "targets" else n
                         for n in sorted(info.needs)) or "nothing more"
        lines.append(f"| [{cell(info.title)}](methods/{info.name}.md) (`{info.name}`) | {takes(info)} | {what} | "
                     f"{cell(info.summary)} |")
        if info.name == [i.name for i in methods().values() if i.family == family][-1]:
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"
