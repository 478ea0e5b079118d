"""What can be done with the selection and with those that have a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtWidgets import QWidget

from ...core.errors import SpectrAlignError
from ...session.standards.pairing import set_held_out, touched
from ...session.state import SessionState, selections
from ...session.state.editing import exclude
from ...session.state.selections import Sample
from ..dialogs import ask_text
from ..plots.groups import ask_and_paint, with_group
from ..state import AppModel

COMBINE = (("replace", "&Select", "Select its samples"),
           ("add", "&Add to what is selected", "Select its samples too"),
           ("subtract", "&Take away from what is selected", "Its samples are selected no longer"),
           ("intersect", "Keep only the &common ones", "Of what is selected, only its samples stay selected"))
UPDATE = (("replace", "&Replace by what is selected", "From now on it holds what is selected"),
          ("add", "Add &what is selected to it", "It holds what is selected too"),
          ("subtract", "Take what is selected &out of it", "It holds what is selected no longer"))
HOW = {"replace": "", "add": " added", "subtract": " taken away", "intersect": " kept of what was selected"}


class SelectionCommands:
    """Commands on the model; whatever changes the session can be undone, what is selected is only looked at.

    Parameters
    ----------
    model : AppModel
    parent : QWidget
        Above which questions appear.
    """

    def __init__(self, model: AppModel, parent: QWidget) -> None:
        self.model, self.parent = model, parent

    # -- the selection -----------------------------------------------------------------------------------
    def select(self, samples: Iterable[Sample], how: str = "replace", what: str = "") -> None:
        """Make these the selection, or combine them with it ("add", "subtract", "intersect")."""
        listed = list(samples)
        before = set(self.model.selection.samples)
        after = selections.combined(before, set(listed), how)
        order = [s for s in (*sorted(before), *listed) if s in after]
        self.model.selection.select(dict.fromkeys(order))
        named = f"{what}{HOW[how]}: " if what else ""
        self.model.message.emit(f"{named}{selections.words(after)} selected." if after else
                                f"{named}nothing is selected.")

    def invert(self) -> None:
        """Select the other samples instead."""
        self.select(selections.inverted(self.model.state, self.model.selection.samples), what="Inverted")

    def add_partners(self) -> None:
        """Select the same samples on the other instruments too."""
        self.select(selections.with_partners(self.model.state, self.model.selection.samples), what="With partners")

    def select_group(self, group: str) -> None:
        """Select the samples of a group."""
        self.select(selections.of_group(self.model.state, group), what=f"Group {group}")

    def select_standards(self, held_out: bool | None = None) -> None:
        """Select the spectra of standards; those that are held out, or the others."""
        what = {None: "Standards", True: "Held out", False: "Standards of the fit"}[held_out]
        self.select(selections.of_standards(self.model.state, held_out), what=what)

    def select_left_out(self) -> None:
        """Select what takes part in no fit."""
        self.select(selections.left_out(self.model.state), what="Left out")

    # -- named ones --------------------------------------------------------------------------------------
    @property
    def titles(self) -> list[str]:
        """Names of the selections, as they were made."""
        return list(self.model.state.selections)

    def samples(self, title: str) -> list[Sample]:
        """Samples of a named selection."""
        return selections.selection(self.model.state, title)

    def ask_keep(self) -> None:
        """Ask for a name and keep the selection under it."""
        chosen = self.model.selection.samples
        if not chosen:
            self.model.message.emit("Select samples first: in a table, or with a box or lasso in a plot.")
            return
        title, ok = ask_text(self.parent, "Keep selection",
                             f"Name of the selection ({selections.words(chosen)}); a name from the list is replaced",
                             choices=["", *self.titles])
        if ok:
            self.keep(title)

    def keep(self, title: str, how: str = "replace") -> bool:
        """Keep the selection under a name, or change a named one by it; whether that was possible."""
        text = {"replace": "Keep selection {}", "add": "Add to {}", "subtract": "Take out of {}",
                "intersect": "Keep the common part of {}"}[how].format(title.strip())
        return self._change(text, lambda s: selections.keep(s, title, self.model.selection.samples, how))

    def recall(self, title: str, how: str = "replace") -> None:
        """Select the samples of a named selection, or combine them with what is selected."""
        if title in self.model.state.selections:
            self.select(self.samples(title), how, title)

    def recall_number(self, number: int) -> None:
        """Select the samples of the selection at a place of the list (from 1)."""
        titles = self.titles
        if number <= len(titles):
            self.recall(titles[number - 1])
        else:
            self.model.message.emit(f"There is no selection number {number} yet; Ctrl+K keeps what is selected.")

    def ask_rename(self, title: str) -> None:
        """Ask for another name."""
        new, ok = ask_text(self.parent, "Rename selection", f"New name of {title!r}:", first=title)
        if ok:
            self.rename(title, new)

    def rename(self, title: str, new: str) -> bool:
        """Give a selection another name."""
        return self._change(f"Rename {title}", lambda s: selections.rename(s, title, new))

    def delete(self, title: str) -> bool:
        """Forget a named selection."""
        return self._change(f"Delete selection {title}", lambda s: selections.delete(s, title))

    # -- what is done with samples -------------------------------------------------------------------------
    def to_group(self, title: str) -> bool:
        """Make a group of a named selection that has its name."""
        return self._change(f"Make a group of {title}", lambda s: with_group(s, self.samples(title), title))

    def hold_out(self, samples: Iterable[Sample], held_out: bool = True) -> bool:
        """Withhold the pairing of standards among these from the fit, or give it back."""
        listed = list(samples)
        state = self.model.state
        if not touched(state.standards, listed):
            self.model.message.emit("None of these samples is a standard, so there is no pairing to hold out.")
            return False
        return self._change("Hold out selection" if held_out else "Release selection",
                            lambda s: s.with_(standards=set_held_out(s.standards, listed, held_out)))

    def leave_out(self, samples: Iterable[Sample], out: bool = True) -> bool:
        """Leave samples out of every fit, or take them back in."""
        listed = list(samples)
        return self._change("Leave out selection" if out else "Take selection back in",
                            lambda s: exclude(s, listed, out))

    def ask_group(self) -> None:
        """Ask for a group and put the selected samples into it."""
        ask_and_paint(self.model, self.parent)

    def _change(self, text: str, change: Callable[[SessionState], SessionState]) -> bool:
        try:
            new = change(self.model.state)
        except SpectrAlignError as error:
            self.model.message.emit(str(error))
            return False
        self.model.change(text, new)
        return True
