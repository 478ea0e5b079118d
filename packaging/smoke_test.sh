#!/usr/bin/env bash
# Does a bundle work? Usage: packaging/smoke_test.sh PROGRAM
# In an environment without Python, without the variables of the caller, in an empty folder.
set -euo pipefail
program=$(readlink -f "$1")
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here"
call() { env -i HOME="$here" PATH=/usr/bin:/bin LANG=C.UTF-8 QT_QPA_PLATFORM=offscreen "$program" "$@"; }
call --version
call methods | grep -q lra
call self-test --report self_test.html --json > found.json
grep -q '"passed": true' found.json
call self-test --verify self_test.html
echo "size: $(du -sm "$(dirname "$program")" | cut -f1) MB"
