"""Sessions that a window has to look well with: nothing, few, many, long names, other axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from spectralign_gui.core.data import Axis, SpectralDataset, Targets
from spectralign_gui.io.read import read_dataset
from spectralign_gui.io.samples import load_sample_session
from spectralign_gui.io.targets import read_targets
from spectralign_gui.session.standards.pairing import hold_out_share, match_by_name, match_by_row
from spectralign_gui.session.state import SessionState

LONG = ("Laboratory spectrometer of the central institute, building 4 (2019, after repair)",
        "Hand-held instrument no. 2 of the mine, worn by the second shift")


def nir(names: Sequence[str], n: int = 40, p: int = 350, unit: str = "nm") -> SessionState:
    """Made-up near-infrared spectra of the same `n` samples on several instruments."""
    rng = np.random.default_rng(3)
    t = np.linspace(0, 1, p)
    shares = rng.random((n, 5))
    bands = np.stack([np.exp(-(((t - m) / w) ** 2)) for m, w in
                      ((0.1, 0.09), (0.3, 0.06), (0.52, 0.1), (0.7, 0.05), (0.92, 0.12))])
    values = np.linspace(1100, 2498, p) if unit == "nm" else np.linspace(4000, 10000, p)
    sets = []
    for k, name in enumerate(names):
        moved = np.stack([np.interp(t - 0.003 * (k % 7), t, band) for band in bands])
        spectra = 0.4 + 0.05 * (k % 5) + 0.3 * shares @ moved * (1 + 0.04 * (k % 6))
        spectra += 0.001 * rng.standard_normal(spectra.shape)
        known = Targets(("Moisture", "Oil", "Protein"), 3 + 4 * shares[:, :3], ("%", "%", "%")) if k == 0 else None
        sets.append(SpectralDataset(name, spectra, Axis(values, unit), tuple(f"CORN-{i + 1:03d}" for i in range(n)),
                                    "absorbance", targets=known))
    return SessionState(tuple(sets), hold_out_share(match_by_name(tuple(sets)).standards, 0.25, 1))


def libs() -> SessionState:
    """The sample LIBS with a share of the standards held out."""
    state = load_sample_session("libs")
    return state.with_(standards=hold_out_share(state.standards, 0.3, 1))


def raman() -> SessionState:
    """The sample Raman spectra, likewise."""
    state = load_sample_session("raman")
    return state.with_(standards=hold_out_share(state.standards, 0.3, 1))


def long_names() -> SessionState:
    """Instruments, samples, groups and properties with names longer than any column."""
    state = libs()
    sets = []
    for dataset, name in zip(state.datasets, LONG, strict=True):
        samples = tuple(f"{s} of the eastern quarry, drill core 17, depth 12.50 m to 12.75 m" for s in
                        dataset.sample_names)
        values = dataset.targets
        if values is not None:
            values = replace(values, names=tuple(f"{n} by X-ray fluorescence of the fused bead" for n in values.names))
        groups = tuple(("coarse-grained porphyritic granite", "basalt")[k % 2] for k in range(len(dataset)))
        sets.append(replace(dataset, name=name, sample_names=samples, targets=values, groups=groups))
    return SessionState(tuple(sets), hold_out_share(match_by_name(tuple(sets)).standards, 0.3, 1))


def files(paths: Sequence[str], values: str = "") -> SessionState:
    """Files whose rows are the same samples, as with the corn of three spectrometers."""
    sets = [read_dataset(Path(p), unit="nm", quantity="absorbance") for p in paths]
    if values:
        sets[0] = replace(sets[0], targets=read_targets(Path(values)).targets)
    return SessionState(tuple(sets), hold_out_share(match_by_row(tuple(sets)).standards, 0.25, 1))


STATES: dict[str, Callable[[], SessionState]] = {
    "empty": SessionState,
    "libs": libs,
    "running": lambda: libs().with_(method="slra"),
    "robust": lambda: libs().with_(method="rlra"),
    "sparse": lambda: libs().with_(method="slra"),
    "cluster": lambda: libs().with_(method="lra-cluster"),
    "cada": lambda: libs().with_(method="cada"),
    "error": lambda: libs().with_(parameters={"lra": {"n_components": 2000}}),
    "three": lambda: nir(("m5", "mp5", "mp6")),
    "long-names": long_names,
    "thirty": lambda: nir([f"spectrometer {k:02d}" for k in range(1, 31)], n=12, p=120),
    "raman": raman,
    "reversed": lambda: nir(("FT-NIR", "FT-NIR at line"), unit="cm-1"),
    "dollar": lambda: load_sample_session("dollar"),
    "one": lambda: SessionState(libs().datasets[:1]),
    "unpaired": lambda: SessionState(libs().datasets),
}
