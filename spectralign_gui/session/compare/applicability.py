"""What methods cannot do without, looked at before any work is done: one that lacks something is left out, with why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ...core.data.common_axis import why_not_same_channels
from ...core.errors import SpectrAlignError
from ...core.registry import MethodInfo, is_method, method
from ...core.validation.transfer import BY_CHANNEL, YARDSTICKS, Entry
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
        return f"{info.title} needs reference values, and there are none."
    if "groups" in needs and prepared.groups is None:
        return f"{info.title} needs the groups of the samples, and there are none."
    try:
        check_channels(estimator, prepared.datasets)
    except SpectrAlignError as error:
        return str(error)
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
    kept, lost = [], {}
    for entry in entries:
        needs = method(entry.method).needs_at(entry.settings) if why and is_method(entry.method) else frozenset()
        if CHANNELS in needs and entry.method not in YARDSTICKS:
            lost[entry.key] = f"{method(entry.method).title} {BY_CHANNEL} {why}"
        else:
            kept.append(entry)
    return tuple(kept), lost


def channels_note(prepared: Prepared, lost: Iterable[str]) -> str:
    """One sentence about all methods that the channels rule out, the remedy first; "" if none."""
    titles = [method(key).title for key in lost]
    if not titles:
        return ""
    return (f"{why_not_same_channels(prepared.datasets)} Until then {len(titles)} "
            f"line{' is' if len(titles) == 1 else 's are'} left out that compare{'s' if len(titles) == 1 else ''} "
            f"channel by channel: {', '.join(titles)}.")
