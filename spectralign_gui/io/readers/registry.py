"""The list of readers. A reader registers itself from its own file; a lab's own come through entry points."""

from __future__ import annotations

import importlib
import pkgutil
from importlib.metadata import entry_points
from pathlib import Path

from ...core.errors import FileError, ParameterError
from ...core.notes import Note
from ...core.plugins import not_loaded
from .contract import Reader

ENTRY_POINT_GROUP = "spectralign.readers"
SURE = 0.9
SKIPPED = frozenset({"contract", "registry"})

_readers: dict[str, Reader] = {}
_plugin_problems: list[Note] = []
_loaded = False


def register_reader(cls: type[Reader]) -> type[Reader]:
    """Class decorator that adds a reader."""
    if not cls.name or not cls.title:
        raise TypeError(f"reader {cls.__qualname__} has no name or title")
    if cls.name in _readers and type(_readers[cls.name]).__qualname__ != cls.__qualname__:
        raise TypeError(f"two readers are called {cls.name!r}")
    _readers[cls.name] = cls()
    return cls


def _load_plugins() -> None:
    for point in entry_points(group=ENTRY_POINT_GROUP):
        try:
            found = point.load()
            if isinstance(found, type) and issubclass(found, Reader):
                register_reader(found)
            elif isinstance(found, Reader):
                _readers[found.name] = found
            else:
                raise TypeError("it is neither a Reader class nor an instance of one")
        except Exception as error:  # noqa: BLE001 - whatever a lab's own module does when it is loaded, the others read
            _plugin_problems.append(not_loaded(ENTRY_POINT_GROUP, point.name, point.value, str(error)))


def readers() -> dict[str, Reader]:
    """All readers by name, sorted by title."""
    global _loaded
    if not _loaded:
        _loaded = True
        package = importlib.import_module(__package__)
        for module in pkgutil.iter_modules(package.__path__):
            if not module.name.startswith("_") and module.name not in SKIPPED:
                importlib.import_module(f"{package.__name__}.{module.name}")
        _load_plugins()
    return dict(sorted(_readers.items(), key=lambda item: item[1].title.casefold()))


def plugin_problems() -> list[Note]:
    """Sentences about lab plugins that could not be loaded."""
    readers()
    return list(_plugin_problems)


def reader(name: str) -> Reader:
    """The reader called `name`.

    Raises
    ------
    ParameterError
        If there is none; the sentence lists those there are.
    """
    found = readers()
    if name not in found:
        raise ParameterError("files.no_such_reader", name=name, found=sorted(found))
    return found[name]


def rank_readers(path: Path, head: bytes) -> list[tuple[float, Reader]]:
    """Readers that may read the file, surest first; content counts, the extension only breaks ties."""
    suffix = path.suffix.lower()
    ranked = []
    for candidate in readers().values():
        confidence = _sniffed(candidate, path, head)
        if confidence > 0:
            ranked.append((min(confidence, 1.0) + (0.01 if suffix in candidate.extensions else 0.0), candidate))
    return sorted(ranked, key=lambda item: -item[0])


def is_own(candidate: Reader) -> bool:
    """Whether a reader is the program's and no lab's own."""
    return type(candidate).__module__.startswith(f"{__name__.partition('.')[0]}.")


def _sniffed(candidate: Reader, path: Path, head: bytes) -> float:
    """How sure a reader is; a lab's own that fails over a file is none for it, and keeps no other from reading it."""
    try:
        return float(candidate.sniff(path, head))
    except OSError:  # of the file itself: said as that
        raise
    except Exception as error:
        if is_own(candidate):
            raise
        note = Note("plugin.reader_failed", name=candidate.name, why=f"{type(error).__name__}: {error}")
        if note not in _plugin_problems:
            _plugin_problems.append(note)
        return 0.0


def choose_reader(path: Path, head: bytes) -> Reader:
    """The reader for a file.

    Raises
    ------
    FileError
        If none knows the content; the sentence says what the content looks like.
    """
    from ._named import refusal

    ranked = rank_readers(path, head)
    if (not ranked or ranked[0][0] < SURE) and (sentence := refusal(path, head)):
        raise FileError(sentence)  # a reader that is sure of the content is not overruled
    if not ranked:
        from ._foreign import describe_foreign

        raise FileError(describe_foreign(head))
    return ranked[0][1]
