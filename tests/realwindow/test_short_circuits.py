"""The dollar sign: a short circuit is found, its samples are left out and taken back, and the sparse form cuts it."""

from __future__ import annotations

import re

import pytest

from spectralign_gui.io.project import save_project
from tests.thinned import thinned


@pytest.mark.realwindow
def test_finding_and_removing_a_short_circuit(person, tmp_path):
    save_project(tmp_path / "toy.spectralign", thinned("dollar", 4))
    somebody = person("plain", str(tmp_path / "toy.spectralign"))
    somebody.state(instruments=["dollar_first", "dollar_second"], standards=20, jobs=0)
    somebody.focus("SpectrAlign")
    somebody.keys("F5")
    first = somebody.state(runs=1, running=False)["shares"][0]
    assert first > 0.1

    # find: the dock says how much lies between S and bar, and its table leads to the worst pair
    somebody.click("tab Short circuits")
    said = somebody.until(lambda: numbers(somebody, "lies between groups"), "how much lies between groups")
    assert said[0] == pytest.approx(100 * first, abs=0.06)
    somebody.until(lambda: somebody.ask("where short-circuits-worst 0"), "the worst link")
    somebody.click("where short-circuits-worst 0")
    somebody.state(selected=2)
    somebody.keys("Delete")
    somebody.state(excluded=2)
    somebody.keys("ctrl+z")
    somebody.state(excluded=0)

    # remove: the proposed sparse alignment, and what the dock says of before and after
    somebody.click("where short-circuits-actions")
    somebody.click("menu Try sparse alignment")
    somebody.until(lambda: somebody.ask("state")["method"].startswith("Sparse"), "the sparse method")
    somebody.focus("SpectrAlign")
    somebody.keys("F5")
    shares = somebody.state(runs=2, running=False)["shares"]
    assert shares[1] < 0.85 * shares[0]
    somebody.until(lambda: "Before:" in somebody.ask("text short-circuits-summary"), "before and after")
    said = numbers(somebody, "Before:")
    assert said == pytest.approx([100 * shares[0], 100 * shares[1]], abs=0.06)
    somebody.picture("short-circuit-cut")
    somebody.leave()
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()


def numbers(somebody, words: str) -> list[float]:
    """Percentages in the sentence of the dock, those after `Before:` if that is asked for."""
    text = somebody.ask("text short-circuits-summary") or ""
    if words not in text:
        return []
    part = text.partition("Before:")[2] if words == "Before:" else text.partition("Before:")[0]
    return [float(v) for v in re.findall(r"(\d+\.\d) %", part)]
