"""Which files are installed, and whether they are those that were delivered."""

from __future__ import annotations

import base64
import hashlib
import platform
import re
import sys
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution, requires, version
from pathlib import Path

from ...shipped import FOLDERS, folder
from ...version import __version__
from .outcome import Area, Outcome, Trial, missing

PROGRAM = "spectralign-gui"
_NAME = re.compile(r"[A-Za-z0-9._-]+")
OPTIONAL = ("pysimdjson", "PySide6-Essentials", "pyqtgraph", "onnx", "onnxruntime")
CHECKED = ("numpy", "scipy", "scikit-learn", "h5py")
"""Packages whose files are compared with what their makers recorded."""
CODE = (".py", ".so", ".pyd", ".dll", ".dylib")


@cache
def needed() -> tuple[str, ...]:
    """Packages that the program says it cannot do without; of those for some versions of Python only nothing."""
    try:
        listed = requires(PROGRAM) or []
    except PackageNotFoundError:  # a checkout that was never installed
        listed = ["numpy", "scipy", "scikit-learn", "h5py"]
    names = [_NAME.match(r.strip()) for r in listed if ";" not in r]
    return tuple(n.group() for n in names if n is not None)


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def program_files() -> tuple[tuple[str, str], ...]:
    """Every file of the program and what ships with it, with its SHA-256, by name."""
    package = Path(__file__).parents[2]
    found = {}
    for name, root in (("spectralign_gui", package), *((f, folder(f)) for f in FOLDERS)):
        for path in sorted(root.rglob("*")):
            inside = path.relative_to(root).as_posix()
            if path.is_file() and "__pycache__" not in path.parts and not inside.startswith("_shipped/"):
                found[f"{name}/{inside}"] = _digest(path)
    return tuple(sorted(found.items()))


def tree_digest(files: tuple[tuple[str, str], ...]) -> str:
    """One SHA-256 for all files: of the list of names and hashes."""
    return hashlib.sha256("".join(f"{h}  {n}\n" for n, h in files).encode()).hexdigest()


def computer() -> tuple[tuple[str, str], ...]:
    """What the program runs on."""
    return (("Computer", platform.node() or "not known"), ("System", platform.platform()),
            ("Processor", platform.processor() or platform.machine()),
            ("Python", f"{platform.python_implementation()} {platform.python_version()}"))


def versions() -> tuple[tuple[str, str], ...]:
    """The program and what it stands on."""
    listed = [("SpectrAlign", __version__)]
    for name in dict.fromkeys((*needed(), *OPTIONAL)):
        try:
            listed.append((name, version(name)))
        except PackageNotFoundError:
            listed.append((name, "not installed"))
    return tuple(listed)


def _as_recorded(name: str) -> Outcome:
    """Whether the code of a package is what its record says."""
    if getattr(sys, "frozen", False):
        return _bundle() if name == PROGRAM else Outcome("", "a part of the bundle, compared with it", "", None)
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return missing(name)
    return _compared(found)


def _compared(found: Distribution) -> Outcome:
    listed = [f for f in found.files or () if f.hash is not None and f.suffix in CODE]
    if not listed:
        return Outcome("", "no record of its files (source checkout or another packager)", "", None)
    changed = []
    for file in listed:
        path = Path(str(file.locate()))
        expected = str(file.hash.value) if file.hash is not None else ""
        if not path.is_file():
            changed.append(f"{file} is missing")
        elif base64.urlsafe_b64encode(bytes.fromhex(_digest(path))).rstrip(b"=").decode() != expected:
            changed.append(f"{file} has changed")
    got = "; ".join(changed[:3]) + (f"; {len(changed) - 3} more" if len(changed) > 3 else "")
    return Outcome(f"{len(listed)} files as recorded", got or f"{len(listed)} files as recorded", "equal", not changed)


def _bundle() -> Outcome:
    """Whether a bundle's files are those of its own list (a check against damage; the list is not signed)."""
    root = Path(str(getattr(sys, "_MEIPASS", ".")))
    try:
        lines = (root / "MANIFEST.sha256").read_text(encoding="utf-8").splitlines()
    except OSError:
        return Outcome("", "the bundle has no list of its files", "", None)
    wrong = []
    for digest, name in (line.split("  ", 1) for line in lines):
        path = root / name
        if not path.is_file() or _digest(path) != digest:
            wrong.append(f"{name} {'has changed' if path.is_file() else 'is missing'}")
    return Outcome(f"{len(lines)} files as listed", "; ".join(wrong[:3]) or f"{len(lines)} files as listed", "equal",
                   not wrong)


def _there(empty: Path) -> Outcome:
    names = needed()
    lacking = [name for name in names if not _is_installed(name)]
    return Outcome(f"{len(names)} packages", f"{', '.join(lacking)} missing" if lacking else f"{len(names)} packages",
                   "all there", not lacking)


def _is_installed(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def installation(files: tuple[tuple[str, str], ...]) -> Area:
    """Checks of the installation itself."""
    def whole(empty: Path) -> Outcome:
        names = {n for n, _ in files}
        lacking = [f for f in FOLDERS if not any(n.startswith(f"{f}/") for n in names)]
        return Outcome("all folders there", f"{', '.join(lacking)} missing" if lacking else
                       f"{len(files)} files, SHA-256 of all {tree_digest(files)[:16]}…", "", not lacking)

    def recorded(name: str) -> Trial:
        return lambda empty: _as_recorded(name)

    return Area("Installation", (
        ("What the program needs is installed", _there), ("What ships with the program is there", whole),
        ("Files of the program are those delivered", recorded(PROGRAM)),
        *((f"Files of {name} are those delivered", recorded(name)) for name in CHECKED)))
