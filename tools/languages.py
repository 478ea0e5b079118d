"""Catalogues of translations: ``python -m tools.languages`` brings them up to date and compiles them.

``resources/languages/spectralign.pot`` holds every message: the templates of `spectralign_gui.words.english` (context:
the code) and the texts of the window that go through `tr`, `make_action` or are a dock's title, purpose or menu. A new
language: copy it to ``CODE/LC_MESSAGES/spectralign.po``, translate, run this.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from spectralign_gui.words.english.nouns import NOUNS
from spectralign_gui.words.templates import every_template

from .po import Entry, compiled, merged, read, written

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "languages"
HEADER = "Project-Id-Version: SpectrAlign\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n"
CALLS = {"tr": (0,), "make_action": (2, 3), "make": (1, 2), "QMenu": ()}
"""Calls whose arguments are shown, and which of them."""
OF_CLASSES = ("title", "purpose", "menu_title")
"""Class attributes of docks that are shown."""


PLAN = "main_window/menu_plan.py"
"""The names of menus stand here as plain data; every text with an access key is one."""


def _of_plan(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "&" in node.value:
            yield node.value


def _shown(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            for place in CALLS.get(name, ()):
                if place < len(node.args):
                    value = node.args[place]
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        yield value.value
        elif isinstance(node, ast.ClassDef):
            for line in node.body:
                targets = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
                if any(isinstance(t, ast.Name) and t.id in OF_CLASSES for t in targets):
                    value = getattr(line, "value", None)
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        yield value.value


def messages() -> list[Entry]:
    """Every message there is: templates, nouns, texts of the window."""
    found = [Entry(code, text, where="words/english") for code, text in sorted(every_template().items())]
    found += [Entry("", one, many, where="words/english/nouns.py") for one, many in sorted(NOUNS.items())]
    seen = {e.text for e in found if not e.context}
    for path in sorted((ROOT / "spectralign_gui" / "ui").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for text in (*_shown(tree), *(_of_plan(tree) if path.as_posix().endswith(PLAN) else ())):
            if text.strip() and text not in seen:
                seen.add(text)
                found.append(Entry("", text, where=path.relative_to(ROOT / "spectralign_gui").as_posix()))
    return found


def main() -> int:
    """Bring the template and every catalogue up to date; say how much of each is translated."""
    wanted = messages()
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "spectralign.pot").write_text(written(HEADER, wanted), encoding="utf-8")
    for path in sorted(FOLDER.glob("*/LC_MESSAGES/*.po")):
        header, known = read(path.read_text(encoding="utf-8"))
        entries = merged(wanted, known)
        forms = 1 if "nplurals=1" in header else 2
        path.write_text(written(header, entries, forms), encoding="utf-8")
        path.with_suffix(".mo").write_bytes(compiled(header, entries))
        done = sum(e.done for e in entries)
        print(f"{path.parent.parent.name}: {done} of {len(entries)} messages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
