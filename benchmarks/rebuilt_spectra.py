"""How well are spectra of held-out standards rebuilt as the reference instrument would have measured them?

    python benchmarks/rebuilt_spectra.py [--data FOLDER] [--draws 6] [--output FILE.md]

So many standards are drawn and marked, the others are held out: neither instrument's pairing of them is known to the
fit (their spectra take part as unpaired samples, which only the alignments can use). The figure is
‖rebuilt − measured‖ / ‖measured − mean spectrum of the reference‖ over all held-out spectra, root mean square of the
draws: 0 is perfect, 1 no better than the mean spectrum. *joint space only* is low rank alignment without the share of a
direct map between the instruments; *shown dimensions only*, in addition, with as many dimensions in the map to the
channels as the embedding has. *better in*: the draws in which lra is better than joint space only, and than ds.
"""

from __future__ import annotations

import argparse
import platform
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.outliers import ROOT, real_sets
from spectralign_gui import __version__
from spectralign_gui.core import create

COUNTS = (8, 12, 20, 30, 45, 60)


def without(name: str, **limits: float) -> Any:
    """The method with parts of its map to spectra switched off."""
    estimator = create(name)
    type_ = type(estimator)
    return type(type_.__name__, (type_,), limits)(**estimator.get_params(deep=False))


METHODS = {"lra": lambda: create("lra"), "lra, joint space only": lambda: without("lra", _direct_from=np.inf),
           "lra, shown dimensions only": lambda: without("lra", _direct_from=np.inf, _wide_from=np.inf),
           "ds": lambda: create("ds")}


def errors(make: Any, Xs: list[np.ndarray], pairs: np.ndarray, count: int, draws: int) -> np.ndarray:
    """Squared error and spread of every draw, (draws, 2)."""
    found = []
    for draw in range(draws):
        order = np.random.default_rng(7000 + draw).permutation(len(pairs))
        kept, held = pairs[order[:count]], pairs[order[count:]]
        fitted = make().fit(Xs, pairs=kept)
        wanted = Xs[0][held[:, 0]]
        found.append((float(((fitted.to_spectra(Xs[1][held[:, 1]], 1, 0) - wanted) ** 2).sum()),
                      float(((wanted - Xs[0].mean(axis=0)) ** 2).sum())))
    return np.array(found)


READING = """The share of the direct map brings most with few standards, where two or three joint dimensions need
not hold the one direction that makes up most of these spectra (corn), and hardly less where the direct map alone is
worse than the joint space (sugarcane at 8): the two err differently. On the
two corn pairs with m5 direct standardisation alone is still better, clearly so below 20 standards, since few withheld
ones cannot tell the share well; as many as four standards that speak for equal shares are added to what they tell.
Tried and not taken: a residual learned on the standards (worse than the joint
space alone on nearly all data), equal shares (worse with few standards on corn), the share without the added standards
(worse on most data at 8), an affine map between the instruments' coordinates."""


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--draws", type=int, default=6)
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    arguments = parser.parse_args()
    lines = ["# Rebuilt spectra of held-out standards", "",
             f"SpectrAlign {__version__}, Python {platform.python_version()}, numpy {np.__version__}; "
             f"{arguments.draws} draws, every method at its defaults. "
             + " ".join((__doc__ or "").split("\n\n")[-1].split()), "",
             "| data | standards | " + " | ".join(METHODS) + " | better in |",
             "|---|---|" + "---|" * (len(METHODS) + 1)]
    for name, Xs, pairs in real_sets(arguments.data):
        for count in (c for c in COUNTS if c <= len(pairs) - 5):
            tables = [errors(make, Xs, pairs, count, arguments.draws) for make in METHODS.values()]
            cells = [f"{np.sqrt(t[:, 0].sum() / t[:, 1].sum()):.3f}" for t in tables]
            cells.append(" and ".join(str(int((tables[0][:, 0] < tables[k][:, 0]).sum())) for k in (1, 3))
                         + f" of {arguments.draws}")
            lines.append(f"| {name} | {count} | " + " | ".join(cells) + " |")
            print(lines[-1], flush=True)
    lines += ["", READING]
    arguments.output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
