#!/bin/bash
# SciPy, asked again, gives the numbers that the C++ tests compare with.
set -eu
python3 harness/stats/make_comparison_oracle.py "$TEST_TMPDIR/comparison.json"
cmp "$TEST_TMPDIR/comparison.json" harness/stats/testdata/comparison.json
