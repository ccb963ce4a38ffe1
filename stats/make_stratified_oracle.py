#!/ usr / bin / python3
"""Writes the numbers that the tests of the rank sum within strata compare with, by dealing the values of every stratum
out in every possible way and counting. Nothing but the standard library is used, and fractions are exact.

usage: stats/make_stratified_oracle.py stats/testdata/stratified.json
"""
import itertools
import json
import math
import random
import sys
from fractions import Fraction


def u(baseline, candidate):
    """Mann and Whitney's statistic; a tie is half a pair."""
    return sum(Fraction(1) if c > b else Fraction(1, 2) if c == b else Fraction(0) for b in baseline for c in candidate)


def weight(stratum):
    """The whole number next to 120 / (m + n + 1)."""
    total = len(stratum["baseline"]) + len(stratum["candidate"])
    return max(1, math.floor(Fraction(120, total + 1) + Fraction(1, 2)))


def deals(stratum):
    """The weighted statistic of every way to deal a stratum out."""
    values = stratum["baseline"] + stratum["candidate"]
    for chosen in itertools.combinations(range(len(values)), len(stratum["candidate"])):
        rest = [values[i] for i in range(len(values)) if i not in chosen]
        yield weight(stratum) * u(rest, [values[i] for i in chosen])


def slower(strata, shift=0):
    """The share of all deals whose statistic is at least the one that was observed."""
    strata = [{"baseline": s["baseline"], "candidate": [c - shift for c in s["candidate"]]} for s in strata]
    observed = sum(weight(s) * u(s["baseline"], s["candidate"]) for s in strata)
    counts = {Fraction(0): 1}
    for s in strata:
        added = {}
        for value in deals(s):
            for before, count in counts.items():
                added[before + value] = added.get(before + value, 0) + count
        counts = added
    return Fraction(sum(count for value, count in counts.items() if value >= observed), sum(counts.values()))


def interval(strata, level):
    """The shifts that are rejected on neither side, found by trying one between each pair of differences."""
    differences = sorted(c - b for s in strata for b in s["baseline"] for c in s["candidate"])
    between = [differences[0] - 1] + [(a + b) / 2 for a, b in zip(differences, differences[1:])] + [differences[-1] + 1]
    swapped = [{
  "baseline" : s["candidate"], "candidate" : s["baseline"]} for s in strata]
    tail = (1 - Fraction(level).limit_denominator(1000)) / 2
    up = [slower(strata, at) for at in between]
    down = [slower(swapped, -at) for at in between]
    low = [i for i, p in enumerate(up) if p <= tail]
    high = [i for i, p in enumerate(down) if p <= tail]
    if not low or not high:
        return {}
    return {"level": level, "low": differences[low[-1]], "high": differences[high[0] - 1],
            "has": float(1 - up[low[-1]] - down[high[0]])}


def case(rng, sizes, ties, level=0.89):
    strata = []
    for i, (m, n) in enumerate(sizes):
        draw = lambda shift: [round(rng.gauss(10 * i + shift, 1), 0 if ties else 6) for _ in range(k)]
        k = m
        baseline = draw(0)
        k = n
        strata.append({"baseline": baseline, "candidate": draw(0.7)})
    row = {"strata": strata, "ties": ties, "p": float(slower(strata))}
    return row if ties else row | {"interval": interval(strata, level)}


def main():
    rng = random.Random(20261124)
    sizes = [[(1, 1)] * 6, [(2, 2)] * 4, [(3, 3), (2, 2), (1, 1)], [(4, 4), (2, 2), (2, 1)], [(1, 3), (3, 1), (2, 2)],
             [(5, 5), (1, 1), (1, 1), (2, 3)], [(4, 3)]]
    oracle = [case(rng, one, ties) for one in sizes for ties in (False, True)]
    with open(sys.argv[1], "w") as out:
        json.dump(oracle, out, separators=(",", ":"))
        out.write("\n")


main()
