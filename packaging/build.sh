#!/usr/bin/env bash
# Build what is installed without Python: a folder (PyInstaller), from it a .deb and, where appimagetool is there, an
# AppImage; try them with the self-test. Needs: python3.11+, dpkg-deb. Usage: packaging/build.sh [OUT]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
out=$(mkdir -p "${1:-$root/build/packages}" && cd "${1:-$root/build/packages}" && pwd)
work=$out/work
python=${PYTHON:-python3}
if [ -z "${PREPARED:-}" ]; then
  "$python" -m venv "$work/venv"
  python=$work/venv/bin/python
  "$python" -m pip install -q pyinstaller "$root[gui]"
fi
"$python" -m PyInstaller --noconfirm --log-level WARN --distpath "$out" --workpath "$work/pyinstaller" \
  "$root/packaging/spectralign.spec"
version=$("$python" -c "import runpy; print(runpy.run_path('$root/spectralign_gui/version.py')['__version__'])")
install -m 755 "$root/packaging/linux/spectralign-window" "$out/spectralign/spectralign-window"
"$root/packaging/smoke_test.sh" "$out/spectralign/spectralign"
"$root/packaging/linux/make_deb.sh" "$out" "$version"
if command -v appimagetool >/dev/null; then
  "$root/packaging/linux/make_appimage.sh" "$out" "$version"
else
  echo "appimagetool is not there: no AppImage was made"
fi
