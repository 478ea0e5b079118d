"""Which samples to measure next on the other instrument."""
