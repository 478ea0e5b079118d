"""The report says what was done, needs no other file, and cannot be broken by odd names."""

from __future__ import annotations

import re

import numpy as np
import pytest

from spectralign_gui.core.errors import FileError
from spectralign_gui.io.report import Figure, ReportOptions, Table, render_report, write_report
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.session.run import execute
from spectralign_gui.session.standards.pairing import hold_out_share


@pytest.fixture(scope="module")
def result():
    state = load_sample_session("sines")
    return execute(state.with_(standards=hold_out_share(state.standards, 0.2)))


def test_says_what_was_done(result):
    html = render_report(result, ReportOptions(operator="A. N. Other", remark="second try"))
    for text in (
        "Low rank alignment",
        "sines_first",
        "A. N. Other",
        "second try",
        "12 standards were marked",
        "FOSCTTM",
        "numpy",
        result.state.datasets[0].source.sha256,
        "0.8",
    ):
        assert text in html


def test_is_self_contained_and_escapes(result):
    options = ReportOptions(
        title="<script>alert(1)</script>",
        figures=[Figure("An <b>embedding</b>", svg="<svg/>")],
        tables=[Table("Predictions", ["Sample", "Moisture"], [["<i>S1</i>", 10.25]])],
    )
    html = render_report(result, options)
    assert "<script>" not in html and "<b>embedding" not in html and "<i>S1" not in html and "10.25" in html
    assert not re.search(r'(src|href)="(?!data:)', html)


def test_without_hold_outs_it_warns(result):
    state = result.state.with_(standards=tuple(s.with_held_out(False) for s in result.state.standards))
    assert "No standard was held out" in render_report(execute(state))


def test_rebuilt_spectra_of_held_out_standards_are_told(result):
    a, b = result.datasets
    rows = result.held_out_pairs
    rebuilt = result.estimator.to_spectra(b.spectra[rows[:, 3]], instrument=1, to=0)
    off = np.sqrt(np.mean((rebuilt - a.spectra[rows[:, 1]]) ** 2))
    html = render_report(result)
    assert f"Held-out spectra of {b.name} rebuilt as {a.name} measures them" in html and f"off by {off:.4g}" in html
    state = result.state.with_(standards=tuple(s.with_held_out(False) for s in result.state.standards))
    assert "rebuilt as" not in render_report(execute(state))


def test_overwriting_is_refused_unless_agreed(result, tmp_path):
    path = tmp_path / "r.html"
    write_report(result, path)
    with pytest.raises(FileError, match="already"):
        write_report(result, path)
    write_report(result, path, overwrite=True)


def head(html: str) -> str:
    return html[html.index("In short"):html.index("<h2>Data")]


def test_the_head_says_what_it_comes_to(result):
    first = head(render_report(result))
    hit = result.quality.hit["3"]
    assert "Low rank alignment of" in first and "by 10 standards." in first
    assert f"{100 * min(hit['a_to_b'], hit['b_to_a']):.0f} % are found among the 3 nearest" in first
    assert "closer to those of" in first and "No standard was held out" not in first
    state = result.state.with_(standards=tuple(s.with_held_out(False) for s in result.state.standards))
    assert "No standard was held out" in head(render_report(execute(state)))


def test_the_head_hides_neither_warnings_nor_what_did_not_converge(result):
    state = result.state.with_(method="rlra", parameters={"rlra": {"max_iter": 60, "rank": 5, "n_components": 2}})
    short = execute(state)
    first = head(render_report(short))
    assert "The iteration did not converge." in first
    assert f"{len(short.warnings)} warning" in first
