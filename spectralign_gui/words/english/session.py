"""What a session says: its data, standards, runs and models."""

TEMPLATES = {
    "check_samples.followed": (
        "{property} now reads about {size:.2g} (± {doubt:.1g}) too {high:high|low}; with the check samples as "
        "additional standards, “{method}” corrects it."),
    "check_samples.no_values": "the run has no sample with reference values to compare the check samples with.",
    "check_samples.none_assigned": (
        "no spectrum is assigned to a sample with reference values yet; assign the spectra first."),
    "check_samples.too_few_held_out": (
        "limits need at least three held-out standards with reference values on {instrument}; hold some "
        "out and run again, or leave standards out in turn (Intervals from left-out standards)."),
    "convergence.converged": "converged",
    "convergence.loud": "NOT converged",
    "convergence.loud_stopped": "NOT converged (stopped by you at iteration {at})",
    "convergence.not_converged": "not converged",
    "convergence.stopped": "not converged (stopped by you at iteration {at})",
    "flag.below_zero": "{property} below 0",
    "flag.beyond": "{property} beyond {low:.4g} to {high:.4g}",
    "flag.far": "far from the standards",
    "flag.list": "{of:semicolons}",
    "flag.of_spectrum": "spectrum: {flags:commas}",
    "flag.of_value": "value: {flags:commas}",
    "flag.q": "something unknown to the fit (Q)",
    "flag.shifted": "shifted along its axis",
    "flag.t2": "far from the spectra of the fit (T²)",
    "instrument.exists": "There is already an instrument {new!r}.",
    "instrument.from_is_to": "From and To are both {source!r}; a transfer needs two instruments.",
    "instrument.no_name": "An instrument needs a name.",
    "instrument.not_loaded": "there is no instrument {name!r}; loaded are {known:commas_or_none}.",
    "instrument.slash": "The name of an instrument must not contain a slash.",
    "instrument.twice": "two instruments are called {next}.",
    "instrument.unknown": "no instrument is called {name!r}; there are {names:commas}.",
    "instruments.same_spectra": "{a} and {b} hold the same spectra: was one file opened twice?",
    "instruments.values_not_on_reference": (
        "{others} {n:has|have} reference values, but the reference {reference} has none. If the instruments are "
        "swapped, move {first} up in the Data list."),
    "intervals.level": "the level of the intervals must lie between 0 and 1, not {level:g}.",
    "intervals.no_predictions": "{title} predicts no values, so there are no errors to make intervals from.",
    "intervals.no_residuals": "prediction intervals need residuals of held-out samples, but none are known.",
    "intervals.no_values": "The run had no reference values, so there are no errors to make intervals from.",
    "intervals.too_few_standards": "Intervals from left-out standards need at least three marked standards.",
    "model.axis_positions": (
        "{name}: the axis differs by up to {worst:g}{unit:over_axis} from the axis of the model for {instrument}; "
        "resample the spectra first."),
    "model.axis_unit": (
        "{name}: the axis has another unit ({unit:axis_unit}) than the model for {instrument} needs "
        "({unit2:axis_unit})."),
    "model.cannot_predict": "{title} cannot predict: {reason}",
    "model.channels": "{name}: {n_axis} channels, but the model for {instrument} needs {n_axis2}.",
    "model.intensities_of_fit": ", those of the fit between {low:.3g} and {high:.3g}",
    "model.missing_number": "a missing number at {at:g}{unit:at_axis}",
    "model.missing_numbers": "{n} missing numbers, the first at {at:g}{unit:at_axis}",
    "model.no_such_instrument": "{path} knows no instrument {instrument!r}; it knows {instruments:commas}.",
    "model.no_targets": (
        "{path} was made without reference values, so it predicts none; align again with reference values "
        "(--targets)."),
    "model.no_value": "no value: {reason}",
    "model.not_as_measured": (
        "{name}: the spectra have already been preprocessed ({given}), but the model for {instrument} needs them as "
        "measured."),
    "model.other_kind": (
        "{name}: {n:the spectrum is|all {n} spectra are} unlike those of the fit (T², Q, values outside their "
        "range): probably another quantity, unit or preprocessing. Intensities are between {low:.3g} and "
        "{high:.3g}{of_the_fit}{likely}."),
    "model.preprocessed": (
        "{name}: the spectra have already been preprocessed ({given}), but the model for {instrument} needs them "
        "after {mark} only."),
    "model.preprocessing_gives_none": "the preprocessing gives no number for it",
    "model.quantity": "{name}: the spectra are {quantity}, but the model for {instrument} needs {quantity2}.",
    "model.quantity_not_said": "{name}: the file does not say what was measured; the model is valid for {quantity}.",
    "model.row": "row {row}",
    "model.row_has": "{row} has {reason}",
    "model.row_of_sample": "row {row} ({sample})",
    "model.they_look_like": "; they look like {what}",
    "model.without_value": "{name}: {n} of {all:count spectrum} {n:gets|get} no value: {rows:semicolons}.",
    "model.without_value_and_more": (
        "{name}: {n} of {all:count spectrum} {n:gets|get} no value: {rows:semicolons} and {more} more."),
    "model.would_be_dropped": "{name}: the model's preprocessing would drop {n_dataset} spectra; take them out first.",
    "own_model.cannot": (
        "{name} fits its own model and cannot use your coefficients. Methods that can are {can:commas}, and "
        "alignments through A's spectra, such as lra/spectra."),
    "own_model.cannot_route": (
        "{name} fits its own model and cannot use your coefficients; {route} can (B's spectra are turned "
        "into A's, and your model predicts)."),
    "own_model.no_spectra": "first load spectra of the instrument to which the coefficients belong.",
    "own_model.semicolon": "the name of a property with its own coefficients must not contain a semicolon.",
    "pairing.column_twice": (
        "The pairs table has two columns for one instrument; each row is one standard, with one column per "
        "instrument."),
    "pairing.columns": (
        "The pairs table has the columns {listed}, but at least two must be names of loaded instruments: "
        "{datasets:commas}."),
    "pairing.count_on": "{n} on {name}",
    "pairing.no_names": (
        "The spectra of {in_a_row} have no names. If they are in the same order on all instruments, match them by "
        "row order; otherwise open a table of pairs or mark them by hand."),
    "pairing.one_spectrum": "A standard needs a spectrum on at least two instruments; select one in each list.",
    "pairing.row_order": (
        "Matching by row order needs the same number of spectra on all instruments, but there are {counts:commas}."),
    "pairing.share": "the share to hold out must be 0 to 1, not {share:g}.",
    "pairing.two_instruments": "Load the spectra of at least two instruments before marking standards.",
    "repeat.attribute": "{name} differ",
    "repeat.embedding": "the embedding differs by {gap:.2g} of its size",
    "repeat.embedding_missing": "an embedding on one side only",
    "repeat.embedding_size": "the embedding has another size",
    "repeat.groups": "the groups found differ",
    "repeat.method": "method {name} then, {name2} now",
    "repeat.missing": "{what} on one side only",
    "repeat.pairs": "{n_pairs} pairs then, {n_pairs2} now",
    "repeat.preprocessed": "the preprocessed spectra of {name} differ",
    "repeat.preprocessed_size": "the preprocessed spectra have another size",
    "rows.axes_taken_as_same": (
        "Axes that differ by up to {apart:.3g}{unit:over_axis} were taken as the same (tolerance {limit:.3g}); "
        "the axis of {name} is used."),
    "rows.axis_of": "The axis of {name} is used in place of its own (up to {apart:.3g}{unit:over_axis} apart).",
    "rows.lasers": "{name} and {name2} were measured with different laser lines ({lasers:g} and {lasers2:g} nm).",
    "rows.quantities": "{name} holds {quantity}, {name2} holds {quantity2}; convert one of them first.",
    "rows.two_instruments": "Choose at least two instruments to join.",
    "refit.no_run": "Run a method first.",
    "refit.nothing_held_out": "No standard is held out: this run has already been fitted to all of them.",
    "run.all_held_out": "All standards are held out; at least one must take part in the fit.",
    "run.at_the_limit": (
        "{names}: cross-validation of A's model chose {most} latent variables, the largest number allowed; more may "
        "predict better (parameter {parameter})."),
    "run.cannot_repeat": (
        "you stopped the run after different numbers of iterations ({taken} for {name}, {at} for another "
        "instrument), so it cannot be repeated; let it run to its end."),
    "run.every_property_left_out": (
        "{names:commas} {n:has|have} no known value on any sample that takes part and {n:is|are} left out, so "
        "nothing can be predicted."),
    "run.missing_value": (
        "{name}: sample {sample_names} has a missing value at {values:g}{unit:at_axis} ({sum} in {sum2} "
        "spectra); interpolate, drop the channel or leave the sample out first."),
    "run.no_groups": (
        "{title} makes its classes from groups, but not all instruments have them; give the samples groups first."),
    "run.no_standards": "Mark the standards first: the samples measured on both instruments.",
    "run.no_values": "{title} needs reference values; load a table of them first.",
    "run.only_one_instrument": "{title} needs spectra of {least} instruments; only one is loaded.",
    "run.only_some_instruments": "{title} needs spectra of {least} instruments; {n} are loaded.",
    "run.property_left_out": (
        "{names:commas} {n:has|have} no known value on any sample that takes part and {n:is|are} left "
        "out."),
    "run.too_few_instruments": "{title} needs spectra of {least} instruments; none is loaded.",
    "run.too_many_instruments": (
        "{title} takes {most:count instrument}, but {n} are loaded: choose another method, or remove "
        "{over:one|some}."),
    "run.values_held_out": (
        "{names:commas}: all known values are of held-out standards, so no regression can be fitted and "
        "the predictions are unknown; hold fewer standards out."),
    "saving.no_spectra": "No run has turned spectra of another instrument into those of the reference yet.",
    "search.as_given": (
        "None of {tried} preprocessings gives smaller errors on left-out samples than the spectra as they are; they "
        "stay unchanged."),
    "search.by_channel": "Choosing the preprocessing needs the same channels on both instruments. {reason}",
    "search.chosen": (
        "Of {tried} preprocessings the standards chose {steps:commas}: the errors on left-out samples are "
        "{gain:percent} smaller with it."),
    "search.in_splits": "Preprocessing was chosen separately in every split, from its own standards: {said:commas}.",
    "search.only": (
        "Of {tried} preprocessings the standards chose {steps:commas}. The spectra without preprocessing could "
        "not be judged: {reason}"),
    "search.own_model": (
        "Preprocessing cannot be chosen for your own model: it needs spectra preprocessed as they were when it was "
        "made."),
    "search.times": "{steps} {n} ×",
    "search.times_as_given": "as given {n} ×",
    "search.too_few": "Choosing the preprocessing needs {least} standards with values of one property; there are {n}.",
    "selections.exists": "There is already a selection {new!r}.",
    "selections.no_name": "A selection needs a name.",
    "selections.nothing_left": "Nothing would be left in {title!r}; delete it instead.",
    "selections.select_first": "First select the samples for {title!r}.",
    "selections.unknown": "there is no selection called {title!r}.",
    "side_by_side.held_out": "other standards held out",
    "side_by_side.instruments": "other instruments",
    "side_by_side.left_out": "other samples left out",
    "side_by_side.other_data": (
        "Not all of these runs used the same data ({words:commas}): compare their figures with care."),
    "side_by_side.spectra": "other spectra",
    "soundness.default_used": "{title} of {title2} was {value}, which is not possible; its default is used.",
    "soundness.instrument": "standard {number} belongs to {name!r}, which is not among the instruments",
    "soundness.left_out": "the list of spectra left out",
    "soundness.row": "{what} has row {row} of {name}, which has {sizes} spectra",
    "soundness.standard": "standard {number}",
    "soundness.step_taken_out": "The preprocessing step {step!r} was taken out: {error}",
    "library.exclude.no_such_instrument": "exclude names {name}; the instruments are {names:commas}.",
    "library.exclude.no_such_row": "exclude: {name} has the rows 0 to {last}, not {row}.",
    "library.hold_out.no_such_standard": "hold_out: the standards are numbered 0 to {last}; there is none at {place}.",
    "library.hold_out.share": "hold_out must be from 0 to below 1, not {share}.",
    "summary.by_standards": "{title} of {others:commas} and {a} by {n:count standard}.",
    "summary.closer": (
        "Held-out spectra of {name} are now closer to those of {reference}: they differ by {after:.3g} per channel, "
        "and by {before:.3g} as measured."),
    "summary.no_closer": (
        "Held-out spectra of {name} are NO closer to those of {reference}: they differ by {after:.3g} per channel, "
        "and by {before:.3g} as measured."),
    "summary.none_held_out": "No standard was held out, so the performance on new samples is not known.",
    "summary.not_converged": "The iteration did not converge.",
    "summary.of_one": "{title} of {a}.",
    "summary.outlying": "{n} outlying sample{n: is|s are} named under Quality.",
    "summary.partners": (
        "Of the {n} held-out pairs of spectra, {worse:percent} are found among the {among} nearest, in the worse "
        "direction; by chance it would be {chance:percent}."),
    "summary.recommended": "Recommended, from left-out standards: {said}",
    "summary.stopped": "You stopped the iteration at step {at}.",
    "summary.warnings": "{n} warning{n:|s} below should be read.",
    "summary.without_standards": "{title} of {others:commas} and {a} without standards.",
    "unavailable.count": "{n} {why}",
    "unavailable.counted": "{n} sample{n:|s} cannot be measured ({counts:commas}).",
    "values.ambiguous": "{n} with contradictory rows",
    "values.joined": "{name}: {matched} of {all} spectra have reference values{more:semicolons_after}.",
    "values.rows": (
        "{name}: {n_dataset} spectra, but the table has {n_targets} rows; joining by row order needs the same number."),
    "values.unused": "{n} {n:row|rows} of the table not used",
    "values.without": "{n} without",
    "predictions.flagged": "{of:sentences}",
    "predictions.odd_values": (
        "{n:count sample has} a value outside the range of the fit: see the flags."),
    "predictions.unlike": "{n} of the spectra {n:is|are} unlike the spectra of the fit: see the flags.",
    "predictions.below_zero": (
        "{n:count predicted value} {n:is|are} below 0, though no reference value is: {of}. They are left as "
        "predicted, not set to 0."),
    "predictions.below_zero_of": "{n} of {property}, whose lowest reference value is {lowest:.4g}{unit:after}",
}
