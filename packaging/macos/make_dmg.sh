#!/usr/bin/env bash
# A disk image from the application that PyInstaller made (not signed, not notarised). Usage: make_dmg.sh OUT VERSION
set -euo pipefail
out=$1 version=$2
tree=$out/work/dmg
rm -rf "$tree"
mkdir -p "$tree"
cp -R "$out/SpectrAlign.app" "$tree/"
ln -s /Applications "$tree/Applications"
hdiutil create -volname SpectrAlign -srcfolder "$tree" -ov -format UDZO "$out/SpectrAlign-$version.dmg"
