"""What crosses between the two processes: JSON with the arrays behind it as raw bytes. No pickle: what arrives is
numbers, texts, containers and the package's own plain data classes, and nothing in it is ever run.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import struct
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

import numpy as np

MAGIC = b"SPALIGN\1"
PACKAGE = "spectralign_gui."
KINDS = "biufcSU"
MARK = "!"
_HEAD = struct.Struct("<8sQI")


def write_frame(file: BinaryIO, value: Any) -> int:
    """Send a value; returns how many bytes.

    Raises
    ------
    TypeError
        It holds something that is not plain.
    """
    buffers: list[Any] = []
    text = json.dumps(_plain(value, buffers), ensure_ascii=True, check_circular=False).encode("ascii")
    sizes = [memoryview(b).nbytes for b in buffers]
    file.write(_HEAD.pack(MAGIC, len(text), len(buffers)) + struct.pack(f"<{len(sizes)}Q", *sizes))
    file.write(text)
    for buffer in buffers:
        file.write(memoryview(buffer).cast("B") if memoryview(buffer).nbytes else b"")
    file.flush()
    return len(text) + sum(sizes)


def read_frame(file: BinaryIO, most: int) -> Any:
    """Receive a value.

    Raises
    ------
    EOFError
        The other side has ended.
    ValueError
        It is no frame, or one of more than `most` bytes.
    """
    magic, length, count = _HEAD.unpack(_exactly(file, _HEAD.size))
    if magic != MAGIC or count > 10_000_000 or length > most:
        raise ValueError("this is no frame")
    sizes = struct.unpack(f"<{count}Q", _exactly(file, 8 * count))
    if length + sum(sizes) > most:
        raise ValueError("the frame is larger than allowed")
    text = _exactly(file, length)
    buffers = [_exactly(file, size) for size in sizes]
    return json.loads(text, object_hook=lambda found: _revived(found, buffers))


def _exactly(file: BinaryIO, size: int) -> bytearray:
    content = bytearray(size)
    view, have = memoryview(content), 0
    while have < size:
        got = file.readinto(view[have:])  # type: ignore[attr-defined]
        if not got:
            raise EOFError("the other side has ended")
        have += got
    return content


def _plain(value: Any, buffers: list[Any]) -> Any:
    if isinstance(value, np.generic):
        return _plain(value.item(), buffers)
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, list):
        return value if all(type(v) is str for v in value) else [_plain(v, buffers) for v in value]
    if isinstance(value, tuple):
        return {MARK: "tuple", "v": [_plain(v, buffers) for v in value]}
    if isinstance(value, Mapping):
        if all(type(k) is str for k in value) and MARK not in value:
            return {k: _plain(v, buffers) for k, v in value.items()}
        return {MARK: "dict", "v": [[_plain(k, buffers), _plain(v, buffers)] for k, v in value.items()]}
    if isinstance(value, np.ndarray) and value.dtype.kind in KINDS:
        buffers.append(np.ascontiguousarray(value).reshape(-1).view(np.uint8) if value.size else b"")
        return {MARK: "array", "d": value.dtype.str, "s": list(value.shape), "i": len(buffers) - 1}
    if isinstance(value, (bytes, bytearray)):
        buffers.append(value)
        return {MARK: "bytes", "i": len(buffers) - 1}
    if dataclasses.is_dataclass(value) and type(value).__module__.startswith(PACKAGE):
        fields = {f.name: _plain(getattr(value, f.name), buffers) for f in dataclasses.fields(value) if f.init}
        return {MARK: "object", "c": f"{type(value).__module__}:{type(value).__qualname__}", "v": fields}
    raise TypeError(f"a {type(value).__name__} cannot be handed over")


def _revived(found: dict[str, Any], buffers: list[bytearray]) -> Any:
    kind = found.get(MARK)
    if kind is None:
        return found
    return _REVIVE[kind](found, buffers)


def _array(found: dict[str, Any], buffers: list[bytearray]) -> np.ndarray:
    dtype = np.dtype(found["d"])
    if dtype.kind not in KINDS:
        raise ValueError(f"an array of {dtype} cannot be handed over")
    content = buffers[found["i"]]
    return (np.frombuffer(content, dtype) if content else np.empty(0, dtype)).reshape(found["s"])


def _object(found: dict[str, Any], buffers: list[bytearray]) -> Any:
    module, _, name = found["c"].partition(":")
    if not module.startswith(PACKAGE):
        raise ValueError(f"{found['c']} cannot be handed over")
    cls = getattr(importlib.import_module(module), name)
    if not (isinstance(cls, type) and dataclasses.is_dataclass(cls)):
        raise ValueError(f"{found['c']} cannot be handed over")
    return cls(**found["v"])


_REVIVE: dict[str, Callable[[dict[str, Any], list[bytearray]], Any]] = {
    "tuple": lambda found, _: tuple(found["v"]),
    "dict": lambda found, _: dict(found["v"]),
    "array": _array,
    "bytes": lambda found, buffers: bytes(buffers[found["i"]]),
    "object": _object,
}
