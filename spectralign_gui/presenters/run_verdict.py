"""The verdict on a run, one word and why: the same on the rail, Check, Predict, in predicted files and the report."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..session.compare.evaluate import advice_of
from ..session.run.result import RunResult
from ..session.run.run_errors import run_errors
from .moods import WORDS
from .quality import NO_NEIGHBOURS, headline, values_doubted

Tested = tuple[str, str]
"""What a comparison found for the method of a run: its errors, and why they are no good; "" where it took no part."""


@dataclass(frozen=True)
class RunVerdict:
    """How far a run can be trusted.

    Parameters
    ----------
    mood : {"good", "warning", "bad", "muted"}
    sentence : str
        Why, with the figures.
    doubted : str
        Why the values that it predicts are not to be trusted, in a sentence; "" if they are.
    """

    mood: str
    sentence: str
    doubted: str = ""

    @property
    def word(self) -> str:
        """The mood in words."""
        return WORDS[self.mood]

    @property
    def brief(self) -> str:
        """The word as a sentence, with what is doubted, or else why it is no better."""
        why = NO_NEIGHBOURS if NO_NEIGHBOURS in self.sentence else self.sentence
        return f"Verdict: {self.word}. {self.doubted or (why if self.mood in ('warning', 'bad') else '')}".strip()

    @property
    def kept(self) -> str:
        """What goes with a saved model: where nobody can look at the run any more, the word comes with its reason."""
        whole = self.mood in ("warning", "bad") and not self.doubted
        return f"Verdict: {self.word}. {self.sentence}".strip() if whole else self.brief

    def speaking_against(self, why: str) -> RunVerdict:
        """It where something else shows that the values are not what they were when the run was tested."""
        mood = "warning" if self.mood in ("good", "muted") else self.mood
        return replace(self, mood=mood, sentence=f"{why} {self.sentence}".strip(),
                       doubted=f"{why} {self.doubted}".strip())


def run_verdict(run: RunResult, tested: Tested = ("", "")) -> RunVerdict:
    """The verdict on a run.

    Parameters
    ----------
    run : RunResult
    tested : (str, str)
        See `Tested`.

    Examples
    --------
    >>> run_verdict(run).word  # doctest: +SKIP
    'can be trusted'
    """
    sentence, mood = headline(run)
    said, doubt = tested
    errors = run_errors(run)
    if said and not errors:
        found = f"The comparison tested this method on samples that no fit had seen: RMSEP {said}."
        if mood == "bad":  # of the hits
            sentence, mood = f"{found} {sentence} {NO_NEIGHBOURS}", "warning"
        elif advice_of(run) is not None:  # as where its errors are kept with it
            sentence = f"{sentence} {found}"
        elif mood in ("muted", "warning"):
            sentence, mood = found, "good"
    doubted = doubt or ("" if said and not errors else values_doubted(run))
    if doubt:
        mood = "warning" if mood in ("good", "muted") else mood
        sentence = sentence if doubt in sentence else f"{sentence} {doubt}"
    return RunVerdict(mood, sentence, doubted)
