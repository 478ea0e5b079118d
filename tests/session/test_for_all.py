"""What is asked of all lines of a comparison: rule of the latent variables, closed sums, properties."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.core.errors import ParameterError
from spectralign_gui.core.registry import method
from spectralign_gui.core.regression import close_composition
from spectralign_gui.session.compare.comparison_settings import for_all, own_settings, properties_asked
from spectralign_gui.session.compare.evaluate import compare
from spectralign_gui.session.compare.plan import ComparisonPlan
from spectralign_gui.session.standards.pairing import match_by_name
from spectralign_gui.session.state import SessionState

METHODS = ("bias", "mean-shift", "ds", "spiked", "lra")
OXIDES = ("SiO2", "Al2O3", "Fe2O3", "CaO", "MgO", "K2O")


def oxides(total: float = 100.0) -> SessionState:
    """30 rocks on two instruments; their oxides add up to about 100 %, some are near 0."""
    rng = np.random.default_rng(4)
    shares = rng.dirichlet((12, 4, 2, 1, 0.5, 0.2), size=30)
    values = total * shares * rng.uniform(0.985, 1.0, size=(30, 1))
    axis = np.linspace(200, 400, 80)
    bands = np.stack([np.exp(-(((axis - c) / 9) ** 2)) for c in (220, 250, 280, 310, 340, 370)])
    names = tuple(f"R{k}" for k in range(30))

    def measured(name: str, gain: float, noise: float) -> SpectralDataset:
        spectra = 0.2 + gain * (shares ** 0.8) @ bands + noise * rng.standard_normal((30, 80))
        return SpectralDataset(name, spectra, Axis(axis, "nm"), names)

    a = measured("lab", 1.0, 0.004).with_(targets=Targets(OXIDES, values, ("%",) * 6))
    b = measured("field", 1.15, 0.01)
    return SessionState((a, b), match_by_name([a, b]).standards)


def predictions(state, closure=None, rule=None, properties=()):
    settings = for_all(own_settings(state, METHODS), closure=closure, rule=rule)
    return compare(state, ComparisonPlan(METHODS, settings, standards=(8,), repeats=2, properties=properties))[0]


def test_all_lines_are_closed_alike_and_nothing_else_changes():
    state = oxides()
    free, closed = predictions(state), predictions(state, 100.0)
    assert free.cells.keys() == closed.cells.keys()
    opened = set()
    for (key, count, split), cell in closed.cells.items():
        was, now = free.cells[key, count, split]["predicted"], cell["predicted"]
        if (was.sum(axis=1) > 100).any() or (was < 0).any():
            opened.add(key)
        np.testing.assert_allclose(now, close_composition(was, 100.0), rtol=0, atol=1e-9, err_msg=key)
        assert (now >= 0).all() and (now.sum(axis=1) <= 100 + 1e-9).all(), key
        np.testing.assert_array_equal(cell["measured"], free.cells[key, count, split]["measured"])
    lines = {e.key for e in closed.entries}
    assert {"none", "target-only", "native", "a-on-a", "lra/spectra"} <= lines
    assert opened == lines, "every line had something to close, so that the test shows something of each"
    assert all(e.settings["closure"] == 100.0 for e in closed.entries)


def test_the_rule_reaches_every_line_that_has_latent_variables():
    state = oxides()
    result = predictions(state, rule="one-standard-error", properties=("SiO2", "CaO"))
    assert result.properties == ("SiO2", "CaO")
    with_rule = {e.key for e in result.entries if e.settings.get("component_rule") == "one-standard-error"}
    expected = {e.key for e in result.entries if e.key == "a-on-a" or "component_rule" in {
        p.name for p in method(e.method).parameters}}
    assert with_rule == expected >= {"a-on-a", "none", "native", "target-only", "bias", "ds", "lra/spectra"}
    usual = predictions(state, properties=("SiO2", "CaO"))
    assert any(not np.array_equal(result.cells[k]["predicted"], usual.cells[k]["predicted"])
               for k in result.cells if k[0] == "a-on-a"), "A's model on A follows the rule too"


def test_what_is_set_for_a_method_goes_first():
    given = {"ds": {"closure": 50.0}, "lra/spectra": {"mu": 0.3}, "auto": {}}
    found = for_all(given, closure=100.0, rule="minimum", budget=5.0)
    assert found["ds"] == {"closure": 50.0, "component_rule": "minimum"}
    assert found["lra/spectra"] == {"mu": 0.3, "closure": 100.0, "component_rule": "minimum"}
    assert found["auto"]["budget"] == 5.0 and found["a-on-a"] == {"closure": 100.0, "component_rule": "minimum"}
    assert for_all(given) == given and given["ds"] == {"closure": 50.0}, "nothing asked, nothing set; input unchanged"
    state = SessionState(parameters={"lra": {"mu": 0.1}, "lra/spectra": {"mu": 0.2}, "ds": {"ridge": 1.0}})
    assert own_settings(state, ("lra", "bias")) == {"lra": {"mu": 0.1}, "bias": {}, "lra/spectra": {"mu": 0.2}}


def test_properties_by_name():
    known = ("Moisture", "Ash, crude", "Oil")
    assert properties_asked((), known) == ()
    assert properties_asked(("Oil,Moisture",), known) == ("Moisture", "Oil"), "in the order of the data"
    assert properties_asked(("Ash, crude", "Oil"), known) == ("Ash, crude", "Oil")
    with pytest.raises(ParameterError, match="no property is called 'Ash'; there are Moisture"):
        properties_asked(("Ash",), known)
