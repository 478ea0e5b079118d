"""Sentences that the pages of several transfers share, so that they read the same everywhere."""

VALUES_A = "of A's samples; without any it still gives spectra, but predicts nothing"
VALUES_CORRECTED = (
    "of A's samples and of the standards (where a standard has none, A's prediction from its spectrum on A stands in)")
VALUES_MODEL = "of A's samples, 4 or more of each property; a standard's value counts on both instruments"
VALUES_JOINT = VALUES_MODEL + ", and further samples of B with values of their own take part"
COMPARE = (
    "*Compare*: an error that is not below *No transfer* and B's standards alone, or ≈, which says that they cannot be "
    "told apart. *Quality* after a run: RMSEP and bias of held-out standards.")
SPECTRA = COMPARE + " There too: the spectral difference of held-out standards did not fall."
PAIRS = (
    " A warning says when the standards fit no better than shuffled ones, a list that is mixed up, and names two that "
    "look swapped, where the spectra can tell.")
COST_MAP = "Settings are compared by leaving standards out (each once up to 10, above that in ten groups)."
COST_MODEL = (
    "Every setting is cross-validated over physical samples (ten folds, or one per standard if they are fewer), in the "
    "row space of the spectra; above 800 samples of A settings are compared on 800.")
