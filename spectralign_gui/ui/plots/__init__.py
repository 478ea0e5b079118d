"""Plots that the docks share: spectra, matrices, scatter in two and three dimensions, and their export."""
