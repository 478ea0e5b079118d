"""A session and its runs as plain trees, tables, programs and spectra to be written."""
