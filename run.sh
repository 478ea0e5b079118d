#!/usr/bin/env bash
# Open SpectrAlign with the sample spectra; without a screen do the same job headless.
#   ./run.sh                the demo
#   ./run.sh info FILE ...  any command of `spectralign`
set -euo pipefail
cd "$(dirname "$0")"
python="$(./tools/venv.sh)"
if [ $# -gt 0 ]; then
    exec "$python" -m spectralign_gui "$@"
fi
exec "$python" -m spectralign_gui --demo
