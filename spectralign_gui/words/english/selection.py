"""What choosing standards and judging them says."""

TEMPLATES = {
    "benefit.no_embedding": "{title} has no embedding on which hits could be measured.",
    "benefit.not_clear_yet": (
        "Between {here} and {last} standards the hit rate changes by less than the spread of random draws: a few "
        "more standards will show whether you can stop."),
    "benefit.rises": (
        "The hit rate is still rising, by {rise:.1f} points per standard between {before} and {last}: more standards "
        "would raise it further."),
    "benefit.stays_low": (
        "From about {here} standards on, the hit rate stays at only about {share:percent}: more do not raise it by "
        "more than the spread of random draws. Look at the preprocessing and the method instead."),
    "benefit.stop": (
        "From about {here} standards on, the hit rate stays at about {share:percent}: more do not raise it by more "
        "than the spread of random draws. For finding partners you can stop."),
    "benefit.too_few_standards": "a benefit curve needs at least 3 standards, but only {total} {total:is|are} marked.",
    "found_pairs.held_out_too": (
        "{n:count pair} of unmarked spectra {n:looks|look} alike; {trust}: {hits} of {judged} standards found their "
        "own partner in the same way, and so did {right} of {found} held-out ones."),
    "found_pairs.likely": "{n} {n:is|are} more likely than not to be one sample",
    "found_pairs.none_likely": "none is more likely right than wrong",
    "found_pairs.told": (
        "{n:count pair} of unmarked spectra {n:looks|look} alike; {trust}: {hits} of {judged} standards found their "
        "own partner in the same way."),
    "pairs.between": "{a:start} and {b}: {said}",
    "pairs.by_chance": (
        "The {standards} standards fit no better than by chance: {share:percent} of shuffled pairings "
        "fit as well. Check that each standard is the same sample on both instruments."),
    "pairs.hidden": (
        "That need not be the list: {what} can hide what the samples differ in. Remove it first with the "
        "preset “{preset}”, then run again."),
    "pairs.hidden_baselines": "the baseline of {sets}",
    "pairs.hidden_both": "spikes of {spikes} and the baseline of {baselines}",
    "pairs.hidden_spikes": "spikes of {sets}",
    "pairs.list_is_wrong": (
        "Nearly all standards are in doubt, so the list itself may be wrong: look for rows that are moved by one or "
        "sorted otherwise on one instrument. Too much noise looks the same."),
    "pairs.mixed_up": (
        "Standards {samples} of {a} look mixed up: judged by the other {others:count standard}, their spectra on {b} "
        "fit another of these standards clearly better. Check them, and unmark them or pair them again."),
    "pairs.spoiled": (
        "{samples:start} {n:does|do} not fit: on {on} {n:its spectrum is|their spectra are} unlike those of the other "
        "standards, on {other} {n:it is|they are} like them. Look at {n:it|them}, and leave {n:it|them} out or measure "
        "{n:it|them} again."),
    "pairs.suspects": "{said}: leave them out or measure them again.",
    "pairs.suspects_both": "{swapped:start} look swapped, {spoiled} {n:does|do} not fit",
    "pairs.suspects_spoiled": "{spoiled:start} {n:does|do} not fit",
    "pairs.suspects_swapped": "{swapped:start} look swapped",
    "pairs.swapped": (
        "Standards {samples} of {a} look swapped: judged by the other {others:count standard}, their spectra on {b} "
        "fit the other one clearly better. Check them, and unmark them or pair them again."),
    "selection.already": "already names a row that is not one of the {n_x} samples.",
    "selection.budgets": "budgets must be {n_sets} weights that are not negative and not all zero.",
    "selection.count": "count must be 0 to {n_x} (samples left to pick), not {count}.",
    "selection.count_not_excluded": (
        "count is {count}, but only {n_left:count sample is} neither marked nor excluded{where}."),
    "selection.count_too_large": "count is {count}, but there {sizes:is|are} only {sizes:count spectrum}.",
    "selection.count_too_small": "count must be at least 1, not {count}.",
    "selection.count_with_values": "count must be 0 to {sum} (samples with reference values left), not {count}.",
    "selection.group_rows": "groups name {labels} rows per set, but the sets have {sizes}.",
    "selection.nothing_left": "nothing is left to suggest{where}: every sample is marked or excluded.",
    "selection.sample_rows": "samples name {samples} rows per set, but the sets have {sizes}.",
    "selection.spxy_needs_values": "SPXY needs reference values, but none is known.",
    "selection.spxy_no_values": "SPXY needs reference values; give targets.",
    "selection.start": "the start must be mean or max-distance, not {start!r}.",
    "selection.strategy": "strategy must be one of {strategies:commas}, not {strategy!r}.",
    "suggestion.all_standards": (
        "Every sample of {names} is already a standard or cannot be measured. Choose samples of {others}."),
    "suggestion.nothing_left": (
        "Every sample is already a standard or cannot be measured, so nothing is left to suggest."),
}
