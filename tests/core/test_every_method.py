"""The contract that comes with the program (`spectralign_gui.contract`), for every method of ours."""

from spectralign_gui.contract.test_method import *  # noqa: F403
from spectralign_gui.contract.test_refusals import *  # noqa: F403
