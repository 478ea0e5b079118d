"""Electronic signatures in the window: the dialog that signs, and the people who may."""

from .actions import SigningActions

__all__ = ["SigningActions"]
