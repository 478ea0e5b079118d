"""The commands of the command line, one file each; they call the same session code as the window."""
