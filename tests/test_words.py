"""Every code that the program uses has a template, every template is used, and both agree on the facts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from string import Formatter

import spectralign_gui
from spectralign_gui.words.templates import CODE, every_template

PACKAGE = Path(spectralign_gui.__file__).parent
MAKERS = {"Note", "SpectrAlignError", "DataError", "PairsError", "ParameterError", "MemoryNeedError", "FileError"}
INNER = "list."
"""Of the renderer itself."""


def fields(template: str) -> set[str]:
    """Names of the facts that a template takes."""
    found = set()
    for _, name, spec, _ in Formatter().parse(template):
        found |= ({name} if name else set()) | (fields(spec) if spec else set())
    return found


@lru_cache(maxsize=1)
def sources() -> list[tuple[Path, ast.Module]]:
    return [(p, ast.parse(p.read_text(encoding="utf-8"))) for p in sorted(PACKAGE.rglob("*.py"))
            if "english" not in p.parts]


def makers() -> Iterator[tuple[str, str, set[str], bool]]:
    """(where, code, facts, whether there may be more facts) of every note and error made with a code."""
    for path, tree in sources():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            code = node.args[0].value
            if name in MAKERS and isinstance(code, str) and CODE.fullmatch(code):
                given = {k.arg for k in node.keywords if k.arg}
                yield f"{path.name}:{node.lineno}", code, given, any(k.arg is None for k in node.keywords)


def test_codes_have_templates_that_take_their_facts():
    templates, wrong = every_template(), []
    for where, code, given, more in makers():
        if code not in templates:
            wrong.append(f"{where}: {code} has no template")
        elif fields(templates[code]) - given and not more:
            wrong.append(f"{where}: {code} lacks {sorted(fields(templates[code]) - given)}")
    assert not wrong, "\n".join(wrong)


def test_every_template_is_used():
    used = {node.value for _, tree in sources() for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert sorted(set(every_template()) - used) == []


def test_templates_can_be_read():
    for code, template in every_template().items():
        assert template and all(name is None or name.isidentifier()
                                        for _, name, _, _ in Formatter().parse(template)), code
