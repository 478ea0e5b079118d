"""Do held-out standards find their partner? Every alignment and LRA-Cluster at its defaults on corn and sugarcane.

    python benchmarks/hit_rates.py [--data FOLDER] [--methods lra,klra] [--repeats 10] [--output FILE.md]

Five folds over the standards, ten repeats, seed 0. Everything automatic is chosen inside each training fold. The
pairing of a held-out standard is withheld, its spectra stay in; the inductive figure takes the spectra out, too, and
maps them afterwards. A hit: the partner is among the k nearest of the *whole* other set; worse of both directions.
"""

from __future__ import annotations

import argparse
import platform
import time
from pathlib import Path
from typing import Any

import numpy as np

from spectralign_gui import __version__
from spectralign_gui.core import SpectrAlignError, methods
from spectralign_gui.core.alignments.maps.joint import apply_ridge, fit_ridge
from spectralign_gui.core.base import Alignment
from spectralign_gui.core.fitdata import FitData
from spectralign_gui.core.monitor import Monitor
from spectralign_gui.core.validation.hits import cross_validated_hits
from spectralign_gui.io.read import read_datasets

ROOT = Path(__file__).resolve().parent.parent
PAIRS = {
    "corn m5–mp5": ("corn/m5_spectra.csv", "corn/mp5_spectra.csv", 0.94),
    "corn mp5–mp6": ("corn/mp5_spectra.csv", "corn/mp6_spectra.csv", 0.98),
    "cane Micronir–Nirscan": ("sugarcane/Micronir1700rep1.CSV", "sugarcane/Nirscan_nano.CSV", 0.80),
    "cane Micronir–Tellspec": ("sugarcane/Micronir1700rep1.CSV", "sugarcane/Tellspec.CSV", 0.82),
    "cane Micronir–F750": ("sugarcane/Micronir1700rep1.CSV", "sugarcane/F750.CSV", 0.79),
}


class RidgeWhitening(Alignment):
    """Yardstick: B's spectra are regressed on A's ten first principal scores, whitened, from the standards alone."""

    parameters = ()
    needs = frozenset({"pairs"})

    def _fit(self, data: FitData, values: dict[str, Any], monitor: Monitor) -> None:
        A, B = data.Xs
        self._mean = A.mean(axis=0)
        U, s, Vt = np.linalg.svd(A - self._mean, full_matrices=False)
        self._map = Vt[:10].T / s[:10]
        self._ridge = fit_ridge(B[data.pairs[:, 3]], U[data.pairs[:, 1], :10])
        self.embeddings_ = [self._transform(A, 0), self._transform(B, 1)]

    def _transform(self, X: np.ndarray, instrument: int) -> np.ndarray:
        return (X - self._mean) @ self._map if instrument == 0 else apply_ridge(self._ridge, X)


def load(folder: Path, one: str, two: str) -> tuple[list[np.ndarray], np.ndarray]:
    """Spectra of two instruments and the pairs of equal rows (both files list the same samples in the same order)."""
    sets = [read_datasets(folder / name)[0] for name in (one, two)]
    if sets[0].sample_names != sets[1].sample_names and not one.startswith("corn"):
        raise SystemExit(f"{one} and {two} list different samples")
    n = len(sets[0])
    return [s.spectra for s in sets], np.stack([np.arange(n)] * 2, axis=1)


def worse(table: dict[str, Any] | None, k: int) -> tuple[float, float]:
    """Mean of the worse direction, and its spread over the repeats."""
    if table is None:
        return float("nan"), float("nan")
    side = min(table[str(k)].values(), key=lambda s: s["mean"])
    return side["mean"], side["std"]


def row(report: dict[str, Any]) -> str:
    cells = [f"{worse(report['hit'], k)[0]:.2f}" for k in (1, 3, 5)]
    cells[1] = f"**{cells[1]}** ± {worse(report['hit'], 3)[1]:.2f}"
    inductive = worse(report["hit_inductive"], 3)[0]
    return " | ".join([*cells, f"{inductive:.2f}" if np.isfinite(inductive) else "–",
                       f"{report['foscttm']['mean']:.3f}", f"{report['matched_distance']['mean']:.2f}",
                       f"{report['seconds']:.2f}"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--methods", default="")
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--output", type=Path, default=Path(__file__).with_suffix(".md"))
    arguments = parser.parse_args()
    names = arguments.methods.split(",") if arguments.methods else [
        n for n, i in methods().items()
        if i.family in ("alignment", "clustering") and not i.needs & {"targets", "same channels"} and i.min_sets == 2]
    lines = [
        "# Hit rates of held-out standards", "",
        f"SpectrAlign {__version__}, Python {platform.python_version()}, numpy {np.__version__}; five folds × "
        f"{arguments.repeats} repeats, seed 0, every method at its defaults, all choices made inside the training "
        "fold. Worse of the two directions; hit@3 with its standard deviation over repeats. *Inductive*: the held-out "
        "spectra are taken out of the fit and mapped afterwards (– where a method cannot). *FOSCTTM*: share of samples "
        "closer than the true partner. *error(F)*: matched distance over mean distance. *ridge + whitening* is a "
        "yardstick: B's spectra regressed on A's whitened scores. Written by `benchmarks/hit_rates.py`.", ""]
    for title, (one, two, target) in PAIRS.items():
        Xs, pairs = load(arguments.data, one, two)
        shapes = " and ".join(f"{len(X)} × {X.shape[1]}" for X in Xs)
        lines += [f"## {title} ({shapes}; wanted of lra: hit@3 ≥ {target:.2f})", "",
                  "| method | hit@1 | hit@3 | hit@5 | hit@3 inductive | FOSCTTM | error(F) | s per fit |",
                  "|---|---|---|---|---|---|---|---|"]
        for name in [*names, "ridge + whitening"]:
            clock = time.perf_counter()
            try:
                estimator = methods()[name].create() if name in methods() else RidgeWhitening()
                report = cross_validated_hits(estimator, Xs, pairs, repeats=arguments.repeats)
            except SpectrAlignError as refusal:
                lines.append(f"| {name} | {refusal} |||||||")
                continue
            if report["hit"] is None:
                continue
            lines.append(f"| {name} | {row(report)} |")
            print(title, name, row(report), f"({time.perf_counter() - clock:.0f} s)", flush=True)
            if name == "lra":
                chosen = [(c["rank"], c["n_components"]) for c in report["chosen"]]
                common = max(set(chosen), key=chosen.count)
                lines.append(f"| ↳ chosen most often | kept rank {common[0]}, {common[1]} dimensions "
                             f"({chosen.count(common)} of {len(chosen)} folds) |||||||")
        lines.append("")
    arguments.output.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
