"""Find anything: every action, sample, method, parameter and help page by a few letters."""

from .dialog import Palette

__all__ = ["Palette"]
