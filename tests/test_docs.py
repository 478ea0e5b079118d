"""The generated pages of the documentation are current."""

import importlib.util
import re
import shlex
from pathlib import Path

import pytest

from spectralign_gui.cli import main
from spectralign_gui.core import methods
from spectralign_gui.presenters.pages import read_pages, resolve, slug
from spectralign_gui.shipped import folder

TOOL = Path(__file__).resolve().parent.parent / "tools" / "make_docs.py"


def load():
    spec = importlib.util.spec_from_file_location("make_docs", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_pages_are_current():
    assert load().stale() == [], "run python tools/make_docs.py and commit docs/"


def test_every_step_method_and_parameter_is_described():
    tool = load()
    text = tool.preprocessing_page()
    for name, cls in tool.steps().items():
        assert f"(`{name}`)" in text
        assert all(f"| `{p.name}` " in text for p in cls.parameters)
    text = tool.pages()[tool.ROOT / "docs" / "methods.md"]
    assert all(f"(`{name}`)" in text for name in tool.methods())


@pytest.mark.parametrize("name", list(methods()))
def test_every_method_says_what_its_page_needs_and_has_a_picture(name):
    info = methods()[name]
    assert all((info.assumes, info.standards, info.values, info.use, info.avoid, info.instead, info.failed, info.cost,
                info.equation, info.source))
    assert (folder("docs") / "images" / "methods" / f"{name}.png").is_file()


def test_links_and_pictures_of_every_page_exist():
    pages, root = read_pages(), folder("docs")
    for path, page in pages.items():
        for link in re.findall(r"\]\(([^)\s]+)\)", page.text):
            if "://" in link:
                continue
            to, fragment = resolve(link, path)
            assert to in pages or (to.endswith(".png") and (root / to).is_file()), f"{path}: {link}"
            if fragment:
                heads = [slug(re.sub("`", "", h)) for h in re.findall(r"^#+ (.*)$", pages[to].text, re.M)]
                assert fragment in heads, f"{path}: {link}"


def test_pictures_stay_small():
    assert sum(f.stat().st_size for f in folder("docs").rglob("*.png")) < 4_000_000


@pytest.mark.parametrize("name", ["lra", "lre", "cada", "ds", "pds", "bias", "sa"])
def test_the_command_of_a_method_page_runs(name, tmp_path, monkeypatch):
    text = (folder("docs") / "methods" / f"{name}.md").read_text(encoding="utf-8")
    words = shlex.split(next(line for line in text.splitlines() if line.startswith("    spectralign ")))[1:]
    monkeypatch.chdir(folder("sample_spectra") / "libs")
    words[words.index("--output") + 1] = str(tmp_path / "result.h5")
    assert main(words) == 0
    assert (tmp_path / "result.h5").is_file()
