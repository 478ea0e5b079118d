"""The window: docks, dialogs and plots over the Qt-free session."""
