"""What records that are put on file say: documents, audit trails, validations."""

TEMPLATES = {
    "document.changed": "{name} has been changed since it was written: its content does not fit its SHA-256.",
    "document.no_signature": "{name} is no document of this program: it has no signature.",
    "document.not_readable": "{name} cannot be read ({error}).",
    "lock.taken": "another program is writing to {name}; end that one first, or choose another name.",
    "serve.channels": "the spectra have {found} channels, but the axis has {expected}.",
    "serve.instrument": "say which instrument measured the spectra; the model knows {instruments:commas}.",
    "serve.names": "names must be {count} texts, one per spectrum.",
    "serve.no_address": "the service cannot answer at {host}, port {port}: {error}.",
    "serve.numbers": "{name} must be {dimensions} with null for a missing intensity.",
    "serve.token_needed": "others could call the service at {host}; give a token with --token-file.",
    "serve.token_short": "{name}: the token must have at least 16 characters.",
    "serve.unknown": (
        "there is no {unknown:commas} in a call; it has instrument, spectra, names, axis, axis_unit, quantity."),
    "watch.again": "{name} has the content of a file that was done before.",
    "watch.checks_lack_property": "{name}: the table of check samples has no column {properties:commas}.",
    "watch.defect": "{name}: a defect of the program stopped this file ({error}); the log file says more.",
    "watch.foreign_database": "{name} is a database of another program; choose another name.",
    "watch.no_folder": "{folder}: there is no such folder to watch, or it cannot be read.",
    "watch.not_opened": "{name} cannot be used as a ledger ({error}); choose another name.",
    "watch.other_model": "{name} belongs to another model or instrument; choose another name for the results.",
    "watch.predicted": "{name}: {n:count spectrum} predicted, {flagged} flagged.",
    "watch.table_was_changed": (
        "{name} was changed by somebody since; that file is kept as {kept}, and {name} is written anew."),
}
