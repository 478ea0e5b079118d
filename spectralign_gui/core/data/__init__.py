"""Spectra with their axis, names, reference values and groups; standards and how they are matched."""

from .axis import UNITS, Axis
from .dataset import PREPROCESSED, QUANTITIES, Source, SpectralDataset
from .standards import Standard, expand_pairs, linked, match_key
from .targets import Targets, every_property

__all__ = ["PREPROCESSED", "QUANTITIES", "UNITS", "Axis", "Source", "SpectralDataset", "Standard", "Targets",
           "every_property", "expand_pairs", "linked", "match_key"]
