"""How modules may import each other, beyond the layers (which import-linter keeps): no circles, nothing of another
package's own, and no import by name but where something is loaded that is only known by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "spectralign_gui"
BY_NAME = {
    "spectralign_gui.cli": "a command",
    "spectralign_gui.core.registry": "the estimator that a declaration names",
    "spectralign_gui.io.apart.child": "the function that a child process is asked for",
    "spectralign_gui.io.apart.frames": "the kind of an error that a child process tells",
    "spectralign_gui.io.readers._apart": "a reader, in another process",
    "spectralign_gui.io.readers.registry": "every reader of the folder",
    "spectralign_gui.library": "a name of the library",
    "spectralign_gui.preprocessing.step": "every step of the folder",
    "spectralign_gui.ui.main_window.docks": "a dock",
    "spectralign_gui.words.templates": "every list of sentences of the folder",
}
"""Modules that may import by name, and what."""


def modules(folder: Path, package: str) -> dict[str, Path]:
    """Every module of a package by name."""
    found = {}
    for path in folder.rglob("*.py"):
        parts = (package, *path.relative_to(folder).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(name: str, path: Path, known: dict[str, Path]) -> set[str]:
    """Modules of `known` that a module imports anywhere: at its head, in a function, for annotations only."""
    around = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names if a.name in known}
        elif isinstance(node, ast.ImportFrom):
            base = around.split(".")[:len(around.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            for a in node.names:
                found |= {next(m for m in (f"{source}.{a.name}", source) if m in known)} if source in known else set()
    return found - {name}


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """Modules that reach each other (Tarjan)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    waiting: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        waiting.append(name)
        for other in sorted(graph[name]):
            if other not in number:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in waiting:
                low[name] = min(low[name], number[other])
        if low[name] == number[name]:
            together = set(waiting[waiting.index(name):])
            del waiting[waiting.index(name):]
            if len(together) > 1:
                found.append(together)

    for name in sorted(graph):
        if name not in number:
            visit(name)
    return found


def foreign_parts(graph: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Imports of a ``_private`` module from outside the package it is private to."""
    for name, others in sorted(graph.items()):
        for other in sorted(others):
            parts = other.split(".")
            owners = [".".join(parts[:i]) for i, p in enumerate(parts) if p.startswith("_")]
            if any(not f"{name}.".startswith(f"{owner}.") for owner in owners):
                yield name, other


@pytest.fixture(scope="module")
def graph() -> dict[str, set[str]]:
    known = modules(ROOT / PACKAGE, PACKAGE)
    assert len(known) > 400
    return {name: imported(name, path, known) for name, path in known.items()}


def test_no_circles(graph):
    assert circles(graph) == []


def test_no_private_module_of_another_package(graph):
    assert set(foreign_parts(graph)) == set()


def test_imports_by_name_only_of_what_is_known_by_name():
    found = set()
    for name, path in modules(ROOT / PACKAGE, PACKAGE).items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            if (getattr(called, "attr", getattr(called, "id", "")) in ("import_module", "__import__")):
                found.add(name)
    assert found == set(BY_NAME)


def test_the_checks_find_what_they_are_for(tmp_path):
    """A circle through a function and one through annotations, and a foreign private module."""
    for name, text in {
        "a": "def f():\n    from .b import x\n", "b": "from .c import y\n",
        "c": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .a import f\n",
        "d": "from .inner._own import z\nfrom . import a\n", "inner/_own": "z = 1\n",
        "inner/mine": "from ._own import z\nfrom ..b import x\n", "inner/__init__": "from .mine import z\n",
    }.items():
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    (tmp_path / "__init__.py").touch()
    known = modules(tmp_path, "p")
    graph = {name: imported(name, path, known) for name, path in known.items()}
    assert circles(graph) == [{"p.a", "p.b", "p.c"}]
    assert set(foreign_parts(graph)) == {("p.d", "p.inner._own")}
