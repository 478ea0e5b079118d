"""Questions and news, with the answer on the button instead of yes and no."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QLabel, QMessageBox, QWidget


def _box(icon: QMessageBox.Icon, title: str, text: str, more: str, parent: QWidget | None) -> QMessageBox:
    """A message whose text is shown as it is: it may name files."""
    box = QMessageBox(parent)
    box.setIcon(icon)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(more)
    _plain_labels(box)
    return box


def _plain_labels(box: QWidget) -> None:
    """Every text of a dialog of Qt's as it is written, in lines."""
    for label in box.findChildren(QLabel):
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(len(label.text()) > 60)


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
    box = _box(icon, title, text, detail, parent)
    box.setObjectName(name)
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
    box = _box(icon, title, text, "", parent)
    box.addButton(QMessageBox.StandardButton.Ok)
    box.setObjectName(name)
    if detail:
        box.setDetailedText(detail)
    box.exec()
    box.deleteLater()


def ask_text(parent: QWidget | None, title: str, text: str, *, choices: Sequence[str] | None = None, first: str = "",
             ) -> tuple[str, bool]:
    """Ask for a line of text; what was written, and whether it was confirmed.

    Parameters
    ----------
    choices : sequence of str, optional
        Texts to choose from beside writing another.
    first : str
        What stands there at first, without `choices`.
    """
    box = QInputDialog(parent)
    box.setWindowTitle(title)
    if choices is None:
        box.setTextValue(first)
    else:
        box.setComboBoxItems(list(choices))
        box.setComboBoxEditable(True)
    box.setLabelText(text)
    _plain_labels(box)
    accepted = bool(box.exec())
    box.deleteLater()
    return box.textValue(), accepted
