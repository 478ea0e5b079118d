"""Preprocessing: thin steps over chemotools, pybaselines and scipy, the same object for preview, fit, export and
later samples."""
