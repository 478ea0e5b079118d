"""Declaration of a method's parameters: one place from which the form, the command line, the project
file, the script export and the documentation are made."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any

from .errors import ParameterError

SMALLEST, LARGEST = 1e-60, 1e60
"""Sizes of a number (but 0) that a product of a few can still be calculated with."""
KINDS = ("float", "int", "bool", "choice", "text", "floats")


@dataclass(frozen=True)
class Parameter:
    """One parameter of a method or preprocessing step.

    Parameters
    ----------
    name : str
        Keyword of the constructor.
    kind : {"float", "int", "bool", "choice", "text", "floats"}
        "floats" is a tuple of numbers (one per instrument, say).
    default : object
        Value used when the user says nothing. May be None or "auto" if `automatic` is set.
    title : str
        Label in the form, in the field's words.
    help : str
        One plain sentence that says what it does to the result.
    minimum, maximum : float, optional
        Inclusive range; with `open_minimum` / `open_maximum` the end itself is excluded.
    unit : str
        "" if it has none.
    choices : tuple of str
        For kind "choice".
    automatic : None or "auto", optional
        The value that means "let the program choose"; set ``has_automatic`` with it.
    has_automatic : bool
        Whether the `automatic` value is legal.
    logarithmic : bool
        Whether a slider should be logarithmic.
    advanced : bool
        Shown folded away at first.
    excludes : tuple of str
        Names of parameters that may not be set (be other than automatic) at the same time.
    live : bool
        Whether a fitted result can be re-solved for a new value at once (see ``Alignment.resolve``).
    when : (str, tuple of str), optional
        Name of a "choice" parameter and those of its values for which this one matters: a form shows it only then.
    advice : str
        Values that serve in practice, what automatic does, and when to move away from it; for the method's page.
    """

    name: str
    kind: str
    default: Any
    title: str
    help: str
    minimum: float | None = None
    maximum: float | None = None
    open_minimum: bool = False
    open_maximum: bool = False
    unit: str = ""
    choices: tuple[str, ...] = ()
    automatic: Any = None
    has_automatic: bool = False
    logarithmic: bool = False
    advanced: bool = False
    excludes: tuple[str, ...] = ()
    live: bool = False
    when: tuple[str, tuple[str, ...]] | None = None
    advice: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise TypeError(f"parameter {self.name}: unknown kind {self.kind!r}")

    @property
    def label(self) -> str:
        """What sentences call it: the label of the form, with the name that scripts use where it is another word."""
        plain = self.title.casefold().replace(" ", "_") == self.name.casefold()
        return self.title if plain else f"{self.title} ({self.name})"

    def is_automatic(self, value: Any) -> bool:
        """Whether `value` leaves the choice to the program."""
        return self.has_automatic and (value is None or (isinstance(value, str) and value == "auto"))

    def check(self, value: Any) -> Any:
        """Return `value` in its proper type.

        Raises
        ------
        ParameterError
            If it is of the wrong type or outside the range; the sentence names the parameter.
        """
        if self.is_automatic(value):
            return self.automatic
        if self.kind == "choice":
            if value not in self.choices:
                raise ParameterError("parameter.one_of", label=self.label, choices=self.choices, value=repr(value))
            return value
        if self.kind == "bool":
            if isinstance(value, bool) or value in (0, 1):
                return bool(value)
            raise ParameterError("parameter.true_or_false", label=self.label, value=repr(value))
        if self.kind == "text":
            return str(value)
        if self.kind == "floats":
            return tuple(self._number(v) for v in value)
        return self._number(value)

    def _number(self, value: Any) -> Any:
        try:
            number = float(value)
        except (TypeError, ValueError):
            raise ParameterError("parameter.no_number", label=self.label, value=repr(value)) from None
        if not math.isfinite(number) or isinstance(value, bool):
            raise ParameterError("parameter.not_finite", label=self.label, value=repr(value))
        if self.kind != "int" and number != 0 and not SMALLEST <= abs(number) <= LARGEST:
            raise ParameterError("parameter.size", label=self.label, number=number, smallest=SMALLEST, largest=LARGEST)
        if self.kind == "int":
            if number != int(number):
                raise ParameterError("parameter.not_whole", label=self.label, value=repr(value))
            value = int(number)
        else:
            value = number
        low, high = self.minimum, self.maximum
        if low is not None and (number < low or (self.open_minimum and number == low)):
            raise ParameterError(
                "parameter.one_of_2", label=self.label, whether_open_minimum=bool(self.open_minimum), low=low,
                number=number)
        if high is not None and (number > high or (self.open_maximum and number == high)):
            raise ParameterError(
                "parameter.one_of_3", label=self.label, whether_open_maximum=bool(self.open_maximum), high=high,
                number=number)
        return value

    def parse(self, text: str) -> Any:
        """Value from a command-line word (``--set name=value``); checked."""
        text = text.strip()
        if self.has_automatic and text.lower() in ("auto", "none", ""):
            return self.automatic
        if self.kind == "bool":
            words = {"true": True, "yes": True, "1": True, "on": True,
                     "false": False, "no": False, "0": False, "off": False}
            if text.lower() not in words:
                raise ParameterError("parameter.true_or_false_2", label=self.label, text=text)
            return words[text.lower()]
        if self.kind == "floats":
            return self.check([part for part in text.split(",") if part])
        return self.check(text)

    def describe(self) -> dict[str, Any]:
        """Plain dictionary for ``spectralign methods --json`` and the documentation."""
        return {
            "name": self.name, "type": self.kind, "range": [self.minimum, self.maximum],
            "choices": list(self.choices), "default": self.default, "unit": self.unit,
            "automatic": self.has_automatic, "title": self.title, "help": self.help,
            **({"advice": self.advice.replace("*", "")} if self.advice else {}),
            **({} if self.when is None else {"when": {self.when[0]: list(self.when[1])}}),
        }


_declared: ContextVar[tuple[Parameter, ...]] = ContextVar("declared", default=())


@contextmanager
def declared(parameters: Iterable[Parameter]) -> Iterator[None]:
    """Within it (in this thread) sentences call these parameters by their labels; see `the_parameter`."""
    token = _declared.set(tuple(parameters))
    try:
        yield
    finally:
        _declared.reset(token)


def the_parameter(name: str) -> str:
    """What a sentence calls a parameter: the label of the form and the name in brackets.

    The declaration is that of the method or step at work (`declared`); of one that has no such parameter, and where
    none is at work, the name alone.
    """
    return next((p.label for p in _declared.get() if p.name == name), name)


def saying_labels(function: Callable[..., Any]) -> Callable[..., Any]:
    """A method of an object with `parameters` whose sentences call them by their labels; it takes no other ones."""
    keywords = {name for name, p in inspect.signature(function).parameters.items()
                if p.kind is not inspect.Parameter.VAR_KEYWORD}

    @wraps(function)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        known = {p.name for p in self.parameters}
        for name in kwargs:
            if name not in known and name not in keywords:
                raise ParameterError("parameter.none_of_title", title=self.title, name=name, known=sorted(known))
        with declared(self.parameters):
            return function(self, *args, **kwargs)

    return call


def check_all(parameters: tuple[Parameter, ...], values: dict[str, Any]) -> dict[str, Any]:
    """Check every value, and that no two exclude each other. Returns the checked values.

    Raises
    ------
    ParameterError
        Names the first parameter at fault, or the two that exclude each other.
    """
    known = {p.name: p for p in parameters}
    for name in values:
        if name not in known:
            raise ParameterError("parameter.unknown", name=name, known=known)
    checked = {name: known[name].check(value) for name, value in values.items()}
    for name, value in checked.items():
        p = known[name]
        if value is not None and not p.is_automatic(value):
            for other in p.excludes:
                if other in checked and checked[other] is not None and not known[other].is_automatic(checked[other]):
                    raise ParameterError("parameter.exclusive", label=p.label, label2=known[other].label)
    return checked


def constructor(parameters: tuple[Parameter, ...]) -> Any:
    """An ``__init__`` that takes these parameters by name, as scikit-learn wants to see it."""
    def __init__(self: Any, **values: Any) -> None:
        for p in parameters:
            setattr(self, p.name, values.pop(p.name, p.default))
        if values:
            raise ParameterError("parameter.none_of_title_2", name=type(self).__name__, next=repr(next(iter(values))),
                                 parameters=(p.name for p in parameters))

    keyword = inspect.Parameter.KEYWORD_ONLY
    __init__.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD),
         *(inspect.Parameter(p.name, keyword, default=p.default) for p in parameters)])
    return __init__
