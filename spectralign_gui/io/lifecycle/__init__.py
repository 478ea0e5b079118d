"""The record of a model's life on file, and the steps that are entered into it."""

from .models import current_model
from .record import read_record
from .steps import approve, check, decline, propose, propose_model, roll_back, start

__all__ = ["approve", "check", "current_model", "decline", "propose", "propose_model", "read_record", "roll_back",
           "start"]
