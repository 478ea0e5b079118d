"""Short circuits of a run: where they are, what sparse and robust alignment would do, a proposal that is checked."""
