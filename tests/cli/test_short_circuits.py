"""``short-circuits``: the figures are those of the measures, a proposal is one that helps, bad calls are refused by
name."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

from spectralign_gui.core.measures.short_circuits import between_group_share, strongest_connections
from spectralign_gui.io.read import read_dataset
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name
from spectralign_gui.session.state import SessionState


@pytest.fixture
def grouped(files):
    table = files["folder"] / "groups.csv"
    table.write_text("Sample,Group\n" + "".join(f"S{i:02d},{'even' if i % 2 == 0 else 'odd'}\n" for i in range(28)))
    return (files["A"], files["B"], "--match-names", "--groups", table, "--hold-out", "0.25")


def test_the_figures_are_those_of_the_measures(call, files, grouped, tmp_path):
    out = tmp_path / "links.csv"
    code, printed, errors = call("short-circuits", *grouped, "--json", "--links", "7", "--output", out)
    assert code == 0, errors
    found = json.loads(printed)["instruments"]
    datasets = tuple(read_dataset(files[k], k) for k in "AB")
    standards = hold_out_share(match_by_name(datasets).standards, 0.25, 0)
    result = execute(SessionState(datasets, standards))
    for entry, R in zip(found, result.estimator.reconstructions_, strict=True):
        groups = np.array(entry["group_of"])
        assert set(groups) == {"even", "odd"} and entry["groups"] == "given"
        assert entry["between_groups"]["weight"] == pytest.approx(between_group_share(R, groups, diagonal=False))
        worst = strongest_connections(R, groups, 7, only_between=True)
        assert [link["weight"] for link in entry["links"]] == pytest.approx([c.weight for c in worst])
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 14 and rows[0]["sample"] == found[0]["links"][0]["sample"]


@pytest.mark.parametrize("way", ["sparse", "robust"])
def test_a_proposal_costs_no_hits_and_says_how_to_use_it(call, grouped, way):
    call_ = ("short-circuits", *grouped, "--instrument", "A", "--propose", way, "--cut", "1")
    code, printed, errors = call(*call_, "--json")
    assert code == 0, errors
    (entry,) = json.loads(printed)["instruments"]
    proposal = entry["proposal"]
    assert proposal["helps"] == bool(proposal["parameters"]) == bool(proposal["after"]) and proposal["why"]
    if proposal["helps"]:
        assert proposal["after"]["hit"] >= proposal["before"]["hit"]
    code, printed, _ = call(*call_)
    assert code == 0 and ("--set" in printed) == proposal["helps"]
    assert proposal["why"] in printed


def test_without_groups_clusters_take_their_place(call, files):
    code, printed, errors = call("short-circuits", files["A"], files["B"], "--match-names", "--instrument", "B")
    assert code == 0, errors
    assert printed.startswith("B: 20 samples in") and "clusters (no groups are known)" in printed
    assert "A:" not in printed


@pytest.mark.parametrize(("words", "said"), [
    (("--method", "cca"), "does not reconstruct spectra"),
    (("--instrument", "C"), "there is no 'C'"),
    (("--cut", "2"), "--propose"),
    (("--links", "0"), "--links"),
    (("--groups", "one.csv"), "two columns"),
    (("--groups", "others.csv"), "none of its sample names"),
    (("--output", "x.txt"), ".csv"),
])
def test_bad_calls_are_refused_in_one_line(call, files, monkeypatch, words, said):
    monkeypatch.chdir(files["folder"])
    (files["folder"] / "one.csv").write_text("Sample\nS01\n")
    (files["folder"] / "others.csv").write_text("Sample,Group\nX,1\n")
    code, _, errors = call("short-circuits", files["A"], files["B"], "--match-names", *words)
    assert code == 2 and said in errors and errors.count("\n") == 1
