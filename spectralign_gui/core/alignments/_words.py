"""Sentences that the pages of several alignments share, so that they read the same everywhere."""

STANDARDS = (
    "a dozen or more; with fewer than 8 the kept rank and the dimensions follow a rule, because nothing can be "
    "validated")
STANDARDS_GRAPH = (
    "a dozen or more, spread over all kinds of samples; with fewer than 8 the number of dimensions follows a rule")
NO_STANDARDS = "none needed; the value of one that is marked counts on all its instruments"
VALUES = "not needed; where samples on any instrument have them, it predicts them"
HITS = (
    "*Quality*: few held-out standards have their partner among the 3 nearest (by chance 3 / number of samples), or "
    "the matched distance is near 1. *Embedding*: long dashed lines beside short full ones: the standards were learned "
    "by heart. A warning names standards that look swapped, where the spectra can tell.")
PREDICTED = (
    "*Quality*: RMSEP and R² of held-out standards. *Compare*: an error no lower than that of *No transfer*, of B's "
    "standards alone or of B's own model.")
BESIDE = (
    " Spectra as another instrument would show them come from a ridge map out of the joint space and, with the share "
    "that withheld standards give it, a direct one between the two instruments (`benchmarks/rebuilt_spectra.md`).")
