"""What `test_apart` has called in another process."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from spectralign_gui.core.errors import FileError


def echo(path: str, *arguments: Any) -> Any:
    print("a library that talks")
    return [path, *arguments]


def die(path: str, how: int) -> None:
    os.kill(os.getpid(), how)


def leave(path: str) -> None:
    os._exit(3)


def hang(path: str) -> int:
    return 3 ** (10 ** 9)  # in C, and whoever wants the interpreter waits


def wait(path: str) -> None:
    signal.pause()


def swell(path: str, size: int) -> int:
    return len(bytearray(size))


def swell_slowly(path: str) -> None:
    held = []
    while True:
        held.append(bytearray(os.urandom(1 << 20)))


def refuse(path: str) -> None:
    raise FileError(f"{os.path.basename(path)}: no.")


def fail(path: str) -> None:
    raise KeyError("model")


def panic(path: str) -> None:
    raise type("PanicException", (BaseException,), {})("in Rust")


def unspeakable(path: str) -> object:
    return object()


def process(path: str) -> int:
    return os.getpid()


def imported(path: str) -> list[str]:
    return [m for m in ("scipy", "sklearn", "PySide6", "h5py", "spectralign_gui.session") if m in sys.modules]
