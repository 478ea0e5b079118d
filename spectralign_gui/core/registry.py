"""The list of methods: what each declares (see `declaration`), and its estimator, imported when it is first used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .declaration import FAMILIES, Declaration, declarations
from .errors import ParameterError
from .parameters import Parameter, check_all

if TYPE_CHECKING:
    from .base import Alignment

__all__ = ["FAMILIES", "ROUTE", "THROUGH", "MethodInfo", "create", "is_method", "method", "methods", "plain_name",
           "route_of"]

THROUGH = ", through A's spectra"
ROUTE = "/spectra"
"""What follows a method's name where B's spectra are turned into A's and A's own model predicts."""


@dataclass(frozen=True)
class MethodInfo(Declaration):
    """One method: its `Declaration`, its parameters, and how to make its estimator."""

    @property
    def estimator(self) -> type[Alignment]:
        """Subclass of `Alignment`.

        Raises
        ------
        ParameterError
            A lab's own method whose module cannot be imported.
        """
        module, _, name = self.place.partition(":")
        try:
            found: type[Alignment] = getattr(import_module(module), name)
        except (ImportError, AttributeError) as error:
            if module.startswith(f"{__package__}."):
                raise
            raise ParameterError(f"the method {self.name} could not be loaded from {self.place}: {error}.") from error
        return found

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


@cache
def _all() -> dict[str, MethodInfo]:
    return {name: MethodInfo(**d.as_fields()) for name, d in declarations().items()}


def methods() -> dict[str, MethodInfo]:
    """All methods by name, alignments first, in a stable order."""
    return dict(_all())


def method(name: str) -> MethodInfo:
    """The method called `name`; "NAME/spectra" is NAME on the route through A's spectra.

    Raises
    ------
    ParameterError
        If there is none; the sentence lists those there are.
    """
    found = _all()
    if name in found:
        return found[name]
    plain = plain_name(name)
    if plain not in found:
        raise ParameterError("method.unknown", name=name, found=found)
    if name != route_of(plain):
        raise ParameterError("method.other_route" if route_of(plain) else "method.no_route", name=name, plain=plain,
                             route=route_of(plain))
    return _through_spectra(plain)


@cache
def _through_spectra(name: str) -> MethodInfo:
    """A method on the route through A's spectra; `alignments.through_spectra` makes the estimator."""
    info = _all()[name]
    return replace(
        info, name=route_of(info.name), title=f"{info.title}{THROUGH}", preset={},
        place=f"{__package__}.alignments.through_spectra:through_{info.name.replace('-', '_')}",
        needs=info.needs | {"targets"}, min_sets=max(2, info.min_sets), can=info.can | {"predict"},
        summary=f"{info.summary} B's spectra are turned into A's, and A's own model predicts from these.")


def is_method(name: str) -> bool:
    """Whether `method` knows this name."""
    return name in _all() or ("/" in name and name == route_of(plain_name(name)))


def plain_name(name: str) -> str:
    """The method's own name, without the route: "lra" of "lra/spectra"."""
    return name.partition("/")[0]


def route_of(name: str) -> str:
    """Name of a method's route through A's spectra ("lra/spectra"); "" if it has none.

    Alignments have it that can turn B's spectra into A's. A calibration transfer that can does so anyhow.
    """
    info = _all().get(name)
    several = info is not None and (info.max_sets is None or info.max_sets >= 2)
    return name + ROUTE if info is not None and several and info.family != "transfer" and (
        "to_spectra" in info.can) else ""


def create(name: str, **values: Any) -> Alignment:
    """An unfitted estimator of the method called `name`."""
    return method(name).create(**values)
