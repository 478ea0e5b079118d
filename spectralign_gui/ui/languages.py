"""The language and the numbers of the window: what the user chose, and making it so."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QSettings, QTranslator

from ..words import Numbers, available, language, use

SYSTEM = "system"
SIGNS = {"point": ".", "comma": ","}


def name_of(code: str) -> str:
    """What a language calls itself."""
    return QLocale(code).nativeLanguageName() if code != "en" else "English"


def chosen(settings: QSettings) -> str:
    """The language the user chose: a code, or "system"; English at first."""
    code = str(settings.value("look/language", "en"))
    return code if code == SYSTEM or code in available() else "en"


def decimal(settings: QSettings) -> str:
    """The decimal sign the user chose, "point" or "comma"."""
    name = str(settings.value("look/decimal", "point"))
    return name if name in SIGNS else "point"


def keep_language(settings: QSettings, code: str) -> None:
    """Keep a language for the next start."""
    settings.setValue("look/language", code)


def keep_decimal(settings: QSettings, name: str) -> None:
    """Keep a decimal sign; sentences show it from now on."""
    settings.setValue("look/decimal", name)
    use(language().code, Numbers(SIGNS[name]))


def begin(settings: QSettings) -> None:
    """Speak the chosen language and write its numbers; before any window is made.

    Files are always written with a point, and no number is shown with groups of digits.
    """
    use(chosen(settings), Numbers(SIGNS[decimal(settings)]))
    locale = QLocale(QLocale.Language.C)
    if decimal(settings) == "comma":
        locale = QLocale(QLocale.Language.German, QLocale.Country.Germany)
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator | QLocale.NumberOption.RejectGroupSeparator)
    QLocale.setDefault(locale)
    _own_words_of_qt(language().code)


def _own_words_of_qt(code: str) -> None:
    """The buttons that Qt itself labels ("Cancel"), where it ships their translation."""
    app = QCoreApplication.instance()
    if app is None or code == "en":
        return
    translator = QTranslator(app)
    name = {"zh": "zh_CN"}.get(code, code)
    if translator.load(f"qtbase_{name}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(translator)
