"""What methods cannot do without, looked at before any work is done: one that lacks something is left out, with why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ...core.data.common_axis import why_not_same_channels
from ...core.errors import SpectrAlignError
from ...core.notes import Note
from ...core.registry import MethodInfo, is_method, method
from ...core.validation.entries import YARDSTICKS, Entry
from ..run.execution import Prepared, check_channels

CHANNELS = "same channels"


def why_unfit(info: MethodInfo, values: Mapping[str, Any], prepared: Prepared) -> str:
    """Why a method cannot be fitted to these data whatever the samples are, as a sentence; "" if it can.

    Parameters that are not possible are the call's fault and are refused as such.

    Raises
    ------
    ParameterError
    """
    estimator = info.create(**values)
    needs = info.needs_at(values)
    targets = prepared.targets
    if "targets" in needs and (targets is None or not any(np.isfinite(t).any() for t in targets)):
        return Note("method.lacks_values", title=info.title)
    if "groups" in needs and prepared.groups is None:
        return Note("method.lacks_groups", title=info.title)
    try:
        check_channels(estimator, prepared.datasets)
    except SpectrAlignError as error:
        return error.note
    return ""


def without_channels(entries: Iterable[Entry], why: str) -> tuple[tuple[Entry, ...], dict[str, str]]:
    """Lines of a comparison that the instruments' channels allow, and the others: key → why, as a sentence.

    The yardsticks stay: no transfer always stands beside, if only to say why it has no figure.

    Parameters
    ----------
    entries : iterable of Entry
    why : str
        `why_not_same_channels` of the two instruments; "" if they are the same.
    """
    kept: list[Entry] = []
    lost: dict[str, str] = {}
    for entry in entries:
        needs = method(entry.method).needs_at(entry.settings) if why and is_method(entry.method) else frozenset()
        if CHANNELS in needs and entry.method not in YARDSTICKS:
            lost[entry.key] = Note("method.by_channel", title=method(entry.method).title, reason=why)
        else:
            kept.append(entry)
    return tuple(kept), lost


def channels_note(prepared: Prepared, lost: Iterable[str]) -> str:
    """One sentence about all methods that the channels rule out, the remedy first; "" if none."""
    titles = [method(key).title for key in lost]
    if not titles:
        return ""
    return Note("comparison.by_channel_left_out", reason=why_not_same_channels(prepared.datasets), n=len(titles),
                titles=titles)
