"""Declarations of the parameters that several alignments share, so that they mean and read the same everywhere."""

from __future__ import annotations

from ..numerics.scaling import MODES
from ..parameters import Parameter

N_COMPONENTS = Parameter(
    "n_components", "int", "auto", "Dimensions",
    "How many joint dimensions the aligned spectra get; automatic lets the marked standards decide.",
    minimum=1, maximum=10_000, automatic="auto", has_automatic=True, live=True)

MU = Parameter(
    "mu", "float", 0.8, "Weight of standards",
    "0 looks at the shape of each instrument's data only; towards 1 the marked standards are pulled together harder.",
    minimum=0.0, maximum=1.0, open_maximum=True, live=True)

PENALTY = Parameter(
    "penalty", "float", None, "Penalty λ",
    "Singular values below the square root of this are dropped as noise, the others shrunk; larger is smoother.",
    minimum=0.0, open_minimum=True, has_automatic=True, logarithmic=True, excludes=("rank", "variance"), live=True)

RANK = Parameter(
    "rank", "int", None, "Kept rank",
    "How many singular values of each instrument are kept; sets the penalty to the first one that is dropped.",
    minimum=1, maximum=10_000, has_automatic=True, excludes=("penalty", "variance"), live=True)

VARIANCE = Parameter(
    "variance", "float", None, "Kept variance",
    "Share of each instrument's variance that is kept, 0 to 1; sets the penalty accordingly.",
    minimum=0.0, maximum=1.0, open_minimum=True, has_automatic=True, excludes=("penalty", "rank"), live=True)

SCALING = Parameter(
    "scaling", "choice", "centre-rms", "Scaling",
    "What is done to each instrument's spectra first; centre-rms makes instruments of different signal comparable.",
    choices=MODES)

SKIP_FIRST = Parameter(
    "skip_first", "bool", False, "Skip first vector",
    "Drops the first joint dimension as the authors' program did; only for reproducing their figures.",
    advanced=True)

RANDOM_STATE = Parameter(
    "random_state", "int", 0, "Seed",
    "Start of the random numbers, so that a run can be repeated exactly.",
    minimum=0, maximum=2**31 - 1, advanced=True)

SHRINKAGE = (PENALTY, RANK, VARIANCE)
"""The three ways to set λ; at most one may be given."""
