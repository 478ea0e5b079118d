"""How samples can be chosen, in the words of the Suggest dock."""

from __future__ import annotations

STRATEGIES = (
    ("tau", "most representative (τ)", "Samples that represent the others best: the largest column and row sums of R"),
    ("tau-norm", "most representative and strong (τ · norm)", "As τ, times the strength of the spectrum"),
    ("kennard-stone", "evenly spread (Kennard–Stone)", "Samples spread over all spectra, starting near their mean"),
    ("duplex", "evenly spread in two halves (DUPLEX)", "Two sets that are spread alike"),
    ("spxy", "spread in spectra and values (SPXY)", "As Kennard–Stone, over spectra and reference values together"),
    ("random", "at random", "A random choice, for comparison"),
)

SCORES = {"tau": "Score: how well the sample represents the others.",
          "tau-norm": "Score: how well the sample represents the others, times its strength.",
          **dict.fromkeys(("kennard-stone", "duplex", "spxy"), "Each next one is farthest from those before it."),
          "random": "In a random order."}
"""How a list is ordered, in few words; the tooltip has more."""
