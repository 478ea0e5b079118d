"""The decision table of docs/methods.md: what you have, what you want, what to take, and what was measured."""

from __future__ import annotations

from spectralign_gui.core import methods
from tools import measured
from tools.measured import geometric, mean, ratio


def link(name: str) -> str:
    """Link to the page of a method."""
    return f"[{methods()[name].title}](methods/{name}.md)"


def links(*names: str) -> str:
    """Several of them."""
    return ", ".join(link(n) for n in names)


def found(name: str, standards: str) -> str:
    """Mean share of partners found with so many standards."""
    counts, table = measured.few()
    return f"{table[name][counts.index(standards)]:.2f}"


def hit_mean(name: str) -> str:
    """Mean hit@3 over the pairs of instruments, with most standards in the fit."""
    return f"{mean(t[name][0] for t in measured.hits().values()):.2f}"


def inductive_mean(name: str) -> str:
    """The same for spectra that the fit never saw."""
    return f"{mean(t[name][1] for t in measured.hits().values()):.2f}"


def by_chance() -> str:
    """Mean hit@3 by chance."""
    return f"{mean(measured.chance().values()):.2f}"


def errors(name: str, kind: str) -> str:
    """Ratios of a transfer with 5, 10, 20 and 30 standards."""
    return "/".join(ratio(name, kind, n) for n in measured.STANDARDS)


def rows() -> list[tuple[str, str, str, str]]:
    """What you have, what you want, what to take, what was measured."""
    corn, cane = "corn", "sugarcane"
    return [
        ("A dozen or more standards; any channels", "one space to look, search and find partners in", link("lra"),
         f"Partners found with 12, 20, 40 standards: {found('lra', '12')}, {found('lra', '20')}, {found('lra', '40')} "
         f"({methods()['cca'].title}: {found('cca', '12')}, {found('cca', '20')}, {found('cca', '40')}; by chance "
         f"{by_chance()})"),
        ("3 to 8 standards; any channels", "the same; expect little", link("lra"),
         f"With 3, 5, 8: {found('lra', '3')}, {found('lra', '5')}, {found('lra', '8')} "
         f"({methods()['pls'].title}: {found('pls', '3')}, {found('pls', '5')}, {found('pls', '8')})"),
        ("Forty and more standards", "a check of that by another route", link("cca"),
         f"{hit_mean('cca')} against {hit_mean('lra')} of low rank alignment"),
        ("Standards, and some faulty spectra that you do not know", "to find them",
         f"{link('rlra')}, then {link('lra')} without them",
         f"On clean spectra it finds fewer partners: {hit_mean('rlra')} against {hit_mean('lra')}"),
        ("Standards, and kinds of samples that get mixed up", "links within kinds only",
         f"{link('slra')}; {link('lra-cluster')} to find the kinds",
         f"On samples of one kind it finds fewer partners: {hit_mean('slra')} against {hit_mean('lra')}"),
        ("Standards, and spectra that bend with composition", "one space", link("klra"),
         f"On NIR, where little bends, it finds fewer: {hit_mean('klra')} against {hit_mean('lra')}"),
        ("Standards, and the published pictures to compare with", "the classical alignments",
         links("ma", "procrustes", "affine", "global"),
         f"{hit_mean('ma')}, {hit_mean('procrustes')}, {hit_mean('affine')}, {hit_mean('global')} at their defaults "
         f"against {hit_mean('lra')}; the linear forms place new spectra ({link('ma-linear')}: "
         f"{inductive_mean('ma-linear')})"),
        ("A calibration on A, values of 5 or more standards, same axis", "values for B; you do not know which method",
         link("auto"), f"Error with 5, 10, 20, 30 standards over the best single method in hindsight: "
         f"{errors('auto', corn)} (one kind), {errors('auto', cane)} (different kinds)"),
        ("The same, 5 standards, instruments of one kind", "one plain method",
         links("mean-shift", "bias", "pds", "dipls"),
         f"{ratio('mean-shift', corn, 5)}, {ratio('bias', corn, 5)}, {ratio('pds', corn, 5)}, "
         f"{ratio('dipls', corn, 5)}; {methods()['slope-bias'].title} {ratio('slope-bias', corn, 5)}"),
        ("The same, 10 to 30 standards, instruments of one kind", "one plain method",
         links("spiked", "epo", "dipls"),
         f"10/20/30: {three('spiked', corn)}, {three('epo', corn)}, {three('dipls', corn)}; "
         f"{methods()['pds'].title} {three('pds', corn)}"),
        ("The same, 5 standards, instruments of different kinds", "one method", links("slope-bias", "dipls"),
         f"{ratio('slope-bias', cane, 5)}, {ratio('dipls', cane, 5)}; {methods()['bias'].title} "
         f"{ratio('bias', cane, 5)}; better the automatic transfer: {ratio('auto', cane, 5)}"),
        ("The same, 10 to 30 standards, instruments of different kinds", "one method",
         links("joint-ridge", "spiked"),
         f"10/20/30: {three('joint-ridge', cane)}, {three('spiked', cane)}; {methods()['pds'].title} "
         f"{three('pds', cane)}, B's standards alone {three('target-only', cane)}"),
        ("Standards, with or without values", "B's spectra as A would give them",
         f"one kind: {links('pds', 'mean-shift')}; different kinds or channels: {link('ds')}",
         f"Through A's model: PDS {errors('pds', corn)} (one kind); DS {errors('ds', cane)}, PDS "
         f"{errors('pds', cane)} (different kinds)"),
        ("Three or more instruments, standards on all, same axis", "one model for all", links("top", "mdipls"),
         f"Two instruments of one kind: TOP {errors('top', corn)}; of different kinds {errors('top', cane)}"),
        ("Values on both instruments, no sample measured twice, same axis", "values for B", link("pls-joint"),
         f"Error over that of B's own model with 5, 10, all labelled samples of B: {of_values('pls-joint')} "
         f"({methods()['sa'].title} {of_values('sa')})"),
        ("The same, different channels", "values for B",
         f"{link('lmir')} from ten labelled samples of B on, {link('cada')} with the ridge at automatic, or just "
         f"{link('native')}",
         f"{of_values('lmir')}, {of_values('cada, ridge auto')} (ridge 0: {of_values('cada')}; "
         f"{methods()['pls-multi'].title}: {of_values('pls-multi')})"),
        ("A calibration on A, no standards, unmarked spectra of B of the same kind of samples, same axis",
         "values for B; better measure five standards", links("sinkhorn", "coral"),
         f"Error over the spread of the values, five pairs: {', '.join(without('sinkhorn'))}; CORAL "
         f"{', '.join(without('coral'))}; the mean difference alone {', '.join(without('shift'))}; A's model as it is "
         f"{', '.join(without('none'))} (1 is no better than the mean)"),
        ("No standards, no values", "anything", f"measure three samples on both; else {links('sa', 'unsupervised')}",
         f"Three standards: {found('lra', '3')}; without any ({methods()['unsupervised'].title}): "
         f"{hit_mean('unsupervised')}, by chance {by_chance()}"),
        ("Enough labelled samples on B", "values for B", link("native"), worth()),
    ]


