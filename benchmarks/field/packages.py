"""Other packages on the same cells, each in an environment of its own, called as a child process.

    bash benchmarks/field/others/make_envs.sh ENVS
    python -m benchmarks.field.packages --envs ENVS --repeats 1 --journal FILE
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from spectralign_gui.core.validation.transfer import data_pairs
from spectralign_gui.core.validation.transfer_splits import DRAWS, shared_values

from .extras import standards
from .journal import Journal
from .sets import COUNTS, FieldSet, at_hand, field_set
from .splits import check

FOLDER = Path(__file__).resolve().parent / "others"
PACKAGES = ("chemotools", "pycaltransfer", "diplslib", "pynir", "nirs4all")
LIMIT = 1800
"""Seconds that a package gets for the cells of one set and repeat."""
SKIPPED = "skipped"
"""Part of the journal that says why a package gave nothing the last time it was asked."""


def case_of(of: FieldSet, repeat: int, draw: str, count: int) -> dict[str, np.ndarray]:
    """What a package is given: nothing of a tested sample but its spectra on B."""
    split, (A, B) = of.split(repeat), (np.asarray(X, dtype=np.float64) for X in of.data.Xs)
    values = shared_values(split.pairs, of.data.targets)[0]
    pairs = standards(of, repeat, draw, count)
    return {"A": A[split.rows_a], "Y": values[split.rows_a], "SA": A[pairs[:, 0]], "SB": B[pairs[:, 1]],
            "SY": values[pairs[:, 0]], "B": B[split.rows_b], "T": B[split.test_b],
            "most": np.array(of.max_components)}


def asked(package: str, envs: Path, cases: Sequence[dict[str, np.ndarray]]) -> list[dict[str, Any]]:
    """Answers of a package to cases: predictions, and "refused: NAME" → why.

    Raises
    ------
    RuntimeError
        With the reason, if it gave none.
    """
    python = envs / package / "bin" / "python"
    if not python.exists():
        raise RuntimeError("not installed (others/make_envs.sh)")
    with tempfile.TemporaryDirectory() as folder:
        paths: list[str] = []
        for k, case in enumerate(cases):
            paths += [f"{folder}/in{k}.npz", f"{folder}/out{k}.npz"]
            np.savez(paths[-2], **case)  # type: ignore[arg-type]
        env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        done = subprocess.run([str(python), str(FOLDER / f"{package}_child.py"), *paths], env=env, timeout=LIMIT,
                              capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError((done.stderr.strip().splitlines() or ["no answer"])[-1])
        answers = []
        for path in paths[1::2]:
            with np.load(path) as file:
                answers.append({k: file[k] if file[k].ndim else str(file[k]) for k in file.files})
    return answers


def judged(of: FieldSet, repeat: int, package: str, answer: dict[str, Any]) -> dict[str, Any]:
    """Mean squared errors of the answer, and refusals."""
    truth = shared_values(data_pairs(of.data), of.data.targets)[1][of.split(repeat).test_b]
    return {"mse": {f"{package}+{k}": [float(f"{v:.6g}") for v in np.nanmean((p - truth) ** 2, axis=0)]
                    for k, p in answer.items() if not k.startswith("refused: ")},
            "refused": {k.removeprefix("refused: "): v for k, v in answer.items() if k.startswith("refused: ")}}


def main() -> None:
    """Ask what is missing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.field.packages", description=__doc__)
    parser.add_argument("--envs", type=Path, required=True)
    parser.add_argument("--journal", type=Path, required=True)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--packages", default=",".join(PACKAGES))
    parser.add_argument("--sets", default="")
    parser.add_argument("--counts", default=",".join(map(str, COUNTS)))
    parser.add_argument("--minutes", type=float, default=float("inf"))
    arguments = parser.parse_args()
    counts = {int(c) for c in arguments.counts.split(",")}
    journal, until = Journal(arguments.journal), time.time() + 60 * arguments.minutes
    for repeat in range(arguments.repeats):
        for name in [n for n in arguments.sets.split(";") if n] or at_hand():
            of = field_set(name)
            check(of, repeat)
            for package in arguments.packages.split(","):
                places = [(f"others: {package}", name, repeat, draw, n) for draw in DRAWS for n in of.counts
                          if n in counts]
                missing = [p for p in places if p not in journal]
                if not missing or time.time() > until:
                    continue
                try:
                    answers = asked(package, arguments.envs, [case_of(of, *p[2:]) for p in missing])
                except (RuntimeError, subprocess.TimeoutExpired) as error:
                    print(package, name, repeat, "skipped:", error, flush=True)
                    journal.keep((SKIPPED, package, 0, "", 0), {"why": str(error)})
                    continue
                for place, answer in zip(missing, answers, strict=True):
                    journal.keep(place, judged(of, repeat, package, answer))
                print(package, name, repeat, flush=True)


if __name__ == "__main__":
    main()
