#!/usr/bin/env bash
# A .deb from the folder that PyInstaller made. Usage: make_deb.sh OUT VERSION
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$1 version=$2
arch=$(dpkg --print-architecture)
tree=$out/work/deb
rm -rf "$tree"
mkdir -p "$tree/DEBIAN" "$tree/usr/lib" "$tree/usr/bin" "$tree/usr/share/applications" "$tree/usr/share/mime/packages" \
  "$tree/usr/share/icons/hicolor/scalable/apps" "$tree/usr/share/doc/spectralign"
cp -a "$out/spectralign" "$tree/usr/lib/spectralign"
ln -s ../lib/spectralign/spectralign "$tree/usr/bin/spectralign"
ln -s ../lib/spectralign/spectralign-window "$tree/usr/bin/spectralign-window"
install -m 644 "$root/packaging/linux/spectralign.desktop" "$tree/usr/share/applications/"
install -m 644 "$root/packaging/linux/spectralign-mime.xml" "$tree/usr/share/mime/packages/spectralign.xml"
install -m 644 "$root/resources/icons/spectralign.svg" "$tree/usr/share/icons/hicolor/scalable/apps/"
install -m 644 "$root/LICENSE" "$tree/usr/share/doc/spectralign/copyright"
cat > "$tree/DEBIAN/control" <<END
Package: spectralign
Version: $version
Architecture: $arch
Maintainer: The SpectrAlign developers <noreply@spectralign.org>
Installed-Size: $(du -sk "$tree/usr" | cut -f1)
Section: science
Priority: optional
Depends: libc6, libgl1, libegl1, libxkbcommon0, libxkbcommon-x11-0, libdbus-1-3, libfontconfig1, libxcb-cursor0, libxcb-icccm4, libxcb-keysyms1, libxcb-shape0, libxcb-xkb1, libxcb-render-util0, libxcb-image0, libxcb-randr0
Description: calibration transfer between spectrometers
 Aligns spectra of different instruments and transfers calibrations between
 them, by pointing and clicking or from the command line.
END
for script in postinst postrm; do
  printf '#!/bin/sh\nset -e\nfor c in "update-desktop-database -q" "update-mime-database /usr/share/mime" "gtk-update-icon-cache -q /usr/share/icons/hicolor"; do\n  command -v "${c%%%% *}" >/dev/null && $c || true\ndone\n' > "$tree/DEBIAN/$script"
  chmod 755 "$tree/DEBIAN/$script"
done
find "$tree" -type d -exec chmod 755 {} +
dpkg-deb --root-owner-group -Zxz --build "$tree" "$out/spectralign_${version}_$arch.deb" >/dev/null
echo "$out/spectralign_${version}_$arch.deb: $(du -m "$out/spectralign_${version}_$arch.deb" | cut -f1) MB"
