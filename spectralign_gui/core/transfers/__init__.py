"""Classical calibration transfers, one module each: it declares its parameters; the text beside it says what it is."""
