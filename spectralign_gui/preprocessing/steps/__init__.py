"""Preprocessing steps, one file per family; each declares its parameters and registers itself."""
