#!/bin/bash
# SciPy, asked again, gives the numbers that the C++ tests compare with.
set -eu
python3 harness/stats/make_oracle.py "$TEST_TMPDIR/oracle.json"
cmp "$TEST_TMPDIR/oracle.json" harness/stats/testdata/oracle.json
