"""Two Raman instruments, each corrected by certificates: they agree without a single standard measured on both."""

from __future__ import annotations

import json

import numpy as np
import pytest

from spectralign_gui.core.measures.certificates import CERTIFICATES
from spectralign_gui.io.read import read_dataset
from spectralign_gui.preprocessing.parse import parse_step
from spectralign_gui.preprocessing.step import create_step
from tests.core.test_line_places import inverse, measured

SOURCE = "0.2,0.0008,-1.5e-7"
POLYSTYRENE = CERTIFICATES["polystyrene"].lines


class Instrument:
    """Shows places and intensities in its own way."""

    def __init__(self, folder, name, shift, stretch, tilt, step):
        self.folder, self.name = folder, name
        self.x = np.arange(200.0, 3250.0, step)
        self.true = lambda s: s + shift + stretch * (s - 1500.0)
        self.response = lambda s: np.exp(tilt * (s - 1500.0) / 1500.0)

    def write(self, name, spectra):
        path = self.folder / f"{self.name}_{name}.csv"
        lines = ["# axis unit: raman-shift", "Sample," + ",".join(f"{v:.4f}" for v in self.x)]
        lines += [f"S{k}," + ",".join(f"{v:.7g}" for v in row) for k, row in enumerate(spectra)]
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return path

    def standard(self, lines=POLYSTYRENE):
        y, _ = measured(self.x, lines, inverse(self.true), noise=5e-4)
        return self.write("standard", [y])

    def source(self):
        s = self.true(self.x)
        a, b, c = map(float, SOURCE.split(","))
        return self.write("source", [1000 * (a + b * s + c * s * s) * self.response(self.x)])

    def samples(self):
        s = self.true(self.x)
        rng = np.random.default_rng(7)
        bands = [np.exp(-0.5 * ((s - c) / 9.0) ** 2) for c in (500, 840, 1130, 1460, 1640, 2200, 2900)]
        return self.write("samples", (rng.uniform(0.2, 1.0, (6, 7)) @ bands + 0.05) * self.response(self.x))


@pytest.fixture
def two(tmp_path):
    return Instrument(tmp_path, "A", 1.5, 4e-4, 0.3, 1.3), Instrument(tmp_path, "B", -4.0, -2e-3, -0.5, 1.7)


def corrected(path, words):
    dataset = read_dataset(path)
    for word in words:
        spec = parse_step(word)
        dataset = create_step(spec.step, **spec.parameters).apply(dataset)
    return dataset


def test_two_instruments_agree_by_certificates_alone(two, call):
    grid, found, plain = np.arange(350.0, 3000.0, 2.0), [], []
    for one in two:
        tree = json.loads(call("metrology", one.standard(), "--certificate", "polystyrene", "--json")[1])
        assert tree["needed"] and sum(line["measured"] is not None for line in tree["lines"]) == 11
        code, out, err = call("metrology", one.source(), "--response", SOURCE, "--from", 250, "--to", 3150, "--json")
        assert code == 0, err
        made = corrected(one.samples(), [tree["step"], json.loads(out)["step"]])
        known = np.isfinite(made.spectra).all(axis=0)
        found.append(np.array([np.interp(grid, made.axis.values[known], y[known]) for y in made.spectra]))
        raw = read_dataset(one.samples())
        plain.append(np.array([np.interp(grid, raw.axis.values, y) for y in raw.spectra]))

    def apart(a, b):
        a, b = a / a.mean(), b / b.mean()  # the course is certified, the level is not
        return np.sqrt(((a - b) ** 2).mean() / (a ** 2).mean())
    assert apart(*plain) > 0.5 and apart(*found) < 0.03


def test_what_is_told(two, call, tmp_path):
    path = two[1].standard()
    code, out, err = call("metrology", f"B={path}", "--certificate", "polystyrene")
    assert code == 0 and "Lines found: 11 of 11" in out and "ASTM E1840" in out, err
    assert "differs from the certificate by" in out and '--preprocess "B/certified-axis:' in out
    lines = tmp_path / "mine.csv"
    lines.write_text("place;uncertainty\n1001.4;0.5\n1602.3;0.5\n", "utf-8")
    code, out, _ = call("metrology", path, "--certificate", lines)
    assert code == 0 and "2 of 2" in out and "at lines left out" in out
    lines.write_text("1001.4\n", "utf-8")
    code, out, _ = call("metrology", path, "--certificate", lines)
    assert code == 0 and "1 line is too few to check" in out
    assert "no correction is needed" in call("metrology", Instrument(tmp_path, "C", 0, 0, 0, 1.3).standard(),
                                             "--certificate", "polystyrene")[1]


def test_a_lamp_tells_stray_light(tmp_path, call):
    x = np.arange(585.0, 780.0, 0.1)
    y, _ = measured(x, CERTIFICATES["neon"].lines, lambda v: v + 0.2, 0.3, 1e-4, ground=0.01)
    path = tmp_path / "neon.csv"
    path.write_text("# axis unit: nm\nSample," + ",".join(f"{v:.3f}" for v in x) + "\nNe," + ",".join(
        f"{v:.6g}" for v in y) + "\n", "utf-8")
    code, out, err = call("metrology", path, "--certificate", "neon")
    assert code == 0 and "Light between the lines: 1" in out and "+0.20 nm" in out, (out, err)


@pytest.mark.parametrize("words,said", [
    ((), "give two files"), (("--certificate", "gold"), "neither one of silicon"),
    (("--certificate", "neon"), "give the laser line"), (("--certificate", "polystyrene", "--degree", 40), "degree 40"),
    (("--certificate", "polystyrene", "--response", "1,2"), "give one of them"),
    (("--response", "1,2"), "(from, to)"), (("--response", "1,x", "--from", 300, "--to", 900), "neither one of"),
    (("--response", "-1", "--from", 300, "--to", 900), "positive and finite"),
    (("--response", "1", "--from", 900, "--to", 300), "positive and finite"),
    (("--response", "1", "--from", 9000, "--to", 9900), "too little between")])
def test_what_is_refused(two, call, words, said):
    code, _, err = call("metrology", two[0].standard(), *words)
    assert code == 2 and said in err and err.count("\n") == 1, err


@pytest.mark.parametrize("text", ["", "a,b\n", "1\n1\n", "1,2\n3\n", "1\nx\n", "1,-2\n3,1\n", "nan\n", "\x00\x01"])
def test_files_that_are_no_certificate(two, call, tmp_path, text):
    path = tmp_path / "bad.csv"
    path.write_text(text, "utf-8")
    code, _, err = call("metrology", two[0].standard(), "--certificate", path)
    assert code == 2 and err.count("\n") == 1 and "Traceback" not in err, err


def test_the_words_come_back_as_the_step(two, call):
    tree = json.loads(call("metrology", two[1].standard(), "--certificate", "polystyrene", "--json")[1])
    spec = parse_step(tree["step"])
    x = two[1].x
    made = create_step(spec.step, **spec.parameters).apply(read_dataset(two[1].standard()))
    inner = (x > 650) & (x < 3000)
    assert np.abs(made.axis.values - two[1].true(x))[inner].max() < 0.25
