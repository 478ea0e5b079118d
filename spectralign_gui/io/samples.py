"""The sample spectra as sessions: spectra, standards and reference values."""

from __future__ import annotations

from typing import Any

from ..core.errors import ParameterError
from ..session.standards.pairing import match_table
from ..session.state import SessionState
from ..session.state.reference_values import join_by_name
from ..shipped import SAMPLE_SETS, sample
from .pairs import read_pairs_table
from .read import read_dataset
from .targets import read_targets

# stated here, because the files are as bare as those of users often are
OPTIONS: dict[str, dict[str, Any]] = {
    "libs": {"unit": "nm", "quantity": "counts"},
    "raman": {"unit": "raman-shift", "quantity": "raman-intensity"},
    "dollar": {"unit": "channel"},
    "sines": {"unit": "channel"},
    "curves": {"unit": "channel"},
}

# the toys are exact but for rounding, which an automatic λ would take for data: they are shown as the papers show them,
# with λ = 1 on three (two) large singular values
TOY: dict[str, dict[str, Any]] = {"lra": {"penalty": 1.0}, "slra": {"penalty": 1.0}, "rlra": {"penalty": 1.0},
                                  "klra": {"gamma": 2.0}}
PARAMETERS = {"dollar": TOY, "sines": TOY, "curves": TOY}


def load_sample_session(name: str) -> SessionState:
    """A set of sample spectra with its standards marked and its reference values joined.

    Parameters
    ----------
    name : str
        One of `shipped.SAMPLE_SETS`.

    Raises
    ------
    ParameterError
        No such set.
    """
    if name not in SAMPLE_SETS:
        raise ParameterError("samples.no_such_set", name=name, sample_sets=SAMPLE_SETS)
    _, spectra, pairs, values, _ = SAMPLE_SETS[name]
    datasets = [read_dataset(sample(path), **OPTIONS.get(name, {})) for path in spectra]
    report = match_table(*read_pairs_table(sample(pairs)), datasets)
    if values is not None:
        table = read_targets(sample(values))
        datasets = [join_by_name(d, table.names, table.targets).dataset for d in datasets]
    return SessionState(tuple(datasets), report.standards, parameters=PARAMETERS.get(name, {}))
