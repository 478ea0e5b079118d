"""Where 90 % intervals are too wide or too narrow, and from which term; prints the table of intervals.md.

    python benchmarks/intervals.py --transfers none,mean-shift,spiked,ds,auto-marked --repeats 10 [--counts 5,10,20,30]

On the splits of the field page. Per transfer, design and number of standards: the root mean square error at left-out
standards over that of the fit with all of them at tested samples (above 1: what is left out is harder to predict, or
one standard less hurts), and the share of tested samples inside: by the smallest residual that exchangeable samples
allow, by Student's t, and by Student's t with every standard counted for those samples of A that are nearest to it.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import scipy
from field.extras import left_out, standards
from field.sets import GROUPS, at_hand, field_set

from spectralign_gui.core.transfers._weights import speaks_for
from spectralign_gui.core.validation.conformal import ConformalIntervals

LEVEL = 0.9


def student(errors: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Half widths (q,); degrees of freedom are the number of equally weighed standards that weigh as much (Kish)."""
    share = weights / weights.sum()
    return np.asarray(scipy.special.stdtrit(1 / (share @ share), 0.5 + LEVEL / 2) * np.sqrt(share @ errors ** 2))


def asked(name: str, transfer: str, repeat: int, draw: str, count: int) -> np.ndarray:
    """(q, 4): the log of the ratio, and the three shares; NaN where exchangeable samples allow no interval."""
    of = field_set(name)
    residuals, errors = left_out(of, repeat, draw, count, transfer)
    spectra = np.asarray(of.data.Xs[0], dtype=np.float64)
    weights = speaks_for(spectra[of.split(repeat).rows_a], spectra[standards(of, repeat, draw, count)[:, 0]])
    model = ConformalIntervals(residuals)
    exact = np.where(model.promised(LEVEL), (np.abs(errors) <= model.half_width(LEVEL)).mean(axis=0), np.nan)
    ratio = 0.5 * np.log((residuals ** 2).mean(axis=0) / (errors ** 2).mean(axis=0))
    inside = [(np.abs(errors) <= student(residuals, w)).mean(axis=0) for w in (np.ones(len(residuals)), weights)]
    return np.stack([ratio, exact, *inside], axis=1)


def main() -> None:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--transfers", default="none,mean-shift,spiked,ds,auto-marked")
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--counts", default="5,10,20,30")
    parser.add_argument("--group", default="chose", choices=list(GROUPS))
    arguments = parser.parse_args()
    found = defaultdict[tuple[str, str, int], list[np.ndarray]](list)
    for name in (n for n in at_hand() if field_set(n).group == arguments.group):
        for repeat in range(arguments.repeats):
            for count in (int(c) for c in arguments.counts.split(",") if int(c) in field_set(name).counts):
                for draw in ("random", "kennard-stone"):
                    for transfer in arguments.transfers.split(","):
                        found[transfer, draw, count].append(asked(name, transfer, repeat, draw, count))
    print("| transfer | standards | n | fits × properties | left-out / tested RMS error | conformal covers | "
          "Student's t covers | the same, standards weighed |", "|---" * 8 + "|", sep="\n")
    for (transfer, draw, count), each in found.items():
        every = np.concatenate(each)
        shares = ["–" if np.isnan(c).all() else f"{np.nanmean(c):.1%}" for c in every[:, 1:].T]
        print("| " + " | ".join([transfer, draw, str(count), str(len(every)), f"{np.exp(every[:, 0].mean()):.2f}",
                                 *shares]) + " |")


if __name__ == "__main__":
    main()
