#!/usr/bin/env bash
# Install the .deb in a bare Debian 12 and run the self-test there. Needs root and debootstrap.
# Usage: try_in_root.sh FILE.deb
set -euo pipefail
deb=$(readlink -f "$1")
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
debootstrap --variant=minbase bookworm "$tree"
cp "$deb" "$tree/tmp/spectralign.deb"
chroot "$tree" sh -c "apt-get update -q && apt-get install -y -q --no-install-recommends /tmp/spectralign.deb"
chroot "$tree" sh -c "! command -v python3"
chroot "$tree" env HOME=/tmp LANG=C.UTF-8 QT_QPA_PLATFORM=offscreen spectralign self-test --report /tmp/self_test.html
