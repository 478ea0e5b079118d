#!/usr/bin/env bash
# Install what the tests need into .venv and run the whole suite without a screen.
#   ./test.sh                everything: lint, types, imports, tests
#   ./test.sh tests/core -k lra   only these tests (arguments go to pytest)
#   KERNEL=Haswell ./test.sh      science and files with the matrix kernel of that processor, as .ci/run does
set -euo pipefail
cd "$(dirname "$0")"
python="$(./tools/venv.sh test)"
export QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}"
# Two BLAS threads on a busy two-core machine can be several times slower than one.
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
export PYTHONFAULTHANDLER=1
# Every process compiles the whole program anew where the surroundings forbid Python to keep what it compiled.
export PYTHONDONTWRITEBYTECODE=
if [ $# -gt 0 ]; then
    exec "$python" -m pytest "$@"
fi
"$python" -m ruff check .
"$(dirname "$python")/lint-imports"
# The types are checked beside the tests: that keeps one core busy, and the tests wait now and then.
mkdir -p .mypy_cache
nice -n 15 "$python" -m mypy >.mypy_cache/said 2>&1 & types=$!
# A process per core, at least two: some tests wait for others more than they calculate.
cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
workers=${WORKERS:-$(( cores < 2 ? 2 : cores > 8 ? 8 : cores ))}
# A process that dies ends the run: with another one in its place xdist has waited for ever.
beside=(-n "$workers" --max-worker-restart 0 --dist loadfile -m "not realwindow and not alone")
science=(tests/core tests/io tests/preprocessing)
kernel=()
if [ -n "${KERNEL:-}" ] && grep -q avx2 /proc/cpuinfo 2>/dev/null; then
    # Science and files with the matrix kernel of another processor (see tools/every_kernel.sh for all of them).
    kernel=(env "OPENBLAS_CORETYPE=$KERNEL")
fi
"${kernel[@]}" "$python" -m pytest "${beside[@]}" "${science[@]}"
"$python" -m pytest "${beside[@]}" "${science[@]/#/--ignore=}"
wait "$types" || { cat .mypy_cache/said; exit 1; }
tail -1 .mypy_cache/said
# A hand at a real window and what measures time need the machine to themselves: of two windows at a time one ended once.
mapfile -t apart < <(grep -rlE --include='test_*.py' 'mark\.(alone|realwindow)\b' tests)
exec "$python" -m pytest -m "realwindow or alone" "${apart[@]}"
