"""Alignments, one module each: it declares its parameters; the text beside it says what the method is."""
