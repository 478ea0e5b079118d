"""What data sets, axes, units and repeats say."""

TEMPLATES = {
    "consistent.axis_like_spectra": (
        "The axis ({first:g}, {second:g} … {last:g}) looks like the spectra themselves: the file may have no axis, and "
        "this may be its first spectrum. If so, say that the file has no line of titles."),
    "consistent.channels_apart": (
        "{n:count channel} ({positions:commas 4}) {n:has|have} nothing in common with those beside {n:it|them}. This "
        "may be a temperature, a setting or a reference value and no channel."),
    "consistent.far_from_all_around": (
        "{n:count value} {n:is|are} far from all values around {n:it|them}, first in {name} at {position:g}: "
        "{value:g} next to {beside:g}. A decimal point may be missing."),
    "consistent.like_an_axis": (
        "{names:commas 4}: the numbers rise or fall in one constant step, so this may be an axis and not a spectrum. "
        "Check the file: it may hold a second table."),
    "consistent.mean_of_others": (
        "{names:commas 4}: the numbers are the mean of other spectra, so this may not be a sample; if so, leave it "
        "out."),
    "consistent.moved_cells": (
        "{names:commas 4}: from some channel on the values seem to have moved, as if a cell was lost or is there "
        "twice. Check {n:row|rows} {rows:commas 4} of the spectra in the file."),
    "consistent.other_order": (
        "{names:commas 4}: fits the others only when read from the other end; the values may be in the other order."),
    "consistent.other_sign": (
        "{names:commas 4}: the numbers have the opposite sign to those of the other spectra. Change the sign, or leave "
        "{n:it|them} out."),
    "consistent.other_scale": (
        "{names:commas 4}: the numbers are many times larger or smaller than those of the other spectra. The unit "
        "may be another one, or this may not be a sample."),
    "consistent.settings": (
        "{names:commas 4}: resembles nothing in the other spectra. This may be a setting of the instrument (gain, "
        "temperature, voltage) and not a sample; if so, leave it out."),
    "consistent.statistic_of_others": (
        "{names:commas 4}: the numbers are the median, the deviation or the limit of all other spectra, so this may "
        "not be a sample; if so, leave it out."),
    "consistent.steps_in_turn": (
        "The axis goes {first:g}, {second:g}, then {third:g}, and so on: {n} channels close together, then a gap. If "
        "these are repeats at one position, read each of them separately."),
    "consistent.sum_of_others": (
        "{names:commas 4}: the numbers are the sum of other spectra, so this may not be a sample; if so, leave it "
        "out."),
    "consistent.weights": (
        "{names:commas 4}: goes to both sides of zero, which no other spectrum does, or is of length 1. These may be "
        "weights of a model or a difference, and not a sample; if so, leave it out."),
    "consistent.values_like_spectra": (
        "The {n} values from {first} to {last} vary as smoothly as spectra do; if they are spectra, choose "
        "orientation rows or columns."),
    "values.end_early": (
        "Spectrum {number} has values in its first {last} of {channels} channels only; the rest is missing."),
    "values.end_early_and_others": (
        "Spectrum {number} has values in its first {last} of {channels} channels only, as do {others} more; the rest "
        "is missing."),
    "values.end_early_named": (
        "{name} has values in its first {last} of {channels} channels only; the rest is missing."),
    "values.end_early_named_and_others": (
        "{name} has values in its first {last} of {channels} channels only, as do {others} more; the rest is missing."),
    "values.fill": (
        "{n:count value} {n:is|are} {mark:g}, which marks a missing measurement, and {n:is|are} taken as missing."),
    "values.tiny": "{n:count value} {n:is|are} smaller than 1e-30 (and not 0) and {n:is|are} kept.",
    "axis.channels": "{n:channel|channels} {numbers:some 3}",
    "axis.constant": "all {n} positions of the axis are {position:g}.",
    "axis.empty": "an axis needs at least one channel.",
    "axis.factor": "the level cannot be matched by a factor: a spectrum is zero in the overlap.",
    "axis.holds_no_numbers": (
        "the axis holds values that are not numbers; leave those channels out or number all channels."),
    "axis.joint_outside": "the joint at {joint:g} is outside the overlap of the detectors ({low:g} to {high:g}).",
    "axis.joints": "{n_parts} detectors need {n_parts2} joints, not {n_at}.",
    "axis.jumbled": "the axis goes back {n} times, so its channels are not in order.",
    "axis.length": "the axis has {n_x} channels but the spectra have {shape}; the numbers must be equal.",
    "axis.level": "the level can be matched by 'offset' or 'factor' where the detectors overlap.",
    "axis.no_number": "the axis has no number at {channels}.",
    "axis.no_row": "an axis must be one row of numbers, not an array of shape {shape}.",
    "axis.none": "The file has no axis; the channels are numbered.",
    "axis.none_for": "The file has no axis for {name}; the channels are numbered.",
    "axis.not_ascending": "the axis does not ascend at channel {at} ({values:g} then {values2:g}).",
    "axis.not_finite": "the axis holds a value that is not a number at channel {at}.",
    "axis.not_positive": "an axis in {unit:axis_unit} cannot be zero or negative, but this one is at {channels}.",
    "axis.numbering": "the axis only numbers the channels ({first:.0f} to {last:.0f}); these may not be wavelengths.",
    "axis.repeats": "the axis repeats {n:count position}, first {position:g} at channel {channel}.",
    "axis.step_back": "at channel {channel} (from {before:g} to {after:g})",
    "axis.steps_back": "the axis steps back {places:commas}, where another detector begins.",
    "axis.still_not_ascending": "the axis still does not ascend after {choice!r}; number its channels instead.",
    "axis.stray": "the axis jumps away and back at {channels} ({position:g} between {before:g} and {after:g}).",
    "axis.unknown_choice": "unknown choice {choice!r} for an axis; known are {choices:commas}.",
    "axis.unknown_unit": "unknown axis unit {unit!r}; known are {units:commas}.",
    "axis_check.agree": (
        "The axes of {a} and {b} agree within {within:.2g}{unit:over_axis} ({used} of {windows} windows)."),
    "axis_check.differ": "{b} = {a} {shift:+.{digits}f}{unit:over_axis} ({used} of {windows} windows).",
    "axis_check.differ_and_stretch": (
        "{b} = {a} {shift:+.{digits}f}{unit:over_axis}, stretched by {percent:+.3g} % ({used} of {windows} "
        "windows)."),
    "axis_check.missing_values": "every standard of {name} and {name2} has missing values at its ends.",
    "axis_check.no_standard": "no standard was measured on both {name} and {name2}.",
    "axis_check.nothing_in_common": "{a} and {b} have no bands in common from which a shift could be measured.",
    "axis_check.too_few_channels": (
        "{name} and {name2} have only {n_grid} channels in common; 30 are needed for a check."),
    "common_axis.add_resample": "{reason:unended}; add the step Resample to put them on one grid.",
    "common_axis.cannot_merge": "the axes cannot be merged: {reason}",
    "common_axis.convert_first": "{reason:unended}; convert one axis first.",
    "common_axis.correct_axis": "{reason:unended}; correct the axis by the wavelength check, or resample.",
    "common_axis.loses": "{name} loses {ranges}{unit:at_axis}.",
    "common_axis.nearly": (
        "The channels of {a} and {b} differ by at most {largest:.3g}{unit:over_axis}, within the tolerance "
        "of {tolerance:.3g}{unit:over_axis}."),
    "common_axis.no_channels": "a grid from {first:g} to {last:g} in steps of {width:g} has no channels.",
    "common_axis.no_overlap": "the axes have no range in common (one begins at {low:g}, another ends at {high:g}).",
    "common_axis.not_measured": "no channel of the grid was measured on all instruments.",
    "common_axis.other_number": (
        "{a} has {n_a} channels ({first_a:g} to {last_a:g}{unit:at_axis}), {b} has {n_b} ({first_b:g} to "
        "{last_b:g}{unit:at_axis}): they need a common grid to be compared channel by channel."),
    "common_axis.other_positions": (
        "{a} and {b} have {n} channels each, at other positions (up to {largest:.4g}{unit:over_axis} apart)."),
    "common_axis.other_unit": "The axes have different units ({a}: {unit_a:axis_unit}; {b}: {unit_b:axis_unit}).",
    "common_axis.range": "{low:g} to {high:g}",
    "common_axis.same": "{a} and {b} have the same {n} channels.",
    "common_axis.shifted": (
        "{a} and {b} have {n} channels each, but the axis of {b} is that of {a} "
        "{shift:+.4g}{unit:over_axis}: two calibrations, not the same channels."),
    "common_axis.stretched": (
        "{a} and {b} have {n} channels each, but the axis of {b} is that of {a} {shift:+.4g}{unit:over_axis} "
        "in the middle and stretched by {percent:+.3g} %."),
    "common_axis.too_many_channels": (
        "a grid from {first:g} to {last:g} in steps of {width:g} would have {count} channels; take a "
        "larger step."),
    "common_axis.units": (
        "a common grid needs axes in one unit, but these are in different ones ({units:axis_units}); convert them "
        "first."),
    "dataset.channels": (
        "{name}: the spectra have {shape} channels but the axis has {n_axis}; the numbers must be equal."),
    "dataset.groups": "{name}: {n_spectra} spectra but {n_groups} groups.",
    "dataset.names": "{name}: {n_spectra} spectra but {n_names} sample names.",
    "columns.no_numbers": "the column {title} holds no numbers ({first!r}), so it gives no reference values.",
    "columns.none_of_that_title": "{name} has no column {title!r} beside its spectra; it has {known:commas}.",
    "columns.role": "a column can be read as name, group or value, not as {role!r}.",
    "dataset.column": "{name}: {n_spectra} spectra but {n_cells} cells in the column {title}.",
    "dataset.complex": "{name}: the spectra are complex numbers; store their real part or their magnitude.",
    "dataset.no_table": "{name}: spectra must be samples × channels, not {ndim}-dimensional.",
    "dataset.quantity": "{name}: unknown quantity {quantity!r}.",
    "dataset.repeats": "{name}: {n_spectra} spectra but {n_repeats} counts of repeats.",
    "dataset.spread": "{name}: the spread of the repeats does not fit the spectra.",
    "dataset.values": "{name}: {n_spectra} spectra but {n_targets} rows of reference values.",
    "missing.empty_spectra": "{n:one spectrum holds|{n} spectra hold} nothing at all",
    "missing.lost_channels": "{n} channels are missing in all spectra",
    "missing.of_set": (
        "{name}: {total} values are missing in {spectra} of {all} spectra (longest gap {longest} "
        "channels; first in {sample!r} at {position:g}{unit:at_axis})."),
    "missing.of_set_and_more": (
        "{name}: {total} values are missing in {spectra} of {all} spectra (longest gap {longest} "
        "channels; first in {sample!r} at {position:g}{unit:at_axis}); {more:commas}."),
    "repeats.averaged_new": (
        "{spectra} spectra were averaged to {n:count sample} ({count} each), as those of the fit were."),
    "repeats.different_values": "the repeats of {names} have different values of {names2}; their mean is used.",
    "repeats.how": "repeats are averaged by mean or median, not {how!r}.",
    "repeats.none_left": (
        "{name}: sample {name2!r} has {n_rows} spectra, so none is left after the first {drop_first} are "
        "dropped."),
    "repeats.none_left_of_sample": (
        "{name}: sample {sample_names} has {n_rows} spectra, so none is left after the first "
        "{drop_first} are dropped."),
    "repeats.range": "{least} to {most}",
    "repeats.offer": "Average the repeats of each sample ({n:count sample} × {count})",
    "repeats.single_of_averages": (
        "These are single spectra; the model was made from averages of {k}. Single ones scatter more: expect more "
        "flags and larger errors than the intervals say."),
    "repeats.same_name": "{n} of {all} samples have {count} spectra each (the same name).",
    "repeats.same_stem": (
        "{n} of {all} samples have {count} spectra each (names that differ only in a number at the end)."),
    "repeats.several_groups": "the repeats of {mixed} are in several groups; the first one is used.",
    "units.computed_absorbance": "this absorbance was computed from {measured_as}, which says nothing about {to}",
    "units.laser": "converting {unit:axis_unit} to {to:axis_unit} needs the laser line in nm.",
    "units.needs_reference": "this needs the spectrum of a reference (white, or empty beam) measured with it",
    "units.no_conversion": "{name}: {quantity} cannot be converted to {to}: {reason}.",
    "units.no_counterpart": (
        "the position {is_shown:g}{unit:at_axis} (channel {bad}) has no counterpart in {to:axis_unit}."),
    "units.no_meaning": (
        "the axis cannot be converted from {unit:axis_unit} to {to:axis_unit}: only wavelengths, wavenumbers, Raman "
        "shifts and energies can be converted. Give the axis unit first."),
    "units.no_way": "there is no physical conversion between the two",
    "units.not_known": "the kind of intensities is not known; give it first",
    "units.not_positive": "values of {quantity} at or below zero have no absorbance: {lost} are now missing.",
    "units.other_measurement": "reflected light and transmitted light are different measurements",
    "units.percent": "{quantity} was taken as percent, because most spectra exceed 2.",
    "units.unknown": "unknown axis unit {u!r}; known are {units:commas}.",
    "units.unknown_quantity": "unknown quantity {to!r}; known are {quantities:commas}.",
}
