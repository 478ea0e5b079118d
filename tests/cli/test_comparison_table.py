"""The table of a comparison on the command line: every sign in it is explained directly below it."""

from __future__ import annotations

import re

import pytest

from spectralign_gui.commands._comparison import SAME, print_comparison
from spectralign_gui.core.validation.transfer_report import full_report
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
