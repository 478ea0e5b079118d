"""What instruments against certificates say."""

TEMPLATES = {
    "certificate.course": "certified values must be positive and finite from {low:g} to {high:g}.",
    "certificate.curve": "the curve needs two or more rising positions, and factors above 0.",
    "certificate.degree": "a correction of degree {degree} needs more than {n:count line}.",
    "certificate.file": "{name} must hold numbers: on each line a position and, if known, its uncertainty.",
    "certificate.folds": "{title}: the correction would turn the axis of {name} back; check the lines.",
    "certificate.laser": "{title}: give the laser line, so that wavelengths become Raman shifts.",
    "certificate.lines": "measured and certified lines must be numbers, each measured position only once.",
    "certificate.none_clear": (
        "none of {n:count line} within the axis is found clearly; check the spectrum and the certificate."),
    "certificate.none_within": "the axis covers too little between {low:g} and {high:g} for this certificate.",
    "certificate.not_positive": "{name}: the source must be above 0 everywhere; subtract the dark signal first.",
    "certificate.outside": (
        "{title}: {n:count channel} of {name} {n:is|are} now missing: nothing is certified below {low:g} or above "
        "{high:g}."),
    "certificate.range": "a polynomial needs the range in which it is certified (from, to).",
    "certificate.sure": (
        "the axis of {name} differs from the certificate by {mean:+.2f}{unit:over_axis} on average, at most "
        "{most:.2f}; after the correction {left:.2f} at lines left out."),
    "certificate.too_few": (
        "the axis of {name} differs from the certificate by {mean:+.2f}{unit:over_axis}; {n:count line} {n:is|are} "
        "too few to check a correction by lines left out."),
    "certificate.two_lists": "{a} and {b} numbers were given; each needs one of the other.",
    "certificate.unit": "{title} cannot be compared with an axis in {unit:axis_unit}.",
    "certificate.unknown": "{name} is neither one of {known:commas} nor a file of lines.",
    "certificate.within": "this is within the uncertainty of the certificate; no correction is needed.",
}
