"""The table of a comparison on the command line: every sign in it is explained directly below it."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from spectralign_gui.commands._comparison import SAME, print_comparison
from spectralign_gui.core.validation.transfer_report import full_report
from spectralign_gui.presenters.comparison_lines import lines_of
from spectralign_gui.presenters.judgement import as_tree, judge
from tests.ui.test_judgement import comparison


@pytest.mark.parametrize("seed", range(25))
def test_a_sign_has_its_legend_below_the_table(capsys, seed):
    print_comparison(full_report(comparison(seed)))
    printed = capsys.readouterr().out
    assert "~" not in printed
    tables = [block for block in printed.split("\n\n") if block.startswith("RMSEP of ")]
    assert tables
    for table in tables:
        signed = [line for line in table.splitlines() if re.search(rf"{SAME} [+-]", line)]
        legend = [line for line in table.splitlines() if line.startswith(f"  {SAME} not distinguishable from ")]
        assert len(legend) == bool(signed), table


def test_some_tables_have_the_sign_and_some_have_not(capsys):
    signed = []
    for seed in range(25):
        print_comparison(full_report(comparison(seed)))
        signed.append(SAME in capsys.readouterr().out)
    assert True in signed and False in signed


@pytest.mark.parametrize("seed", range(25))
def test_the_card_of_the_window_stands_under_the_table(capsys, seed):
    result = comparison(seed)
    count = result.counts[-1]
    found = judge(result, lines_of(result, count), count)
    print_comparison({**full_report(result), "verdict": as_tree(found, count)})
    (line,) = [t for t in capsys.readouterr().out.splitlines() if t.startswith("Verdict: ")]
    assert line.startswith(f"Verdict: {found.do}") and (found.sure in line) == bool(found.best)


@pytest.mark.parametrize("learnable", [True, False])
def test_evaluate_says_whether_anything_is_predicted(call, files, tmp_path, learnable):
    """Where every line is no better than the mean, the same sentence as on the card says so, here and in JSON."""
    if not learnable:
        values = np.random.default_rng(3).normal(size=28)
        files["targets"].write_text("Sample,Noise\n" + "".join(f"S{i:02d},{v:.4f}\n" for i, v in enumerate(values)))
    report = tmp_path / "r.json"
    code, out, errors = call("evaluate", files["A"], files["B"], "--match-names", "--method", "bias", "--targets",
                             files["targets"], "--repeats", "2", "--report", report, "--preprocess",
                             "resample:onto=reference,outside=drop")
    assert code == 0, errors
    told = json.loads(report.read_text())["verdict"]
    assert told["usable"] == learnable and told["do"] in out
    assert told["do"].startswith("Nothing can be predicted yet") != learnable
