"""Frozen splits on every set at hand, all transfers that predict values, and other packages: see README.md."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the benchmarks beside it import each other by file name
