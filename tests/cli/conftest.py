"""Small files that the command line is called with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from spectralign_gui.cli import main
from tests.core.transfers.conftest import simulate


@pytest.fixture
def call(capsys):
    """Run the program in this process: (exit code, standard output, standard error)."""

    def run(*words: object) -> tuple[int, str, str]:
        code = main([str(w) for w in words])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def write_spectra(path: Path, names: list[str], axis: np.ndarray, spectra: np.ndarray) -> Path:
    lines = ["# axis unit: nm", "Sample," + ",".join(f"{v:g}" for v in axis)]
    lines += [name + "," + ",".join(f"{v:.8g}" for v in row) for name, row in zip(names, spectra, strict=True)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def files(tmp_path):
    """Two instruments with different axes, 24 + 20 samples, 16 of the same name, and a table of two properties."""
    rng = np.random.default_rng(5)
    latent = rng.normal(size=(28, 3))
    axis_a, axis_b = np.arange(1100.0, 1300.0, 4), np.arange(1110.0, 1290.0, 6)

    def spectra(axis: np.ndarray, gain: float) -> np.ndarray:
        basis = np.array([np.exp(-(((axis - c) / 25) ** 2)) for c in (1140, 1190, 1250)])
        return 1 + gain * latent @ basis + rng.normal(0, 0.005, (len(latent), len(axis)))

    a, b = spectra(axis_a, 0.3), spectra(axis_b, 0.2)
    names = [f"S{i:02d}" for i in range(28)]
    values = np.column_stack([10 + latent[:, 0], 50 + 3 * latent[:, 1] - latent[:, 2]])
    table = "Sample,Moisture,Starch\n" + "".join(
        f"{n},{v[0]:.5f},{v[1]:.5f}\n" for n, v in zip(names, values, strict=True)
    )
    (tmp_path / "targets.csv").write_text(table, encoding="utf-8")
    rows = "A,B\n" + "".join(f"{n},{n}\n" for n in names[8:24])
    (tmp_path / "pairs.csv").write_text(rows, encoding="utf-8")
    return {
        "A": write_spectra(tmp_path / "A.csv", names[:24], axis_a, a[:24]),
        "B": write_spectra(tmp_path / "B.csv", names[8:], axis_b, b[8:]),
        "pairs": tmp_path / "pairs.csv",
        "targets": tmp_path / "targets.csv",
        "values": values,
        "folder": tmp_path,
    }


@pytest.fixture
def half_marked(tmp_path):
    """The same 30 samples on two instruments, B's in another order and under other names; 12 are marked."""
    a, b, values = simulate(n=30)
    order, axis = np.random.default_rng(2).permutation(30), np.arange(1100.0, 1340.0, 4)
    names = [f"S{i:02d}" for i in range(30)]
    files = {"A": write_spectra(tmp_path / "A.csv", names, axis, a),
             "B": write_spectra(tmp_path / "B.csv", [f"b{k:02d}" for k in range(30)], axis, b[order]),
             "pairs": tmp_path / "pairs.csv", "targets": tmp_path / "targets.csv",
             "true": {(names[i], f"b{k:02d}") for k, i in enumerate(order)}}
    files["pairs"].write_text("A,B\n" + "".join(f"S{i:02d},b{int(np.argsort(order)[i]):02d}\n" for i in range(12)))
    files["targets"].write_text("Sample,Fat\n" + "".join(f"{n},{v:.5f}\n" for n, v in zip(names, values[:, 0],
                                                                                        strict=True)))
    return files
