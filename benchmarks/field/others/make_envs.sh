#!/usr/bin/env bash
# make_envs.sh FOLDER: an environment for each of the other packages; what cannot be installed is said and left out
folder=${1:?make_envs.sh FOLDER}
python=${PYTHON:-python3}
make() {  # name requirement…
    local name=$1; shift
    [ -x "$folder/$name/bin/python" ] || "$python" -m venv "$folder/$name" || return 1
    "$folder/$name/bin/python" -m pip install -q --no-cache-dir "$@" || { echo "$name: not installed"; return 1; }
}
mkdir -p "$folder"
make chemotools chemotools==0.5.0
# with scikit-learn 1.3 and later pycaltransfer's pds takes one coefficient of each window without a word, and its dipals
# fails with numpy 2; diPLSlib 2.5.0 fails with scikit-learn 1.8 and numpy 2.4
make pycaltransfer pycaltransfer==0.1.8 "numpy<2" "scipy<1.12" "scikit-learn<1.3"
make diplslib diPLSlib==2.5.0 "numpy<2" "scipy<1.14" "scikit-learn<1.8"
make pynir pynir==0.7.11
make nirs4all nirs4all==1.4.10
exit 0
