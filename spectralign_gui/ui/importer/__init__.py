"""Getting spectra, reference values and pairs into the session."""

from .importer import Importer

__all__ = ["Importer"]
