"""fresh_oracle.py SCRIPT KEPT: runs the script of an oracle again and compares its JSON with the file that is kept.

The last digits of what NumPy and SciPy print differ between processors, so numbers with a fraction are compared within
a tolerance. Everything else is compared exactly: keys, lengths, types, whole numbers, texts.
"""
import json
import math
import os
import subprocess
import sys
import tempfile

TOLERANCE = 1e-9
SHOWN = 10  # differences that are named


def is_fraction(value):
    return isinstance(value, float) and math.isfinite(value)


def numbers(value, kind=()):
    """Each number with its kind: the keys that lead to it, without places in lists."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from numbers(part, (*kind, key))
    elif isinstance(value, list):
        for part in value:
            yield from numbers(part, kind)
    elif is_fraction(value):
        yield kind, value


def units(kept):
    """Returns the number that the absolute tolerance of each kind is a share of: 1, or the largest number where all are
    smaller.

    Times are microseconds, so a tolerance of 1e-9 seconds would compare nothing.
    """
    largest = {}
    for kind, value in numbers(kept):
        largest[kind] = max(largest.get(kind, 0.0), abs(value))
    return {kind: min(1.0, value) for kind, value in largest.items()}


def differences(new, kept):
    """A line for each place where the two are not the same."""
    unit = units(kept)

    def compare(one, other, where, kind):
        if type(one) is not type(other):
            yield "%s: %r is kept as %r" % (where, one, other)
        elif isinstance(other, dict):
            for key in [*other, *(key for key in one if key not in other)]:
                if key not in one or key not in other:
                    yield "%s/%s: is %s" % (where, key, "missing" if key in other else "not kept")
                else:
                    yield from compare(one[key], other[key], "%s/%s" % (where, key), (*kind, key))
        elif isinstance(other, list):
            if len(one) != len(other):
                yield "%s: has %d elements, %d are kept" % (where, len(one), len(other))
            for i, (part, kept_part) in enumerate(zip(one, other)):
                yield from compare(part, kept_part, "%s/%d" % (where, i), kind)
        elif is_fraction(one) and is_fraction(other):
            if abs(one - other) > TOLERANCE * max(abs(other), unit[kind]):
                yield "%s: %r is kept as %r" % (where, one, other)
        elif one != other and not (one != one and other != other):  # nan is kept as nan
            yield "%s: %r is kept as %r" % (where, one, other)

    return list(compare(new, kept, "", ()))


def main():
    script, kept = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        written = os.path.join(folder, "oracle.json")
        subprocess.run([sys.executable, script, written], check=True)
        with open(written, encoding="utf-8") as new_file, open(kept, encoding="utf-8") as kept_file:
            found = differences(json.load(new_file), json.load(kept_file))
    for line in found[:SHOWN]:
        print(line)
    if found:
        sys.exit("%d differences; where the new numbers are right: python3 %s %s" % (len(found), script, kept))


if __name__ == "__main__":
    main()
