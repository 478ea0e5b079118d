"""Honest measures of any method: splits by physical sample, cross-validated hits."""
