"""What comparisons say."""

TEMPLATES = {
    "dask.not_installed": "a Dask cluster needs the package distributed; install spectralign-gui[dask].",
    "dask.unreachable": "the Dask scheduler at {dask} cannot be reached ({error}).",
    "validation.all_the_same": (
        "{whether:the reference values|the predictions} are all the same, so nothing can be judged."),
    "validation.folds": "folds must be at least 2, not {folds}.",
    "validation.no_reference": (
        "the table of reference values has no {lacking:commas}; it has {properties:commas}."),
    "validation.not_predicted": "the model does not predict {lacking:commas}; it predicts {properties:commas}.",
    "validation.other_properties": "the method predicts {shape:count property}, but {shape2} {shape2:is|are} known.",
    "validation.rows_differ": (
        "the table of reference values has no names and {values} rows, but there are {spectra:count spectrum}."),
    "validation.test_share": "the test share must lie between 0 and 1, not {share:g}.",
    "validation.too_few_values": (
        "a validation needs at least 3 samples with a reference value, but there {n:is|are} {n}."),
    "validation.too_few_for_folds": (
        "{folds} folds need at least {folds} standards, but {count} {count:is|are} marked."),
    "validation.too_few_standards": (
        "errors at left-out standards need at least 3 standards, but {n_mine} are marked."),
    "validation.too_few_to_hold_out": "holding out needs at least 2 standards, but {count} {count:is|are} marked.",
    "validation.too_many_standards": (
        "{standards:count standard was} requested, but only {count} of {count2} {count:is|are} left when {n_out} "
        "{n_out:is|are} held out."),
    "validation.two_references": "{name} has two different reference values.",
}
