"""What plots show, as plain numbers: where density is drawn, what is thinned out, which axes are broken."""
