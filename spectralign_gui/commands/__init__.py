"""The commands of the command line, one file each; they call the same session code as the window.

A command is a module of this folder with ``add_arguments(parser)`` and ``run(arguments) -> exit code``. It is imported
when it is called, and not to list what there is: what it does is said here.
"""

COMMANDS: dict[str, str] = {
    "info": "say what files hold: spectra, axis, unit, quantity, warnings",
    "convert": "convert files of spectra to HDF5, CSV, XLSX, MATLAB or JCAMP-DX",
    "methods": "list the methods and their parameters",
    "align": "align the spectra of two or more instruments and write the result",
    "evaluate": "compare methods: hit rates of held-out standards and, with --targets, prediction errors",
    "sweep": "try a method over a range of one or two parameters",
    "short-circuits": "find links between samples of different kinds in an alignment, and what would cut them",
    "suggest": "suggest which samples to measure next as standards",
    "transform": "transform new spectra with a saved model",
    "predict": "predict property values of new spectra with a saved model",
    "coefficients":
        "save preprocessing, transfer and model of a saved model as coefficients on an instrument's own channels",
    "export-model": "write a saved model in a form that runs without this program: Python, ONNX, JSON, coefficients",
    "validate": "judge a model by a protocol that was written before the data, and write a report",
    "model": "keep the life of a model: versions, check samples, updates, who approved them, the way back",
    "metrology": "compare two instruments by samples measured on both: noise, shift, width of bands, intensity",
    "fleet": "list the instruments of a site: model version, last check, bias, alarms, who approved",
    "watch": "predict every file that arrives in a folder, and keep the results up",
    "serve": "predict for other programs: a saved model behind HTTP on this computer",
    "audit": "begin, add to, sign, check or export the audit trail of a project, a model or a report",
    "users": "keep the users file: who may sign, with which role",
    "self-test": "try on this computer what the program does, and write it as a report (IQ/OQ)",
    "import-model": "take in a model of another program, or an exported one: coefficients as CSV or JSON, mdatools",
    "run": "repeat the runs of a project without a window and compare the results",
}
"""Name of each command, which is that of its module (with underscores), and what it does."""
