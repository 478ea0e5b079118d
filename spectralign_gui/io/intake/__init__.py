"""Files on their way in: what they hold, which belong together, tables of values; for window and command line."""
