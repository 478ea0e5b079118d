"""The self-test finds what is wrong with an installation, and its report says when it has been changed."""

from __future__ import annotations

import json

import numpy as np
import pytest

from spectralign_gui.core.regression import pls
from spectralign_gui.core.validation.conformal import ConformalIntervals
from spectralign_gui.io.document import Document, Section, is_unchanged, render_document, signed
from spectralign_gui.io.self_test import installed, models, numbers, reading, running
from spectralign_gui.io.self_test.installed import _compared, installation, program_files, tree_digest
from spectralign_gui.io.self_test.outcome import Area, Outcome, close
from spectralign_gui.ui.self_test import starter


@pytest.fixture
def short(monkeypatch):
    """Only the known answers, and a few methods: the whole takes a quarter of a minute."""
    few = Area("Methods", tuple(t for t in models.MODELS.trials if t[0].startswith(("ds", "lra:"))))
    files = Area("Reading files", tuple(t for t in reading.READING.trials if "refused" in t[0] or t[0] == "SPC"))
    monkeypatch.setattr(running, "AREAS", (numbers.NUMBERS, few, files))
    monkeypatch.setattr(installed, "CHECKED", ("threadpoolctl",))


def test_all_is_well_here_and_the_report_says_so(call, tmp_path, short):
    report, pdf = tmp_path / "iq_oq.html", tmp_path / "iq_oq.pdf"
    code, out, _ = call("self-test", "--operator", "Ä. <b>Chemist</b>", "--report", report, "--pdf", pdf, "--json")
    found = json.loads(out)
    assert code == 0 and found["passed"] and [c for c in found["checks"] if c["passed"] is False] == []
    assert {c["area"] for c in found["checks"]} == {"Installation", "Known answers", "Methods", "Reading files",
                                                    "Plots and window"}
    text = report.read_text(encoding="utf-8")
    assert found["sha256"] in text and "Ä. &lt;b&gt;Chemist" in text and "spectralign_gui/cli.py" in text
    assert all(c["expected"] != "" and c["got"] != "" for c in found["checks"] if c["passed"])
    assert pdf.read_bytes().startswith(b"%PDF-") and is_unchanged(report)
    assert call("self-test", "--verify", report)[:2] == (0, "iq_oq.html is as it was written\n")


def test_any_change_of_the_report_is_seen(call, tmp_path, short):
    report = tmp_path / "r.html"
    report.write_text(signed(render_document(Document("T", "h", "l", True, [Section("s", ["t"] * 50)])))[0])
    assert call("self-test", "--verify", report)[0] == 0
    whole = report.read_bytes()
    rng = np.random.default_rng(0)
    for place in rng.integers(0, len(whole), 60):
        changed = bytearray(whole)
        changed[place] = ord("x") if changed[place] != ord("x") else ord("y")
        report.write_bytes(changed)
        code, _, errors = call("self-test", "--verify", report)
        assert code == 2 and errors.count("\n") == 1 and "r.html" in errors
    assert call("self-test", "--verify", tmp_path / "none.html")[0] == 2


@pytest.mark.parametrize(("break_it", "name"), [
    (lambda m: m.setattr(ConformalIntervals, "half_width", lambda self, level=0.9: np.array([17.0])),
     "Prediction interval"),
    (lambda m: m.setattr(numbers, "regression_figures", lambda y, p: {"rmsep": 1.0, "bias": 1.0, "sep": 1.0}),
     "RMSEP, bias and SEP"),
    (lambda m: m.setattr(pls.PLSPath, "predict", lambda self, X: np.zeros((1, 5, len(X)))), "PLS with all components"),
    (lambda m: m.setattr(reading, "read_dataset", lambda path: reading.dataset()), "Noise is refused"),
    (lambda m: m.setattr(np.linalg, "inv", lambda H: 1 / 0), "Inverse of the Hilbert matrix"),
])
def test_what_is_broken_is_found_and_named(call, monkeypatch, short, break_it, name):
    break_it(monkeypatch)
    code, out, errors = call("self-test", "--no-plots")
    assert code == 3 and name in errors and "failed" in out


def test_a_changed_file_of_a_package_is_found(tmp_path):
    from importlib.metadata import PathDistribution

    (tmp_path / "p").mkdir()
    code = tmp_path / "p" / "a.py"
    code.write_text("x = 1\n")
    info = tmp_path / "p-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: p\nVersion: 1\n")
    (info / "RECORD").write_text("p/a.py,sha256=WPnTf2-vAGn5BS8E4dg_VmOmJ3gnNLIR7MlVh9KXFUg,6\n")
    first = _compared(PathDistribution(info))
    import base64
    import hashlib

    digest = base64.urlsafe_b64encode(hashlib.sha256(code.read_bytes()).digest()).rstrip(b"=").decode()
    (info / "RECORD").write_text(f"p/a.py,sha256={digest},6\n")
    assert first.passed is False and _compared(PathDistribution(info)).passed
    code.write_text("x = 2\n")
    assert _compared(PathDistribution(info)).got == "p/a.py has changed"
    code.unlink()
    assert _compared(PathDistribution(info)).got == "p/a.py is missing"
    (info / "RECORD").write_text("")
    assert _compared(PathDistribution(info)).passed is None


def test_files_are_listed_once_and_their_hash_follows_each(tmp_path):
    files = program_files()
    assert len(files) == len(dict(files)) > 500 and {n.partition("/")[0] for n, _ in files} == {
        "spectralign_gui", "resources", "sample_spectra", "docs"}
    assert tree_digest(files) != tree_digest(files[:-1]) != tree_digest(())
    trials = dict(installation(files[:3]).trials)
    assert trials["What ships with the program is there"](tmp_path).passed is False


def test_close_refuses_what_is_no_number():
    assert close([1.0, np.nan], [1.0, 1.0], 1).passed is False and close([1.0], [1.0, 2.0], 9).passed is False
    assert close([1.05], [1.0], 0.1).passed and Outcome("", "").passed is False


def test_the_window_runs_it_in_a_process_of_its_own_and_a_cancel_ends_that(tmp_path):
    import time

    from spectralign_gui.core.errors import Cancelled, FileError
    from spectralign_gui.core.monitor import SilentMonitor

    class Stops(SilentMonitor):
        def report(self, stage, fraction, **values):
            self.cancel()

    began = time.monotonic()
    with pytest.raises(Cancelled):
        starter.tested(tmp_path / "r.html", "", Stops())
    assert time.monotonic() - began < 5 and not (tmp_path / "r.html").exists()
    with pytest.raises(FileError, match="does not exist"):
        starter.tested(tmp_path / "no" / "r.html", "", SilentMonitor())
