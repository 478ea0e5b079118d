"""Small widgets and layouts that several docks use."""

from .flow import FlowLayout
from .scroll import FormScroll

__all__ = ["FlowLayout", "FormScroll"]
