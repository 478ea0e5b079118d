"""A comparison in the project file: what was decided by is there the next day, and in its report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...core.errors import DataError
from ...core.validation.entries import Entry
from ...core.validation.transfer_result import TransferValidation
from ...session.compare.comparison_codec import comparison_from_tree, comparison_to_tree
from ...session.compare.evaluate import lab_errors
from ...session.compare.verdict import Advised
from ...session.run.refit import with_all_standards
from ...session.standards.pairing import in_a_row
from ...session.state import SessionState
from ...words import say
from ..state import AppModel

if TYPE_CHECKING:
    from .plots import ComparePlots
    from .results import ResultModel


class Keeping:
    """Mixin for the Compare dock."""

    _model: AppModel
    _result: TransferValidation | None
    _compared: SessionState
    _entries: dict[str, Entry]
    _advice: Advised
    _notes: list[str]
    results: ResultModel
    plots: ComparePlots

    def _outdated(self) -> str:
        """A sentence if the table was made with other data than the session has now."""
        now, then = self._model.two, self._compared
        if not self.results.lines or (all(getattr(now, part) is getattr(then, part) or getattr(now, part) == getattr(
                then, part) for part in ("preprocessing", "excluded")) and _same_standards(now, then)
                and _same(now, then)):
            return ""
        return f"The table is of {in_a_row(then.instruments)} as they were then: compare again for what is set now."

    def _say(self) -> None:
        raise NotImplementedError

    def _show_result(self, result: TransferValidation, advice: Advised, notes: Sequence[str] = ()) -> None:
        raise NotImplementedError

    def _offer(self, counts: tuple[int, ...], properties: tuple[str, ...]) -> None:
        raise NotImplementedError

    def _settings_of(self, key: str) -> Mapping[str, Any]:
        raise NotImplementedError

    @property
    def worth_keeping(self) -> TransferValidation | None:
        """The finished comparison of the data as they are; None if there is none."""
        return self._result if self._result is not None and not self._outdated() else None

    def kept(self) -> dict[str, Any]:
        """It as a plain tree, for the project file."""
        assert self._result is not None
        return {"instruments": list(self._compared.instruments), "advice": self._advice.to_tree(),
                "notes": list(self._notes), "result": comparison_to_tree(self._result)}

    def take(self, tree: Mapping[str, Any]) -> None:
        """Show the comparison of an opened project, which is of the session as it is."""
        state = self._model.two
        try:
            of = tuple(tree.get("instruments", state.instruments))
            if len(state.datasets) != 2 or of != state.instruments or not isinstance(tree.get("result"), dict):
                raise DataError("The comparison of methods that the project holds is not of these spectra.")
            result = comparison_from_tree(tree["result"], (len(state.datasets[0]), len(state.datasets[1])))
        except DataError as error:
            self._model.message.emit(say(error))
            return
        self._compared = state
        self._entries = {e.key: e for e in result.entries}
        self.results.start(result.properties, lab_errors(state.datasets))
        self.plots.start(state, self._settings_of)
        self._offer(result.counts, result.properties)
        self._show_result(result, Advised.from_tree(tree.get("advice")), [str(n) for n in tree.get("notes", ())])


def _same_standards(now: SessionState, then: SessionState) -> bool:
    """Whether the standards are the same ones; a comparison takes all of them, whichever are held out."""
    return now.standards is then.standards or (
        with_all_standards(now).standards == with_all_standards(then).standards)


def _same(now: SessionState, then: SessionState) -> bool:
    """Whether two sessions have the same spectra."""
    return len(now.datasets) == len(then.datasets) and all(a is b for a, b in zip(now.datasets, then.datasets,
                                                                                  strict=True))
