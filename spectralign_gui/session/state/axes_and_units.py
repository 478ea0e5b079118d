"""Axes, units and quantities of a session's instruments: the wavelength check and conversions."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...core.data import Axis, Source, SpectralDataset, expand_pairs
from ...core.data.axis_check import AxisCheck, check_axis
from ...core.data.common_axis import why_not_same_channels
from ...core.data.units import convert_dataset_axis, convert_quantity, declare_axis_unit
from ...core.monitor import Monitor
from ...core.notes import code_of
from ...core.registry import method
from ...preprocessing.spec import StepSpec
from ...preprocessing.step import create_step, steps
from .session_state import SessionState

SHIFT, CONVERT, CERTIFIED, RESPONSE = "shift-axis", "convert-axis", "certified-axis", "certified-intensity"
POSITIONS = ("crop", "mask", "resample", SHIFT, CERTIFIED, RESPONSE)
"""Steps whose parameters are positions in the axis's unit."""


def axis_check(state: SessionState, reference: str, name: str, monitor: Monitor | None = None) -> AxisCheck:
    """Compare the wavelength scale of an instrument with that of another of its kind.

    The standards that take part in the fit are compared; where there are none, the mean spectra. A correction that
    the reference has is applied first, one that the instrument itself has is not: it is what is being looked for.
    """
    a, b = (_on_own_axis(state, n, corrected) for n, corrected in ((reference, True), (name, False)))
    table = expand_pairs(state.standards, (reference, name))
    pairs = table[:, [1, 3]]
    out = [set(state.excluded.get(n, ())) for n in (reference, name)]
    pairs = np.array([(i, j) for i, j in pairs if i not in out[0] and j not in out[1]], dtype=np.intp).reshape(-1, 2)
    return check_axis(a, b, pairs if len(pairs) else None, monitor=monitor)


def standards_between(state: SessionState, reference: str, name: str) -> int:
    """Standards that take part in the fit and were measured on both."""
    return sum(bool(s.rows.get(reference)) and bool(s.rows.get(name)) and not s.held_out for s in state.standards)


def _on_own_axis(
    state: SessionState, name: str, corrected: bool, moving: tuple[str, ...] = (CONVERT, CERTIFIED, SHIFT),
) -> SpectralDataset:
    dataset = state.dataset(name)
    for spec in state.preprocessing.steps_for(name):
        if spec.step in moving and (corrected or spec.step != SHIFT):
            dataset = create_step(spec.step, **spec.parameters).apply(dataset)
    return dataset


def correct_axis(state: SessionState, name: str, correction: Mapping[str, float]) -> SessionState:
    """A state in which an instrument has the step "shift-axis" in its own list; an earlier one is replaced."""
    spec = state.preprocessing
    listed = [s for s in spec.own.get(name, spec.shared) if s.step != SHIFT]
    # after a change of unit (the correction is in the new one), before anything that uses positions
    at = max((k + 1 for k, s in enumerate(listed) if s.step in (CONVERT, CERTIFIED)), default=0)
    step = StepSpec(SHIFT, {k: float(v) for k, v in correction.items()})
    return state.with_(preprocessing=dataclasses.replace(
        spec, own={**spec.own, name: (*listed[:at], step, *listed[at:])}))


def certify(state: SessionState, name: str, step: StepSpec) -> SessionState:
    """A state in which an instrument has a step of a certificate in its own list; an earlier one is replaced.

    A correction by the wavelength check was found on the axis as it was, and is taken out where the axis is certified.
    """
    spec = state.preprocessing
    gone = (CERTIFIED, SHIFT) if step.step == CERTIFIED else (RESPONSE,)
    listed = [s for s in spec.own.get(name, spec.shared) if s.step not in gone]
    before = (CONVERT,) if step.step == CERTIFIED else (CONVERT, CERTIFIED, SHIFT)
    at = max((k + 1 for k, s in enumerate(listed) if s.step in before), default=0)
    return state.with_(preprocessing=dataclasses.replace(
        spec, own={**spec.own, name: (*listed[:at], step, *listed[at:])}))


