"""The commands of the command line, one file each; they call the same session code as the window.

A command is a module with ``HELP``, ``add_arguments(parser)`` and ``run(arguments) -> exit code``.
"""

from types import ModuleType

from . import align, coefficients, convert, evaluate, info, methods, predict, run, suggest, sweep, transform

COMMANDS: dict[str, ModuleType] = {
    "info": info, "convert": convert, "methods": methods, "align": align, "evaluate": evaluate, "sweep": sweep,
    "suggest": suggest, "transform": transform, "predict": predict, "coefficients": coefficients,
    "run": run,
}
