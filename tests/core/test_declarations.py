"""The text beside a method: what it must hold, what is refused, and that it and the class belong together."""

import inspect
import pkgutil
import sys
from importlib import import_module, metadata
from importlib.metadata import EntryPoint

import pytest

from spectralign_gui.core import declaration, methods
from spectralign_gui.core.base import Alignment
from spectralign_gui.core.declaration import Declaration, declarations, plugin_problems, read_declaration
from spectralign_gui.core.registry import MethodInfo

HEAD = '+++\ntitle = "Mine"\nestimator = "mine.Mine"\n'
TEXT = HEAD + 'needs = ["pairs"]\n+++\n\nMoves spectra\nnearer.\n\n## Source\n\nnobody\n'
MODULE = '''
from spectralign_gui.core.base import Alignment


class Mine(Alignment):
    """Does nothing."""

    def _fit(self, data, values, monitor):
        pass
'''


@pytest.fixture
def again():
    """The list of methods is read anew, before and after."""
    from spectralign_gui.core import registry

    def clear():
        declarations.cache_clear()
        registry._all.cache_clear()
        registry._through_spectra.cache_clear()
        declaration._problems.clear()

    clear()
    yield
    clear()
    sys.modules.pop("lab_of_mine", None)


def test_every_method_is_declared_and_every_declaration_has_its_class():
    declared = {info.estimator for info in methods().values()}
    for info in methods().values():
        assert issubclass(info.estimator, Alignment), info.name
        assert set(info.preset) <= {p.name for p in info.estimator.parameters}, info.name
    leaves = set()
    for folder in declaration.FOLDERS:
        package = import_module(f"spectralign_gui.core.{folder}")
        for found in pkgutil.iter_modules(package.__path__):
            module = import_module(f"{package.__name__}.{found.name}")
            leaves |= {c for _, c in inspect.getmembers(module, inspect.isclass) if issubclass(c, Alignment)
                       and c.__module__ == module.__name__ and not found.name.startswith("_")}
    leaves = {c for c in leaves if c.__name__ != "ThroughSpectra" and not c.__subclasses__()}
    assert leaves <= declared and len(declared) > 35


@pytest.mark.parametrize("info", methods().values(), ids=methods())
def test_every_text_says_what_the_page_needs(info):
    for name in ("title", "summary", "source", "assumes", "standards", "values", "use", "avoid", "failed", "cost",
                 "equation"):
        assert getattr(info, name).strip() and "{{" not in getattr(info, name), name
    assert info.instead and set(info.instead) <= set(methods())
    assert set(info.only) <= info.can


def test_a_text_is_read(tmp_path):
    path = tmp_path / "mine.md"
    path.write_text(TEXT + "\n## Instead\n\n- `lra`: more\n  of it - much\n- `bias`: less\n")
    found = read_declaration(path, "lab")
    assert found == Declaration("mine", "Mine", "alignment", "lab.mine:Mine", needs=frozenset({"pairs"}),
                                summary="Moves spectra nearer.", source="nobody",
                                instead={"lra": "more of it - much", "bias": "less"})


@pytest.mark.parametrize("text, says", [
    ("", "do not stand between two lines"),
    ("+++\ntitle = Mine\n+++\n", "mine.md"),
    ('+++\ntitle = "Mine"\n+++\n', "estimator is missing"),
    (HEAD + "colour = 1\n+++\n", "unknown fact 'colour'"),
    (HEAD + 'needs = ["luck"]\n+++\n', "unknown family, need or ability"),
    (HEAD + "+++\n\n## Sorcery\n\nno\n", "unknown heading 'Sorcery'"),
    (HEAD + "+++\n\n{{hits}}\n", "no shared sentence 'hits'"),
])
def test_a_text_at_fault_is_refused_by_name(tmp_path, text, says):
    path = tmp_path / "mine.md"
    path.write_text(text)
    with pytest.raises(TypeError, match=r"mine\.md") as refused:
        read_declaration(path, "lab")
    assert says in str(refused.value)


def plugin(monkeypatch, tmp_path, value, text=TEXT):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "lab_of_mine.py").write_text(MODULE)
    (tmp_path / "my-own.md").write_text(text)
    points = [EntryPoint("my-own", value, declaration.ENTRY_POINT_GROUP)]
    monkeypatch.setattr(metadata, "entry_points", lambda group: points if group == "spectralign.methods" else [])


@pytest.mark.parametrize("text", [TEXT.replace("mine.Mine", "lab_of_mine.Mine"), TEXT])
def test_a_labs_own_method_comes_by_entry_point_and_is_imported_when_used(monkeypatch, tmp_path, again, text):
    plugin(monkeypatch, tmp_path, "lab_of_mine:Mine", text)
    info = methods()["my-own"]
    assert info.title == "Mine" and "lab_of_mine" not in sys.modules and not plugin_problems()
    assert isinstance(info, MethodInfo) and info.create().title == "Mine"


@pytest.mark.parametrize("value, text", [("no_such_module:Mine", TEXT), ("lab_of_mine:Mine", "nothing")])
def test_a_labs_method_at_fault_stops_nobody(monkeypatch, tmp_path, again, value, text):
    plugin(monkeypatch, tmp_path, value, text)
    assert "my-own" not in methods() and "lra" in methods()
    assert len(plugin_problems()) == 1 and "my-own" in plugin_problems()[0]


def test_a_labs_method_without_its_class_is_one_sentence(monkeypatch, tmp_path, again):
    plugin(monkeypatch, tmp_path, "lab_of_mine:Other")
    with pytest.raises(ValueError, match="my-own could not be loaded"):
        methods()["my-own"].create()
