"""The recommendation as data, and the sentence that is made from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from ..figures import percent
from ..naming import the_property
from ..notes import Note, about, from_tree, together
from ..registry import method
from ._verdict import LEVEL, MOST_MORE, Need

VERDICTS = {"nothing": "nothing-learned", "none": "no-transfer-needed", "bias": "bias-is-enough",
            "target-only": "do-not-transfer", "transfer": "transfer", "unclear": "not-enough-standards"}
"""What is said of all properties where they need the same."""
FAIR = 0.8
"""Probability above which what is not shown is called fair."""


def recommendation(
    needs: Sequence[Need], lines: Mapping[str, np.ndarray], on_a: np.ndarray, single: str,
    pairs: Mapping[str, Any], left_out: Note | None = None,
) -> dict[str, Any]:
    """What the standards show, as a plain tree.

    Parameters
    ----------
    needs : sequence of Need
        Per property.
    lines : mapping of line to (q, m) array
        Left-out errors.
    on_a : (q, m) array
    single : str
        The single method whose best setting errs least; "" where none was tried.
    pairs : mapping
        "pairs", "share", "hits", "judged" of the unmarked pairs; empty where none were looked for.
    left_out : Note, optional
        Which standards were left out and why.

    Returns
    -------
    dict
        "verdict" (of `VERDICTS`, "no-transfer-helps", or "by-property"), "method" that it names (of "transfer" the
        single one to name where one is asked for; "" where properties differ), "title", "probability" (of the least
        sure), "confidence" ("high", "fair", "low"), "more" (further standards that would show what is unclear; None
        where they would not), "properties" (`Need` of each), "needs" (their codes), "unlearned" (numbers of those that
        nothing predicts), "yardstick", "standards", "rmse" per line and property, "left_out" (a note
        as a tree, None where all take part), "sentence".
    """
    asked = [n for n in needs if n.code and n.code != "nothing"] or [n for n in needs if n.code]
    codes, named = {n.code for n in asked}, {n.line for n in asked}
    verdict = VERDICTS[codes.pop()] if len(codes) == 1 else "transfer" if "transfer" in codes else (
        "not-enough-standards" if "unclear" in codes else "by-property")
    if verdict == "no-transfer-needed" and not all(n.as_on_a for n in asked):
        verdict = "no-transfer-helps"
    line = named.pop() if len(named) == 1 and verdict not in ("not-enough-standards", "nothing-learned") else ""
    name = single if verdict == "transfer" else line
    least = min(asked, key=lambda n: n.probability, default=Need("", "", 1.0))
    more = [n.more for n in asked if n.code == "unclear"]
    root = {k: [float(v) for v in np.sqrt(np.nanmean(e ** 2, axis=1))] for k, e in {"a-on-a": on_a, **lines}.items()}
    confidence = "fair" if least.probability >= FAIR else "low"
    if "unclear" not in {n.code for n in asked}:
        confidence = "fair" if left_out is not None else "high"  # what was found wrong once may not be all
    found: dict[str, Any] = {
        "verdict": verdict, "method": name, "title": name, "probability": least.probability,
        "confidence": confidence, "left_out": None if left_out is None else left_out.tree(),
        "more": None if None in more else max((k for k in more if k is not None), default=0),
        "properties": [asdict(n) for n in needs], "needs": [n.code.replace("nothing", "") for n in needs],
        "unlearned": [j for j, n in enumerate(needs) if n.code == "nothing"] if verdict != "nothing-learned" else [],
        "yardstick": min((k for k in ("none", "target-only") if k in lines), key=lambda k: float(np.nansum(
            lines[k] ** 2))), "standards": on_a.shape[1], "rmse": root,
        "pairs": {k: pairs[k] for k in ("pairs", "share", "hits", "judged") if k in pairs}}
    return {**found, "sentence": str(sentence_of(found))}


def sentence_of(found: Mapping[str, Any], names: Sequence[str] = ()) -> Note:
    """It in words: one sentence for all properties that need the same, with their names where these differ."""
    groups: dict[tuple[Any, ...], list[int]] = {}
    for j, need in enumerate(found["properties"]):
        if need["code"]:
            groups.setdefault((need["code"], need["line"], need["as_on_a"]), []).append(j)
    said: list[Note] = [from_tree(found["left_out"])] if found.get("left_out") else []
    for rows in groups.values():
        note = _said(found, [found["properties"][j] for j in rows])
        called = [names[j] if j < len(names) else the_property(j) for j in rows]
        said.append(note if len(groups) == 1 else about(_listed(called), note))
    if found["verdict"] == "transfer" and found["method"]:
        said.append(Note("advice.single", "info", title=method(found["method"]).title))
    pairs = found.get("pairs", {})
    if pairs.get("share"):
        said.append(Note("advice.pairs", "info", pairs=pairs["pairs"], share=percent(pairs["share"]),
                         hits=pairs["hits"], judged=pairs["judged"]))
    return together(*said)


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _said(found: Mapping[str, Any], needs: Sequence[Mapping[str, Any]]) -> Note:
    least = min(needs, key=lambda n: float(n["probability"]))
    code, line, m, p = least["code"], least["line"], found["standards"], sure(float(least["probability"]))
    if code == "unclear":
        more = [n["more"] for n in needs]
        what = UNCLEAR[line]
        if None in more:
            return Note("advice.unclear", "advice", standards=m, what=what, sure=p)
        most = max(more)
        if most > MOST_MORE:
            return Note("advice.unclear_far", "advice", standards=m, what=what, sure=p, most=MOST_MORE)
        return Note("advice.unclear_more", "advice", standards=m, what=what, sure=p, more=most)
    if code == "nothing":
        return Note("advice.nothing", "warning", standards=m, sure=p)
    if code in ("none", "bias") and least["as_on_a"]:
        note = Note("advice.none_as_on_a", "info", sure=p, standards=m) if code == "none" else Note(
            "advice.bias_as_on_a", "info", sure=p, standards=m)
        gain = max(float(n["gain"]) for n in needs)
        return together(note, Note("advice.other_regression", "info", gain=percent(gain))) if gain else note
    if code == "none":
        return Note("advice.none_as_good", "info", sure=p, standards=m)
    if code == "bias":
        return Note("advice.bias_as_good", "info", sure=p, standards=m)
    if code == "target-only":
        return Note("advice.target_only", "advice", sure=p, standards=m)
    return Note("advice.combination", "info", sure=p, standards=m)


UNCLEAR = {"none": Note("advice.whether_none", "info"), "bias": Note("advice.whether_bias", "info"),
           "target-only": Note("advice.whether_target_only", "info"),
           "constant": Note("advice.whether_nothing", "info"),
           "combination": Note("advice.whether_combination", "info")}
"""What is not shown, by the line it is about."""


def sure(probability: float) -> str:
    """In whole per cent, but never certain: it rests on a few standards. Never rounded up to the level either."""
    if probability > 0.99:
        return "more than 99 %"
    return percent(min(probability, LEVEL - 0.01) if probability < LEVEL else probability)
