"""Sentences are plain English: the worst patterns of the first version stay away (the pairs are in CONTRIBUTING)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.languages import messages

ROOT = Path(__file__).resolve().parent.parent
WORST = {
    "of now": r"\bof now\b", "of before": r"\bof before\b", "nobody": r"\bnobody\b", "as far as": r"\bas far as\b",
    "is no number":
        r"(?<!there )\b(is|are) no (numbers?|table|text|list|file|group|spectr\w+|standards?)\b(?! any more)",
    "a look": r"with a look",
    "as is": r"[Ss]top as is", "telling": r"most telling", "speaks for": r"\b[Ss]peaks for\b", "manieth": r"manieth",
    "take it home": r"take it home", "1 of 1": r"≈ \d+ of \d+", "beside": r"(stands?|stood) beside the standards",
    "said": r"could not be said|nothing independent can be said|\b(is|are) said to be\b",
    "probable": r"[Tt]hat [^.]* is [^.]* probable\b", "what is": r"(?:^|[.:] )What is (held|left|marked|known)\b",
    "come back": r"what has come back|samples come back", "lacks": r"\bIt lacks\b", "shall": r"\bshall\b",
    "anew": r"\b[Aa]new\b", "not paired": r"they are not paired", "refused": r"; that is refused",
    "called so": r"can be called so", "by heart": r"\bby heart\b", "of no size": r"\bof no (size|length)\b",
    "announces": r"\bannounces\b", "and more": r"\b(five|ten|twenty|5|10|20) and more\b",
    "kind known": r"\bkinds? that (is|are) (not )?known\b",
    "stands first": r"\bstands? (first|in the (report|record|ledger|file))\b",
}
SHOWN = ("ui", "presenters", "session", "commands", "io", "core", "preprocessing", "words", "library")


def constants(path: Path) -> Iterator[tuple[int, str]]:
    """Texts of a module that are not its documentation; parts of an f-string put together."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs, inside = set(), set()
    for node in ast.walk(tree):
        for statement in getattr(node, "body", None) if isinstance(getattr(node, "body", None), list) else ():
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                docs.add(id(statement.value))
        if isinstance(node, ast.JoinedStr):
            inside |= {id(v) for v in node.values}
            yield node.lineno, "".join(v.value if isinstance(v, ast.Constant) else "…" for v in node.values)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs | inside:
            yield node.lineno, node.value


def sentences() -> Iterator[tuple[str, str]]:
    """Everything that a user may read: templates, texts of the window, sentences in the code, the guide."""
    for entry in messages():
        yield entry.context or entry.where, entry.text
    for part in SHOWN:
        for path in sorted((ROOT / "spectralign_gui" / part).rglob("*.py")):
            for line, text in constants(path):
                if " " in text.strip():
                    yield f"{path.relative_to(ROOT)}:{line}", text
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")),
                 *sorted((ROOT / "spectralign_gui" / "core").rglob("*.md"))):
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            yield f"{path.relative_to(ROOT)}:{line}", text


ALL = list(sentences())


def test_there_is_much_to_look_at():
    assert len(ALL) > 6000 and len({where for where, _ in ALL}) > 3000


@pytest.mark.parametrize("name", list(WORST))
def test_no_sentence_has_the_pattern(name):
    found = [f"{where}: {text[:160]}" for where, text in ALL if re.search(WORST[name], text)]
    assert not found, "\n".join(found[:20])


@pytest.mark.parametrize(("name", "text"), [
    ("is no number", "'lost' is no number"), ("nobody", "pairs that nobody marked"), ("1 of 1", "≈ 1 of 1"),
    ("probable", "That nothing beats it is 54 % probable."), ("of before", "models of before"),
    ("said", "so nothing independent can be said"), ("what is", "What is held out is in no fit."),
    ("anew", "fit the model anew"),
    ("not paired", "12 values but 10 positions; they are not paired"),
    ("shall", "whose calibration the others shall use"),
    ("stands first", "what needs somebody stands first"), ("and more", "ten and more standards"),
])
def test_the_patterns_find_what_they_are_for(name, text):
    assert re.search(WORST[name], text)


def test_the_page_of_style_has_twenty_pairs():
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## How we write")[2]
    pairs = [line for line in page.splitlines() if line.startswith("|")][2:]
    assert len(pairs) >= 20 and all(line.count("|") == 3 for line in pairs)
