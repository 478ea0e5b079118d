"""Spectra of one file that share an axis, put together."""

from __future__ import annotations

import numpy as np

from ...core.data import Targets
from .contract import Block


def merge_equal_axes(blocks: list[Block]) -> list[Block]:
    """Blocks with exactly the same axis and unit become one."""
    groups: dict[tuple[str, str, bytes], list[Block]] = {}
    for k, block in enumerate(blocks):
        key = (block.unit, block.quantity, block.axis.tobytes() if block.axis is not None else str(k).encode())
        groups.setdefault(key, []).append(block)
    merged = []
    for same in groups.values():
        if len(same) == 1:
            merged.append(same[0])
            continue
        names = tuple(n for b in same for n in (b.names or ("",) * len(b.spectra)))
        merged.append(same[0].with_(spectra=np.concatenate([b.spectra for b in same]), names=names,
                                    targets=_joined_targets(same), groups=_joined_groups(same),
                                    columns=_joined_columns(same),
                                    label="" if len(groups) == 1 else same[0].label))
    return merged


def _joined_targets(blocks: list[Block]) -> Targets | None:
    """Properties of all blocks, unknown where a block does not have one."""
    names = list(dict.fromkeys(n for b in blocks if b.targets is not None for n in b.targets.names))
    if not names:
        return None
    units = {n: u for b in blocks if b.targets is not None
             for n, u in zip(b.targets.names, b.targets.units, strict=True)}
    tables = []
    for b in blocks:
        table = np.full((len(b.spectra), len(names)), np.nan)
        if b.targets is not None:
            for j, name in enumerate(b.targets.names):
                table[:, names.index(name)] = b.targets.values[:, j]
        tables.append(table)
    return Targets(tuple(names), np.concatenate(tables), tuple(units[n] for n in names))


def _joined_groups(blocks: list[Block]) -> tuple[str, ...] | None:
    if any(b.groups is None for b in blocks):
        return None
    return tuple(g for b in blocks for g in b.groups or ())


def _joined_columns(blocks: list[Block]) -> dict[str, tuple[str, ...]]:
    titles = dict.fromkeys(t for b in blocks for t in b.columns)
    return {t: tuple(c for b in blocks for c in b.columns.get(t, ("",) * len(b.spectra))) for t in titles}
