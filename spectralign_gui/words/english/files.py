"""What reading and writing files says."""

TEMPLATES = {
    "plausible.axis": (
        "the axis holds {value:g} at channel {channel}, which no instrument gives; the file is damaged "
        "or of a variant that is not known."),
    "plausible.spectrum": (
        "spectrum {number} holds {value:g} at channel {channel}, which no instrument gives; the file is "
        "damaged or of a variant that is not known."),
}
