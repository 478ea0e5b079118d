"""The generated pages of the documentation are current."""

import importlib.util
from pathlib import Path

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
    text = tool.methods_page()
    assert all(f"(`{name}`)" in text for name in tool.methods())
