"""SpectrAlign: align spectra of different instruments and transfer calibrations between them."""

__version__ = "0.1.0"
