#!/bin/bash
# NumPy and SciPy, asked again, give the numbers that the C++ tests compare with, but for digits that differ between
# processors.
set -eu
python3 baselines/history/make_oracle.py "$TEST_TMPDIR/oracle.json"
python3 - "$TEST_TMPDIR/oracle.json" baselines/history/testdata/oracle.json <<'PYTHON'
import json
import math
import sys


def check(new, kept, where):
    if isinstance(kept, float):
        assert math.isclose(new, kept, rel_tol=1e-12, abs_tol=1e-15), f"{where}: {new} is kept as {kept}"
    elif isinstance(kept, (dict, list)):
        places = kept if isinstance(kept, dict) else range(len(kept))
        assert type(new) is type(kept) and len(new) == len(kept), f"{where}: {new} is kept as {kept}"
        for place in places:
            check(new[place], kept[place], f"{where}/{place}")
    else:
        assert new == kept, f"{where}: {new} is kept as {kept}"


check(*(json.load(open(name)) for name in sys.argv[1:]), "")
PYTHON
