"""A validation in the order of an auditor: a protocol before the data, figures against its limits afterwards."""

from .judged import Validation, validate
from .protocol import PropertyLimits, Protocol, read_protocol, template

__all__ = ["PropertyLimits", "Protocol", "Validation", "read_protocol", "template", "validate"]
