"""What the record of a model's life and the fleet of instruments say."""

TEMPLATES = {
    "fleet.busy": "{name} is being written by another program; try again in a moment.",
    "fleet.cannot": "{name} cannot be opened as a fleet ({error}).",
    "fleet.damaged": "{name} is damaged: what is in it is not what was written.",
    "fleet.foreign": "{name} is not a fleet of this program.",
    "fleet.newer": "{name} is of another version of this program.",
    "fleet.no_file": "{name}: there is no such fleet; “spectralign fleet add” begins one.",
    "fleet.no_records": "{folder} holds no record of a model ({ending}).",
    "fleet.not_there": "{instrument} is not in the fleet.",
    "fleet.there_already": "{instrument} is in the fleet already; give another name.",
    "life.another_record": "{name} is another record than the one that was begun with.",
    "life.base_gone": (
        "version {number} was judged against version {base}, but version {current} is in force now; propose it again."),
    "life.day_before": "{day} is before the last check of {last}; look at the clock, or say the day.",
    "life.day_to_come": "{day} is still to come; look at the clock, or say the day.",
    "life.entry_odd": "entry {number} of {name} does not fit those before it.",
    "life.exists": "{name} exists already; it is only ever added to.",
    "life.few_held_back": (
        "{n:count sample} {n:is|are} held back to judge an update, but {needed} are needed; measure more check "
        "samples."),
    "life.held_back_unknown": "{sample} is not among the check samples, so it cannot be held back.",
    "life.model_changed": "{file} is not the file that was entered as version {number}: somebody has changed it.",
    "life.model_gone": "{file}, the model of version {number}, is not there.",
    "life.moved_on": "another version of {name} has been put in force meanwhile; do this again.",
    "life.no_checks": "there are no check samples of version {version} since {since}.",
    "life.no_day": "{day} is not a day; write it as 2026-01-31.",
    "life.no_file": "{name}: there is no such record; “spectralign model start” begins one.",
    "life.no_first_days": (
        "no check sample of version {version} was measured before {since}, so a change is not known; "
        "propose a bias instead, or give a later day."),
    "life.no_free_name": "there is no free name for another version beside {name}.",
    "life.no_record": "{name} is not a record of a model's life.",
    "life.no_version": "there is no version {number}; there is {versions:commas}.",
    "life.none_with_values": "none of the spectra of {name} has the name of a sample in {table}.",
    "life.not_back": "version {number} cannot be gone back to: it was never approved, or is in force now.",
    "life.not_proposed": "version {number} is {state}; only a proposed one can be decided on.",
    "life.other_instrument": "the record is of {known}, not of {given}.",
    "life.other_properties": "{name} does not predict {properties}, or in other units.",
    "life.other_unit": "{name} is given in {given}, but the model predicts {unit}.",
    "life.predicts_nothing": "{name} predicts no values, so there is nothing to check.",
    "life.property_unknown": "a property has no check sample with a value in {table}.",
    "life.role_changed": "{sample} was used for updates before, so it cannot judge them.",
    "life.spectra_gone": (
        "{file}, the check samples of {day}, is not there or was changed; they are needed to judge a re-fit."),
    "life.stays": "version {number} goes on predicting, but look at the record: {said}",
    "life.taken_over": "version {number} of {name} predicts from now on.",
    "life.who_needed": "say who does this, with a name.",
    "life.why_needed": "give a reason.",
    "metrology.few_channels": "{n:count channel} in common are too few; {needed} are needed.",
    "metrology.few_samples": (
        "{n:count sample} {n:is|are} measured on both, with the same name; {needed} are needed."),
    "metrology.gaps": "every spectrum of {name} has gaps.",
    "metrology.no_overlap": "the axes of {a} and {b} have nothing in common.",
    "metrology.quantities": "{a} holds {quantity}, but {b} {other}; bring them to one first.",
    "metrology.units": (
        "The axes of {a} ({unit:axis_unit}) and {b} ({other:axis_unit}) have different units; convert one first."),
    "portable.corrected_parts": (
        "the values are parts of a whole and were corrected by an update, which has no plain form; export the first "
        "version instead."),
    "metrology.share_common": (
        "{share:percent} of the difference is the same for every sample, or follows one law: the instrument, or a "
        "state that all samples share; a transfer can take that out."),
    "metrology.share_noise": "{share:percent} is noise.",
    "metrology.share_rest": (
        "{share:percent} differs from sample to sample without a law: the samples themselves, how they were put in, or "
        "what is not linear; more standards help little there."),
    "metrology.share_rest_and_noise": (
        "{share:percent} differs from sample to sample without a law: noise (which is not known without repeats), the "
        "samples themselves, how they were put in, or what is not linear."),
    "metrology.shift": (
        "{b} shows bands {shift:.2g}{unit:over_axis} {higher:higher|lower} than {a} ({low:.2g} to {high:.2g}): look "
        "at the wavelength calibration first."),
    "metrology.shift_hint": (
        "a shift of {shift:.2g}{unit:over_axis} and other widths of bands would explain only {share:percent} of what "
        "differs in shape: something else does, so take these two as hints."),
    "metrology.shift_none": "no shift of the axis is found ({low:.2g} to {high:.2g}{unit:over_axis}).",
    "updates.better": (
        "{name}: RMSEP {old:.3g} before, {new:.3g} after{unit:after}: better on {samples:count sample} held back "
        "({days:count day})."),
    "updates.few": "an update of the kind “{kind}” needs {needed:count check sample} beside those held back, not {n}.",
    "updates.kind": "an update is one of {kinds:commas}, not {kind}.",
    "updates.no_change": (
        "the check samples show no change over the days, so a recursive update has nothing to correct."),
    "updates.no_repeats": "no check sample was measured on two days with this version, so no change can be followed.",
    "updates.one_value": "the check samples all have one value, so a slope cannot be found; propose a bias instead.",
    "updates.one_day": (
        "All were measured on one day, and what is only that day's error looks the same: check again on another day."),
    "updates.open": (
        "{name}: RMSEP {old:.3g} before, {new:.3g} after{unit:after}: not shown to be better or worse on "
        "{samples:count sample} held back ({days:count day})."),
    "updates.slope_turned": (
        "the values would fall where they rise now (slope {slope:.3g}); look at the check samples before any update."),
    "updates.worse": (
        "{name}: RMSEP {old:.3g} before, {new:.3g} after{unit:after}: worse on {samples:count sample} held back "
        "({days:count day})."),
}
