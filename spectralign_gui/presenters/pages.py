"""The pages of the documentation: which there are, their titles, what they say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ..shipped import folder

ORDER = ("guide", "", "methods")  # folders of the index, in this order
HEADS = {"guide": "User guide", "": "Reference", "methods": "Methods"}
INDEX = "guide/index.md"
_LINK = re.compile(r"\]\(([^)\s]+\.md)\)")
_COMMENT = re.compile(r"<!--.*?-->\s*", re.S)
_CODE = re.compile(r" \(`[^`]*`\)$")


@dataclass(frozen=True)
class Page:
    """One page: its path below ``docs/`` with slashes, its title, its Markdown text."""

    path: str
    title: str
    text: str


@dataclass(frozen=True)
class Hit:
    """A page that holds what was looked for, and the words around the first place."""

    page: Page
    count: int
    words: str


def slug(heading: str) -> str:
    """Anchor of a heading, as GitHub makes it: "Short names" is "short-names"."""
    kept = "".join(c for c in heading.strip().lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


def read_pages(root: Path | None = None) -> dict[str, Page]:
    """All pages below `root` (default: the shipped ``docs/``), in the order of the index.

    Raises
    ------
    FileNotFoundError
        If the installation is damaged.
    """
    root = root or folder("docs")
    found = []
    for file in root.rglob("*.md"):
        text = _COMMENT.sub("", file.read_text(encoding="utf-8"))
        path = file.relative_to(root).as_posix()
        title = next((line[2:].strip() for line in text.splitlines() if line.startswith("# ")), file.stem)
        found.append(Page(path, _CODE.sub("", title), text))
    index = next((page.text for page in found if page.path == INDEX), "")
    listed = [INDEX, *(resolve(link, INDEX)[0] for link in _LINK.findall(index))]
    found.sort(key=lambda page: _place(page, listed))
    return {page.path: page for page in found}


def _place(page: Page, listed: list[str]) -> tuple[int, int, str]:
    """The guide stands in the order of its own index, everything else by title."""
    where = str(PurePosixPath(page.path).parent).replace(".", "")
    chapter = listed.index(page.path) if where == "guide" and page.path in listed else len(listed)
    return (ORDER.index(where) if where in ORDER else len(ORDER), chapter, page.title)


def resolve(link: str, base: str) -> tuple[str, str]:
    """Page and fragment that a relative `link` on page `base` leads to."""
    path, _, fragment = link.partition("#")
    if not path:
        return base, fragment
    parts: list[str] = []
    for part in [*PurePosixPath(base).parent.parts, *PurePosixPath(path).parts]:
        if part == "..":
            if not parts:
                return "", ""  # out of the documentation
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts), fragment


def search(pages: dict[str, Page], words: str) -> list[Hit]:
    """Pages that hold every word of `words`, those with the words in the title first, then by number of places."""
    wanted = words.lower().split()
    if not wanted:
        return []
    hits = []
    for page in pages.values():
        plain = re.sub(r"[`*#|]+", " ", page.text)
        low = plain.lower()
        if all(word in low for word in wanted):
            at = low.find(wanted[0])
            around = " ".join(plain[max(0, at - 40):at + 80].split())
            hits.append(Hit(page, sum(low.count(word) for word in wanted), around))
    return sorted(hits, key=lambda hit: (not all(w in hit.page.title.lower() for w in wanted), -hit.count))
