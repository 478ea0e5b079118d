"""The language sentences are shown in, and how its numbers look.

Translations are gettext catalogues, ``resources/languages/CODE/LC_MESSAGES/spectralign.mo``; a language is there as
soon as its catalogue is (``tools/languages.py`` makes it from the ``.po``).
"""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from ..shipped import resource

DOMAIN = "spectralign"
ENGLISH = "en"
SYSTEM = "system"


@dataclass(frozen=True)
class Numbers:
    """How numbers are shown; files are always written with a point.

    Parameters
    ----------
    decimal : str
        The decimal sign, "." or ",".
    figures : int
        Figures of a number whose template asks for the user's.
    """

    decimal: str = "."
    figures: int = 4

    def shown(self, text: str) -> str:
        """A number written with a point, as the user wants to see it."""
        return text if self.decimal == "." else text.replace(".", self.decimal)


@dataclass(frozen=True)
class Language:
    """A language with its translations and numbers.

    Parameters
    ----------
    code : str
        ISO 639, such as "de".
    translations : gettext.NullTranslations
    numbers : Numbers
    plural : callable
        Which of the plural forms a number takes.
    """

    code: str = ENGLISH
    translations: gettext.NullTranslations = field(default_factory=gettext.NullTranslations, compare=False)
    numbers: Numbers = Numbers()
    plural: Callable[[int], int] = field(default=lambda n: int(n != 1), compare=False)


PLAIN = Language()
"""English with a decimal point: what files, logs and the command line hold, whatever the window shows."""
_now = PLAIN


def folder() -> Path:
    """Where the catalogues are."""
    return resource("languages")


@lru_cache(maxsize=1)
def available() -> tuple[str, ...]:
    """Codes of all languages there are, English first."""
    found = sorted(p.parent.parent.name for p in folder().glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (ENGLISH, *found)


def of_system() -> str:
    """The language of the computer, if there is a catalogue of it; else English."""
    named = next((os.environ[k] for k in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(k)), "")
    named = named or locale.getlocale()[0] or ""
    code = named.partition("_")[0].partition(".")[0].lower()
    return code if code in available() else ENGLISH


@lru_cache(maxsize=8)
def load(code: str) -> tuple[gettext.NullTranslations, Callable[[int], int]]:
    """Translations and plural rule of a language; of English where there is no catalogue."""
    if code == ENGLISH or code not in available():
        return gettext.NullTranslations(), PLAIN.plural
    found = gettext.translation(DOMAIN, str(folder()), [code])
    rule = next((part.partition("=")[2] for part in found.info().get("plural-forms", "").split(";")
                 if part.strip().startswith("plural")), "n != 1")
    return found, gettext.c2py(rule)  # type: ignore[attr-defined]


def language() -> Language:
    """The language of now."""
    return _now


def of(code: str = SYSTEM, numbers: Numbers | None = None) -> Language:
    """A language by its code; "system" for that of the computer, English where it is unknown."""
    code = of_system() if code == SYSTEM else code
    translations, plural = load(code)
    return Language(code if code in available() else ENGLISH, translations, numbers or Numbers(), plural)


def use(code: str = SYSTEM, numbers: Numbers | None = None) -> Language:
    """Show sentences in this language from now on; gives the one before back as it is to be restored."""
    return put(of(code, numbers))


def put(new: Language) -> Language:
    """Make this the language of now; the one before is given back."""
    global _now
    before, _now = _now, new
    return before
