"""What the program knows of a method before it imports it: the text file beside the method's module.

``alignments/lra.md`` declares the method "lra". Between two lines ``+++`` stand the facts (TOML); what follows is for
people: a summary, then sections under the headings of `SECTIONS`. ``{{hits}}`` stands for a sentence of
``_sentences.md`` in the same folder. A lab's own method is declared alike, in a file NAME.md beside the module that the
entry point NAME of the group `ENTRY_POINT_GROUP` names.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .notes import Note
from .plugins import not_loaded

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

FAMILIES = ("alignment", "clustering", "embedding", "transfer")
NEEDS = ("pairs", "targets", "same channels", "groups")
CAN = ("transform", "to_spectra", "predict", "resolve", "reconstruction")
FACTS = {"title", "family", "estimator", "preset", "needs", "instruments", "can"}
FOLDERS = ("alignments", "transfers")
ENTRY_POINT_GROUP = "spectralign.methods"
SENTENCES = "_sentences.md"
SECTIONS = {
    "Source": "source", "Assumes": "assumes", "Standards": "standards", "Reference values": "values",
    "When to use it": "use", "When not": "avoid", "Instead": "instead", "Only": "only",
    "How to see that it failed": "failed", "Cost": "cost", "Equation": "equation", "Departs from print": "departs",
}
"""Heading and the field of `Declaration` that it fills."""
LISTS = ("instead", "only")


@dataclass(frozen=True)
class Declaration:
    """Facts of one method, and what its page says.

    Parameters
    ----------
    name : str
        Name on the command line and in project files ("lra").
    title : str
        Name shown to the user.
    family : {"alignment", "clustering", "embedding", "transfer"}
        "transfer" are the classical calibration transfers.
    place : str
        Module and class of the estimator, "package.module:Class".
    preset : mapping
        Parameters that this name fixes (``ma-linear`` is ManifoldAlignment with level="feature").
    needs : frozenset of str
        Of "pairs", "targets", "same channels", "groups".
    min_sets, max_sets : int, int or None
        How many instruments it takes; None is any number.
    can : frozenset of str
        Of "transform", "to_spectra", "predict", "resolve", "reconstruction".
    summary : str
        One or two sentences in a chemist's words: what it does and when to use it.
    source : str
        Paper and equation.
    assumes, use, avoid, equation, departs : str
        For the method's page: what must hold for it to work; when to use it, and when not; its equation as plain
        text; where the formula used here differs from the printed one ("" if nowhere).
    instead : mapping of str to str
        Methods to use instead, by name, and when each of them is the better choice.
    standards, values : str
        How many standards make it worth while, and which samples' reference values it uses and for what.
    failed : str
        How to see that it failed: which dock, which number.
    cost : str
        What its time and memory grow with (n spectra and p channels per instrument, m standards).
    only : mapping of str to str
        Abilities of `can` that need more than the defaults, and what.
    """

    name: str
    title: str
    family: str
    place: str
    preset: Mapping[str, Any] = field(default_factory=dict)
    needs: frozenset[str] = frozenset()
    min_sets: int = 2
    max_sets: int | None = 2
    can: frozenset[str] = frozenset()
    summary: str = ""
    source: str = ""
    assumes: str = ""
    use: str = ""
    avoid: str = ""
    equation: str = ""
    departs: str = ""
    instead: Mapping[str, str] = field(default_factory=dict)
    standards: str = ""
    values: str = ""
    failed: str = ""
    cost: str = ""
    only: Mapping[str, str] = field(default_factory=dict)

    def as_fields(self) -> dict[str, Any]:
        """Every field by name."""
        return {f.name: getattr(self, f.name) for f in fields(Declaration)}


def read_declaration(path: Path, package: str, place: str = "") -> Declaration:
    """The declaration that a text file holds.

    Parameters
    ----------
    path : path
    package : str
        Package in which the module of the estimator is found.
    place : str
        Module and class where the file does not say them.

    Raises
    ------
    TypeError
        What is missing or not known, and in which file.
    """
    head, prose = _split(path)
    unknown = set(head) - FACTS
    if unknown or "title" not in head or not (place or "estimator" in head):
        raise TypeError(f"{path.name}: unknown fact {min(unknown)!r}" if unknown else
                        f"{path.name}: the title or the estimator is missing")
    family, needs, can = head.get("family", "alignment"), head.get("needs", ()), head.get("can", ())
    if family not in FAMILIES or not set(needs) <= set(NEEDS) or not set(can) <= set(CAN):
        raise TypeError(f"{path.name}: unknown family, need or ability")
    module, _, name = str(head.get("estimator", "")).rpartition(".")
    low, *high = head.get("instruments", (2, 2))
    return Declaration(
        path.stem, head["title"], family, place or f"{package}.{module}:{name}", head.get("preset", {}),
        frozenset(needs), low, high[0] if high else None, frozenset(can), **_texts(path, prose))


@cache
def declarations() -> dict[str, Declaration]:
    """All methods by name, alignments first, in a stable order."""
    found: dict[str, Declaration] = {}
    for folder in FOLDERS:
        for path in sorted((Path(__file__).parent / folder).glob("[!_]*.md")):
            found[path.stem] = read_declaration(path, f"{__package__}.{folder}")
    for point in _plugins():
        try:
            if point.name in found:
                raise TypeError("there is a method of this name already")
            found[point.name] = _of_plugin(point)
        except (ImportError, OSError, TypeError, ValueError) as error:
            _problems.append(not_loaded(ENTRY_POINT_GROUP, point.name, point.value, str(error)))
    order = {family: k for k, family in enumerate(FAMILIES)}
    return dict(sorted(found.items(), key=lambda item: (order[item[1].family], item[1].title)))


_problems: list[Note] = []


def plugin_problems() -> list[Note]:
    """Sentences about a lab's own methods whose declaration could not be read."""
    declarations()
    return list(_problems)


