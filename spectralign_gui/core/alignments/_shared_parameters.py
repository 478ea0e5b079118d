"""Declarations of the parameters that several alignments share, so that they mean and read the same everywhere."""

from __future__ import annotations

from ..numerics.scaling import MODES
from ..parameters import Parameter

N_COMPONENTS = Parameter(
    "n_components", "int", "auto", "Dimensions",
    "How many joint dimensions the aligned spectra get; automatic lets the marked standards decide.",
    minimum=1, maximum=10_000, automatic="auto", has_automatic=True, live=True,
    advice="2 or 3 to look at, 3 to 10 to find partners. Automatic tries 1 to 20; with fewer than 8 standards it "
           "takes 2 or 3.")

MU = Parameter(
    "mu", "float", 0.8, "Weight of standards",
    "0 looks at the shape of each instrument's data only; towards 1 the marked standards are pulled together harder.",
    minimum=0.0, maximum=1.0, open_maximum=True, live=True,
    advice="Between 0.2 and 0.99 it matters little where the pairs are right; where some may be wrong, go down to "
           "0.2. At 0 nothing ties the instruments together.")

PENALTY = Parameter(
    "penalty", "float", None, "Penalty λ",
    "Singular values below the square root of this are dropped as noise, the others shrunk; larger is smoother.",
    minimum=0.0, open_minimum=True, has_automatic=True, logarithmic=True, excludes=("rank", "variance"), live=True,
    advice="Depends on unit and number of spectra: rather set the kept rank. *Reconstruction* draws its line "
           "through the singular values.")

RANK = Parameter(
    "rank", "int", None, "Kept rank",
    "How many singular values of each instrument are kept; sets the penalty to the first one that is dropped.",
    minimum=1, maximum=10_000, has_automatic=True, excludes=("penalty", "variance"), live=True,
    advice="10 to 20 suit NIR and LIBS sets of some dozen samples. Automatic chooses it with the dimensions by hits "
           "on left-out standards, from 4 to 40 (8 with fewer than 8 standards).")

VARIANCE = Parameter(
    "variance", "float", None, "Kept variance",
    "Share of each instrument's variance that is kept, 0 to 1; sets the penalty accordingly.",
    minimum=0.0, maximum=1.0, open_minimum=True, has_automatic=True, excludes=("penalty", "rank"), live=True,
    advice="0.9999 to 0.99999 on NIR: smooth spectra put nearly everything into the first directions, and 0.99 "
           "keeps one to three.")

SCALING = Parameter(
    "scaling", "choice", "centre-rms", "Scaling",
    "What is done to each instrument's spectra first; centre-rms makes instruments of different signal comparable.",
    choices=MODES,
    advice="Leave it. Standardise lets weak channels, and their noise, count as much as strong ones; none is for "
           "spectra that are centred and of like size already.")

SKIP_FIRST = Parameter(
    "skip_first", "bool", False, "Skip first vector",
    "Drops the first joint dimension as the authors' program did; only for reproducing their figures.",
    advanced=True,
    advice="Leave it off.")

RANDOM_STATE = Parameter(
    "random_state", "int", 0, "Seed",
    "Start of the random numbers, so that a run can be repeated exactly.",
    minimum=0, maximum=2**31 - 1, advanced=True,
    advice="Any; another one shows how much hangs on chance.")

SHRINKAGE = (PENALTY, RANK, VARIANCE)
"""The three ways to set λ; at most one may be given."""
