"""A model judged by a protocol with spectra and reference values that it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...core.data import SpectralDataset, Targets, match_key
from ...core.errors import DataError, FileError
from ...core.validation.acceptance import (
    MOST,
    SUPPORTS,
    Agreement,
    Criterion,
    Interval,
    Judged,
    agreement,
    judge,
    power_of_bias,
    power_of_sep,
    repeatability,
    samples_needed,
)
from ...core.validation.acceptance.figures import equivalence_p, f_quantile, share_within
from ...session.predict.flags import flag_words, of_the_spectrum
from ...session.predict.model import Model
from .protocol import PropertyLimits, Protocol

INF = float("inf")


@dataclass(frozen=True, eq=False)
class Rows:
    """Samples of one property: names, reference, predicted (one per sample), flags; and all values of repeats."""

    names: tuple[str, ...]
    reference: np.ndarray
    predicted: np.ndarray
    flags: tuple[str, ...]
    repeats: dict[str, list[float]]


@dataclass(frozen=True, eq=False)
class PropertyResult:
    """What was found for one property.

    Parameters
    ----------
    limits : PropertyLimits
    rows : Rows
    figures : Agreement
    judged : tuple of Judged
    needed : tuple of (str, int or None)
        Number of samples by the planning, per question; None where no number would do.
    notes : tuple of str
    """

    limits: PropertyLimits
    rows: Rows
    figures: Agreement
    judged: tuple[Judged, ...]
    needed: tuple[tuple[str, int | None], ...]
    notes: tuple[str, ...]

    @property
    def supported(self) -> bool:
        """Whether every criterion is supported."""
        return all(j.outcome == SUPPORTS for j in self.judged if j.criterion is not None)


@dataclass(frozen=True, eq=False)
class Validation:
    """A protocol and what the data say to it."""

    protocol: Protocol
    instrument: str
    properties: tuple[PropertyResult, ...]

    @property
    def supported(self) -> bool:
        """Whether every criterion of every property is supported."""
        return all(p.supported for p in self.properties)


def validate(model: Model, spectra: SpectralDataset, names: Sequence[str], values: Targets, instrument: str,
             protocol: Protocol) -> Validation:
    """Predict, join to the reference values by sample name, and judge.

    Parameters
    ----------
    model : Model
    spectra : SpectralDataset
        Of samples that took no part in the model; a name that occurs more than once is a repeat.
    names : sequence of str
        Samples of the rows of `values`; empty for row order.
    values : Targets
    instrument : str
    protocol : Protocol

    Raises
    ------
    FileError, DataError
        A property is not predicted or has no reference values, or no sample has both.
    """
    found = model.predict(spectra, instrument)
    lacking = [p.name for p in protocol.properties if p.name not in found.properties]
    if lacking:
        raise FileError("validation.not_predicted", lacking=lacking, properties=found.properties)
    lacking = [p.name for p in protocol.properties if p.name not in values.names]
    if lacking:
        raise FileError("validation.no_reference", lacking=lacking, properties=values.names)
    results = []
    for limits in protocol.properties:
        reference = _by_row(spectra, names, values, values.names.index(limits.name))
        rows = _rows(found.names, reference, found.values[:, found.properties.index(limits.name)],
                     [str(flag_words(of_the_spectrum(f))) for f in found.flags], protocol)
        try:
            results.append(_judged(limits, rows, protocol))
        except DataError as error:
            raise DataError("said.about", subject=limits.name, said=error.note) from error
    return Validation(protocol, instrument, tuple(results))


def _by_row(spectra: SpectralDataset, names: Sequence[str], values: Targets, column: int) -> np.ndarray:
    known = np.asarray(values.values[:, column], dtype=float)
    if not names:
        if len(known) != len(spectra):
            raise DataError("validation.rows_differ", values=len(known), spectra=len(spectra))
        return known
    of: dict[str, float] = {}
    for name, value in zip(names, known, strict=True):
        key = match_key(str(name))
        if key and np.isfinite(value):
            if key in of and of[key] != value:
                raise DataError("validation.two_references", name=name)
            of[key] = float(value)
    return np.array([of.get(match_key(n), np.nan) for n in spectra.sample_names])


def _rows(names: Sequence[str], reference: np.ndarray, predicted: np.ndarray, flags: Sequence[str],
          protocol: Protocol) -> Rows:
    by_sample: dict[str, list[int]] = {}
    for row, name in enumerate(names):
        left_out = protocol.flagged == "excluded" and bool(flags[row])
        if np.isfinite(reference[row]) and np.isfinite(predicted[row]) and not left_out:
            by_sample.setdefault(match_key(name) or f"#{row + 1}", []).append(row)
    chosen = list(by_sample.values())
    value = [float(predicted[rows].mean()) if protocol.repeats == "mean" else float(predicted[rows[0]])
             for rows in chosen]
    return Rows(tuple(names[r[0]] for r in chosen), np.array([reference[r[0]] for r in chosen]), np.array(value),
                tuple(next((flags[k] for k in r if flags[k]), "") for r in chosen),
                {names[r[0]]: [float(predicted[k]) for k in r] for r in chosen if len(r) > 1})


def planned(limits: PropertyLimits, protocol: Protocol) -> tuple[tuple[str, int | None], ...]:
    """How many samples each question needs; none where the protocol gives no expected SEP."""
    sd = limits.expected_sep
    if sd is None:
        return ()
    alpha, found = protocol.alpha, []
    margin, top = limits.limit("max_bias"), limits.limit("max_sep")
    if margin is not None:
        found.append((f"bias within ± {margin:g}, if it is {limits.expected_bias:g} and SEP {sd:g}",
                      samples_needed(lambda n: power_of_bias(n, sd, margin, alpha, limits.expected_bias),
                                     protocol.power)))
    if top is not None:
        found.append((f"SEP at most {top:g}, if it is {sd:g}",
                      samples_needed(lambda n: power_of_sep(n, sd, top, alpha), protocol.power)))
    return tuple(found)


def _judged(limits: PropertyLimits, rows: Rows, protocol: Protocol) -> PropertyResult:
    figures = agreement(rows.reference, rows.predicted, protocol.alpha)
    needed = planned(limits, protocol)
    judged = [*_of_bias(limits, figures), *_of_scatter(limits, figures), *_of_slope(limits, figures),
              *_of_single(limits, figures, rows, protocol), *_of_repeats(limits, rows, protocol)]
    least = max([protocol.samples, *(MOST + 1 if n is None else n for _, n in needed)], default=0)
    if least:
        n = float(figures.n)
        note = "" if least <= MOST else (
            "with the SEP and bias that the protocol expects hardly any number of samples shows that the limits hold")
        judged.insert(0, _row("Number of samples", Interval(n, n, n), Criterion(float(least), INF),
                              "as planned", "ISO 12099; ASTM E1655, E2617", note))
    span = (float(rows.reference.min()), float(rows.reference.max()))
    for name, edge, value, wanted in (("Lowest reference value", limits.range_low, span[0], -1),
                                      ("Highest reference value", limits.range_high, span[1], 1)):
        if edge is not None:
            criterion = Criterion(-INF, edge) if wanted < 0 else Criterion(edge, INF)
            judged.append(_row(name, Interval(value, value, value), criterion, "range of the samples",
                               "ICH Q2(R2): range"))
    notes = []
    if np.isfinite(figures.shapiro_p) and figures.shapiro_p < 0.01:
        notes.append(f"The errors are hardly normal (Shapiro–Wilk p = {figures.shapiro_p:.2g}); the limits take them "
                     "for normal.")
    far = [n for n, e in zip(rows.names, rows.predicted - rows.reference, strict=True)
           if figures.sep.value > 0 and abs(e - figures.bias.value) > 3 * figures.sep.value]
    if far:
        notes.append(f"Errors beyond three SEP: {', '.join(far[:10])}. They are kept; look for the cause.")
    flagged = sum(bool(f) for f in rows.flags)
    if flagged:
        notes.append(f"{flagged} of {figures.n} samples have spectra unlike those of the model.")
    return PropertyResult(limits, rows, figures, tuple(judged), needed, tuple(notes))


def _row(name: str, figure: Interval, criterion: Criterion | None, formula: str, source: str, note: str = "") -> Judged:
    return Judged(name, figure, criterion, judge(figure, criterion), formula, source, note)


def _of_bias(limits: PropertyLimits, f: Agreement) -> list[Judged]:
    margin = limits.limit("max_bias")
    criterion = None if margin is None else Criterion(-margin, margin)
    note = f"t = {f.bias_t:.3g}, p = {f.bias_p:.2g} against no bias"
    if margin is not None:
        p = equivalence_p(f.bias.value, f.sep.value / np.sqrt(f.n), f.n - 1, -margin, margin)
        note += f"; two one-sided tests p = {p:.2g}"
    return [_row("Bias", f.bias, criterion, "mean(ŷ − y) ± t(1 − α; n − 1)·SEP/√n; within the limits if both one-sided "
                 "tests are significant at α", "ISO 12099: bias; ASTM E1655: t = bias·√n/SEP", note)]


def _of_scatter(limits: PropertyLimits, f: Agreement) -> list[Judged]:
    rows = []
    for name, figure, key, formula, source in (
            ("SEP", f.sep, "max_sep", "√(Σ(e − bias)²/(n − 1)); limits SEP·√((n − 1)/χ²)",
             "ISO 12099: SEP; ASTM E2617"),
            ("RMSEP", f.rmsep, "max_rmsep", "√(Σe²/n); limits RMSEP·√(n/χ²(n))", "ASTM E1655: SEV; ICH Q2(R2)")):
        top = limits.limit(key)
        rows.append(_row(name, figure, None if top is None else Criterion(-INF, top), formula, source))
    if limits.sec is not None and limits.sec_degrees is not None:
        top = limits.sec * float(np.sqrt(f_quantile(1 - f.alpha, f.n - 1, limits.sec_degrees)))
        point = Interval(f.sep.value, f.sep.value, f.sep.value)
        rows.append(_row("SEP against the calibration", point, Criterion(-INF, top),
                         "SEP ≤ SEC·√F(1 − α; n − 1, degrees of SEC)", "ISO 12099: unexplained error"))
    if limits.sel is not None:
        beyond = float(np.sqrt(max(f.sep.value ** 2 - limits.sel ** 2, 0.0)))
        rows.append(_row("Error of the method without the laboratory's", Interval(beyond, beyond, beyond), None,
                         "√(SEP² − SEL²)", "", f"SEP/SEL = {f.sep.value / limits.sel:.3g}"))
    return rows


def _of_slope(limits: PropertyLimits, f: Agreement) -> list[Judged]:
    criterion = None
    if limits.slope_low is not None or limits.slope_high is not None:
        criterion = Criterion(-INF if limits.slope_low is None else limits.slope_low,
                              INF if limits.slope_high is None else limits.slope_high)
    note = f"t = {f.slope_t:.3g}, p = {f.slope_p:.2g} against 1; intercept {f.intercept:.4g}"
    return [_row("Slope", f.slope, criterion, "b of y = a + bŷ; ± t(1 − α; n − 2)·s_res/√Σ(ŷ − mean)²",
                 "ISO 12099: slope; ICH Q2(R2): linearity", note)]


def _of_single(limits: PropertyLimits, f: Agreement, rows: Rows, protocol: Protocol) -> list[Judged]:
    middle = Interval(f.bias.value, f.prediction_low, f.prediction_high)
    found = [_row("Error of a single result", middle,
                  None if limits.max_error is None else Criterion(-limits.max_error, limits.max_error),
                  "bias ± t(1 − α; n − 1)·SEP·√(1 + 1/n)", "ICH Q2(R2), Q14: combined accuracy and precision")]
    if limits.max_error is not None:
        share = share_within(rows.predicted - rows.reference, limits.max_error, protocol.alpha)
        found.append(_row(f"Share of results within ± {limits.max_error:g}", share,
                          None if limits.min_share is None else Criterion(limits.min_share, INF),
                          "k/n; limits of Clopper and Pearson", "ASTM E2617"))
    return found


def _of_repeats(limits: PropertyLimits, rows: Rows, protocol: Protocol) -> list[Judged]:
    found = repeatability(rows.repeats, protocol.alpha)
    if found is None:
        if limits.max_repeatability is None:
            return []
        nothing = Interval(float("nan"), 0.0, INF)
        return [_row("Repeatability", nothing, Criterion(-INF, limits.max_repeatability), "no sample was repeated",
                     "ICH Q2(R2): precision")]
    return [_row("Repeatability", found.sd, None if limits.max_repeatability is None else
                 Criterion(-INF, limits.max_repeatability), "√(Σ(nᵢ − 1)sᵢ²/Σ(nᵢ − 1)); limits s·√(df/χ²)",
                 "ICH Q2(R2): precision; ISO 5725", f"{found.samples} samples, {found.degrees} degrees of freedom; two "
                 f"results differ by at most {found.limit:.3g} in 95 % of cases")]
