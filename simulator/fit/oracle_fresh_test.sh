#!/bin/bash
# SciPy, asked again, gives the numbers that the C++ tests compare with.
set -eu
python3 simulator/fit/make_oracle.py "$TEST_TMPDIR/oracle.json"
cmp "$TEST_TMPDIR/oracle.json" simulator/fit/testdata/oracle.json
