"""Questions and news, with the answer on the button instead of yes and no."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QMessageBox, QWidget


def ask(
    parent: QWidget | None, title: str, text: str, answers: Sequence[str], *, default: int = 0, detail: str = "",
    icon: QMessageBox.Icon = QMessageBox.Icon.Question, name: str = "question",
) -> int:
    """Ask; returns the index of the answer, or -1 if the dialog was closed or "Cancel" was chosen.

    Parameters
    ----------
    answers : sequence of str
        Button texts; a Cancel button is added.
    default : int
        Which answer Enter gives; -1 is Cancel.
    """
    box = QMessageBox(icon, title, text, QMessageBox.StandardButton.NoButton, parent)
    box.setObjectName(name)
    box.setInformativeText(detail)
    buttons = []
    for k, answer in enumerate(answers):
        button = box.addButton(answer, QMessageBox.ButtonRole.AcceptRole if k == 0
                               else QMessageBox.ButtonRole.DestructiveRole)
        button.setObjectName(f"answer-{k}")
        buttons.append(button)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    cancel.setObjectName("cancel")
    box.setDefaultButton(buttons[default] if default >= 0 else cancel)
    box.setEscapeButton(cancel)
    box.exec()
    clicked = box.clickedButton()
    box.deleteLater()
    return buttons.index(clicked) if clicked in buttons else -1


def tell(parent: QWidget | None, title: str, text: str, *, detail: str = "",
         icon: QMessageBox.Icon = QMessageBox.Icon.Warning, name: str = "message") -> None:
    """Say something that needs to be read, with the details folded away."""
    box = QMessageBox(icon, title, text, QMessageBox.StandardButton.Ok, parent)
    box.setObjectName(name)
    if detail:
        box.setDetailedText(detail)
    box.exec()
    box.deleteLater()
