#!/bin/bash
# SciPy, asked again, gives the numbers that the C++ tests compare with.
set -eu
python3 baselines/decide/make_oracle.py "$TEST_TMPDIR/boundaries.json"
cmp "$TEST_TMPDIR/boundaries.json" baselines/decide/testdata/boundaries.json
