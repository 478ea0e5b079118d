"""``spectralign --demo`` without a screen, and pictures beside an aligned result."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import h5py
import pytest
from PySide6.QtGui import QImage

from spectralign_gui import cli
from spectralign_gui.shipped import SAMPLE_SETS


def test_headless_demo_says_where_everything_is(call, tmp_path, monkeypatch, qapp):
    monkeypatch.setattr(cli, "has_screen", lambda: False)
    folder = tmp_path / "results"
    code, out, errors = call("--demo", "--demo-output", folder)
    assert code == 0, errors
    assert str(folder) in out
    for name in SAMPLE_SETS:
        with h5py.File(folder / f"{name}.h5", "r") as file:
            assert len(file["embedding"]) == 2
        assert json.loads((folder / f"{name}.json").read_text())["hit"]["3"]["a_to_b"] > 0.3
        pictures = list((folder / name).glob("*.png"))
        assert len(pictures) >= 2
        for picture in pictures:
            image = QImage(str(picture))
            assert image.width() >= 400
            assert len({image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}) > 3


def test_figures_of_align(call, files, tmp_path, qapp):
    code, _, errors = call(
        "align",
        files["A"],
        files["B"],
        "--match-names",
        "--output",
        tmp_path / "o.h5",
        "--figures",
        tmp_path / "figures",
    )
    assert code == 0, errors
    assert {p.suffix for p in (tmp_path / "figures").iterdir()} == {".png", ".svg"}


def test_pictures_are_made_without_remarks_of_the_platform(tmp_path, qapp):
    """What Qt says otherwise is still heard."""
    from PySide6.QtCore import qInstallMessageHandler, qWarning

    from spectralign_gui.ui import figures

    heard: list[str] = []
    before = qInstallMessageHandler(lambda kind, context, message: heard.append(message))
    try:
        with figures._without_remarks_of_the_platform():
            qWarning("This plugin does not support propagateSizeHints()")
            qWarning("something else")
        qWarning("afterwards")
    finally:
        qInstallMessageHandler(before)
    assert heard == ["something else", "afterwards"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a screen")
@pytest.mark.parametrize("platform", [None, ""])
def test_pictures_need_no_screen_whether_the_platform_is_unset_or_empty(platform):
    names = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    around = {k: v for k, v in os.environ.items() if k not in names}
    if platform is not None:
        around["QT_QPA_PLATFORM"] = platform
    code = "from spectralign_gui.ui.figures import _application; print(_application().platformName())"
    done = subprocess.run([sys.executable, "-c", code], env=around, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "offscreen", done.stderr
