"""Small widgets and layouts that several docks use."""

from .flow import FlowLayout
from .scroll import FormScroll
from .table import quiet_table

__all__ = ["FlowLayout", "FormScroll", "quiet_table"]
