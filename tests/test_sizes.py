"""Files and functions stay short enough to be read: 400 lines, and 60 beside the documentation of what is given."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "spectralign_gui"
LONGEST_FILE, LONGEST_FUNCTION = 400, 60


def functions(text: str) -> Iterator[tuple[str, int]]:
    """Name and lines of every function, without its docstring."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            said = ast.get_docstring(node, clean=False)
            yield node.name, node.end_lineno - node.lineno + 1 - (len(said.splitlines()) if said else 0)


def test_no_file_and_no_function_is_too_long():
    seen, found = 0, []
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines = len(text.splitlines())
        if lines > LONGEST_FILE:
            found.append(f"{path.name}: {lines} lines")
        for name, long in functions(text):
            seen += 1
            if long > LONGEST_FUNCTION:
                found.append(f"{path.name}: {name} has {long}")
    assert found == [] and seen > 3000


def test_a_docstring_does_not_count():
    text = 'def f():\n    """One.\n\n    Two.\n    """\n    return 1\n'
    assert list(functions(text)) == [("f", 2)]
