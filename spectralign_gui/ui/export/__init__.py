"""Taking results home: aligned data with the model, tables, plots."""

from .exporter import Exporter

__all__ = ["Exporter"]
