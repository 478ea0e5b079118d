"""Finds what ships with the program: ``resources/``, ``sample_spectra/`` and ``docs/``.

In a wheel they lie inside the package (``_shipped/``); in a checkout beside it.
"""

from __future__ import annotations

from pathlib import Path

FOLDERS = ("resources", "sample_spectra", "docs")


def folder(name: str) -> Path:
    """The folder `name` (one of `FOLDERS`).

    Raises
    ------
    FileNotFoundError
        If the installation is damaged.
    """
    package = Path(__file__).parent
    for candidate in (package / "_shipped" / name, package.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"the folder {name} that ships with SpectrAlign is missing; install it again")


def resource(*parts: str) -> Path:
    """A file of ``resources/``."""
    return folder("resources").joinpath(*parts)


SAMPLE_SETS: dict[str, tuple[str, tuple[str, ...], str, str | None, str]] = {
    "libs": ("LIBS of 60 rocks", ("libs/libs_lab.csv", "libs/libs_field.csv"), "libs/libs_pairs.csv",
             "libs/libs_composition.csv", "A laboratory and a field instrument; 36 rocks were measured on both."),
    "raman": ("Raman of 40 minerals", ("raman/raman_green.csv", "raman/raman_red.csv"), "raman/raman_pairs.csv",
              "raman/raman_properties.csv", "A 532 nm and a 785 nm instrument with different axes and fluorescence."),
    "dollar": ("Dollar sign (toy)", ("toys/dollar_first.csv", "toys/dollar_second.csv"), "toys/dollar_pairs.csv",
               "toys/dollar_position.csv", "Two crossing curves: look for links between the S and the bar."),
    "sines": ("Crossing sines (toy)", ("toys/sines_first.csv", "toys/sines_second.csv"), "toys/sines_pairs.csv",
              "toys/sines_position.csv", "Two crossing curves: which few standards untangle them?"),
    "curves": ("S-curves (toy)", ("toys/curves_first.csv", "toys/curves_second.csv"), "toys/curves_pairs.csv",
               "toys/curves_position.csv",
               "Two crossing S-curves: look for weight off the blocks of R; kernel alignment leaves little."),
}
"""Name → (title, spectra files with the reference first, pairs file, reference values file, one sentence)."""


def sample(path: str) -> Path:
    """A file of ``sample_spectra/``, given as in `SAMPLE_SETS`."""
    return folder("sample_spectra").joinpath(*path.split("/"))
