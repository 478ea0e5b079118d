"""A saved model behind HTTP, for programs on the same computer: JSON in, JSON out, within limits."""

from .answers import Answers, Limits, Reply
from .server import ModelServer

__all__ = ["Answers", "Limits", "ModelServer", "Reply"]
