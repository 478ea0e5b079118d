"""How good an alignment is: hits of held-out standards, matched distance, FOSCTTM, short circuits, regression."""
