"""``spectralign --demo`` without a screen: the main job on the sample spectra, results and pictures in a folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from ..core.errors import FileError
from ..core.notes import Note, about
from ..io.atomic import write_text
from ..io.model_file import save_result
from ..session.run import RunResult, execute
from ..session.standards.pairing import hold_out_share
from ..session.state import SessionState
from ..shipped import SAMPLE_SETS
from ._progress import TerminalMonitor
from .align import report, summary

HOLD_OUT = 0.2


def demo_session(name: str = "libs", hold_out: float = HOLD_OUT) -> SessionState:
    """The session of a sample set: data, standards (a share of them held out) and reference values."""
    from ..io.samples import load_sample_session

    state = load_sample_session(name)
    return state.with_(standards=hold_out_share(state.standards, hold_out, state.seed))


def run_demo(output: str, save_figures: Callable[[RunResult, str | Path], list[Path]]) -> int:
    """Align every sample set and say where the results are.

    Parameters
    ----------
    output : str
        Folder for the results; made if it does not exist.
    save_figures : callable (result, folder) -> list of paths
        Draws; given from above, because drawing needs Qt.
    """
    folder = Path(output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(about(folder, Note("demo.no_folder", "error",
                                           strerror=error.strerror))) from error
    print("There is no screen, so SpectrAlign does the job of the demo without a window.")
    for name, (title, *_, hint) in SAMPLE_SETS.items():
        monitor = TerminalMonitor()
        result = execute(demo_session(name), monitor)
        monitor.done()
        target = folder / f"{name}.h5"
        save_result(result, target, overwrite=True)
        write_text(folder / f"{name}.json", json.dumps(report(result), indent=2))
        pictures = save_figures(result, folder / name)
        print(f"\n{title}: {hint}\n{summary(result, str(target))}")
        print("pictures: " + ", ".join(str(p) for p in pictures))
    print(f"\nEverything is in {folder.resolve()}")
    return 0
