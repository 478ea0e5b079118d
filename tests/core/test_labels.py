"""Sentences call a parameter what the form calls it; the name that scripts use stands in brackets."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import numpy as np
import pytest

import spectralign_gui
from spectralign_gui.core.errors import ParameterError, SpectrAlignError
from spectralign_gui.core.parameters import Parameter, declared, the_parameter
from spectralign_gui.core.registry import create, method, methods, route_of
from spectralign_gui.preprocessing.step import create_step, steps

ALL = {**{n: method(n).parameters for m in methods() for n in (m, route_of(m)) if n},
       **{name: step.parameters for name, step in steps().items()}}
CASES = [(owner, p) for owner, parameters in ALL.items() for p in parameters]
NAMES = sorted({p.name for _, p in CASES}, key=len, reverse=True)


def bare(sentence: str) -> list[str]:
    """Names with an underscore that do not stand in brackets behind a label; other names that begin a sentence."""
    here = [name for name in NAMES if name in sentence]
    found = [name for name in here if "_" in name for match in re.finditer(rf"(?<![\w'.-]){name}(?![\w'-])", sentence)
             if not (sentence[:match.start()].endswith("(") and sentence[match.end():].startswith(")"))]
    return found + [name for name in here if re.search(rf"(?:^|[.;:] ){name}(?:=|:| must| has| is [\d{{])", sentence)]


def test_what_counts_as_bare():
    assert set(bare("n_components is 5.")) == {"n_components"} and bare("window must be odd") == ["window"]
    assert bare("Too many; raise n_neighbors.") and not bare("Second window must be odd")
    assert not bare("Dimensions (n_components) is 5.") and not bare("the window of the session")


@pytest.mark.parametrize(("owner", "parameter"), CASES, ids=lambda v: getattr(v, "name", v))
def test_a_value_that_is_refused_is_refused_under_the_label(owner, parameter):
    wrong = {"choice": "none such", "bool": "perhaps", "floats": ["x"], "int": 0.5, "float": "x"}.get(parameter.kind)
    if parameter.kind == "text":
        return
    if parameter.kind in ("int", "float") and parameter.minimum is not None:
        wrong = parameter.minimum - 1
    with pytest.raises(ParameterError) as refused:
        parameter.check(wrong)
    assert str(refused.value).startswith(parameter.title), owner
    assert not bare(str(refused.value))


def test_a_label_says_the_name_only_where_it_is_another_word():
    assert Parameter("n_components", "int", 2, "Dimensions", "").label == "Dimensions (n_components)"
    assert Parameter("second_window", "int", 2, "Second window", "").label == "Second window"
    assert the_parameter("mu") == "mu", "where nothing is declared"
    with declared(method("lra").parameters):
        assert the_parameter("mu") == "Weight of standards (mu)" or the_parameter("mu").endswith("(mu)")
        with declared(()):
            assert the_parameter("mu") == "mu"
    assert the_parameter("n_components") == "n_components"


def test_the_label_is_the_one_of_the_method_at_work():
    """PDS calls them local factors, SST directions, LRA dimensions; a refused slider says the same as a refused fit."""
    rng = np.random.default_rng(0)
    A = rng.normal(size=(20, 12))
    B = A + 0.1 * rng.normal(size=(20, 12))
    pairs, values = [(i, i) for i in range(6)], [rng.normal(size=(20, 1)), None]
    told = {}
    for name, asked in (("pds", 40), ("sst", 12), ("lra", 500), ("lra/spectra", 500), ("cada", 500)):
        with pytest.raises(SpectrAlignError) as refused:
            create(name, n_components=asked).fit([A, B], pairs=pairs, targets=values)
        told[name] = str(refused.value)
        label = next(p.label for p in method(name).parameters if p.name == "n_components")
        assert label in told[name] and not bare(told[name]), told[name]
    assert len({t.split(" (")[0] for t in told.values()}) > 1
    fitted = create("lra", n_components=2).fit([A, B], pairs=pairs)
    with pytest.raises(ParameterError, match=r"^Dimensions \(n_components\) is 500"):
        fitted.resolve(n_components=500)


def test_two_that_exclude_each_other_and_a_step():
    with pytest.raises(ParameterError, match=r"Kept rank \(rank\).* exclude each other") as refused:
        create("lra", rank=2, variance=0.5)
    assert not bare(str(refused.value))
    with pytest.raises(ParameterError, match=r"^Window must be an odd number"):
        create_step("smooth", window=4)
    with pytest.raises(ParameterError, match=r"^Ranges to keep"):
        create_step("crop", ranges="a-b")


def test_no_sentence_of_the_program_is_written_with_a_bare_name():
    """Every literal that can reach a user, in the layers that write sentences; documentation and keywords aside."""
    package, guilty = Path(spectralign_gui.__file__).parent, []
    for layer in ("core", "preprocessing", "session", "jobs", "ui"):
        for file in sorted((package / layer).rglob("*.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            quiet = {node.value for node in ast.walk(tree)  # documentation
                     if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
            for node in ast.walk(tree):
                if isinstance(node, ast.JoinedStr):
                    text = "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)
                    quiet |= {v for v in node.values if isinstance(v, ast.Constant)}
                elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in quiet:
                    text = node.value
                else:
                    continue
                if " " not in text.strip() or text.startswith(" "):
                    continue
                if [n for n in bare(text) if "_" in n or layer != "ui"]:  # "band:" may begin a note of a plot
                    guilty.append(f"{file.relative_to(package)}:{node.lineno}: {text[:80]}")
    assert not guilty, "\n".join(guilty)
