"""What the record of a model's life and the fleet of instruments say."""

TEMPLATES = {
    "fleet.busy": "{name} is being written by another program; try again in a moment.",
    "fleet.cannot": "{name} cannot be opened as a fleet ({error}).",
    "fleet.damaged": "{name} is damaged: its content is not what was written.",
    "fleet.foreign": "{name} is not a fleet of this program.",
    "fleet.newer": "{name} was written by another version of this program.",
    "fleet.no_file": "{name}: there is no such fleet; “spectralign fleet add” starts one.",
    "fleet.no_records": "{folder} holds no record of a model ({ending}).",
    "fleet.not_there": "{instrument} is not in the fleet.",
    "fleet.there_already": "{instrument} is already in the fleet; give another name.",
    "life.another_record": "{name} is another record than the one at the start.",
    "life.base_gone": (
        "version {number} was judged against version {base}, but version {current} is in force now; propose it again."),
    "life.day_before": "{day} is before the last check on {last}; check the clock, or give the day.",
    "life.day_to_come": "{day} is in the future; check the clock, or give the day.",
    "life.entry_odd": "entry {number} of {name} does not fit the entries before it.",
    "life.exists": "{name} already exists; entries can only be added to it.",
    "life.few_held_back": (
        "{n:count sample} {n:is|are} held back to judge an update, but {needed} are needed; measure more check "
        "samples."),
    "life.held_back_unknown": "{sample} is not among the check samples, so it cannot be held back.",
    "life.model_changed": "{file} is not the file that was entered as version {number}: it has been changed.",
    "life.model_gone": "{file}, the model of version {number}, is missing.",
    "life.moved_on": "another version of {name} has come into force meanwhile; do this again.",
    "life.no_checks": "there are no check samples of version {version} since {since}.",
    "life.no_day": "{day} is not a day; write it as 2026-01-31.",
    "life.no_file": "{name}: there is no such record; “spectralign model start” starts one.",
    "life.no_first_days": (
        "no check sample of version {version} was measured before {since}, so a change cannot be judged; propose a "
        "bias instead, or give a later day."),
    "life.no_free_name": "there is no free name for another version of {name}.",
    "life.no_record": "{name} is not a record of a model's life.",
    "life.no_version": "there is no version {number}; there are {versions:commas}.",
    "life.none_with_values": "no spectrum of {name} has the name of a sample in {table}.",
    "life.not_back": "you cannot go back to version {number}: it was never approved, or is in force now.",
    "life.not_proposed": "version {number} is {state}; only a proposed version can be approved or rejected.",
    "life.other_instrument": "the record is for {known}, not for {given}.",
    "life.other_properties": "{name} does not predict {properties}, or predicts in other units.",
    "life.value_size": "{table}: the value of {sample} is too large to calculate with.",
    "life.other_unit": "{name} is given in {given}, but the model predicts {unit}.",
    "life.predicts_nothing": "{name} predicts no values, so there is nothing to check.",
    "life.property_unknown": "at least one property has no check sample with a value in {table}.",
    "life.role_changed": "{sample} was used for updates before, so it cannot judge them.",
    "life.spectra_gone": (
        "{file}, the check samples of {day}, is missing or was changed; they are needed to judge a re-fit."),
    "life.stays": "version {number} continues to predict, but check the record: {said}",
    "life.taken_over": "version {number} of {name} predicts from now on.",
    "life.who_needed": "give the name of the person who does this.",
    "life.why_needed": "give a reason.",
    "metrology.no_bands": "the mean spectrum of {which} is a straight line: there are no bands to compare.",
    "metrology.few_channels": "{n:count channel} in common are too few; {needed} are needed.",
    "metrology.few_samples": (
        "only {n:count sample} {n:is|are} measured on both under the same name; {needed} are needed."),
    "metrology.gaps": "every spectrum of {name} has gaps.",
    "metrology.no_overlap": "the axes of {a} and {b} do not overlap.",
    "metrology.quantities": "{a} holds {quantity}, but {b} holds {other}; convert one of them first.",
    "metrology.units": (
        "The axes of {a} ({unit:axis_unit}) and {b} ({other:axis_unit}) have different units; convert one first."),
    "portable.corrected_parts": (
        "the values are parts of a whole and were corrected by an update, which cannot be exported in plain form; "
        "export the first version instead."),
    "metrology.share_common": (
        "{share:percent} of the difference is the same for every sample, or follows one rule: it comes from the "
        "instrument or from something that all samples share, and a transfer can remove it."),
    "metrology.share_noise": "{share:percent} is noise.",
    "metrology.share_rest": (
        "{share:percent} differs irregularly from sample to sample: it comes from the samples themselves, how they "
        "were presented, or nonlinear effects; more standards help little there."),
    "metrology.share_rest_and_noise": (
        "{share:percent} differs irregularly from sample to sample: it comes from noise (unknown without repeats), "
        "the samples themselves, how they were presented, or nonlinear effects."),
    "metrology.shift": (
        "{b} shows bands {shift:.2g}{unit:over_axis} {higher:higher|lower} than {a} ({low:.2g} to {high:.2g}): check "
        "the wavelength calibration first."),
    "metrology.shift_hint": (
        "a shift of {shift:.2g}{unit:over_axis} and different band widths would explain only {share:percent} of the "
        "difference in shape: something else explains the rest, so take these two as hints."),
    "metrology.shift_none": "no shift of the axis was found ({low:.2g} to {high:.2g}{unit:over_axis}).",
    "updates.better": (
        "{name}: RMSEP {old:.3g} before, {new:.3g} after{unit:after}: better on {samples:count sample} held back "
        "({days:count day})."),
    "updates.few": (
        "an update of the kind “{kind}” needs {needed:count check sample} besides those held back, but there "
        "{n:is|are} {n}."),
    "updates.kind": "an update must be one of {kinds:commas}, not {kind}.",
    "updates.no_change": (
        "the check samples show no change over the days, so a recursive update has nothing to correct."),
    "updates.no_repeats": "no check sample was measured on two days with this version, so no change can be followed.",
    "updates.one_value": "the check samples all have one value, so no slope can be found; propose a bias instead.",
    "updates.one_day": (
        "All were measured on one day, and an error of that day alone would look the same: check again on another "
        "day."),
    "updates.open": (
        "{name}: RMSEP {old:.3g} before, {new:.3g} after{unit:after}: not shown to be better or worse on "
        "{samples:count sample} held back ({days:count day})."),
    "updates.slope_turned": (
        "the corrected values would fall where they now rise (slope {slope:.3g}); look at the check samples before "
        "any update."),
    "updates.worse": (
        "{name}: RMSEP {old:.3g} before, {new:.3g} after{unit:after}: worse on {samples:count sample} held back "
        "({days:count day})."),
}
