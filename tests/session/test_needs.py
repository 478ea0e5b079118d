"""What a session needs before it can be run depends on the parameters of the method, not on its name alone."""

from __future__ import annotations

import numpy as np
import pytest

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.session.predict.coefficients import coefficients_table
from spectralign_gui.session.predict.model import Model
from spectralign_gui.session.run import execute, why_not
from spectralign_gui.session.standards.pairing import match_by_row
from spectralign_gui.session.state import SessionState

AXIS = np.linspace(1000, 1100, 24)


@pytest.fixture
def state() -> SessionState:
    rng = np.random.default_rng(3)
    latent = rng.normal(size=(30, 3))
    basis = np.array([np.exp(-(((AXIS - c) / 12) ** 2)) for c in (1020, 1050, 1080)])
    kinds = tuple(np.where(latent[:, 0] > 0, "rich", "poor").tolist())
    values = Targets(("Moisture",), 10 + latent[:, :1])
    sets = [SpectralDataset(name, c + g * latent @ basis + rng.normal(0, 0.01, (30, 24)), Axis(AXIS, "nm"),
                            groups=kinds, targets=values) for name, c, g in (("A", 1, 1), ("B", 1.2, 0.9))]
    return SessionState(tuple(sets), match_by_row(sets).standards[:12])


def without(state: SessionState, **changes: object) -> SessionState:
    return state.with_(datasets=tuple(d.with_(**changes) for d in state.datasets))


def test_classes_from_groups_need_no_reference_values(state):
    bare = without(state, targets=None).with_(method="hda")
    assert "reference values" in why_not(bare)
    asked = bare.with_parameter("labels", "groups")
    assert why_not(asked) == "" and execute(asked).embeddings is not None
    assert "groups" in why_not(without(asked, groups=None))


def test_canonical_correlation_with_values_needs_no_standards(state):
    bare = state.with_(method="cca", standards=())
    assert "standards" in why_not(bare)
    assert why_not(bare.with_parameter("mode", "multi")) == ""
    assert "reference values" in why_not(without(bare, targets=None).with_parameter("mode", "multi"))


def test_a_bias_with_own_coefficients_needs_no_reference_values(state):
    _, rows = coefficients_table(Model.of(execute(state.with_(method="none"))), "A")
    table = np.array([[float(v) for v in row[1:]] for row in rows if row[0] != "intercept"])
    assert len(table) == 24
    bare = without(state, targets=None).with_(method="bias")
    assert "reference values" in why_not(bare)
    own = bare.with_(parameters={"bias": {"coefficients": (1.0, *table[:, 0].tolist()),
                                          "coefficient_names": "Moisture"}})
    assert why_not(own) == ""
    found = execute(own).estimator.predict(state.datasets[1].spectra, 1)
    assert np.isfinite(found).all()
