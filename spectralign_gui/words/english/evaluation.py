"""What a session says of comparisons, sweeps and suggestions."""

TEMPLATES = {
    "comparison.by_channel_left_out": (
        "{reason} Until then {n:this method is|these methods are} left out, because {n:it compares|they compare} "
        "channel by channel: {titles:commas}."),
    "comparison.closed": "All predictions are scaled to a sum of at most {closure:g} (closure).",
    "comparison.counts": "the numbers of standards must be positive, not {counts}.",
    "comparison.draw": "the way to draw standards must be {known:ors}, not {draw!r}.",
    "comparison.folds": "folds must be 2 to {n_eligible} (samples with a value), not {folds}.",
    "comparison.by_chance": (
        "The standards fit no better than by chance ({keys:commas}; with {counts:commas} standards): up to "
        "{share:percent} of shuffled pairings fit as well. Check that each standard is the same sample on both "
        "instruments."),
    "comparison.line_at": "{key}, {n:count standard}",
    "comparison.lines": "{keys:commas}",
    "comparison.lines_at": "{keys:commas}, {n:count standard}",
    "comparison.load_values": "Load reference values first: methods are compared by their prediction errors.",
    "comparison.needs_two_instruments": "A comparison needs spectra of two instruments.",
    "comparison.needs_values": "prediction errors need reference values, but no sample has any.",
    "comparison.neither_has_values": (
        "Neither {a} nor {b} has reference values: choose From {known:ors}, which {n:has|have} some, or "
        "load values for {a}."),
    "comparison.no_advice": "There is no automatic recommendation: {reason}",
    "comparison.no_line": "the comparison has no line {against!r} to compare with; it has {keys:commas}.",
    "comparison.no_method": "the comparison needs at least one method.",
    "comparison.no_property": "no property is called {name!r}; there are {known:commas_or_none}.",
    "comparison.no_standards": "the comparison needs samples measured on both instruments: mark standards first.",
    "comparison.not_finished": "none of its repeats was finished.",
    "comparison.not_finite": "{key} predicted values that are not finite.",
    "comparison.six_standards": "Mark at least six samples measured on both instruments.",
    "comparison.six_standards_of": "Mark at least six samples measured on both {a} and {b}.",
    "comparison.standards_left_out": (
        "{counts:commas} standards are left out: at most {most} remain while the others are tested."),
    "comparison.test_share": "the test share must lie between 0 and 1, not {test_share:g}.",
    "comparison.too_few_left": (
        "{count:count standard was} requested, but only {n_samples:count sample} measured on both instruments "
        "{n_samples:remains|remain} when the test samples are held out."),
    "comparison.too_few_values": (
        "only {n_eligible:count sample} of {set} {n_eligible:has|have} a reference value; the comparison "
        "needs at least 4."),
    "comparison.too_many_standards": (
        "{wanted} standards are requested, but only {most} of the {samples} marked samples are left for the transfer "
        "while the others are tested."),
    "comparison.two_instruments": (
        "prediction errors are compared between two instruments, but {n_datasets} are given."),
    "comparison.unlearned": "Not predicted better than by the mean of A's values: {names:commas}.",
    "sweep.load_values": (
        "{title} gives neither partners nor values by which a sweep could be judged; load reference values first."),
    "sweep.no_parameter": "{name} has no parameter {name2!r} to sweep; it has {known:commas_or_none}.",
    "sweep.no_value": "give at least one value of {name}.",
    "sweep.nothing_to_judge_by": "{title} gives neither partners nor values by which a sweep could be judged.",
    "sweep.number_of_parameters": "a sweep has one or two parameters, not {n_axes}.",
    "sweep.too_many_points": "the sweep has {points} points; at most {most_points} are possible.",
    "sweep.twice": "{name} is used twice; choose another second parameter.",
    "sweep.two_instruments": "a sweep needs spectra of at least two instruments.",
    "transfer_detail.no_spectra": "{title} gives no spectra of A: {why}",
    "transfer_detail.not_linear": "The model is not one linear function of B's channels.",
    "transfer_detail.one_instrument": "only one instrument took part.",
}