def resample_onto_reference(state: SessionState) -> SessionState:
    """A state in which every list of steps puts its instruments on the channels of the reference, where none does yet.

    The step stands after changes of the axis, before anything else.
    """

    def with_step(listed: tuple[StepSpec, ...]) -> tuple[StepSpec, ...]:
        if any(s.step == "resample" and s.enabled for s in listed):
            return listed
        at = max((k + 1 for k, s in enumerate(listed) if s.step in (CONVERT, CERTIFIED, SHIFT)), default=0)
        return (*listed[:at], StepSpec("resample", {"onto": "reference", "outside": "drop"}), *listed[at:])

    spec = state.preprocessing
    return state.with_(preprocessing=dataclasses.replace(
        spec, shared=with_step(spec.shared), own={k: with_step(v) for k, v in spec.own.items()}))


def why_resample(state: SessionState) -> str:
    """Why the chosen method needs the step Resample, as a sentence; "" if it does not, or if that would not help."""
    return axes_apart(state) if "same channels" in method(state.method).needs else ""


def axes_apart(state: SessionState) -> str:
    """How the instruments' axes differ where the step Resample would help, as a sentence; "" if they do not."""
    if len(state.datasets) < 2 or len({_unit_of(state, n) for n in state.instruments}) != 1:
        return ""
    if all(any(s.step == "resample" for s in state.preprocessing.steps_for(n)) for n in state.instruments):
        return ""
    first_rows = state.with_(datasets=tuple(d.take([0]) for d in state.datasets if len(d)))
    moved = [_on_own_axis(first_rows, n, True, (CONVERT, CERTIFIED, SHIFT, "crop")) for n in first_rows.instruments]
    return why_not_same_channels(moved)


def _unit_of(state: SessionState, name: str) -> str:
    units = [str(s.parameters.get("to", "")) for s in state.preprocessing.steps_for(name) if s.step == CONVERT]
    return units[-1] if units else state.dataset(name).axis.unit


def corrected_already(state: SessionState, name: str) -> bool:
    """Whether an instrument's steps correct its axis."""
    return any(s.step == SHIFT for s in state.preprocessing.steps_for(name))


@dataclass(frozen=True)
class Conversion:
    """What is to become of a data set.

    Parameters
    ----------
    unit : str
        New unit of the axis; "" leaves it.
    laser_nm : float, optional
        Laser line, for Raman shifts.
    declare_unit : bool
        Only say what the positions are; they stay as they are.
    quantity : str
        New quantity; "" leaves it.
    declare_quantity : bool
        Only say what the intensities are.
    percent : bool, optional
        Reflectance or transmittance given is in percent; default as it looks.
    """

    unit: str = ""
    laser_nm: float | None = None
    declare_unit: bool = False
    quantity: str = ""
    declare_quantity: bool = False
    percent: bool | None = None


def convert(dataset: SpectralDataset, wanted: Conversion) -> SpectralDataset:
    """The data set in other units. What was only declared can be read so again; what was computed cannot.

    Raises
    ------
    DataError
        Physics does not allow it, or the laser line is missing; the sentence says which.
    """
    made, source = dataset, dataset.source
    if wanted.unit and wanted.declare_unit:
        made = declare_axis_unit(made, wanted.unit, wanted.laser_nm)
        source = _read_so(source, "unit", wanted.unit, made.axis.laser_nm)
    elif wanted.unit and wanted.unit != made.axis.unit:
        made = convert_dataset_axis(made, wanted.unit, wanted.laser_nm)
        source = dataclasses.replace(source, changed=True)
    elif wanted.unit and wanted.laser_nm is not None and wanted.laser_nm != made.axis.laser_nm:
        axis = made.axis
        made = made.with_(axis=Axis(axis.values, axis.unit, axis.file_descending, wanted.laser_nm))
        source = _read_so(source, "unit", axis.unit, wanted.laser_nm)
    if wanted.quantity and wanted.declare_quantity:
        made = made.with_(quantity=wanted.quantity)
        source = _read_so(source, "quantity", wanted.quantity)
    elif wanted.quantity and wanted.quantity != made.quantity:
        made = convert_quantity(made, wanted.quantity, wanted.percent)
        source = dataclasses.replace(source, changed=True)
    return dataset if made is dataset else made.with_(source=source)


