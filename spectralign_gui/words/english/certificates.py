"""What instruments against certificates say."""

TEMPLATES = {
    "certificate.course": "certified values must be positive and finite from {low:g} to {high:g}.",
    "certificate.curve": "the curve needs two or more places that rise, and factors above 0.",
    "certificate.degree": "a correction of degree {degree} needs more than {n:count line}.",
    "certificate.file": "{name} must hold numbers: a place, and if known its uncertainty, on each line.",
    "certificate.folds": "{title}: the correction would turn the axis of {name} back; look at the lines.",
    "certificate.laser": "{title}: give the laser line, so that wavelengths become Raman shifts.",
    "certificate.lines": "measured and certified lines must be numbers, each measured place only once.",
    "certificate.none_clear": (
        "none of {n:count line} within the axis is found clearly; look at spectrum and certificate."),
    "certificate.none_within": "the axis has too little between {low:g} and {high:g} for this certificate.",
    "certificate.not_positive": "{name}: the source must be above 0 everywhere; subtract the dark signal first.",
    "certificate.outside": (
        "{title}: {n:count channel} of {name} {n:is|are} missing now: nothing is certified below {low:g} or above "
        "{high:g}."),
    "certificate.range": "a polynomial needs the range in which it is certified (from, to).",
    "certificate.sure": (
        "the axis of {name} differs from the certificate by {mean:+.2f} {unit} on average, at most {most:.2f}; after "
        "the correction {left:.2f} at lines left out."),
    "certificate.too_few": (
        "the axis of {name} differs from the certificate by {mean:+.2f} {unit}; {n:count line} {n:is|are} too few to "
        "check a correction by lines left out."),
    "certificate.two_lists": "{a} and {b} numbers were given; each needs one of the other.",
    "certificate.unit": "{title} says nothing about an axis in {unit}.",
    "certificate.unknown": "{name} is none of {known:commas}, and no file of lines.",
    "certificate.within": "that is within what the certificate itself is sure of; no correction is needed.",
}
