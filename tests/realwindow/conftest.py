"""A virtual screen, the program on it, and a hand for mouse and keys."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

DRIVER = Path(__file__).with_name("driver.py")
ROOT = DRIVER.parent.parent.parent


class Person:
    """Somebody in front of the window: looks, clicks and types through the X server."""

    def __init__(self, display: str, process: subprocess.Popen[str], folder: Path) -> None:
        self.display, self.process, self.folder = display, process, folder
        self._at = (20, 880)
        self._environment = {**os.environ, "DISPLAY": display}

    # -- looking -----------------------------------------------------------------------------------------
    def ask(self, command: str) -> Any:
        """Where something is, or what the session holds."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"the program has ended ({self.process.poll()}) while asked {command!r}"
        return json.loads(line)

    def until(self, look: Callable[[], Any], what: str, seconds: float = 60) -> Any:
        """Wait until `look` sees something."""
        end, side = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            seen = look()
            if seen:
                return seen
            # a hand is never quite still: Qt on X may wait for the next event before it sends what it has drawn
            side = 1 - side
            self.x("mousemove", str(self._at[0] + side), str(self._at[1]), "sleep", "0.1")
        self.picture("timeout")
        raise AssertionError(f"never saw: {what}; state {self.ask('state')}; windows {self.ask('windows')}")

    def state(self, **wanted: Any) -> dict[str, Any]:
        """Wait until the session is so."""
        return self.until(lambda: (lambda s: s if all(s[k] == v for k, v in wanted.items()) else None)(
            self.ask("state")), f"state {wanted}")

    def picture(self, name: str) -> Path:
        """What is on the screen, as a file."""
        path = self.folder / f"{name}.png"
        subprocess.run(["import", "-window", "root", str(path)], env=self._environment, check=True)
        return path

    # -- doing -------------------------------------------------------------------------------------------
    def x(self, *words: str) -> str:
        """Call xdotool."""
        done = subprocess.run(["xdotool", *words], env=self._environment, check=True, capture_output=True, text=True)
        return done.stdout

    def click(self, command: str, *, button: str = "1") -> None:
        """Move to a widget and click it."""
        x, y = self.until(lambda: self.ask(command), command)
        self._at = (x, y)
        self.x("mousemove", str(x), str(y), "sleep", "0.05", "click", button)

    def focus(self, title: str) -> None:
        """Without a window manager somebody has to give the keyboard to a window."""
        ids = self.until(lambda: self._search(title), f"window {title!r}")
        self.x("windowfocus", "--sync", ids[-1])

    def _search(self, title: str) -> list[str]:
        done = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", title], env=self._environment,
                              capture_output=True, text=True)
        return done.stdout.split()

    def keys(self, *names: str) -> None:
        """Press keys."""
        self.x("key", "--delay", "30", *names)

    def type(self, text: str) -> None:
        """Type text."""
        self.x("type", "--delay", "25", text)

    def choose_file(self, title: str, text: str) -> None:
        """Type a name into a file dialog."""
        self.focus(title)
        self.click("where fileNameEdit")
        for _ in range(5):  # on a loaded machine the X server loses synthetic keys
            self.keys("ctrl+a")
            self.type(text)
            if self.ask("text fileNameEdit") == text:
                break
        self.keys("Return")

    def drag(self, paths: list[Path]) -> None:
        """Drag paths from another program's window onto the middle of the program's window."""
        script = Path(__file__).with_name("drag_source.py")
        log = open(self.folder / "drag.txt", "w")  # noqa: SIM115 - closed with the process
        source = subprocess.Popen([sys.executable, str(script), *map(str, paths)], stderr=log,
                                  env={**self._environment, "QT_QPA_PLATFORM": "xcb"})
        log.close()
        try:
            number = self.until(lambda: self._search("Files to drag"), "the other program's window")[-1]
            self.x("windowraise", number, "mousemove", "1260", "100", "sleep", "0.5")
            self.picture("before-the-drag")
            self.x("mousedown", "1", "sleep", "0.2")
            for x, y in ((1240, 110), (1200, 140), (1000, 250), (800, 400), (700, 450), (702, 452), (700, 450)):
                self.x("mousemove", str(x), str(y), "sleep", "0.15")
            self.x("mouseup", "1")
            self.until(lambda: self.ask("state")["jobs"] or len(self.ask("windows")) > 1
                       or self.ask("state")["instruments"], "that something was dropped")
        finally:
            source.terminate()
            source.wait()

    def choose_method(self, title: str) -> None:
        """Open the list of methods and type the beginning of a title."""
        self.focus("SpectrAlign")
        self.click("where method-chooser")
        self.until(lambda: self.ask("state")["popup"], "the list of methods")
        self.type(title)
        self.keys("Return")
        self.until(lambda: self.ask("state")["method"].startswith(title), f"the method {title}")

    def leave(self) -> None:
        """Quit without saving, and see that the program ends well."""
        self.keys("ctrl+q")
        self.focus("Save changes")
        self.click("where answer-1")
        assert self.process.wait(timeout=30) == 0


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Callable[..., Person]]:
    """Call with the arguments of the program; gives the person in front of it."""
    for tool in ("Xvfb", "xdotool", "import"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    read, write = os.pipe()
    screen = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24", "-nolisten",
                               "tcp", "-noreset"],
                              pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        display = f":{pipe.readline().strip()}"
    people: list[Person] = []

    def start(*arguments: str) -> Person:
        environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "HOME": str(tmp_path),
                       "XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_STATE_HOME": str(tmp_path / "state"),
                       "XDG_DATA_HOME": str(tmp_path / "data"), "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1",
                       "QT_NO_GLIB": "1"}
        errors = open(tmp_path / "stderr.txt", "w")  # noqa: SIM115 - closed with the process
        process = subprocess.Popen([sys.executable, str(DRIVER), *arguments], env=environment, text=True,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        errors.close()
        made = Person(display, process, tmp_path)
        people.append(made)
        made.until(lambda: made._search("SpectrAlign"), "the window", 90)
        made.x("windowsize", made._search("SpectrAlign")[-1], "1400", "900")
        made.x("windowmove", made._search("SpectrAlign")[-1], "0", "0")
        made.focus("SpectrAlign")
        return made

    yield start
    for made in people:
        if made.process.poll() is None:
            made.process.kill()
        made.process.wait()
        for stream in (made.process.stdin, made.process.stdout):
            if stream is not None:
                stream.close()
    screen.terminate()
    screen.wait()
