"""The description of a data set of several files: JSON, or the part of YAML that such descriptions use."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ...core.errors import FileError

PARTS = ("train", "val", "test", "predict")
MOST_BYTES = 1_000_000
_NAMES_FILES = re.compile(rb"^\s*[{\"']{0,3}\s*[\"']?(train|test|val|predict)_x[\"']?\s*:", re.M)
_LINE = re.compile(r"(?P<indent> *)(?:(?P<item>- +|-\Z)|(?P<key>[\w.-]+|\"[^\"]*\"|'[^']*')\s*:(?:\s+|\Z))"
                   r"(?P<value>.*)\Z")
LETTERS = ("x", "y", "group", "m")


def is_manifest(head: bytes) -> bool:
    """Whether text names the files of a data set (train_x, test_x)."""
    return _NAMES_FILES.search(head[:65536]) is not None


def parse_manifest(path: Path) -> dict[str, Any]:
    """Entries of a description, with lists and one level of entries below a key.

    Raises
    ------
    FileError
        Too large, or not of this form.
    """
    if path.stat().st_size > MOST_BYTES:
        raise FileError("manifest.too_large")
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    if text.lstrip().startswith("{"):
        try:
            found = json.loads(text)
        except ValueError as error:
            raise FileError("manifest.not_json", why=str(error)) from error
        return dict(found)
    return yaml_entries(text)


def yaml_entries(text: str) -> dict[str, Any]:
    """Entries of simple YAML: ``key: value``, lists, and one level of entries below a key.

    Raises
    ------
    FileError
        A line of another form.

    Examples
    --------
    >>> yaml_entries("train_x: [a.csv, b.csv]\\nglobal_params:\\n  delimiter: ';'\\n  has_header: true\\n")
    {'train_x': ['a.csv', 'b.csv'], 'global_params': {'delimiter': ';', 'has_header': True}}
    """
    found: dict[str, Any] = {}
    key = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#") or line.strip() in ("---", "..."):
            continue
        parts = _LINE.match(line.rstrip())
        if parts is None or (parts["indent"] and not key):
            raise FileError("manifest.line_unknown", line=number, text=line.strip()[:40])
        value = _value(parts["value"])
        if parts["item"] is not None:
            if not isinstance(found.get(key), list):
                found[key] = []
            found[key].append(value)
        elif parts["indent"]:
            if not isinstance(found.get(key), dict):
                found[key] = {}
            found[key][parts["key"].strip("\"'")] = value
        else:
            key = parts["key"].strip("\"'")
            found[key] = value
    return found


def _value(text: str) -> Any:
    text = text.strip()
    quoted = text.startswith(("\"", "'"))
    if not quoted:
        text = re.sub(r"(\A|\s+)#.*\Z", "", text).strip()
    if text.startswith("[") and text.endswith("]"):
        return [_value(part) for part in text[1:-1].split(",") if part.strip()]
    if quoted and (end := text.find(text[0], 1)) > 0:
        return text[1:end].replace("\\t", "\t")
    return {"true": True, "false": False, "null": None, "~": None, "": None}.get(text.casefold(), text)


def files_named(path: Path) -> set[Path]:
    """Files in the folder of a description that it names; empty for any other file."""
    try:
        with open(path, "rb") as file:
            if not is_manifest(file.read(65536)):
                return set()
        entries = parse_manifest(path)
    except (FileError, OSError):
        return set()  # it is read, and refused with the reason, as a file of its own
    named = [v for part in PARTS for letter in LETTERS for v in as_list(entries.get(f"{part}_{letter}"))]
    return {path.parent / v for v in named} | {path.parent / Path(v).name for v in named}


def as_list(value: Any) -> list[str]:
    """Names of files, where there may be one, several or none."""
    values = value if isinstance(value, list) else [value]
    return [v for v in values if isinstance(v, str) and v]
