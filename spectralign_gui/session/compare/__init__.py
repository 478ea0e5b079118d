"""Comparing methods, and one method over a range of its settings."""
