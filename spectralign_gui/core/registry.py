"""The list of methods. A method registers itself from its own file; nothing else has to be touched."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .errors import ParameterError
from .parameters import Parameter, check_all

if TYPE_CHECKING:
    from .base import Alignment

FAMILIES = ("alignment", "clustering", "embedding", "transfer")
NEEDS = ("pairs", "targets", "same channels", "groups")
THROUGH = ", through A's spectra"
ROUTE = "/spectra"
"""What follows a method's name where B's spectra are turned into A's and A's own model predicts."""


@dataclass(frozen=True)
class MethodInfo:
    """What the program knows of one method.

    Parameters
    ----------
    name : str
        Name on the command line and in project files ("lra").
    title : str
        Name shown to the user.
    family : {"alignment", "clustering", "embedding", "transfer"}
        "transfer" are the classical calibration transfers.
    summary : str
        One or two sentences in a chemist's words: what it does and when to use it.
    source : str
        Paper and equation.
    estimator : type
        Subclass of `Alignment`.
    preset : mapping
        Parameters that this name fixes (``ma-linear`` is ManifoldAlignment with level="feature").
    needs : frozenset of str
        Of "pairs", "targets", "same channels", "groups".
    min_sets, max_sets : int, int or None
        How many instruments it takes; None is any number.
    can : frozenset of str
        Of "transform", "to_spectra", "predict", "resolve", "reconstruction".
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
    summary: str
    source: str
    estimator: type[Alignment]
    preset: Mapping[str, Any] = field(default_factory=dict)
    needs: frozenset[str] = frozenset()
    min_sets: int = 2
    max_sets: int | None = 2
    can: frozenset[str] = frozenset()
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

    @property
    def min_standards(self) -> int:
        """Fewest standards that a fit accepts."""
        return self.estimator.min_standards if "pairs" in self.needs else 0

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Parameters the user may set: the estimator's without those this name fixes (nor a condition on these)."""
        return tuple(
            replace(p, when=None) if p.when and self.preset.get(p.when[0]) in p.when[1] else p
            for p in self.estimator.parameters if p.name not in self.preset)

    def needs_at(self, values: Mapping[str, Any]) -> frozenset[str]:
        """What the method cannot do without at these parameters: a choice among them may change it.

        Parameters that are not possible are the fit's to refuse; `needs` is returned for them.
        """
        try:
            estimator = self.create(**values)
        except ParameterError:
            return self.needs
        return estimator._needed(estimator.get_params(deep=False))

    def defaults(self) -> dict[str, Any]:
        """Default of every settable parameter."""
        return {p.name: p.default for p in self.parameters}

    def create(self, **values: Any) -> Alignment:
        """Make an unfitted estimator.

        Raises
        ------
        ParameterError
            A name that the method does not have, or a value outside its range.
        """
        known = {p.name for p in self.parameters}
        for name in values:
            if name not in known:
                raise ParameterError(
                    "method.no_parameter", name=self.name, name2=name, known=sorted(known))
        return self.estimator(**dict(self.preset), **check_all(self.parameters, values))

    def describe(self) -> dict[str, Any]:
        """Plain dictionary for ``spectralign methods --json``."""
        return {
            "name": self.name, "title": self.title, "family": self.family, "summary": self.summary,
            "source": self.source, "needs": sorted(self.needs),
            "sets": {"minimum": self.min_sets, "maximum": self.max_sets}, "can": sorted(self.can),
            "parameters": [p.describe() for p in self.parameters],
        }


_methods: dict[str, MethodInfo] = {}
_routes: dict[str, MethodInfo] = {}
_loaded = False


def register(
    name: str, title: str, *, summary: str, source: str, family: str = "alignment",
    preset: Mapping[str, Any] | None = None, needs: tuple[str, ...] = (), min_sets: int = 2,
    max_sets: int | None = 2, can: tuple[str, ...] = (), assumes: str = "", use: str = "", avoid: str = "",
    equation: str = "", departs: str = "", instead: Mapping[str, str] | None = None, standards: str = "",
    values: str = "", failed: str = "", cost: str = "", only: Mapping[str, str] | None = None,
) -> Callable[[type[Alignment]], type[Alignment]]:
    """Class decorator that adds a method to the registry; may be stacked for several names. See `MethodInfo`."""
    if family not in FAMILIES or not set(needs) <= set(NEEDS):
        raise TypeError(f"method {name}: unknown family or need")

    def decorate(cls: type[Alignment]) -> type[Alignment]:
        if name in _methods and _methods[name].estimator.__qualname__ != cls.__qualname__:
            raise TypeError(f"two methods are called {name!r}")
        _methods[name] = MethodInfo(
            name, title, family, summary, source, cls, dict(preset or {}), frozenset(needs), min_sets, max_sets,
            frozenset(can), assumes, use, avoid, equation, departs, dict(instead or {}), standards, values, failed,
            cost, dict(only or {}))
        return cls

    return decorate


def methods() -> dict[str, MethodInfo]:
    """All methods by name, alignments first, in a stable order."""
    global _loaded
    if not _loaded:
        for folder in ("alignments", "transfers"):
            package = importlib.import_module(f"{__package__}.{folder}")
            for module in pkgutil.iter_modules(package.__path__):
                if not module.name.startswith("_"):
                    importlib.import_module(f"{package.__name__}.{module.name}")
        _loaded = True
    order = {family: k for k, family in enumerate(FAMILIES)}
    return dict(sorted(_methods.items(), key=lambda item: (order[item[1].family], item[1].title)))


def method(name: str) -> MethodInfo:
    """The method called `name`; "NAME/spectra" is NAME on the route through A's spectra.

    Raises
    ------
    ParameterError
        If there is none; the sentence lists those there are.
    """
    found = methods()
    if name in found:
        return found[name]
    plain = plain_name(name)
    if plain not in found:
        raise ParameterError("method.unknown", name=name, found=found)
    if name != route_of(plain):
        raise ParameterError("method.other_route" if route_of(plain) else "method.no_route", name=name, plain=plain,
                             route=route_of(plain))
    if name not in _routes:
        module = importlib.import_module(f"{__package__}.alignments._through_spectra")
        _routes[name] = module.through_spectra(found[plain], name)
    return _routes[name]


def is_method(name: str) -> bool:
    """Whether `method` knows this name."""
    return name in methods() or ("/" in name and name == route_of(plain_name(name)))


def plain_name(name: str) -> str:
    """The method's own name, without the route: "lra" of "lra/spectra"."""
    return name.partition("/")[0]


def route_of(name: str) -> str:
    """Name of a method's route through A's spectra ("lra/spectra"); "" if it has none.

    Alignments have it that can turn B's spectra into A's. A calibration transfer that can does so anyhow.
    """
    info = methods().get(name)
    several = info is not None and (info.max_sets is None or info.max_sets >= 2)
    return name + ROUTE if info is not None and several and info.family != "transfer" and (
        "to_spectra" in info.can) else ""


def title_of(estimator: Alignment) -> str:
    """The title of the method that an estimator is, with its settings; the name of its class if it is none."""
    own = getattr(type(estimator), "info", None)
    if isinstance(own, MethodInfo):
        return f"{own.title}{THROUGH}"
    fitting = [info for info in methods().values() if info.estimator is type(estimator) and all(
        getattr(estimator, name) == value for name, value in info.preset.items())]
    return max(fitting, key=lambda info: len(info.preset)).title if fitting else type(estimator).__name__


def create(name: str, **values: Any) -> Alignment:
    """An unfitted estimator of the method called `name`."""
    return method(name).create(**values)
