"""The notebooks are those of their texts, and every cell runs."""

from __future__ import annotations

import json

import pytest

from tools.notebooks import FOLDER, notebook, written

TEXTS = sorted(FOLDER.glob("*.py"))


def test_there_are_three():
    assert len(TEXTS) == 3


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.stem)
def test_a_notebook_is_that_of_its_text(path):
    assert path.with_suffix(".ipynb").read_text(encoding="utf-8") == written(path), "run: python -m tools.notebooks"


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.stem)
def test_every_cell_runs(path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    made = json.loads(path.with_suffix(".ipynb").read_text(encoding="utf-8"))
    assert made["cells"][0]["cell_type"] == "markdown"
    names: dict = {"__name__": "__main__"}
    for number, cell in enumerate(made["cells"]):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{path.stem} cell {number}", "exec"), names)
    assert len(capsys.readouterr().out.splitlines()) > 3


def test_cells_keep_prose_and_code():
    made = notebook("# %% [markdown]\n# # Head\n#\n# text\n\n# %%\nx = 1\ny = 2\n")
    assert made["cells"][0]["source"] == ["# Head\n", "\n", "text"]
    assert made["cells"][1]["source"] == ["x = 1\n", "y = 2"]
