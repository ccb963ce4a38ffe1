#!/bin/bash
# Runs a Python test (its file is the first argument) with Debian's Python, which has unittest and nothing else
# that is needed. Modules are found from the root of the workspace.
set -eu
export PYTHONPATH="$PWD" PYTHONDONTWRITEBYTECODE=1
export HOME="${TEST_TMPDIR:-/tmp}"
exec /usr/bin/python3 bazel/run_python_test.py "$@"
