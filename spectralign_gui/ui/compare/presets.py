"""Three ways to compare: a quick look, with care, for a report. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.registry import methods


@dataclass(frozen=True)
class Preset:
    """Choices that belong together.

    Parameters
    ----------
    name, title, text : str
    methods : tuple of str
        Empty: every calibration transfer, and low rank alignment.
    repeats : int
    budget : int
        Seconds after which it stops with what is done; 0 for none.
    fewest : bool
        One number of standards only: all that there are.
    """

    name: str
    title: str
    text: str
    methods: tuple[str, ...]
    repeats: int
    budget: int = 0
    fewest: bool = False


USUAL = ("auto", "bias", "mean-shift", "slope-bias", "ds", "pds", "sst", "epo", "spiked", "lra")
PRESETS = {p.name: p for p in (
    Preset("quick", "Quick look", "Seven simple methods, three repeats; it stops after 20 seconds with what is done.",
           ("bias", "mean-shift", "slope-bias", "ds", "pds", "sst", "spiked"), 3, 20, fewest=True),
    Preset("careful", "Careful", "Ten methods with the automatic transfer, ten repeats, several numbers of standards.",
           USUAL, 10),
    Preset("report", "Report", "Every calibration transfer, thirty repeats: narrow intervals, for the record. This "
           "takes minutes.", (), 30),
)}


def methods_of(preset: Preset) -> tuple[str, ...]:
    """Names of the methods that a preset ticks."""
    if preset.methods:
        return preset.methods
    return (*(m.name for m in methods().values() if m.family == "transfer" and "predict" in m.can), "lra")
