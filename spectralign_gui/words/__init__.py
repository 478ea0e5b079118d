"""The one place where facts become sentences: templates by code, plurals, lists, numbers, languages.

Lowest of all layers: it knows templates and nothing of spectra. ``say`` renders for the user, in the language and with
the decimal sign chosen; ``english`` renders what logs, scripts and JSON hold. How to write a template: `words.render`.
"""

from .language import Language, Numbers, available, language, use
from .render import english, say, shown, tr
from .templates import current, declare, known, template_of

__all__ = ["Language", "Numbers", "available", "current", "declare", "english", "known", "language", "say", "shown",
           "template_of", "tr", "use"]
