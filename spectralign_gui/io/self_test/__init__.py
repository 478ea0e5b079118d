"""Does the program work on this computer? Known answers, files written and read back, the installed files."""

from .outcome import Check, Outcome, SelfTest
from .running import run_self_test

__all__ = ["Check", "Outcome", "SelfTest", "run_self_test"]