def title_of(kind: type, values: Mapping[str, Any]) -> str:
    """The title of the method that an estimator of this class is with these values; the class's name if it is none."""
    place = f"{kind.__module__}:{kind.__qualname__}"
    fitting = [d for d in declarations().values() if d.place == place and all(
        values.get(name) == value for name, value in d.preset.items())]
    return max(fitting, key=lambda d: len(d.preset)).title if fitting else kind.__name__


def _plugins() -> Iterable[EntryPoint]:
    from importlib.metadata import entry_points

    return entry_points(group=ENTRY_POINT_GROUP)


def _of_plugin(point: EntryPoint) -> Declaration:
    """The declaration beside the module of an entry point, which is not imported for it."""
    spec = find_spec(point.module)
    if spec is None or spec.origin is None:
        raise ImportError(f"there is no module {point.module}")
    return read_declaration(Path(spec.origin).with_name(f"{point.name}.md"), point.module.rpartition(".")[0],
                            f"{point.module}:{point.attr}" if point.attr else "")


def _split(path: Path) -> tuple[dict[str, Any], str]:
    """The facts and the prose of a text file."""
    parts = re.split(r"^\+\+\+\n", path.read_text(encoding="utf-8"), maxsplit=2, flags=re.MULTILINE)
    if len(parts) != 3 or parts[0]:
        raise TypeError(f"{path.name}: the facts do not stand between two lines +++ at its beginning")
    try:
        return tomllib.loads(parts[1]), parts[2]
    except tomllib.TOMLDecodeError as error:
        raise TypeError(f"{path.name}: {error}") from error


def _texts(path: Path, prose: str) -> dict[str, Any]:
    """The fields of a `Declaration` that are words, by name."""
    summary, sections = _by_heading(prose)
    unknown = set(sections) - set(SECTIONS)
    if unknown:
        raise TypeError(f"{path.name}: unknown heading {min(unknown)!r}")
    shared = _shared(path.with_name(SENTENCES))
    found: dict[str, Any] = {"summary": _filled(summary, shared, path)}
    for heading, text in sections.items():
        name = SECTIONS[heading]
        text = _filled(text, shared, path)
        found[name] = dict(re.findall(r"- `([^`]+)`: (.*?)(?= - `|$)", text)) if name in LISTS else text
    return found


def _by_heading(prose: str) -> tuple[str, dict[str, str]]:
    """What stands before the first heading, and under each; lines of a paragraph are joined."""
    first, *rest = re.split(r"^## (.+)\n", prose, flags=re.MULTILINE)
    sections = {heading: " ".join(text.split()) for heading, text in zip(rest[::2], rest[1::2], strict=True)}
    return " ".join(first.split()), sections


@cache
def _shared(path: Path) -> dict[str, str]:
    """The sentences that the texts of a folder share, by name."""
    return _by_heading(path.read_text(encoding="utf-8"))[1] if path.exists() else {}


def _filled(text: str, shared: Mapping[str, str], path: Path) -> str:
    """A text with the shared sentences in their places."""
    def sentence(match: re.Match[str]) -> str:
        if match[1] not in shared:
            raise TypeError(f"{path.name}: there is no shared sentence {match[1]!r}")
        return _filled(shared[match[1]], shared, path)

    return re.sub(r"\{\{(.+?)\}\}", sentence, text)
