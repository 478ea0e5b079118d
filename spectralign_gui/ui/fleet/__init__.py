"""The instruments of a site in one table, in a window of its own."""
