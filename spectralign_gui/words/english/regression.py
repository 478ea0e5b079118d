"""What regressions and their figures say."""

TEMPLATES = {
    "closure.not_positive": "the closure total must be above 0, not {total:g}.",
    "figures.lengths": "there are {n_p} predictions for {n_y} measured values.",
    "figures.shapes": "predictions have the shape {shape}, measured values {shape2}.",
    "outliers.too_few_spectra": "outlier limits need at least 3 training spectra, not {n}.",
    "own_vector.intercepts": "there {n_c:is|are} {n_c:count intercept} for {shape:count property}.",
    "own_vector.length": (
        "the own regression vector must hold {width} numbers per property (the intercept and {channels} "
        "channels), not {n_numbers} in all."),
    "own_vector.no_table": "the coefficients must be a table with one row per channel.",
    "own_vector.not_finite": "the coefficients hold a value that is not a finite number.",
    "own_vector.not_numbers": "the coefficients are not numbers.",
    "own_vector.number": "there {n_b:is|are} {n_b:count coefficient} but the spectra have {n_asarray:count channel}.",
    "own_vector.other_channels": (
        "the coefficients are for {n_own} channels from {own:g} to {own2:g}, but the spectra have "
        "{n_wanted} from {wanted:g} to {wanted2:g}."),
    "own_vector.properties": (
        "the own regression vector predicts {n_table:count property}, but reference values are given for "
        "{properties}."),
    "own_vector.rows": "the coefficients have {n_b} rows but {n_own} axis values.",
    "regression.one_of": "{parameter} must be one of {regressions:commas}, not {name!r}.",
    "regression.pls2_needs_all": "PLS2 needs samples with all properties known, but there are {n_rows}; use PLS.",
    "regression.rows": "there are {n_x} spectra but {n_y} rows of reference values.",
    "regression.too_few_known": "{property} has {counts:count known value}; a regression needs at least 3.",
    "regression.too_few_known_where": (
        "{property} has {known:count known value} in {where}; at least 2 are needed to fit a regression."),
    "regression.unknown_kind": "the model file holds an unknown kind of regression, {state}.",
}
