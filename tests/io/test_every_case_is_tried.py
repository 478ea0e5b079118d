"""Every handed case and every file of the corpus is tried by a test; a new one is missed here first."""

from __future__ import annotations

import csv
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
ONE_LINE = ("INDEX.tsv", "README.md")


def sources() -> str:
    return "\n".join(p.read_text(encoding="utf-8") for p in TESTS.rglob("test_*.py"))


def test_every_case_is_tried(shared):
    text = sources()
    # cases[54], "64-ole2…", common_axis: shared_case("13")
    tried = {int(n) for n in re.findall(r"cases\[(\d+)\]", text)}
    tried |= {int(n) for n in re.findall(r"""["'/](\d\d)-[a-z]""", text)}
    tried |= {int(n) for n in re.findall(r"def test_(\d\d)_", text)}  # the files of one lie in the corpus
    there = {int(p.name.split("-")[0]) for p in (shared / "cases").iterdir() if p.is_dir()}
    assert there and there <= tried, f"no test for the cases {sorted(there - tried)}"


def test_every_file_of_the_corpus_is_listed_and_so_tried(shared):
    """`test_corpus` goes through the index; a file that is not in it would be tried by nothing."""
    corpus = shared / "corpus"
    with (corpus / "INDEX.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    listed = {r["path"] for r in rows}
    there = {p.relative_to(corpus).as_posix() for p in corpus.rglob("*") if p.is_file() and p.name not in ONE_LINE}
    assert listed <= there and there <= listed, (sorted(listed - there), sorted(there - listed))
    # those of no value and no refusal are headers of others and have a test of their own
    text = sources()
    for row in rows:
        assert row["refuse"] == "yes" or row["n_spectra"] or Path(row["path"]).name in text, row["path"]