def confirmed(dataset: SpectralDataset) -> SpectralDataset:
    """The data set whose guessed unit and layout the user has found right: they are guesses no more."""
    made = convert(dataset, Conversion(unit=dataset.axis.unit, declare_unit=True)) if "unit" in dataset.guessed else (
        dataset)
    return made.with_(guessed=(), warnings=tuple(w for w in made.warnings if code_of(w) != "read.guessed_layout"))


def _read_so(source: Source, option: str, value: str, laser_nm: float | None = None) -> Source:
    if source.changed or not source.path:
        return source
    options = {**dict(source.options), option: value}
    if laser_nm is not None:
        options["laser_nm"] = laser_nm
    return dataclasses.replace(source, options=tuple(options.items()))


def three_channels(before: SpectralDataset, after: SpectralDataset) -> list[tuple[str, float, float, float, float]]:
    """First, middle and last channel of `before`: (which, position before, after, intensity before, after).

    Intensities are those of the first spectrum.
    """
    p = len(before.axis)
    turned = p > 1 and not np.array_equal(before.axis.values, after.axis.values) and _turned(before, after)
    rows = []
    for which, k in (("first", 0), ("middle", p // 2), ("last", p - 1)):
        j = p - 1 - k if turned else k
        y = (float(before.spectra[0, k]), float(after.spectra[0, j])) if len(before) else (np.nan, np.nan)
        rows.append((which, float(before.axis.values[k]), float(after.axis.values[j]), *y))
    return rows


def _turned(before: SpectralDataset, after: SpectralDataset) -> bool:
    """Whether the channels are in the other order: wavelengths against energies and wavenumbers."""
    lengths = ("nm", "um")
    rising = {u: u in (*lengths, "raman-shift") for u in ("nm", "um", "cm-1", "eV", "raman-shift")}
    return rising.get(before.axis.unit) != rising.get(after.axis.unit)


def steps_with_positions(state: SessionState, name: str) -> list[str]:
    """Titles of an instrument's steps whose parameters are positions and would mean something else in a new unit."""
    return [steps()[s.step].title for s in state.preprocessing.steps_for(name)
            if s.step in POSITIONS and any(v not in (None, 0, 0.0, "", ()) for v in s.parameters.values())]


MISSING = "missing"


def missing_choice(state: SessionState, name: str) -> Mapping[str, object] | None:
    """Parameters of the step "missing" of an instrument; None where it has none."""
    return next((s.parameters for s in state.preprocessing.steps_for(name) if s.step == MISSING), None)


def set_missing(state: SessionState, choices: Mapping[str, Mapping[str, object]]) -> SessionState:
    """A state in which instruments deal with missing values as chosen, first of all steps.

    Parameters
    ----------
    state : SessionState
    choices : mapping of instrument name to parameters of the step "missing"
        An empty one leaves the gaps. If all choices of the instruments that share a list and have gaps are the same,
        the step stands in the shared list (it does nothing where nothing is missing); else those that differ get
        lists of their own.
    """
    spec = state.preprocessing

    def with_choice(listed: tuple[StepSpec, ...], choice: Mapping[str, object]) -> tuple[StepSpec, ...]:
        at = next((k for k, s in enumerate(listed) if s.step == MISSING), 0)
        rest = tuple(s for s in listed if s.step != MISSING)
        at = min(at, len(rest))
        return (*rest[:at], StepSpec(MISSING, dict(choice)), *rest[at:]) if choice else rest

    own = {name: with_choice(listed, choices.get(name, {})) if name in choices else listed
           for name, listed in spec.own.items()}
    sharing = [name for name in state.instruments if name not in spec.own and name in choices]
    decided = [name for name in sharing if choices[name] or state.dataset(name).missing]
    shared = spec.shared
    kinds = {tuple(sorted(choices[name].items())) for name in decided}
    if len(kinds) <= 1:
        shared = with_choice(shared, choices[decided[0]] if decided else {})
    else:
        shared = with_choice(shared, {})
        own |= {name: with_choice(spec.shared, choices[name]) for name in decided if choices[name]}
    return state.with_(preprocessing=dataclasses.replace(spec, shared=shared, own=own))
