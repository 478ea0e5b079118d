"""The shipped catalogues: up to date, compiled, and every translation takes the facts of its template."""

from __future__ import annotations

from string import Formatter

import pytest

from spectralign_gui import words
from spectralign_gui.core.notes import Note, about
from spectralign_gui.words.language import PLAIN, of, of_system, put
from spectralign_gui.words.render import render
from spectralign_gui.words.templates import every_template
from tools.languages import FOLDER, messages
from tools.po import Entry, compiled, read, written

CODES = sorted(p.parent.parent.name for p in FOLDER.glob("*/LC_MESSAGES/*.po"))


@pytest.fixture
def speaking():
    before = words.language()
    yield lambda code, **numbers: words.use(code, words.Numbers(**numbers))
    put(before)


def catalogue(code: str) -> tuple[str, list[Entry]]:
    return read((FOLDER / code / "LC_MESSAGES" / "spectralign.po").read_text(encoding="utf-8"))


def fields(template: str) -> set[str]:
    found = set()
    for _, name, spec, _ in Formatter().parse(template):
        found |= ({name} if name else set()) | (fields(spec) if spec else set())
    return found


def test_german_and_chinese_are_shipped():
    assert words.available()[0] == "en" and {"de", "zh"} <= set(words.available())


def test_every_message_is_found():
    """Templates, nouns and what the window shows, each once; a translation of an older text is just not used."""
    found = messages()
    assert len({e.key for e in found}) == len(found) and {e.context for e in found} > set(every_template())
    texts = {e.text for e in found if not e.context}
    assert {"&File", "&Open spectra or project…", "Quality", "See how far the result can be trusted.", "&Method",
            "Decimal &comma", "standard"} <= texts


@pytest.mark.parametrize("code", CODES)
def test_catalogues_are_compiled(code: str):
    header, entries = catalogue(code)
    assert compiled(header, entries) == (FOLDER / code / "LC_MESSAGES" / "spectralign.mo").read_bytes(), (
        "run python -m tools.languages")


@pytest.mark.parametrize("code", CODES)
def test_translations_take_the_facts_of_their_template(code: str):
    _, entries = catalogue(code)
    wrong = [e.context for e in entries if e.context and e.done and fields(e.translated[0]) - fields(e.text)]
    assert not wrong
    for e in entries:
        if not e.context and e.done and "&" in e.text and not e.plural:
            assert e.translated[0].count("&") == 1, f"{e.text} has lost its access key"


FACTS = {"n": 3, "most": 2, "names": ["Öl", "Fett"], "parts": ["a", "b"], "share": 0.5, "digits": 2}


@pytest.mark.parametrize("code", CODES)
def test_every_translation_can_be_rendered(code: str):
    """With a number or a text for every fact, whichever its template takes."""
    into = of(code)
    for e in catalogue(code)[1]:
        if not (e.context and e.done):
            continue
        given = dict.fromkeys(fields(e.text))
        for facts in ({k: FACTS.get(k, 2) for k in given}, {k: FACTS.get(k, 0.5) for k in given},
                      {k: FACTS.get(k, "x") for k in given}, {k: FACTS.get(k, ["x", "y"]) for k in given}):
            try:
                render(e.context, facts, PLAIN)
            except (ValueError, TypeError):
                continue  # English takes facts of another kind
            assert render(e.context, facts, into)


def test_german_sentences(speaking):
    speaking("de", decimal=",")
    note = Note("axis_check.differ", a="A", b="B", digits=2, shift=0.5, unit="nm", used=3, windows=4)
    assert words.say(note) == "B = A +0,50 nm (3 von 4 Fenstern)." and note == "B = A +0.50 nm (3 of 4 windows)."
    one, many = (Note("outliers.of_set", set="B", n=n, parts=["x"]) for n in (1, 2))
    assert words.say(one) == "B hat 1 auffällige Probe: x." and words.say(many) == "B hat 2 auffällige Proben: x."
    assert words.say(about("b.csv", Note("read.empty", "error"))) == "b.csv: die Datei ist leer (0 Byte)."
    assert words.say(Note("run.no_values", title="LRA")).startswith("LRA braucht Referenzwerte")
    assert words.tr("&File") == "&Datei" and words.tr("nobody translated this") == "nobody translated this"


def test_chinese_has_one_plural_form(speaking):
    speaking("zh")
    notes = [words.say(Note("outliers.of_set", set="B", n=n, parts=["x", "y"])) for n in (1, 2)]
    assert notes == ["B有1 个离群样品:x;y。", "B有2 个离群样品:x;y。"]


def test_what_has_no_translation_is_english(speaking):
    untranslated = next(e.context for e in catalogue("de")[1] if e.context and not e.done and "{" not in e.text)
    speaking("de")
    assert words.say(Note(untranslated)) == every_template()[untranslated]


def test_plain_texts_and_english_are_left_alone(speaking, monkeypatch):
    assert words.say("a sentence of an old project") == "a sentence of an old project"
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert of_system() == "de"
    monkeypatch.setenv("LANG", "xx_XX")
    assert of_system() == "en" and of("xx").code == "en"
    speaking("system")
    assert words.language().code == "en"


@pytest.mark.parametrize("text", ['a "quoted" one', "back\\slash", "two\nlines", "Größe – µ"])
def test_po_files_keep_any_text(text: str):
    entries = [Entry("area.code", text, "", (text[::-1],), "file.py"), Entry("", "n", "ns", ("a", "b"))]
    header, again = read(written("Language: de\n", entries))
    assert header == "Language: de\n" and [(e.key, e.plural, e.translated) for e in again] == [
        (e.key, e.plural, e.translated) for e in entries]
