"""Plots of a comparison: predicted against measured, residuals, learning curve."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.validation.transfer_report import learning_curve, unmarked_report
from ...core.validation.transfer_result import TransferValidation
from ...core.validation.unmarked import AUTOMATIC, MARKED
from ...presenters.plots.chart import Chart, Level, Series
from ...session.compare.transfer_detail import CloserLook
from .results import shown_title

SHORT = {"none": "no transfer", "target-only": "B's standards alone", "native": "B's own model",
         MARKED: "automatic, standards only"}
"""Yardsticks in the legend of the learning curve."""


def tested(result: TransferValidation, key: str, count: int, column: int) -> np.ndarray:
    """Rows (of the instrument's spectra in the comparison) of the predictions of `pooled`, in the same order."""
    rows = []
    for (k, n, _), cell in result.cells.items():
        if k == key and n == count and "error" not in cell:
            ok = np.isfinite(cell["measured"][:, column]) & np.isfinite(cell["predicted"][:, column])
            rows.append(np.asarray(cell["rows"])[ok])
    return np.concatenate(rows) if rows else np.zeros(0, dtype=np.intp)


def pooled(result: TransferValidation, key: str, count: int, column: int) -> tuple[np.ndarray, np.ndarray]:
    """Measured and predicted values of all test samples of all repeats."""
    measured, predicted = [], []
    for (k, n, _), cell in result.cells.items():
        if k == key and n == count and "error" not in cell:
            measured.append(cell["measured"][:, column])
            predicted.append(cell["predicted"][:, column])
    if not measured:
        return np.zeros(0), np.zeros(0)
    m, p = np.concatenate(measured), np.concatenate(predicted)
    ok = np.isfinite(m) & np.isfinite(p)
    return m[ok], p[ok]


def predicted_chart(result: TransferValidation, key: str, count: int, column: int) -> Chart:
    """Predicted against measured with the line of equality and the 90 % band of new samples."""
    name = result.properties[column]
    m, p = pooled(result, key, count, column)
    if not len(m):
        return Chart(x_label=f"{name}, measured", y_label=f"{name}, predicted", notes=["No prediction"])
    ends = np.array([min(m.min(), p.min()), max(m.max(), p.max())])
    half = float(result.half_widths(key, count)[column])
    series = [Series(f"{len(m)} predictions", p, m, symbol="o", line=False),
              Series("equal", ends, ends, colour="muted")]
    notes = []
    if np.isfinite(half):
        series += [Series("", ends + half, ends, colour="grid"), Series("", ends - half, ends, colour="grid")]
        notes.append(f"90 % of new samples within ± {half:.3g}")
    return Chart(series, x_label=f"{name}, measured", y_label=f"{name}, predicted", notes=notes)


def figures_text(result: TransferValidation, key: str, count: int, column: int) -> str:
    """All figures of one property and whether more standards would help; "" if none.

    RMSEP as in the table, the mean over the repeats; the others of the predictions of all repeats taken together, with
    the RMSEP that belongs to them where it reads differently.
    """
    values = result.rmsep(key, count)[:, column]
    values = values[np.isfinite(values)]
    if not len(values):
        return ""
    together = result.pooled(key, count)[column]
    mean = f"{values.mean():.3g}"
    parts = [] if f"{together['rmsep']:.3g}" == mean else [f"RMSEP {together['rmsep']:.3g}"]
    parts += [f"{title} {together[figure]:.3g}" for figure, title in (
        ("sep", "SEP"), ("bias", "bias"), ("slope", "slope"), ("r2", "R²"), ("rpd", "RPD"), ("rpiq", "RPIQ"))
        if np.isfinite(together[figure])]
    every = f" Of all {together['n']} predictions together: {', '.join(parts)}." if parts else ""
    name = result.properties[column]
    more = learning_curve(result, key)[name].get("sentence", "")
    used = result.unmarked.get(str(count)) if key == AUTOMATIC else None
    beside = (f" {used['pairs']:.0f} of {used['spectra']:.0f} unmarked spectra of B were used as extra standards; the "
              f"line “{shown_title(MARKED)}” is without them.") if used else ""
    if key in (told := unmarked_report(result)).get("methods", ()):
        beside = f" {told['spectra'][str(count)]} unmarked spectra of B took part."
    about = f" Error against the number of standards: {more[:1].lower()}{more[1:]}." if more else ""
    return f"{name}: RMSEP {mean}.{every}{about}{beside}"


def residual_chart(result: TransferValidation, key: str, count: int, column: int) -> Chart:
    """Predicted minus measured against measured."""
    name = result.properties[column]
    m, p = pooled(result, key, count, column)
    levels = [Level(0.0, "no error", "muted")]
    if len(m):
        levels.append(Level(float((p - m).mean()), f"bias {float((p - m).mean()):.3g}"))
    return Chart([Series(f"{len(m)} predictions", p - m, m, symbol="o", line=False)], levels, f"{name}, measured",
                 f"{name}, predicted − measured")


def learning_chart(result: TransferValidation, keys: list[str], column: int) -> Chart:
    """RMSEP against the number of standards, of the chosen line and the yardsticks.

    Beside the automatic transfer stands the same from the standards only, where it used unmarked spectra of B.
    """
    notes = ()
    if AUTOMATIC in keys and result.unmarked:
        keys = [k for key in keys for k in ((key, MARKED) if key == AUTOMATIC else (key,))
                if any(e.key == k for e in result.entries)]
        notes = (f"{shown_title(AUTOMATIC)} also used unmarked spectra of B",)
    name = result.properties[column]
    colours = {"none": "muted", "native": "good", "target-only": "warning"}
    series = []
    for place, key in enumerate(dict.fromkeys(keys)):
        curve = learning_curve(result, key)[name]
        y = np.array([np.nan if v is None else v for v in curve["mean"]])
        if not np.isfinite(y).any():
            continue
        series.append(Series(SHORT.get(key) or shown_title(key), y, np.array(curve["standards"], float),
                             colour=colours.get(key, "accent"), symbol=("o", "s", "t", "d")[place % 4]))
    return Chart(series, (), "Number of standards", f"RMSEP of {name}", notes=notes)


def spectra_chart(look: CloserLook, at: Sequence[int] = (0, 1)) -> Chart:
    """Mean spectrum of the standards on A, on B before and after the transfer; `at` are their places in the session."""
    a, b = look.axes
    series = [Series("on A", look.reference.mean(axis=0), a.values, colour=f"instrument:{at[0]}")]
    if look.same_channels:
        series.append(Series("on B, before", look.before.mean(axis=0), b.values, colour=f"instrument:{at[1]}"))
    if look.after is not None:
        series.append(Series("on B, after", look.after.mean(axis=0), a.values, colour="good"))
    notes = look.notes[:1] if look.after is None else ()
    return Chart(series, x_label=a.label, y_label="Mean of the standards", notes=notes)


def difference_chart(look: CloserLook, at: Sequence[int] = (0, 1)) -> Chart:
    """RMS difference of the standards' spectra to A's, per channel, before and after."""
    series = []
    if look.same_channels:
        series.append(Series("before", look.difference(look.before), look.axes[1].values,
                             colour=f"instrument:{at[1]}"))
    if look.after is not None:
        series.append(Series("after", look.difference(look.after), look.axes[0].values, colour="good"))
    notes = () if series else ("The instruments' channels differ, and there are no spectra of A to compare.",)
    return Chart(series, x_label=look.axes[0].label, y_label="RMS difference to A", notes=notes)


def regression_chart(look: CloserLook, name: str) -> Chart:
    """Regression vector of a property over the mean spectrum of B (scaled to its height)."""
    axis = look.axes[1]
    column = look.properties.index(name) if name in look.properties else -1
    if look.coefficients is None or not 0 <= column < look.coefficients.shape[1]:
        return Chart(x_label=axis.label, y_label="Regression coefficient", notes=look.notes[-1:])
    values = look.coefficients[:, column]
    mean = look.before.mean(axis=0)
    span = float(np.ptp(mean)) or 1.0
    shape = (mean - mean.min()) / span * float(np.abs(values).max())
    return Chart([Series("mean spectrum of B, scaled", shape, axis.values, colour="muted"),
                  Series(f"coefficients of {name}", values, axis.values)],
                 [Level(0.0, "", "muted")], axis.label, "Regression coefficient")
