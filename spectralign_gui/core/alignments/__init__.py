"""Alignments, one file each: a file declares its parameters and registers its names."""
