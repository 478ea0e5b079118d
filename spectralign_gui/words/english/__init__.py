"""The English sentences, a file per area; each has ``TEMPLATES``, code → template (see `words.render`)."""
