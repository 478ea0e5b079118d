"""What records that are put on file say: documents, audit trails, validations."""

TEMPLATES = {
    "audit.changed": "entry {number} was changed after it was written.",
    "audit.emptied": "{name} is empty: its entries were deleted, or it could not be written when it was started.",
    "audit.file_changed": "{name} is not the file of the last entry: it was changed without an entry.",
    "audit.gap": "an entry is missing before entry {number}, or that entry is in the wrong place.",
    "audit.head_missing": "no entry has the hash {head}…: the end of the trail was cut off or rewritten.",
    "audit.kept_already": "{name} already has an audit trail.",
    "audit.no_file": "{name}: there is no such file.",
    "audit.none": "{name} has no audit trail; “spectralign audit start” starts one.",
    "audit.not_sound": "{name}: {said}",
    "audit.not_merged": (
        "{name} was not saved: the existing file cannot be read, so its audit trail would be lost; save under "
        "another name."),
    "audit.remark": "entry {number}: {remark}",
    "audit.unreadable": "entry {number} cannot be read.",
    "document.changed": "{name} has been changed since it was written: its content does not match its SHA-256.",
    "document.no_signature": "{name} is not a document of this program: it has no signature.",
    "document.not_readable": "{name} cannot be read ({error}).",
    "import.axis": "the axis of the model must rise or fall throughout.",
    "import.entries": "an entry of the model is not valid ({error}).",
    "import.entry_missing": "the model has no entry “{name}”.",
    "import.left_out_uneven": (
        "the model leaves channels out and its axis is not even, so their positions are not known; export it with "
        "all channels."),
    "import.mdatools_prep": (
        "the model preprocesses spectra inside mdatools, and this cannot be imported; fit it to preprocessed "
        "spectra, or to raw ones, and export it again."),
    "import.no_json": "this is not JSON ({error}).",
    "import.not_finite": "the model holds numbers that are not finite, or scales of 0.",
    "import.numbers": "{name} must be numbers.",
    "import.other_axis_after": "the preprocessing in the file leads to another axis than the file says.",
    "import.shapes": "the numbers of channels, coefficients and properties do not match.",
    "import.step_learned": (
        "the step {title} has learned something that the file does not hold; export the model again."),
    "import.too_large": "this is too large for a file of coefficients.",
    "import.unknown_json": "this JSON is not a known model: export-model and mdatools write known ones.",
    "lock.taken": "another program is writing to {name}; end that one first, or choose another name.",
    "protocol.asks_nothing": "the protocol sets no limit for {where}; give max_bias, max_sep or another limit.",
    "protocol.author": "the protocol needs an author.",
    "protocol.changed_since": (
        "{name} was registered on {when} and has been changed since; a protocol must not change after the data are "
        "known."),
    "protocol.choice": "{name} must be one of {choices:commas}.",
    "protocol.date": "the protocol needs a date, as date = 2026-01-31.",
    "protocol.format": "this is not a protocol: it does not say format = “{format}”.",
    "protocol.no_number": "{name} of {where} must be a number.",
    "protocol.no_property": "the protocol names no property; start each one with [[property]].",
    "protocol.not_positive": "{name} of {where} must be above 0.",
    "protocol.not_readable": "the protocol cannot be read: {error}.",
    "protocol.property_without_name": "a property of the protocol has no name.",
    "protocol.registration_unreadable": "{name} is not a registration of a protocol.",
    "protocol.samples": "samples must be a whole number, 0 or more.",
    "protocol.sel_needed": "limits in multiples of the laboratory's error need sel of {where}.",
    "protocol.share": "{name} must be from 0.5 to below 1, not {value:g}.",
    "protocol.share_needs_error": "min_share of {where} must be below 1, and needs max_error.",
    "protocol.turned_round": "a lower limit of {where} is not below the upper limit.",
    "protocol.twice": "a property is in the protocol twice.",
    "protocol.unknown": "{where} has no {unknown:commas}.",
    "serve.channels": "the spectra have {found} channels, but the axis has {expected}.",
    "serve.instrument": "say which instrument measured the spectra; the model knows {instruments:commas}.",
    "serve.names": "names must be {count} texts, one per spectrum.",
    "serve.no_address": "the service cannot listen at {host}, port {port}: {error}.",
    "serve.numbers": "{name} must be {dimensions} with null for a missing intensity.",
    "serve.token_needed": "others could call the service at {host}; give a token with --token-file.",
    "serve.token_short": "{name}: the token must have at least 16 characters.",
    "serve.unknown": (
        "a call cannot have {unknown:commas}; it can have instrument, spectra, names, axis, axis_unit, quantity."),
    "watch.again": "{name} has the same content as a file that was predicted before.",
    "watch.checks_of_record": "check samples of {name} are entered with “spectralign model check”; leave --check out.",
    "watch.checks_lack_property": "{name}: the table of check samples has no column {properties:commas}.",
    "watch.empty": "{name} is empty; it is read when it has content.",
    "watch.defect": "{name}: a defect of the program stopped this file ({error}); see the log file.",
    "watch.foreign_database": "{name} is a database of another program; choose another name.",
    "watch.no_folder": "{folder}: there is no such folder to watch, or it cannot be read.",
    "watch.not_opened": "{name} cannot be used as a ledger ({error}); choose another name.",
    "watch.other_model": "{name} belongs to another model or instrument; choose another name for the results.",
    "watch.predicted": (
        "{name}: {n:count spectrum} predicted, {flagged} unlike the fit, {odd:count value} out of range."),
    "watch.version": "Predicted by version {number}.",
    "watch.table_was_changed": (
        "{name} has been changed by another program; that file is kept as {kept}, and {name} is written again."),
}
