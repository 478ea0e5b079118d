"""No sentence is compared or cut: who decides something reads a note's code and facts.

What is looked for, over the whole package: a phrase that is looked for in something or compared with something, and a
text that is called a sentence, an error, a reason, a warning … and is searched, cut or changed. What a *file* holds is
read in `io/readers`, which may look for phrases in it; `contract` is tests.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import spectralign_gui

PACKAGE = Path(spectralign_gui.__file__).parent
SAID = {"sentence", "sentences", "error", "reason", "reasons", "why", "warning", "warnings", "warnings_", "note",
        "notes", "said", "told", "refusal", "problem", "finding"}
"""Names of what is said to a user."""
CUT = {"partition", "rpartition", "split", "replace", "startswith", "endswith", "removeprefix", "removesuffix", "find",
       "index", "count"}
PATTERNS = {"search", "match", "fullmatch", "findall", "finditer"}
OF_FILES = ("io/readers", "words", "contract")
TAGS = {"same channels"}
"""Phrases that are tags of the methods' declaration, no sentences."""
ALLOWED = {"io/journal.py: found['format'] == FORMAT"}
"""The mark of a file of the program's own."""


def name_of(node: ast.expr) -> str:
    """What a value is called: the last name of it, through ``str(...)`` and calls of its methods."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("str", "say") and node.args:
        return name_of(node.args[0])
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return name_of(node.func.value)
    if isinstance(node, ast.Subscript):
        return "" if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str) else name_of(node.value)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def is_phrase(node: ast.expr, constants: dict[str, str]) -> bool:
    """Whether it is a text of several words, or a constant that is one."""
    text = constants.get(node.id) if isinstance(node, ast.Name) else getattr(node, "value", None)
    return isinstance(text, str) and text not in TAGS and len([w for w in text.split() if w.isalpha()]) > 1


def compared(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, what) of every sentence that is compared or cut."""
    constants = {t.id: n.value.value for n in tree.body if isinstance(n, ast.Assign)
                 and isinstance(n.value, ast.Constant) and isinstance(n.value.value, str)
                 for t in n.targets if isinstance(t, ast.Name)}
    each = {g.target.id for node in ast.walk(tree) for g in getattr(node, "generators", ())
            if isinstance(g.target, ast.Name) and name_of(g.iter) in SAID}  # "w" in "for w in warnings"
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            texts = [s for s in sides if isinstance(s, ast.Constant) and isinstance(s.value, str) and s.value]
            if any(is_phrase(s, constants) for s in sides) or (texts and any(name_of(s) in SAID for s in sides)):
                yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            cut = node.func.attr in CUT and name_of(node.func.value) in SAID
            looked_through = node.func.attr in PATTERNS and any(name_of(a) in SAID | each for a in node.args)
            if cut or looked_through:
                yield node.lineno, ast.unparse(node)


def files() -> list[Path]:
    return [p for p in sorted(PACKAGE.rglob("*.py")) if not p.relative_to(PACKAGE).as_posix().startswith(OF_FILES)]


def test_no_sentence_is_compared_or_cut():
    found = [f"{path.relative_to(PACKAGE).as_posix()}:{line}: {what}" for path in files()
             for line, what in compared(ast.parse(path.read_text(encoding="utf-8")))
             if f"{path.relative_to(PACKAGE).as_posix()}: {what}" not in ALLOWED]
    assert not found, "read the code of the note instead:\n" + "\n".join(found)


@pytest.mark.parametrize("source", [
    "told = any('fit no better than by chance' in s for s in found)", "x = str(error).partition(': ')[2]",
    "bad.reason.replace('spectrum 1 holds', 'the axis holds')", "if reason == 'no value': pass",
    "BY = 'compares channel by channel.'\nif BY in text: pass", "if sentence.startswith('The'): pass",
    "doubts = [w for w in result.warnings if SERIOUS.search(w)]", "if PATTERN.match(reason): pass"])
def test_the_kinds_are_found(source: str):
    assert list(compared(ast.parse(source)))


@pytest.mark.parametrize("source", [
    "if code_of(sentence) == 'method.by_channel': pass", "if name == 'lra': pass", "if not sentence: pass",
    "path.name.partition('.')", "if kind == 'warning': pass"])
def test_what_is_no_sentence_is_left_alone(source: str):
    assert not list(compared(ast.parse(source)))
