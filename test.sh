#!/usr/bin/env bash
# Install what the tests need into .venv and run the whole suite without a screen.
#   ./test.sh                everything: lint, types, imports, tests
#   ./test.sh tests/core -k lra   only these tests (arguments go to pytest)
set -euo pipefail
cd "$(dirname "$0")"
python="$(./tools/venv.sh test)"
export QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}"
# Two BLAS threads on a busy two-core machine can be several times slower than one.
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
export PYTHONFAULTHANDLER=1
if [ $# -gt 0 ]; then
    exec "$python" -m pytest "$@"
fi
"$python" -m ruff check .
"$python" -m mypy
"$(dirname "$python")/lint-imports"
# The real-window runs and the window-gap test need the machine to themselves.
"$python" -m pytest -n 2 --dist loadfile -m "not realwindow and not alone"
exec "$python" -m pytest -m "realwindow or alone"
