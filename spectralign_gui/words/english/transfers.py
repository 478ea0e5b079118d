"""What the calibration transfers say."""

TEMPLATES = {
    "coefficients.closed": (
        "the predictions are scaled to a sum of {closure:g}, which coefficients cannot do; set “{title}” back to "
        "automatic and run again to export coefficients."),
    "coefficients.n_channels": "n_channels is needed to export coefficients through preprocessing.",
    "coefficients.not_linear": (
        "{title} is not a linear model of the spectra, so there are no coefficients to export; choose "
        "PLS or ridge, no closure, and a linear transfer."),
    "coefficients.preprocessing": (
        "the preprocessing is not linear (scatter corrections such as SNV and MSC, or the removal of spikes), so "
        "there are no coefficients to export."),
    "transfer.dop_needs_values": "DynamicOrthogonalProjection needs a sample of B with known values.",
    "transfer.native_too_few": "instrument B has fewer than 3 samples with their own reference value.",
    "transfer.needs_values": "{title} needs reference values of the samples of {set}.",
    "transfer.needs_values_of_both": "{title} needs reference values of samples of both instruments.",
    "transfer.no_model": "{title} has no model for {set}.",
    "transfer.no_repeats": (
        "{title}: no sample of B was measured more than once, so this is plain ridge regression. Give repeated "
        "spectra of a sample the same name, and do not average them."),
    "transfer.no_variation": "the method own cannot be fitted: A's spectra are all the same.",
    "transfer.odd_window": "{parameter} must be odd, not {values}.",
    "transfer.one_way": "{title} turns spectra of {set} into those of {set2}, not those of {set3} into {set4}.",
    "transfer.standards_without_values": "{title}: the standards have no reference values.",
    "transfer.too_few_known": "{property} is known for {counts:count sample} of {set}; at least 4 are needed.",
    "transfer.too_few_known_of_each": (
        "{property} is known for {n:count sample} of {set}; at least 3 of each instrument are needed."),
    "transfer.too_few_known_standards": "{property} is known for {counts:count standard}; at least 3 are needed.",
    "transfer.too_few_spectra": (
        "{title} needs at least {least:count spectrum} of each instrument, but there {n:is|are} "
        "{n:count spectrum} of {set}."),
    "transfer.too_few_standards": (
        "{method} needs at least {count:count standard} (physical samples measured on both instruments), "
        "but {m} {m:is|are} marked."),
    "transfer.too_large": "{parameter} is {wanted}, but with {what} it can be at most {value}.",
    "transfer.transport_unfinished": (
        "{title} stopped after {n} rounds before it was exact; allow more rounds or more blur."),
    "transfer.units_apart": (
        "{method} compares intensities as they are, but the spectra of {set} vary 1e{apart:+.0f} times as much as "
        "those of {set2}; bring both to the same unit first (for example by SNV or by the ratio of the standards), "
        "or use a method that learns the factor, such as direct standardisation."),
}
