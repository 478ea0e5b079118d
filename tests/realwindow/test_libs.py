"""The sample LIBS set: a run that is cancelled, one that ends, and closing during a third."""

from __future__ import annotations

import pytest


@pytest.mark.realwindow
def test_libs_with_a_cancelled_run_and_a_close_during_a_run(person, tmp_path):
    somebody = person("slow-demo")
    somebody.state(instruments=["libs_lab", "libs_field"], standards=36, jobs=0)
    somebody.keys("ctrl+alt+h")
    somebody.state(held_out=7)

    # sparse low rank alignment iterates long enough to be stopped by hand
    somebody.choose_method("Sparse")
    somebody.keys("F5")
    somebody.state(running=True)
    somebody.click("where job-cancel")
    stopped = somebody.state(running=False)
    assert stopped["runs"] == 0 and "cancelled" in stopped["message"]

    somebody.choose_method("Low rank alignment")
    somebody.keys("F5")
    done = somebody.state(runs=1, running=False)
    assert done["hit"]["a_to_b"] > 0.4

    somebody.choose_method("Sparse")
    somebody.keys("F5")
    somebody.state(running=True)
    somebody.keys("ctrl+q")
    somebody.focus("Stop and close")
    somebody.click("where cancel")
    somebody.focus("SpectrAlign")
    assert somebody.ask("state")["running"]
    somebody.keys("ctrl+q")
    somebody.focus("Stop and close")
    somebody.click("where answer-0")
    somebody.focus("Save changes")
    somebody.click("where answer-1")
    assert somebody.process.wait(timeout=30) == 0
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()
