#!/usr/bin/env bash
# An AppImage from the folder that PyInstaller made. Usage: make_appimage.sh OUT VERSION
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$1 version=$2
tree=$out/work/SpectrAlign.AppDir
rm -rf "$tree"
mkdir -p "$tree/usr/lib" "$tree/usr/share/applications"
cp -a "$out/spectralign" "$tree/usr/lib/spectralign"
install -m 755 "$root/packaging/linux/AppRun" "$tree/AppRun"
install -m 644 "$root/packaging/linux/spectralign.desktop" "$tree/spectralign.desktop"
install -m 644 "$root/resources/icons/spectralign.svg" "$tree/spectralign.svg"
ARCH=$(uname -m) appimagetool "$tree" "$out/SpectrAlign-$version-$(uname -m).AppImage"
