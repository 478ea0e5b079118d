"""Where the program is called: closed streams, a folder that is gone, file names that are not text."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spectralign_gui.cli import main

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="closes streams and removes folders in use, as POSIX allows")
CLOSED = {"output": (1,), "errors": (2,), "input": (0,), "all": (0, 1, 2)}
NAMES = ("stdin", "stdout", "stderr")


def in_child(words: list[str], prepare) -> tuple[int, str]:
    """The exit code and standard error of a call in a child of this process, which has all that is to be loaded."""
    import spectralign_gui.commands  # noqa: F401 - not in every child

    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 99
        try:
            os.close(reading)
            os.dup2(writing, 2)
            sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            prepare()
            code = main(words)
            if sys.stderr is not None:
                sys.stderr.flush()
        finally:
            os._exit(code)
    os.close(writing)
    with open(reading, encoding="utf-8") as said:
        text = said.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), text


@pytest.mark.parametrize("closed", CLOSED)
def test_closed_streams_are_no_defect(files, closed):
    def close() -> None:
        for number in CLOSED[closed]:
            os.close(number)
            setattr(sys, NAMES[number], None)  # as the interpreter does at its start

    output = files["folder"] / "o.csv"
    code, said = in_child(["convert", str(files["A"]), "--output", str(output)], close)
    assert code == 0, said
    text = output.read_text(encoding="utf-8")
    assert text.startswith("# instrument: A\n") and "written" not in text, "what was to be said is not in the file"


def test_a_closed_output_as_a_shell_closes_it(files):
    done = subprocess.run(["sh", "-c", 'exec "$0" -m spectralign_gui info A.csv >&-', sys.executable],
                          cwd=files["folder"], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True,
                          text=True, timeout=300, check=False)
    assert done.returncode == 0 and done.stderr == ""


@pytest.mark.parametrize(("words", "code"), [("info {}/A.csv", 0), ("convert {}/A.csv --output o.csv", 2),
                                             ("convert {0}/A.csv --output {0}/o.csv", 0), ("info A.csv", 2)])
def test_the_folder_it_was_started_in_is_gone(files, words, code):
    gone = files["folder"] / "gone"

    def leave() -> None:
        gone.mkdir()
        os.chdir(gone)
        gone.rmdir()

    found, said = in_child(words.format(files["folder"]).split(), leave)
    lines = [line for line in said.splitlines() if line.startswith("spectralign:")]
    assert found == code and "Traceback" not in said and len(lines) == (1 if code else 0), said


@pytest.mark.parametrize("ending", ["csv", "xlsx", "mat", "jdx", "h5"])
def test_file_names_that_are_no_text_become_names(call, tmp_path, ending):
    lines = "# axis unit: nm\n" + "".join(f"{1100 + 2 * k} {0.1 + 0.01 * k:.3f}\n" for k in range(30))
    for raw in (b"m\xfchle.txt", b"\xff\xfe.txt", b"two\nlines.txt"):
        try:
            Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), raw))).write_text(lines)
        except OSError:
            pytest.skip("this disk takes only names that are text")
    code, out, err = call("convert", *sorted(tmp_path.glob("*.txt")), "--output", tmp_path / f"o.{ending}")
    assert code == 0 and err == "", err
    code, out, err = call("info", tmp_path / f"o.{ending}")
    assert code == 0 and "mühle" in out and "two lines" in out and "ÿþ" in out
