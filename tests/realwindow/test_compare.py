"""A comparison by mouse and keys: set up, compared, and its lines made the current result one after the other."""

from __future__ import annotations

import pytest

from spectralign_gui.io.model_file import load_model


@pytest.mark.realwindow
def test_a_click_on_a_line_is_the_result_that_is_exported(person, tmp_path):
    somebody = person("demo")
    somebody.until(lambda: somebody.ask("state")["standards"] > 20, "the sample session")
    before = somebody.state(jobs=0)["runs"]
    somebody.focus("SpectrAlign")
    somebody.click("tab Compare")
    somebody.click("where compare-setup")
    somebody.until(lambda: somebody.ask("where compare-setup-panel"), "the choices, folded out")
    somebody.picture("setup")
    somebody.click("where compare-standards")
    for _ in range(5):  # on a loaded machine the X server loses synthetic keys
        somebody.keys("ctrl+a")
        somebody.type("10")
        if somebody.ask("text compare-standards") == "10":
            break
    somebody.click("where compare-run-setup")
    somebody.until(lambda: somebody.ask("state")["comparing"], "the comparison")
    done = somebody.until(lambda: (lambda s: s if s["lines"] and not s["comparing"] else None)(somebody.ask("state")),
                          "its end", 240)
    assert {"lra", "lra/spectra", "none", "native", "target-only"} <= set(done["lines"])
    somebody.picture("compared")

    for number, key in enumerate(("lra/spectra", "target-only"), start=1):
        somebody.focus("SpectrAlign")
        somebody.click(f"where compare-table {somebody.ask('state')['lines'].index(key)}")
        somebody.state(current=key, runs=before + number, running=False)
    somebody.until(lambda: "is the current result" in somebody.ask("text compare-says"), "what happened")
    somebody.click(f"where compare-table {done['lines'].index('lra/spectra')}")
    again = somebody.state(current="lra/spectra", running=False)
    assert again["runs"] == before + 2, "it was only shown again"
    somebody.picture("used")

    somebody.keys("ctrl+e")
    target = tmp_path / "result.h5"
    somebody.choose_file("Export aligned result", str(target))
    somebody.until(target.exists, "the exported file")
    somebody.state(jobs=0)
    assert load_model(target).method.name == "lra/spectra"
    somebody.focus("SpectrAlign")
    somebody.leave()
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()
