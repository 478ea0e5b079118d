"""The site of the documentation lists what the guide lists, and the packages bring what they name."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from spectralign_gui.commands import COMMANDS
from spectralign_gui.presenters.pages import read_pages
from spectralign_gui.ui.project import ENDING

ROOT = Path(__file__).resolve().parents[1]
PACKAGING = ROOT / "packaging"


def nav() -> list[str]:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    return re.findall(r"^ +- .*: (\S+\.md)$", text[text.index("\nnav:"):], re.M)


def test_the_site_lists_every_chapter_in_the_order_of_the_guide():
    pages = read_pages()
    assert nav() == [p for p in pages if p.startswith("guide/")] + ["methods.md", "preprocessing.md", "formats.md",
                                                                     "reference-lines.md"]
    assert set(pages) - set(nav()) == {p for p in pages if p.startswith("methods/")}


@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="mkdocs is not installed (extra docs)")
def test_the_site_is_built_without_a_broken_link(tmp_path):
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(tmp_path / "site")],
                          cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    assert (tmp_path / "site" / "guide" / "self-test.html").is_file()
    found = (tmp_path / "site" / "search" / "search_index.json").read_text(encoding="utf-8")
    assert "standards" in found
    page = (tmp_path / "site" / "guide" / "index.html").read_text(encoding="utf-8")
    fetched = re.findall(r'(?:src|href)="(https?://[^"]+\.(?:js|css|woff2?))"', page)
    assert not fetched, "pages are read without the net"


def test_a_broken_link_is_found(tmp_path):
    """With -q nothing is counted, and --strict passes."""
    pytest.importorskip("mkdocs")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Words\n\n[nowhere](nowhere.md)\n")
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text(text[:text.index("\nnav:")])
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict"], cwd=tmp_path,
                          capture_output=True, text=True, timeout=300)
    assert done.returncode != 0 and "nowhere.md" in done.stderr


def test_the_starter_of_the_appimage_knows_every_command():
    text = (PACKAGING / "linux" / "AppRun").read_text()
    known = set(re.search(r"(?m)^  (\S+)\) exec .*spectralign\" \"\$@\"", text).group(1).split("|"))
    assert set(COMMANDS) | {"open", "--*"} <= known


@pytest.mark.skipif(os.name != "posix" or shutil.which("sh") is None, reason="needs a shell")
@pytest.mark.parametrize("words", [[], ["info", "a b.csv"], ["--version"], ["/home/me/ö.spectralign"]])
def test_the_starter_hands_its_words_on(tmp_path, words):
    folder = tmp_path / "usr" / "lib" / "spectralign"
    folder.mkdir(parents=True)
    shutil.copy(PACKAGING / "linux" / "AppRun", tmp_path)
    shutil.copy(PACKAGING / "linux" / "spectralign-window", folder)
    (folder / "spectralign").write_text('#!/bin/sh\nfor w in "$@"; do echo "$w"; done\n')
    for path in (tmp_path / "AppRun", folder / "spectralign", folder / "spectralign-window"):
        path.chmod(0o755)
    said = subprocess.run([str(tmp_path / "AppRun"), *words], capture_output=True, text=True, timeout=20).stdout
    assert said.splitlines() == (["open", *words] if words and words[0].startswith("/") else words)


def test_desktop_file_and_mime_type_belong_together():
    desktop = dict(line.split("=", 1) for line in (PACKAGING / "linux" / "spectralign.desktop").read_text(
        encoding="utf-8").splitlines() if "=" in line)
    tree = ElementTree.parse(PACKAGING / "linux" / "spectralign-mime.xml").getroot()
    kind = tree.find("{*}mime-type")
    assert desktop["MimeType"] == kind.get("type") + ";" and desktop["Exec"].startswith("spectralign-window ")
    assert kind.find("{*}glob").get("pattern") == f"*{ENDING}"
    assert (ROOT / "resources" / "icons" / f"{desktop['Icon']}.svg").is_file()
    wix = (PACKAGING / "windows" / "spectralign.wxs").read_text(encoding="utf-8")
    ElementTree.fromstring(wix)
    assert f'Extension Id="{ENDING[1:]}"' in wix and kind.get("type") in wix


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("path", sorted(PACKAGING.rglob("*.sh")), ids=lambda p: p.name)
def test_scripts_can_be_read_and_run(path):
    assert subprocess.run(["bash", "-n", str(path)], capture_output=True, timeout=20).returncode == 0
    assert os.access(path, os.X_OK)
    compile((PACKAGING / "spectralign.spec").read_text(encoding="utf-8"), "spectralign.spec", "exec")


def test_what_the_spec_and_the_workflow_name_is_there():
    spec = (PACKAGING / "spectralign.spec").read_text(encoding="utf-8")
    for folder in re.findall(r'for folder in \(([^)]*)\)', spec)[0].replace('"', "").split(", "):
        assert (ROOT / folder).is_dir()
    workflow = (ROOT / ".github" / "workflows" / "packages.yml").read_text(encoding="utf-8")
    for name in re.findall(r"packaging/[\w./-]+", workflow):
        assert (ROOT / name).is_file(), name
