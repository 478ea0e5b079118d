"""The self-test in the window: what needs Qt, and the entry of the Help menu."""