def three(name: str, kind: str) -> str:
    """Ratios of a transfer with 10, 20 and 30 standards."""
    return "/".join(ratio(name, kind, n) for n in measured.STANDARDS[1:])


def of_values(label: str) -> str:
    """Errors with 5, 10 and all labelled samples of B."""
    return "/".join(f"{measured.value_mean(label, i):.2f}" for i in range(3))


def without(name: str) -> list[str]:
    """Errors without standards, other samples on A than on B, by pair."""
    return measured.apart()[name]


def worth() -> str:
    """How often B's own full model is better than every transfer."""
    cells = [t for (_, _, n), t in measured.errors().items() if n == measured.STANDARDS[2]]
    singles = [min(v for m, v in t.items() if m not in measured.YARDSTICKS) for t in cells]
    better = sum(t["native"] < best for t, best in zip(cells, singles, strict=True))
    size = geometric(t["native"] / best for t, best in zip(cells, singles, strict=True))
    return (f"A full calibration on B has {size:.2f} of the error of the best transfer with {measured.STANDARDS[2]} "
            f"standards, and is better in {better} of {len(cells)} cells")


def best_table() -> list[str]:
    """The three best single transfers per kind of data and number of standards."""
    lines = ["| Standards | corn (instruments of one kind) | sugarcane (different kinds) |", "|---|---|---|"]
    singles = sorted(measured.in_transfers() - set(measured.YARDSTICKS))
    for n in measured.STANDARDS:
        cells = []
        for kind in ("corn", "sugarcane"):
            order = sorted(singles, key=lambda m: geometric(measured.ratios(m, kind, n)))
            cells.append(", ".join(f"`{m}` {ratio(m, kind, n)}" for m in order[:4]))
        lines.append(f"| {n} | {cells[0]} | {cells[1]} |")
    return lines


def decisions() -> list[str]:
    """The section on which method to take."""
    lines = ["## Which to take", "",
             "Every figure is measured at the defaults on NIR spectra of corn (three instruments of one kind) and "
             "sugarcane (different kinds of instruments); your samples may differ, so hold standards out and look at "
             "*Quality*, or let *Compare* judge. Partners found: share of left-out standards whose partner is among "
             "the 3 nearest of the whole other instrument, mean over five pairs of instruments. Error ratios: "
             "geometric means; 1.00 is the best single method of each cell in hindsight, which is not known "
             "beforehand.", "",
             "| I have … | I want … | take | measured |", "|---|---|---|---|"]
    lines += [f"| {' | '.join(row)} |" for row in rows()]
    lines += ["", "If nothing beats *B's standards alone* in *Compare*, do not transfer: measure more samples on B.",
              "",
              "The four best single transfers on average, by the number of standards (error over that of the best of "
              "each cell in hindsight):", "", *best_table(), "",
              "The tables behind these figures, and the scripts that make them, are in the folder `benchmarks` of the "
              "source: `hit_rates.md`, `few_standards.md`, `transfer_rmsep.md`, `values_without_pairs.md`, "
              "`method_cost.md`.", ""]
    return lines
