"""Damage real files many times and read them: a clear error or data, never a crash, a hang or much memory.

    python benchmarks/fuzz_readers.py [--corpus ../shared/corpus] [--count 20000] [--output benchmarks/fuzz_readers.md]

Every damaged file is read in a worker process with a limit of 5 s of processor time per file; the parent notices a
worker that dies.
"""

from __future__ import annotations

import argparse
import platform
import resource
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.mutations import mutate

SECONDS, LARGEST_FILE, ADDRESS_LIMIT = 5, 400_000, 6_000_000_000


class TooSlow(BaseException):
    """The reader took longer than allowed."""


def _alarm(_signal: int, _frame: object) -> None:
    raise TooSlow


def worker(path: Path, first: int, count: int) -> None:
    """Read `count` damaged copies; one line per file on standard output."""
    from spectralign_gui.core.errors import SpectrAlignError
    from spectralign_gui.io.read import read_file, result_datasets
    from spectralign_gui.io.readers import readers

    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_LIMIT, ADDRESS_LIMIT))
    signal.signal(signal.SIGPROF, _alarm)
    readers()  # their imports are no part of the first file's time
    content = path.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / path.name
        if path.suffix == ".sli":
            header = path.with_suffix(".hdr")
            (Path(folder) / header.name).write_bytes(header.read_bytes())
        if path.suffix == ".hdr":
            data = path.with_suffix(".sli")
            (Path(folder) / data.name).write_bytes(data.read_bytes())
        for seed in range(first, first + count):
            damaged, kind = mutate(content, seed)
            target.write_bytes(damaged)
            print(f"start {seed}", flush=True)
            started = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            try:
                result_datasets(read_file(target))
                outcome = "data"
            except SpectrAlignError as error:
                outcome = "refused" if "\n" not in str(error) and len(str(error)) > 15 else f"unclear {error!r}"
            except TooSlow:
                outcome = "slow"
            except Exception as error:  # noqa: BLE001 - finding what no one foresaw is its purpose
                outcome = f"defect {type(error).__name__}: {' '.join(str(error).split())[:150]}"
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
            megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"done {seed} {time.process_time() - started:.3f} {megabytes:.0f} {kind} {outcome}", flush=True)


def main() -> int:
    """Run all workers and write the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--corpus", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "corpus")
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--worker", nargs=3)
    args = parser.parse_args()
    if args.worker:
        worker(Path(args.worker[0]), int(args.worker[1]), int(args.worker[2]))
        return 0
    files = sorted(p for p in args.corpus.rglob("*") if p.is_file() and 0 < p.stat().st_size <= LARGEST_FILE
                   and p.name != "INDEX.tsv" and args.only in str(p))
    each = -(-args.count // len(files))
    totals: Counter[str] = Counter()
    per_family: dict[str, Counter[str]] = {}
    troubles: list[str] = []
    slowest, memory = 0.0, 0.0
    for number, path in enumerate(files):
        first, end = args.seed + number * each, args.seed + (number + 1) * each
        while first < end:
            done = subprocess.run([sys.executable, __file__, "--worker", str(path), str(first), str(end - first)],
                                  capture_output=True, text=True, check=False)
            lines = [line for line in done.stdout.splitlines() if line.startswith(("start ", "done "))]
            for line in lines:
                if line.startswith("done "):
                    _, seed, seconds, megabytes, kind, outcome = line.split(" ", 5)
                    word = outcome.split(" ")[0]
                    totals[word] += 1
                    per_family.setdefault(path.parent.name, Counter())[word] += 1
                    slowest, memory = max(slowest, float(seconds)), max(memory, float(megabytes))
                    if word not in ("data", "refused"):
                        troubles.append(f"{path.name} seed {seed} ({kind}): {outcome}")
            if done.returncode == 0:
                break
            died = int(lines[-1].split(" ")[1]) if lines else first
            totals["crash"] += 1
            per_family.setdefault(path.parent.name, Counter())["crash"] += 1
            troubles.append(f"{path.name} seed {died}: the process ended with {done.returncode}: {done.stderr[-300:]}")
            first = died + 1
        print(f"{number + 1}/{len(files)} {path.name} {dict(totals)}", file=sys.stderr)
    text = report(totals, per_family, slowest, memory, troubles)
    print(text)
    if args.output:
        args.output.write_text(text, encoding="utf-8")
    return 1 if troubles else 0


def report(totals: Counter[str], per_family: dict[str, Counter[str]], slowest: float, memory: float,
           troubles: list[str]) -> str:
    """The table in Markdown."""
    words = ("data", "refused", "slow", "defect", "unclear", "crash")
    lines = ["# Damaged files", "",
             f"{sum(totals.values())} damaged copies of real files of every format (up to 400 kB each) were read "
             "(`python benchmarks/fuzz_readers.py`), each with a limit of 5 s of processor time.", "",
             f"Python {platform.python_version()}, {platform.machine()}, two cores. Slowest file {slowest:.2f} s; "
             "largest "
             f"memory of a worker that read hundreds of them {memory:.0f} MB (an idle one has about 70 MB).", "",
             "| format | " + " | ".join(words) + " |", "|---|" + "---:|" * len(words)]
    for family, counts in sorted(per_family.items()):
        lines.append(f"| {family} | " + " | ".join(str(counts[w]) for w in words) + " |")
    lines.append("| **all** | " + " | ".join(f"**{totals[w]}**" for w in words) + " |")
    lines += ["", "*data*: the damage left a readable file (a flipped bit of a value, of text that is not used). "
              "*refused*: one clear sentence.", ""]
    lines += ["Troubles:", "", *(f"- {t}" for t in troubles[:60])] if troubles else ["No trouble was found.", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
