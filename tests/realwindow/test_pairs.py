"""Five instruments by mouse and keys: two are chosen, compared, and a line of them becomes the result."""

from __future__ import annotations

import shutil

import pytest

FIVE = ("Micronir1700rep1", "Micronir1700rep2", "Nirscan_nano", "Tellspec", "F750")


@pytest.mark.realwindow
def test_two_of_the_five_sugarcane_instruments(person, sugarcane, tmp_path):
    for name in FIVE:
        shutil.copy(sugarcane / f"{name}.CSV", tmp_path / f"{name}.csv")
    shutil.copy(sugarcane / "References.csv", tmp_path / "References.csv")
    somebody = person("window")
    somebody.state(instruments=[], jobs=0)
    somebody.drag([tmp_path / f"{name}.csv" for name in FIVE])
    loaded = somebody.until(lambda: (lambda s: s if len(s["instruments"]) == 5 and not s["jobs"] else None)(
        somebody.ask("state")), "five instruments")
    somebody.focus("SpectrAlign")
    somebody.click("menu Standards")
    somebody.click("menu Match by name")
    somebody.until(lambda: somebody.ask("state")["standards"] > 40, "the standards")
    somebody.drag([tmp_path / "References.csv"])
    somebody.until(lambda: somebody.ask("state")["properties"], "the reference values")
    somebody.focus("SpectrAlign")
    somebody.click("tab Compare")
    somebody.until(lambda: somebody.ask("where compare-pair"), "From and To")

    # by keys: the lists hold the instruments in the order in which they are loaded
    wanted = {"compare-from": "Nirscan_nano", "compare-to": "F750"}
    for box, name in wanted.items():
        somebody.click(f"where {box}")
        somebody.until(lambda: somebody.ask("state")["popup"], "the list of instruments")
        somebody.keys("Home", *["Down"] * loaded["instruments"].index(name), "Return")
        somebody.until(lambda box=box, name=name: name in somebody.ask("state")["pair"], f"{name} chosen")
    assert somebody.ask("state")["pair"] == list(wanted.values())
    somebody.picture("chosen")
    somebody.click("where compare-setup")
    somebody.until(lambda: somebody.ask("where compare-setup-panel"), "the choices, folded out")
    for field, text in (("compare-standards", "10"), ("compare-repeats", "2")):
        somebody.click(f"where {field}")
        somebody.keys("ctrl+a")
        somebody.type(text)
    somebody.picture("setup")
    somebody.click("where compare-run-setup")
    somebody.until(lambda: somebody.ask("state")["comparing"], "the comparison")
    done = somebody.until(lambda: (lambda s: s if s["lines"] and not s["comparing"] else None)(somebody.ask("state")),
                          "its end", 240)
    somebody.focus("SpectrAlign")
    somebody.click(f"where compare-table {done['lines'].index('ds')}")
    somebody.state(current="ds", run_of=list(wanted.values()), running=False)
    assert len(somebody.ask("state")["instruments"]) == 5
    somebody.picture("used")
    somebody.leave()
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()
