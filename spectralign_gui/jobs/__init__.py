"""Running core work off the GUI thread: worker, progress, cancel. The only layer below ui that knows Qt."""
