"""The self-test in the window: what needs Qt, and the entry of the Help menu."""

from .starter import SelfTester

__all__ = ["SelfTester"]
