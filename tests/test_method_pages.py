"""The pages of the methods help to decide: every section is there, names and links are valid, figures are current."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from spectralign_gui.core import methods
from spectralign_gui.shipped import folder

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import measured  # noqa: E402
from tools.decisions import best_table, decisions  # noqa: E402
from tools.method_pages import SECTIONS  # noqa: E402

NAMES = list(methods())
INDEX = folder("docs") / "methods.md"
DOCKS = ("Quality", "Compare", "Embedding", "Reconstruction", "Short circuits", "Spectra", "Side by side", "Predict")


def page(name: str) -> str:
    return (folder("docs") / "methods" / f"{name}.md").read_text(encoding="utf-8")


def test_every_method_has_a_page_and_no_page_is_left_over():
    assert {p.stem for p in (folder("docs") / "methods").glob("*.md")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_section_is_there_in_order_and_not_empty(name):
    text = page(name)
    heads = re.findall(r"^## (.*)$", text, re.M)
    assert [h for h in heads if h != "Measured"] == list(SECTIONS)
    for head, body in re.findall(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", text, re.M | re.S):
        assert len(body.strip()) > 20, head
    assert text.count("\n") < 120, "a page is short"


@pytest.mark.parametrize("name", NAMES)
def test_what_to_use_instead_exists_and_is_another_method(name):
    info = methods()[name]
    assert info.instead and set(info.instead) <= set(NAMES) - {name}
    for other in info.instead:
        assert f"[{methods()[other].title}]({other}.md)" in page(name)


@pytest.mark.parametrize("name", NAMES)
def test_every_parameter_is_described_with_values_that_serve(name):
    for p in methods()[name].parameters:
        assert p.advice.endswith("."), f"{name}: {p.name} has no practical advice"
        assert f"| `{p.name}` {p.title} |" in page(name)
        assert p.has_automatic or "utomatic" not in p.advice.split(".")[0] or p.kind == "choice", p.name


@pytest.mark.parametrize("name", NAMES)
def test_how_it_fails_names_a_dock(name):
    info = methods()[name]
    assert any(f"*{dock}" in info.failed for dock in DOCKS) or "sentence" in info.failed
    named = {m.split(" ▸ ")[0].rstrip("…") for m in re.findall(r"\*([A-Z][^*]*)\*", info.failed)}
    assert named <= {*DOCKS, "No transfer", "B's standards only", "B's own calibration"}, named


def test_parameters_and_methods_in_prose_exist():
    """`code` words in the texts of a method are names of parameters, methods or preprocessing steps."""
    known = {"resample", *NAMES} | {p.name for i in methods().values() for p in i.parameters} | {"slopes"}
    for name in NAMES:
        info = methods()[name]
        prose = " ".join((info.standards, info.values, info.use, info.avoid, info.failed))
        for word in re.findall(r"`([^`]*)`", prose):
            assert word in known, f"{name}: {word}"


# -- the decision table --------------------------------------------------------------------------------
def test_the_decision_table_names_methods_and_is_in_the_index():
    text = INDEX.read_text(encoding="utf-8")
    lines = decisions()
    assert "\n".join(lines[:8]) in text
    rows = [line for line in lines if line.startswith("| ") and "](methods/" in line]
    assert len(rows) >= 15
    for row in rows:
        for target in re.findall(r"\]\(methods/([^)]*)\.md\)", row):
            assert target in NAMES
        assert row.count("|") == 5, row


def test_what_the_decision_table_takes_is_what_the_benchmarks_found():
    counts, few = measured.few()
    for i, count in enumerate(counts):
        best = max(few, key=lambda m: few[m][i])
        assert best == "lra", f"{count} standards: {best} finds more partners than low rank alignment"
    single = measured.in_transfers() - set(measured.YARDSTICKS)

    def standing(name: str, kind: str, n: int) -> float:
        return measured.geometric(measured.ratios(name, kind, n))

    for kind, n, names in (("corn", 5, ("mean-shift", "pds")), ("corn", 20, ("spiked", "epo", "dipls")),
                           ("sugarcane", 5, ("slope-bias", "dipls")), ("sugarcane", 20, ("joint-ridge", "spiked"))):
        order = sorted(single, key=lambda m: standing(m, kind, n))
        assert set(names) <= set(order[:5]), f"{kind} with {n} standards: {order[:5]}"
        assert standing("auto", kind, n) <= standing(order[0], kind, n) * 1.02
    labels = list(next(iter(measured.values().values())))
    for i in range(3):
        assert min((m for m in labels if m != "method"), key=lambda m: measured.value_mean(m, i)) == "pls-joint"


def test_the_newer_transfers_are_measured_and_their_pages_say_it():
    for name in ("ctrl", "ctai", "tca", "sinkhorn", "kalman", "lmir", "coral", "udop", "lw-pls", "jypls"):
        found = measured.newer_ratios(name)
        assert len(found) >= 3
        for pair, cells in found.items():
            assert f"| {pair} | {cells[0]} (" in page(name)
    for name in ("ctrl", "ctai", "tca", "sinkhorn", "coral", "udop"):
        assert f"| this method | {' | '.join(measured.apart()[name])} |" in page(name)
    without = {k: [measured.number(c) for c in v] for k, v in measured.apart().items() if k not in (
        "method", "native", "jypls", "lmir")}
    best = sorted(without, key=lambda k: measured.geometric(without[k]))
    assert best[0] == "sinkhorn", "the decision table takes another method without standards"
    labels = [m for m in next(iter(measured.values().values())) if m not in ("method", "none")]
    takers = ("cada", "kcada", "hda", "cca-multi", "pls-multi", "jypls", "lmir")
    other_axes = [m for m in labels if m.startswith(takers)]
    assert min(other_axes, key=lambda m: measured.value_mean(m, 1) + measured.value_mean(m, 2)) == "lmir"


def test_a_page_says_what_the_benchmarks_hold():
    assert f"{measured.hits()['corn m5–mp5']['lra'][0]:.2f}" in page("lra")
    assert measured.ratio("pds", "sugarcane", 30) in page("pds")
    assert set(measured.cost()) - {"method"} == set(NAMES)
    assert len(best_table()) == 2 + len(measured.STANDARDS)
