#!/bin/bash
# The campaign of attacks; attacks.py says how it is called. Bazel starts this in the folder of runtime files.
set -eu
export PYTHONPATH="$PWD" PYTHONDONTWRITEBYTECODE=1
exec /usr/bin/python3 -m lab.attacks.attacks "$@"
