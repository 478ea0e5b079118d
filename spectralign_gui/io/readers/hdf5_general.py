"""HDF5 of other programs: NeXus, photothermal .ptir, netCDF-4, MATLAB 7.3, and plain named arrays."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.errors import FileError
from ..tree import read_array
from ._arrays import Arrays, blocks_of_arrays, is_axis, unit_fields
from ._chada import chada
from ._h5_contents import arrays_of, attr_text, matlab_text, scaled
from ._merged import merge_equal_axes
from ._units import quantity_of, unit_of
from ._wrap import parsing
from .contract import Block, Choice, Reader, ReadResult
from .registry import register_reader

if TYPE_CHECKING:
    import h5py

SIGNATURE = b"\x89HDF\r\n\x1a\n"


@register_reader
class Hdf5Reader(Reader):
    """Looks for the conventions first (NXdata, PTIR, DataSet), then for arrays whose sizes fit."""

    name = "hdf5"
    title = "HDF5, NeXus, netCDF-4, MATLAB 7.3"
    extensions = (".h5", ".hdf5", ".nxs", ".nx", ".mat", ".nc", ".ptir", ".he5", ".cha")
    option_names = ("signal",)
    apart = True

    def sniff(self, path: Path, head: bytes) -> float:
        """The HDF5 signature, at the start or (MATLAB 7.3) after 512 bytes."""
        if head.startswith(SIGNATURE):
            return 0.6
        matlab = head[512:520] == SIGNATURE and not head.startswith(b"HDF5-based Julia")
        return 0.95 if matlab else 0.0

    def read(self, path: Path, options: Mapping[str, Any]) -> ReadResult:
        """Read by convention or by the sizes of the arrays."""
        import h5py

        with parsing("HDF5"), h5py.File(path, "r") as file:
            if any(re.fullmatch(r"Measurement_\d+", name) for name in file):
                return _photothermal(file, options.get("signal"))
            if (result := _nexus(file)) is not None:
                return result
            if (result := _dataset_objects(file)) is not None:
                return result
            if (result := chada(file, options.get("signal"))) is not None:
                return result
            arrays = arrays_of(file)
            what = "MATLAB" if any("MATLAB_class" in file[n].attrs for n in file if n in file) else "HDF5"
        _prefer_same_group(arrays)
        return blocks_of_arrays(arrays, what)


def _prefer_same_group(arrays: Arrays) -> None:
    """Arrays of pixel indices and coordinates are no spectra."""
    for name in list(arrays.numbers):
        last = name.rsplit("/", 1)[-1].casefold()
        if last in ("position_indices", "spectroscopic_indices", "position_values"):
            del arrays.numbers[name]


def _photothermal(file: h5py.File, chosen: str | None) -> ReadResult:
    """PTIR Studio: Measurement_N/Channel_M/Raw_Data over Measurement_N/Spectroscopic_Values."""
    import h5py

    found: dict[str, list[Block]] = {}
    for name in sorted(n for n in file if re.fullmatch(r"Measurement_\d+", n)):
        group = file[name]
        if "Spectroscopic_Values" not in group:
            continue
        axis = np.asarray(read_array(group["Spectroscopic_Values"]), dtype=np.float64).ravel()
        unit = unit_of(attr_text(group["Spectroscopic_Values"], "units")) or "unknown"
        for channel in sorted(c for c in group if c.startswith("Channel_")):
            data = group[channel].get("Raw_Data")
            signal = attr_text(group[channel], "DataSignal")
            if not isinstance(data, h5py.Dataset) or not signal:
                continue  # a channel without signal is the background of the others
            label = attr_text(group[channel], "Label") or signal
            values = np.atleast_2d(np.asarray(read_array(data), dtype=np.float64))
            raman = "raman" in f"{label} {signal}".casefold()
            names = (name,) if len(values) == 1 else tuple(f"{name} {k + 1}" for k in range(len(values)))
            found.setdefault(label, []).append(Block(
                values, axis, names, "raman-shift" if raman and unit == "cm-1" else unit,
                "raman-intensity" if raman else "intensity", label))
    if not found:
        raise FileError("hdf5_general.no_spectra")
    label = chosen or next(iter(found))
    if label not in found:
        raise FileError("hdf5_general.no_such_signal", label=repr(label), found=(repr(k) for k in found))
    choices = tuple(Choice("signal", k, f"{k}: {sum(len(b.spectra) for b in v)} spectra, "
                           f"{v[0].spectra.shape[1]} points", k == label) for k, v in found.items())
    warnings = () if len(found) == 1 else (
        f"The file also holds {', '.join(repr(k) for k in found if k != label)}; choose with signal=.",)
    return ReadResult(tuple(merge_equal_axes(found[label])), choices=choices, warnings=warnings)


def _nexus(file: h5py.File) -> ReadResult | None:
    """NXdata groups with a signal and a spectral axis."""
    import h5py

    groups: list[h5py.Group] = []

    def visit(_name: str, item: Any) -> None:
        if isinstance(item, h5py.Group) and attr_text(item, "NX_class") == "NXdata" and len(groups) < 200:
            groups.append(item)

    file.visititems(visit)
    blocks, seen = [], set()
    for group in groups:
        signal = attr_text(group, "signal")
        if not signal:
            signal = next((n for n in group if attr_text(group[n], "signal") == "1"), "")
        if signal not in group or not isinstance(group[signal], h5py.Dataset):
            continue
        data = group[signal]
        if data.dtype.kind not in "biuf" or data.id in seen:
            continue
        seen.add(data.id)
        values = scaled(read_array(data), data.attrs)
        listed = group.attrs.get("axes", data.attrs.get("axes"))
        names = [a.decode() if isinstance(a, bytes) else str(a) for a in np.ravel(listed)] if listed is not None else []
        names = [n for part in names for n in part.replace("[", "").replace("]", "").split(":")]
        choice: tuple[float, int, str] | None = None
        for dimension, size in enumerate(values.shape):
            candidates = [names[dimension]] if dimension < len(names) else list(group)
            for name in candidates:
                if name == signal or name not in group or not isinstance(group[name], h5py.Dataset):
                    continue
                axis = group[name]
                if axis.shape != (size,) or axis.dtype.kind not in "iuf":
                    continue
                score = 2.0 * (unit_of(attr_text(axis, "units")) is not None) + (unit_of(name) is not None)
                score += 0.5 * is_axis(np.asarray(axis[()], float)) + 0.1 * dimension
                if choice is None or score > choice[0]:
                    choice = (score, dimension, name)
        if choice is None:
            continue
        _, dimension, name = choice
        axis = scaled(read_array(group[name]), group[name].attrs)
        units = Arrays(units={name: attr_text(group[name], "units")}, labels={name: attr_text(group[name],
                                                                                              "long_name")})
        quantity = quantity_of(f"{attr_text(data, 'long_name', 'units')} {signal}") or "unknown"
        blocks.append(Block(np.moveaxis(values, dimension, -1).reshape(-1, len(axis)), axis, (),
                            quantity=quantity, label=group.name.strip("/"), **unit_fields(name, axis, units)))
    if not blocks:
        return None
    several = len(blocks) > 1
    return ReadResult(tuple(b if several else b.with_(label="") for b in blocks))


def _dataset_objects(file: h5py.File) -> ReadResult | None:
    """PLS_Toolbox DataSet objects in MATLAB 7.3 files: groups with data, axisscale and label."""
    import h5py

    blocks = []
    for name in file:
        group = file[name]
        if not isinstance(group, h5py.Group) or not {"data", "axisscale", "label"} <= set(group):
            continue
        data = np.asarray(read_array(group["data"]), dtype=np.float64).T
        axis = None
        labels: list[str] = []
        # cells are stored transposed: (sets, modes, ...) of references
        scales = np.asarray(read_array(group["axisscale"]))
        for reference in np.ravel(scales):
            if not isinstance(reference, h5py.Reference) or not reference:
                continue
            entry = file[reference]
            if entry.dtype.kind == "f" and entry.size == data.shape[1] and "MATLAB_empty" not in entry.attrs:
                axis = np.asarray(entry[()], dtype=np.float64).ravel()
                break
        for reference in np.ravel(np.asarray(read_array(group["label"]))):
            if isinstance(reference, h5py.Reference) and reference:
                entry = file[reference]
                if attr_text(entry, "MATLAB_class") == "char" and len(found := matlab_text(entry)) == len(data):
                    labels = found
                    break
        unit = unit_fields("", axis, Arrays()) if axis is not None else {"unit": "channel"}
        blocks.append(Block(data, axis, tuple(labels), label=name, **unit))
    if not blocks:
        return None
    return ReadResult(tuple(b if len(blocks) > 1 else b.with_(label="") for b in blocks))
