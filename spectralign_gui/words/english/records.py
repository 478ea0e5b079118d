"""What records that are put on file say: documents, audit trails, validations."""

TEMPLATES = {
    "document.changed": "{name} has been changed since it was written: its content does not fit its SHA-256.",
    "document.no_signature": "{name} is no document of this program: it has no signature.",
    "document.not_readable": "{name} cannot be read ({error}).",
}
