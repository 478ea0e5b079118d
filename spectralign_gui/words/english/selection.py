"""What choosing standards and judging them says."""

TEMPLATES = {
    "benefit.no_embedding": "{title}: it has no embedding to measure hits on.",
    "benefit.too_few_standards": "a benefit curve needs at least 3 marked standards, but {total} {total:is|are}.",
    "pairs.between": "{a:start} and {b}: {said}",
    "pairs.by_chance": (
        "The {standards} standards fit no better than by chance: {share:percent} of shuffled pairings "
        "fit as well. Check that each standard is the same sample on both instruments."),
    "pairs.mixed_up": (
        "Standards {samples} of {a} look mixed up among each other: judged by the other {others:count "
        "standard}, their spectra on {b} fit another's clearly better than their own. Look at them, and "
        "unmark or re-pair them."),
    "pairs.swapped": (
        "Standards {samples} of {a} look swapped: judged by the other {others:count standard}, their "
        "spectra on {b} fit the other's clearly better than their own. Look at them, and unmark or "
        "re-pair them."),
    "selection.already": "already names a row that is not among the {n_x} samples.",
    "selection.budgets": "budgets must be {n_sets} weights that are not negative and not all zero.",
    "selection.count": "count must be 0 to {n_x} (samples left to pick), not {count}.",
    "selection.count_not_excluded": (
        "count is {count}, but only {n_left:count sample is} neither marked nor excluded{where}."),
    "selection.count_too_large": "count is {count}, but there {sizes:is|are} only {sizes:count spectrum}.",
    "selection.count_too_small": "count must be at least 1, not {count}.",
    "selection.count_with_values": "count must be 0 to {sum} (samples with reference values left), not {count}.",
    "selection.group_rows": "groups name {labels} rows per set, but the sets have {sizes}.",
    "selection.nothing_left": "there is nothing left to suggest{where}: every sample is marked or excluded.",
    "selection.sample_rows": "samples name {samples} rows per set, but the sets have {sizes}.",
    "selection.spxy_needs_values": "SPXY needs reference values, but none is known.",
    "selection.spxy_needs_values_2": "SPXY needs reference values; give targets.",
    "selection.start": "the start must be mean or max-distance, not {start!r}.",
    "selection.strategy": "strategy must be one of {strategies:commas}, not {strategy!r}.",
}
