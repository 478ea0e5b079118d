#!/usr/bin/env bash
# The tests of the science and of the files with the matrix kernels of several processors, with other orders of the
# tests and of sets of texts; prints a table. No result may hang on any of them.
#
#   tools/every_kernel.sh [TESTS...]             default: tests/core tests/io
#   KERNELS="Haswell" tools/every_kernel.sh      some kernels only
#   WORKERS=2 tools/every_kernel.sh              in two processes
set -uo pipefail
cd "$(dirname "$0")/.."
python=.venv/bin/python
tests=("$@")
[ ${#tests[@]} -gt 0 ] || tests=(tests/core tests/io)
kernels=${KERNELS:-Haswell Zen Sandybridge Prescott SkylakeX}
grep -q avx512f /proc/cpuinfo 2>/dev/null || kernels=${kernels//SkylakeX/}
logs=build/kernels
mkdir -p "$logs"
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 QT_QPA_PLATFORM=offscreen
echo "| kernel | hash seed | order | passed | failed | skipped | minutes |"
echo "|---|---:|---:|---:|---:|---:|---:|"
seed=0
worst=0
for kernel in $kernels; do
    log="$logs/$kernel.log"
    start=$(date +%s)
    OPENBLAS_CORETYPE=$kernel PYTHONHASHSEED=$((17 * seed)) nice -n 15 "$python" -m pytest -q -p no:cacheprovider \
        -p tools.shuffled --order "$seed" ${WORKERS:+-n "$WORKERS"} -m "not realwindow and not alone" "${tests[@]}" >"$log" 2>&1 || worst=1
    count() { grep -oE "[0-9]+ $1" <(tail -1 "$log") | grep -oE "[0-9]+" || echo 0; }
    echo "| $kernel | $((17 * seed)) | $seed | $(count passed) | $(count failed) | $(count skipped) |" \
        "$(( ($(date +%s) - start) / 60 )) |"
    grep "^FAILED" "$log"
    seed=$((seed + 1))
done
exit $worst
