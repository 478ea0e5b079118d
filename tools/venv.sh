#!/usr/bin/env bash
# Make or update .venv and install SpectrAlign into it; prints the path of its Python.
#   tools/venv.sh         what the program and its window need
#   tools/venv.sh test    and what the tests need
set -euo pipefail
cd "$(dirname "$0")/.."
extras="${1:-gui}"
base="${PYTHON:-}"
if [ -z "$base" ]; then
    for candidate in python3.13 python3.12 python3.11 python3 python; do
        if command -v "$candidate" >/dev/null &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            base="$candidate"
            break
        fi
    done
fi
[ -n "$base" ] || { echo "SpectrAlign needs Python 3.11 or newer, which was not found." >&2; exit 2; }
if [ ! -x .venv/bin/python ]; then
    echo "Making .venv ..." >&2
    "$base" -m venv .venv >&2
fi
# Install again only when the declaration has changed since the last time.
stamp=".venv/.installed-${extras:-program}"
if [ ! -e "$stamp" ] || [ pyproject.toml -nt "$stamp" ]; then
    echo "Installing SpectrAlign${extras:+ and what its ${extras}s need} (a few minutes the first time) ..." >&2
    .venv/bin/python -m pip install --quiet --upgrade pip >&2
    .venv/bin/python -m pip install --quiet --editable ".${extras:+[$extras]}" >&2
    touch "$stamp"
fi
echo "$PWD/.venv/bin/python"
