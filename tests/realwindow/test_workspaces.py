"""From the first page to predictions with a verdict, on files, by mouse: no more than six clicks."""

from __future__ import annotations

import shutil

import pytest

from spectralign_gui.shipped import sample


@pytest.mark.realwindow
def test_six_clicks_from_files_to_predictions_with_a_verdict(person, tmp_path):
    files = []
    for name in ("libs_lab", "libs_field", "libs_composition"):
        files.append(tmp_path / f"{name}.csv")
        shutil.copy(sample(f"libs/{name}.csv"), files[-1])
    somebody = person("ask")
    somebody.state(workspace="start", jobs=0)
    somebody.picture("first-page")
    clicks = 0

    def click(where: str) -> None:
        nonlocal clicks
        clicks += 1
        somebody.focus("SpectrAlign")
        somebody.click(where)

    click("where goal-values")
    somebody.state(workspace="data", next="Open spectra…")
    somebody.drag(files)  # or Open spectra…, and the dialog: one more
    clicks += 1
    somebody.state(instruments=["libs_lab", "libs_field"], jobs=0, next="Match by name")
    click("where rail-next")
    somebody.until(lambda: somebody.ask("state")["standards"] > 20, "the standards")
    somebody.state(next="Compare")
    somebody.keys("ctrl+4")
    somebody.state(workspace="compare")
    click("where card-preset-quick")
    somebody.until(lambda: (lambda s: s["lines"] and not s["comparing"])(somebody.ask("state")), "the verdict", 120)
    verdict = somebody.ask("state")["verdict"]
    assert "smallest errors" in verdict
    somebody.picture("verdict")
    click("where card-use")
    somebody.until(lambda: somebody.ask("state")["predicted"], "the predictions", 120)
    done = somebody.state(workspace="predict", jobs=0)
    assert done["predicted"] == 44 and done["runs"] == 1 and clicks <= 5
    assert {done["marks"][n] for n in ("data", "standards", "compare", "predict")} == {"done"}
    somebody.picture("predictions")
    somebody.focus("SpectrAlign")
    for number, name in enumerate(("data", "standards", "align", "compare", "predict", "check", "all"), start=1):
        somebody.keys(f"ctrl+{number}")
        somebody.state(workspace=name)
        somebody.picture(f"workspace-{name}")
    somebody.leave()
    assert "Traceback" not in (tmp_path / "stderr.txt").read_text()
