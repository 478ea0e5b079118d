"""What a comparison is asked: the methods, how they are set, and how samples are held out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...core.validation.transfer_splits import DRAWS
from .comparison_settings import for_all


@dataclass(frozen=True)
class ComparisonPlan:
    """All that the figures of a comparison depend on beside the data; one and the same for window, call and script.

    Parameters
    ----------
    methods : sequence of str
    settings : mapping of method to mapping
        Parameters of each, where they differ from the defaults.
    regression : str
        Model of A for the lines that take one.
    standards : sequence of int, optional
        Numbers of standards; default 5, 10 and 20, or what the marked samples leave.
    test_share, folds, repeats : float, int, int, optional
        A share is tested in every repeat, or each sample in turn in so many groups. Where neither is given, a quarter
        is tested in each of 10 repeats; of fewer than 20 samples each is tested in turn, in 5 groups, 3 times.
    seed : int
    draw : {"kennard-stone", "random"}
        How the standards of a split are chosen.
    budget : float, optional
        Seconds.
    properties : sequence of str
        Those that take part; all by default.
    search : bool
        The preprocessing is chosen in every split.
    rule : str, optional
        How all lines read their number of latent variables from cross-validation.
    closure : float, optional
        Most that the predicted parts of a whole add up to, in all lines.

    Examples
    --------
    >>> plan = ComparisonPlan(["ds", "pds"], standards=[5, 10], repeats=20)
    >>> plan.methods
    ('ds', 'pds')
    """

    methods: Sequence[str]
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    regression: str = "pls"
    standards: Sequence[int] | None = None
    test_share: float | None = None
    folds: int | None = None
    repeats: int | None = None
    seed: int = 0
    draw: str = DRAWS[0]
    budget: float | None = None
    properties: Sequence[str] = ()
    search: bool = False
    rule: str | None = None
    closure: float | None = None

    def __post_init__(self) -> None:
        for name in ("methods", "standards", "properties"):
            value = getattr(self, name)
            object.__setattr__(self, name, value if value is None else tuple(value))

    @property
    def of_lines(self) -> dict[str, dict[str, Any]]:
        """Parameters of every line, with what is asked of all of them."""
        return for_all({**{m: {} for m in self.methods}, **self.settings}, rule=self.rule, closure=self.closure,
                       budget=self.budget)

    def with_(self, **changes: Any) -> ComparisonPlan:
        """The same plan but for these."""
        return replace(self, **changes)
