"""Another package is asked in a process of its own, and told nothing of the tested samples but their spectra on B."""

import os
import shutil
import sys

import numpy as np
import pytest

from benchmarks.field import packages
from benchmarks.field.extras import standards
from benchmarks.field.sets import field_set

FAKE = """
import numpy as np
from child import Case, on_a, run, through

def methods(case: Case):
    models = on_a(case)
    def fails():
        raise ValueError("no")
    return {"same": lambda: through(case, models, lambda X: X),
            "shifted": lambda: through(case, models, lambda X: X + case.standards_a.mean(0) - case.standards_b.mean(0)),
            "fails": fails, "not finite": lambda: np.full((len(case.test), case.Y.shape[1]), np.nan)}

run(methods)
"""


@pytest.fixture
def envs(tmp_path, monkeypatch):
    """An environment whose package is in this test."""
    here = tmp_path / "others"
    here.mkdir()
    shutil.copy(packages.FOLDER / "child.py", here)
    (here / "fake_child.py").write_text(FAKE)
    monkeypatch.setattr(packages, "FOLDER", here)
    python = tmp_path / "envs" / "fake" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    os.chmod(python, 0o755)
    return tmp_path / "envs"


def test_a_package_answers_with_predictions_and_reasons(envs):
    of = field_set("Raman green->red (simulated)")
    case = packages.case_of(of, 0, "random", 5)
    answers = packages.asked("fake", envs, [case, case])
    found = packages.judged(of, 0, "fake", answers[0])
    assert set(found["mse"]) == {"fake+same", "fake+shifted"} and len(found["mse"]["fake+same"]) == 2
    assert found["refused"] == {"fails": "ValueError: no", "not finite": "ValueError: values that are not finite"}
    assert all(np.array_equal(answers[0][k], answers[1][k]) for k in ("same", "shifted"))
    assert all(0 < v < 100 for v in found["mse"]["fake+shifted"])


def test_a_package_that_is_not_there_is_said_to_be(envs):
    with pytest.raises(RuntimeError, match="not installed"):
        packages.asked("nobody", envs, [])


def test_a_program_that_breaks_down_is_a_reason(envs):
    (packages.FOLDER / "fake_child.py").write_text("raise SystemExit('broken')")
    with pytest.raises(RuntimeError, match="broken"):
        packages.asked("fake", envs, [])


def test_a_package_sees_no_value_and_no_spectrum_on_a_of_a_tested_sample():
    of = field_set("LIBS lab->field (simulated)")
    split, case = of.split(3), packages.case_of(of, 3, "kennard-stone", 10)
    A, B = (np.asarray(X) for X in of.data.Xs)
    assert np.array_equal(case["T"], B[split.test_b]) and np.array_equal(case["A"], A[split.rows_a])
    tested_a, tested_b = A[split.test_a], B[split.test_b]
    for key, tested in (("A", tested_a), ("SA", tested_a), ("B", tested_b), ("SB", tested_b)):
        assert not (case[key][:, None] == tested[None]).all(axis=2).any()
    pairs = standards(of, 3, "kennard-stone", 10)
    assert np.array_equal(case["SA"], A[pairs[:, 0]]) and np.array_equal(case["SB"], B[pairs[:, 1]])
    assert np.array_equal(case["SY"], case["Y"][[list(split.rows_a).index(i) for i in pairs[:, 0]]])


def test_components_are_those_of_ten_folds_and_coefficients_those_of_pls(monkeypatch):
    monkeypatch.syspath_prepend(str(packages.FOLDER))
    from child import coefficients, components_for
    from sklearn.cross_decomposition import PLSRegression
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3)) @ rng.normal(size=(3, 30)) + 0.01 * rng.normal(size=(40, 30))
    y = X @ rng.normal(size=30)
    b = coefficients(X, y, 4)
    for k in range(1, 5):
        assert np.allclose(b[:, k - 1], PLSRegression(n_components=k, scale=False).fit(X, y).coef_.ravel())
    assert 3 <= components_for(X, y, 10) <= 10
