"""Makes ``sample_spectra/`` from physics, with a seed: ``python -m tools.samples`` in the checkout."""
