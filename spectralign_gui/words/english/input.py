"""What a fit says of the arrays it is given: spectra, pairs, targets, groups, parameters."""

TEMPLATES = {
    "estimator.no_parameter": "{name} has no parameter {name2!r}; it has {known:commas}.",
    "groups.number_of_sets": "groups are given for {n_groups} sets, but there are {n_sizes}.",
    "groups.shape": "the groups of {set} have the shape {shape}, but the set has {n} samples.",
    "samples.number_of_sets": "sample numbers are given for {n_samples} sets, but there are {n_sizes}.",
    "samples.shape": "the sample numbers of {set} must be {n} whole numbers; they have the shape {shape}.",
    "groups.shape_of_all": "groups have the shape {shape}, but there are {n} samples.",
    "input.all_zero": "{what} are all zero.",
    "input.at_least_instruments": "{method} takes at least {least} instruments, not {n}.",
    "input.channels_differ": (
        "{method} needs the same channels on all instruments, but they have {counts:commas}; put them on "
        "a common axis first."),
    "input.constant": "{what} are constant: every channel has the same value in all samples.",
    "input.empty": "{what} are empty: {samples:count sample} × {channels:count channel}.",
    "input.exactly_instruments": "{method} takes {least:count instrument}, not {n}.",
    "input.needs_groups": "{method} needs groups: give the group of every sample.",
    "input.needs_pairs": "{method} needs pairs: mark at least one sample measured on two instruments.",
    "input.needs_values": "{method} needs reference values: give targets with at least one known value.",
    "input.no_list": "the spectra must be a list with one array per instrument, not a single array.",
    "input.no_table": "{what} are not a table of numbers.",
    "input.not_finite": "{what} hold NaN or infinity in row {row}, channel {channel}.",
    "input.not_finite_in_several": (
        "{what} hold NaN or infinity in row {row}, channel {channel} and in {more} more rows."),
    "input.one_sample": "{what} hold only one sample; at least two are needed.",
    "input.other_channels_than_fitted": (
        "the new spectra have {channels:count channel}, but {set} was fitted with {fitted}."),
    "input.range_of_instruments": "{method} takes {least} to {most} instruments, not {n}.",
    "input.too_large": "{what} hold values in row {row} that are too large to add up.",
    "input.two_dimensions": "{what} must have two dimensions (samples × channels), not {ndim}.",
    "method.by_channel": "“{title}” needs the same channels on both instruments. {reason}",
    "method.lacks_groups": "{title} needs the groups of the samples, but none are given.",
    "method.lacks_values": "{title} needs reference values, but none are given.",
    "method.method_not_loaded": "the method {name} could not be loaded from {place}: {error}.",
    "method.no_live_parameter": "{title} has no parameter that can be changed without a new fit.",
    "method.no_parameter": "method {name} has no parameter {name2!r}; it has {known:commas}.",
    "method.no_route": "there is no method {name!r}: {plain} cannot predict through A's spectra.",
    "method.no_such_instrument": "instrument must be 0 to {last}, not {instrument}.",
    "method.no_value_known": (
        "{names:start_commas}: no usable value is known, so {n:it is|they are} left out and the predictions are "
        "unknown."),
    "method.not_fitted": "{title} is not fitted yet; call fit first.",
    "method.other_route": (
        "there is no method {name!r}: for {plain} the only other way to predict is {route!r} (B's spectra are turned "
        "into A's, and A's own model predicts)."),
    "method.own_model_needs_values": "{title} needs reference values of samples on {set} to fit its own model.",
    "method.unknown": "there is no method {name!r}; known are {found:commas}.",
    "pairs.columns": "pairs must have 2 or 4 columns, not the shape {shape}.",
    "pairs.no_such_row": "pair {n} names row {r} of {set}, which has rows 0 to {sizes}.",
    "pairs.no_such_set": "pair {n} names set {s}, but there are {n_sizes} (counted from 0).",
    "pairs.not_whole": "pairs must be whole numbers (rows counted from 0).",
    "pairs.same_set": "pair {n} joins two samples of the same {set}.",
    "pairs.two_columns": "pairs with 2 columns are for two instruments; with {n_sizes} give (set, row, set, row).",
    "parameter.above_range": "{label} must be {open:below|at most} {high:g}, not {number:g}.",
    "parameter.below_range": "{label} must be {open:above|at least} {low:g}, not {number:g}.",
    "parameter.component_rule": "{parameter} must be one of {rules:commas}, not {rule}.",
    "parameter.exclusive": "{label} and {label2} exclude each other; set at most one of them.",
    "parameter.no_number": "{label} must be a number, not {value}.",
    "parameter.none_of_title": "{title} has no parameter {name!r}; it has {known:commas}.",
    "parameter.none_of_type": "{name} has no parameter {parameter}; it has {known:commas}.",
    "parameter.not_finite": "{label} must be a finite number, not {value}.",
    "parameter.not_whole": "{label} must be a whole number, not {value}.",
    "parameter.one_of": "{label} must be one of {choices:commas}, not {value}.",
    "parameter.size": (
        "{label} is {number:g}, which is too large or too small to calculate with; it must be from {smallest:g} to "
        "{largest:g}."),
    "parameter.true_or_false": "{label} must be true or false, not {value}.",
    "parameter.unknown": "unknown parameter {name!r}; known are {known:commas}.",
    "targets.censored": "the marks of censored values do not fit the table of reference values.",
    "targets.infinite": "the targets of {set} hold infinity in {sample}.",
    "targets.lab_errors": "the laboratory's errors must be positive numbers, one per property.",
    "targets.not_numbers": "the targets of {set} are not numbers.",
    "targets.number_of_sets": "targets are given for {n_targets} sets, but there are {n_sizes}.",
    "targets.shape": "the targets of {set} have the shape {shape}, but the set has {n} samples.",
    "targets.shape_of_table": "reference values have the shape {shape} for {n_names} properties.",
    "targets.too_large": (
        "the targets of {set} reach {largest:.3g} in {property}, which is too large to calculate with; give them in "
        "another unit."),
    "targets.widths": "the sets have different numbers of properties: {widths}.",
}
