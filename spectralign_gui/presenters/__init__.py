"""What the docks of the window show, in words and numbers. Knows no Qt: a view asks, and draws the answer."""
