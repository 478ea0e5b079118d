"""The record of a model's life on file, and the steps that are entered into it."""

from .models import current_model
from .record import read_record
from .signing import Signing, require, sign, verify_signatures
from .steps import approve, check, decline, propose, propose_model, roll_back, start

__all__ = ["Signing", "approve", "check", "current_model", "decline", "propose", "propose_model", "read_record",
           "require", "roll_back", "sign", "start", "verify_signatures"]
