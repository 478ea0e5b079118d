"""Which samples are the same on several instruments, and which to measure next."""
