"""What the preprocessing steps say."""

TEMPLATES = {
    "baseline.failed": "{title}: {values} failed on sample {sample_names} of {name} ({error}).",
    "baseline.none_found": (
        "{title}: {values} found no baseline for sample {sample_names} of {name}; try other parameters."),
    "baseline.not_converged": "{title}: {name_rows} of {name} did not converge in {values} iterations.",
    "baseline.too_few_channels": (
        "{title}: {name} has {n_x} channels from {x:g} to {x2:g}{unit:at_axis}, but {fewest} are needed."),
    "baseline.too_few_values": (
        "{title}: sample {sample_names} of {name} has {n_present} values, but {fewest} are needed."),
    "detrend.too_few_values": (
        "{title}: {name_rows} of {name} has {n_present} values, too few for a polynomial of order "
        "{order}."),
    "log.none_positive": "{title}: no value of {name} is positive, so none has a logarithm.",
    "log.not_learned": "{title} takes its scale from training spectra; fit it first.",
    "normalise.band_of_whole": "normalising by a band divides the whole spectrum; leave {parameter} at whole.",
    "normalise.empty_band": "{title}: no channel of {name} lies in the band {values}.",
    "normalise.no_band": "normalising by a band needs {parameter}, such as 990-1010.",
    "normalise.nothing_to_divide_by": (
        "{title}: {name_rows} of {name} has no {values} to divide by from {x:g} to {x2:g}{unit:at_axis}."),
    "normalise.outside_regions": (
        "{title}: {sum} channels of {name} (first {x:g}{unit:at_axis}) are in none of the regions; crop to them "
        "first."),
    "preset.about": "{source}: entry {number}: {error}",
    "preset.newer": "{source} was written by a newer version of this program.",
    "preset.no_list": "{source} is not a list of preprocessing steps.",
    "preset.no_step": "{source}: entry {number} is not a preprocessing step.",
    "preset.not_json": "{source} is not readable as JSON ({problem}).",
    "preset.not_one": "{source} is not a preprocessing preset of this program.",
    "preset.own": "{source}: 'own' must name the steps of each instrument.",
    "resample.loses": "{title}: {name} loses {ranges}{unit:at_axis}.",
    "resample.missing_channels": (
        "{title}: {name} did not measure {n_out} channels of the grid (first {out:g}, last {out2:g}{unit:at_axis}); "
        "they are missing."),
    "resample.not_learned": "{title} chooses its grid from the training spectra; fit it first.",
    "resample.not_measured": "{title}: no channel of the grid was measured on all instruments.",
    "resample.nothing_left": (
        "{title}: {name} ({x:g} to {x2:g}{unit:at_axis}) has nothing on the grid from {grid:g} to {grid2:g}."),
    "resample.other_unit": (
        "{title}: the axis of {name} has another unit ({unit:axis_unit}) than the grid ({unit2:axis_unit}); convert "
        "it first."),
    "resample.units": (
        "{title}: the axes of the instruments have different units ({units:axis_units}); convert them first."),
    "resample.unknown_way": "unknown way to resample {method!r}; known are {methods:commas}.",
    "scale.empty_channels": "{title}: {sum} channels of {name} are missing in all training spectra; drop them first.",
    "scatter.empty_channels": (
        "{title}: {sum} channels of {name} are missing in all training spectra, so there is no "
        "reference; drop them first."),
    "scatter.flat_reference": (
        "{title}: the reference of {name} is nothing but a polynomial of order {order} over the values that "
        "{name_rows} has."),
    "scatter.sample": "{title}: {name_rows} of {name} {why}.",
    "smooth.derivative": "a polynomial of order {order} has no derivative of order {derivative}; raise {parameter}.",
    "smooth.odd_window": "{parameter} must be an odd number of channels, not {window}.",
    "smooth.order": "{parameter} must be below the window ({window}), not {order}.",
    "step.about": "step {name}: {error}",
    "step.given_twice": "{key} is given twice for step {name} in {word!r}.",
    "step.no_channel_left": "{title}: no channel of {name} is left ({values:g} to {values2:g}{unit:at_axis}).",
    "step.no_range": "{parameter}: {strip} is not a range such as 400-1100.",
    "step.no_sample_left": "{title}: no sample of {name} is left.",
    "step.no_such_instrument": "{word!r} is for the instrument {name!r}, but there are only {instruments:commas}.",
    "step.not_learned": "{title} learns from training spectra; fit it first.",
    "step.other_channels": "{title}: {name} has {n_x} channels, but it was learned on {n_known}.",
    "step.other_positions": (
        "{title}: the channels of {name} are up to {worst:.3g}{unit:over_axis} away from those it was learned on."),
    "step.too_few_channels": (
        "{title}: {name} has {n_xs} channels from {xs:g} to {xs2:g}{unit:at_axis}, but {shortest} are needed."),
    "step.unknown": "there is no preprocessing step {name!r}; known are {known:commas}.",
    "step.unnamed_value": "step {name} takes only named values, but {word!r} gives {strip}.",
}
