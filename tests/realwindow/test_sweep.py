"""A sweep that is stopped by hand, and one that ends and gives its best point to the method."""

from __future__ import annotations

import pytest


@pytest.mark.realwindow
def test_a_sweep_with_a_cancel_and_one_that_ends(person, tmp_path):
    somebody = person("slow-demo")
    somebody.state(instruments=["libs_lab", "libs_field"], standards=36, jobs=0)
    somebody.click("tab Sweep")
    somebody.click("where sweep-run")
    somebody.state(jobs=1)
    somebody.until(lambda: somebody.ask("state")["sweep"] >= 1, "the first point")
    somebody.keys("ctrl+shift+F5")
    stopped = somebody.state(jobs=0)
    assert 1 <= stopped["sweep"] < 7
    somebody.until(lambda: "they stay" in somebody.ask("text sweep-says"), "that the points stay")

    somebody.click("where sweep-first-values")
    somebody.keys("ctrl+a")
    somebody.type("2, 3")
    somebody.click("where sweep-rmsep")
    somebody.click("where sweep-run")
    somebody.state(jobs=0, sweep=2)
    somebody.keys("ctrl+alt+Return")
    somebody.until(lambda: somebody.ask("state")["parameters"] in ({"n_components": 2}, {"n_components": 3}),
                   "the parameters of the best point")
    somebody.picture("sweep")
    somebody.leave()
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()
