"""The console script ``spectralign``: parses the call and hands it to a command of `spectralign_gui.commands`."""

from __future__ import annotations

import argparse
import contextlib
import errno
import gc
import importlib
import os
import signal
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from .version import __version__

if TYPE_CHECKING:
    from .io.self_test.outcome import Area
    from .session.run import RunResult

# numpy and all that stands on it is loaded within `main`, where Ctrl-C is one line and no traceback

USAGE_EXIT, DEFECT_EXIT = 2, 1
WINDOW_PACKAGES = ("PySide6", "shiboken6", "pyqtgraph", "superqt")
MACHINE = {errno.ENAMETOOLONG, errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO,
           errno.ELOOP, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
"""What the call or the machine is at fault for; a file that is not found where the program wants one is a defect."""


class Ended(KeyboardInterrupt):
    """The system asked the program to end; like Ctrl-C, so that what is half-written is removed.

    Parameters
    ----------
    number : int
        Of the signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and exits with 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_EXIT, f"{self.prog}: {message}\n")


class _CommandParser(_Parser):
    """Of one command, whose module is imported when the command is called."""

    module = ""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None,
    ) -> tuple[argparse.Namespace, list[str]]:
        """Read the arguments of the command, declared now."""
        self._declare()
        return super().parse_known_args(args, namespace)

    def format_help(self) -> str:
        """What ``--help`` says."""
        self._declare()
        return super().format_help()

    def _declare(self) -> None:
        if self.module:
            command = importlib.import_module(f"{__package__}.commands.{self.module}")
            self.module = ""
            command.add_arguments(self)
            self.set_defaults(run=command.run)


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    from .commands import COMMANDS

    parser = _Parser(prog="spectralign", description="Align spectra of different instruments and transfer "
                     "calibrations between them. Without a command the window opens.")
    parser.add_argument("--version", action="version", version=f"SpectrAlign {__version__}")
    parser.add_argument("--demo", action="store_true", help="open the window with the sample spectra loaded and the "
                        "standards marked; without a screen do the same job headless")
    parser.add_argument("--demo-output", default="results", metavar="DIR",
                        help="where a headless demo puts its results (default: results)")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_CommandParser)
    for name, what in COMMANDS.items():
        commands.add_parser(name, help=what, description=what).module = name.replace("-", "_")
    opener = commands.add_parser("open", help="open a project or spectra in the window")
    opener.add_argument("files", nargs="*", metavar="FILE", help="none: the window alone")
    opener.set_defaults(run=_open)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program.

    Returns
    -------
    int
        0 done; 2 the input or the call is at fault (one line on standard error); 1 a defect of the program;
        130 (Ctrl-C) or 128 + the number of the signal where it was ended from outside.
    """
    _open_streams()
    for stream in (sys.stdout, sys.stderr):  # a terminal's code page must not stop a file name with an umlaut
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    signals = contextlib.ExitStack()
    try:
        signals.enter_context(_signals_end())
        code = _call(argv, signals)
        sys.stdout.flush()  # a full disk behind `> results.txt` is said here, not by the interpreter at its end
        return code
    except Ended as end:
        print(f"spectralign: ended by {signal.Signals(end.number).name}", file=sys.stderr)
        return 128 + end.number
    except KeyboardInterrupt:
        print("spectralign: cancelled", file=sys.stderr)
        return 130
    except BrokenPipeError:  # `spectralign methods | head`
        _no_more_output()
        return 0
    except OSError as error:
        if _folder_is_gone():
            print("spectralign: the folder that the program was started in does not exist any more; change to another "
                  "one", file=sys.stderr)
            return USAGE_EXIT
        if error.errno not in MACHINE:
            return _defect()
        if error.filename is None:
            _no_more_output()
        what = f"{error.filename}: " if error.filename else ""
        print(f"spectralign: {what}{error.strerror}", file=sys.stderr)
        return USAGE_EXIT
    except MemoryError as error:
        print(f"spectralign: there is not enough memory for this ({str(error).rstrip('.') or 'MemoryError'})",
              file=sys.stderr)
        return USAGE_EXIT
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in WINDOW_PACKAGES:
            return _defect()
        print("spectralign: the window and pictures need PySide6 and pyqtgraph, which are not installed; "
              "pip install 'spectralign-gui[gui]' brings them", file=sys.stderr)
        return USAGE_EXIT
    except Exception:  # noqa: BLE001 - the last line of defence: a defect must give exit code 1
        return _defect()
    finally:
        signals.close()


def _call(argv: Sequence[str] | None, signals: contextlib.ExitStack) -> int:
    from .commands.threads import asked_threads
    from .core.errors import Cancelled, SpectrAlignError

    try:
        arguments = build_parser().parse_args(argv)
    except SystemExit as stop:
        return int(stop.code or 0)
    try:
        opens = arguments.run is _open if arguments.command else has_screen() or not arguments.demo
        if opens:
            signals.close()  # the window takes signals as the system gives them and recovers its work
        if arguments.command is None:
            return _demo(arguments.demo_output) if arguments.demo else _window([])
        if arguments.run is _open:
            return _open(arguments)
        arguments.save_figures, arguments.write_pdf = _save_figures, _write_pdf
        arguments.window_checks = _window_checks
        with asked_threads(arguments):
            return arguments.run(arguments)
    except SpectrAlignError as error:
        option = ""
        if error.code == "method.by_channel":
            from .commands.common_grid import grid_option

            option = grid_option(error)
        print(f"spectralign: {error}{option}", file=sys.stderr)
        return USAGE_EXIT
    except NotImplementedError as error:
        if not str(error):
            raise
        print(f"spectralign: {error}", file=sys.stderr)
        return USAGE_EXIT
    except Cancelled:
        raise KeyboardInterrupt from None


@contextlib.contextmanager
def _signals_end() -> Iterator[None]:
    """Within it SIGTERM and SIGHUP end the program as Ctrl-C does; a second one ends it at once."""
    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        raise Ended(number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    try:
        # what is ignored (nohup) stays ignored
        before = {n: signal.signal(n, end) for n in numbers if signal.getsignal(n) is signal.SIG_DFL}
    except ValueError:  # not in the main thread: the caller's signals are none of ours
        before = {}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def _open_streams() -> None:
    """Output that the caller has closed goes nowhere, and no file that is opened later takes its number."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(number)
        except OSError:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
        setattr(sys, name, open(os.devnull, "r" if number == 0 else "w", encoding="utf-8"))  # noqa: SIM115


def _folder_is_gone() -> bool:
    try:
        os.getcwd()
    except OSError:
        return True
    return False


def _no_more_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _defect() -> int:
    traceback.print_exc()
    print("spectralign: this is a defect of the program; please report it with the lines above", file=sys.stderr)
    return DEFECT_EXIT


def main_window() -> int:
    """Entry of the gui-script: open the window."""
    return main([])


def has_screen() -> bool:
    """Whether a window can be shown."""
    if os.environ.get("QT_QPA_PLATFORM") in ("offscreen", "minimal"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _window(files: Sequence[str], demo: bool = False) -> int:
    if not has_screen():
        print("spectralign: there is no screen to open a window on; `spectralign --help` lists what works without "
              "one", file=sys.stderr)
        return USAGE_EXIT
    gc.disable()  # there is nothing to be found in what is only being put up; later `ui.garbage` looks
    from .ui.app import run_window

    return run_window(list(files), demo=demo)


def _open(arguments: argparse.Namespace) -> int:
    return _window(arguments.files)


def _demo(output: str) -> int:
    if has_screen():
        return _window([], demo=True)
    from .commands.demo import run_demo

    return run_demo(output, _save_figures)


def _save_figures(result: RunResult, folder: str | Path) -> list[Path]:
    """Pictures of a result, drawn without a screen."""
    from .ui.figures import save_figures

    return save_figures(result, folder)


def _write_pdf(html: str, path: Path) -> None:
    """A document on paper, laid out without a screen."""
    from .ui.figures import print_document

    print_document(html, path)


def _window_checks() -> Sequence[Area]:
    """Checks of plots, 3D and printing; one that is not done where the window's packages are not installed."""
    from .io.self_test.outcome import Area, missing

    try:
        from .ui.self_test.checks import areas
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in WINDOW_PACKAGES:
            raise
        name = str(error.name)
        return [Area("Window", (("Plots, 3D and printing", lambda empty: missing(name)),))]
    return areas()


if __name__ == "__main__":
    sys.exit(main())
