"""Nouns that are counted: one → many."""

NOUNS = {
    "axis": "axes",
    "channel": "channels",
    "dimension": "dimensions",
    "group": "groups",
    "instrument": "instruments",
    "model": "models",
    "pair": "pairs",
    "property": "properties",
    "repeat": "repeats",
    "row": "rows",
    "sample": "samples",
    "spectrum": "spectra",
    "standard": "standards",
    "unmarked spectrum": "unmarked spectra",
    "value": "values",
    "warning": "warnings",
}
TEMPLATES: dict[str, str] = {}
