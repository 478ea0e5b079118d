"""Calls that nobody means to make: numbers out of every range, names no file can have, signals in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from spectralign_gui import cli
from tests.cli.test_refusals import refused


def align(files, *words):
    return ("align", files["A"], files["B"], "--match-names", "--output", files["folder"] / "o.h5", *words)


def evaluate(files, *words):
    return ("evaluate", files["A"], files["B"], "--match-names", "--targets", files["targets"], "--method", "ds",
            "--report", files["folder"] / "r.json", "--repeats", "1", *words)


@pytest.mark.parametrize("share", ["nan", "-0.1", "0", "1.5", "1e3"])
def test_a_test_share_out_of_range(call, files, share):
    refused(call(*evaluate(files, "--test-share", share)), "--test-share must lie between 0 and 1")


def test_a_regression_that_there_is_not(call, files):
    refused(call(*evaluate(files, "--regression", "nonsense")), "--regression", "pls", "'nonsense'")
    assert not (files["folder"] / "r.json").exists()


def test_a_negative_seed(call, files):
    refused(call(*align(files, "--seed", "-1")), "--seed must be at least 0, not -1")
    refused(call(*evaluate(files, "--seed", "-1")), "--seed")
    refused(call("suggest", files["A"], "--count", "3", "--seed", "-1"), "--seed")


def test_more_threads_than_any_machine_has(call, files):
    refused(call(*align(files, "--threads", "9" * 22)), "--threads must be at most")


def test_far_more_suggestions_than_samples(call, files):
    refused(call("suggest", files["A"], files["B"], "--count", "9" * 22), "count is 9", "44 spectra")


def test_digits_that_are_no_numbers(call, files):
    refused(call(*align(files, "--exclude", "A:#²")), "--exclude")
    refused(call("suggest", files["A"], "--count", "2", "--budget", "A=²"), "--budget")
    refused(call(*evaluate(files, "--standards", "²")), "--standards")


def test_names_longer_than_a_disk_knows(call, files):
    long = "x" * 300
    refused(call("info", long), long)
    refused(call("convert", long, "--output", files["folder"] / "c.csv"), long)
    refused(call("align", long, files["B"], "--match-names", "--output", files["folder"] / "o.h5"), long)
    refused(call(*align(files, "--report", long)), long, "could not be saved")
    refused(call(*align(files, "--figures", long)), long)
    refused(call("predict", long, files["B"], "--instrument", "B", "--output", "p.csv"), long)
    refused(call("run", long), long)


def test_a_file_where_the_folder_of_pictures_should_be_is_refused_first(call, files):
    refused(call(*align(files, "--figures", files["A"])), "a folder is needed")
    assert not (files["folder"] / "o.h5").exists()


def test_the_folder_one_stands_in_has_a_name_in_the_sentence(call, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    refused(call("info", "."), ".: no files are there")


def test_pairs_without_a_whole_row_or_with_one_instrument_twice(call, files):
    pairs = files["folder"] / "p.csv"
    pairs.write_text("A,B\nS10,\n,S11\n")
    refused(call(*align(files)[:3], "--pairs", pairs, "--output", files["folder"] / "o.h5"), "p.csv", "no row names")
    pairs.write_text("A,a,B\nS10,S11,S10\n")
    refused(call(*align(files)[:3], "--pairs", pairs, "--output", files["folder"] / "o.h5"), "two columns")
    pairs.write_text(",".join(f"c{k}" for k in range(900)) + "\n" + ",".join("1" for _ in range(900)) + "\n")
    code, _, errors = call(*align(files)[:3], "--pairs", pairs, "--output", files["folder"] / "o.h5")
    assert code == 2 and "894 more" in errors and len(errors) < 300


def test_reference_values_that_contradict_each_other_everywhere(call, files):
    table = files["folder"] / "twice.csv"
    table.write_text("Sample,Moisture\n" + "".join(f"S{i % 4:02d},{i}\n" for i in range(24)))
    refused(call(*align(files, "--targets", table)), "twice.csv", "more than once with different values", "S00")


def test_what_is_no_hdf5_file_is_not_called_a_damaged_model(call, files):
    refused(call("predict", files["A"], files["B"], "--instrument", "B", "--output", files["folder"] / "p.csv"),
            "A.csv", "not a SpectrAlign result file")
    refused(call("run", files["A"]), "A.csv", "not a SpectrAlign project")


@pytest.mark.parametrize("error", [MemoryError("Unable to allocate 7 TiB"), OSError(36, "File name too long", "x")])
def test_what_the_machine_lacks_is_no_defect(call, files, monkeypatch, error):
    def fails(arguments):
        raise error

    monkeypatch.setattr("spectralign_gui.commands.align.run", fails)
    refused(call(*align(files)))


def test_an_error_of_the_program_with_files_stays_a_defect(call, files, monkeypatch):
    def fails(arguments):
        raise FileNotFoundError(2, "No such file", "resources/of-our-own")

    monkeypatch.setattr("spectralign_gui.commands.align.run", fails)
    assert call(*align(files))[0] == 1


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_while_a_file_is_written_leaves_no_half_of_it(files, number):
    """The process ends itself in the middle of saving; what was begun is removed, and one line says it.

    The tests themselves may run under nohup or in the background, where signals are ignored, and pass that on.
    """
    program = (
        "import os, signal, sys\n"
        f"signal.signal(signal.{number}, signal.default_int_handler if {number == 'SIGINT'} else signal.SIG_DFL)\n"
        "from spectralign_gui import cli\n"
        "from spectralign_gui.io import model_file\n"
        "def half(group, tree):\n"
        f"    os.kill(os.getpid(), signal.{number})\n"
        "model_file.write_tree = half\n"
        "sys.exit(cli.main(sys.argv[1:]))\n")
    before = sorted(p.name for p in files["folder"].iterdir())
    done = subprocess.run([sys.executable, "-c", program, *map(str, align(files, "--set", "rank=3", "--set",
                                                                             "n_components=2"))],
                          capture_output=True, text=True, timeout=300)
    said = [line for line in done.stderr.splitlines() if "warning:" not in line]
    assert done.returncode == 128 + getattr(signal, number), done.stderr
    assert said == ["spectralign: cancelled" if number == "SIGINT" else f"spectralign: ended by {number}"]
    assert sorted(p.name for p in files["folder"].iterdir()) == before


def test_signals_are_as_they_were_after_a_call(call, files):
    before = signal.getsignal(signal.SIGTERM)
    assert call("info", files["A"])[0] == 0
    assert signal.getsignal(signal.SIGTERM) is before


def test_the_module_that_takes_control_c_loads_nothing_large():
    """Ctrl-C in the first second, while numpy and the rest are loaded, must find `main` there already."""
    program = "import sys, spectralign_gui.cli; print('numpy' in sys.modules, 'spectralign_gui.core' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["False", "False"]


def test_control_c_while_the_commands_are_loaded(capsys, monkeypatch):
    def pressed():
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "build_parser", pressed)
    assert cli.main(["methods"]) == 130
    assert capsys.readouterr().err == "spectralign: cancelled\n"
