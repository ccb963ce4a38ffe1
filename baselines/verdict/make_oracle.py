#!/usr/bin/python3
"""Writes the numbers that the tests of baselines/verdict compare with, by SciPy: crossing probabilities of
group-sequential boundaries as integrals of the multivariate normal distribution (Genz), which is another way than the
recursion of the C++ code.

usage: baselines/verdict/make_oracle.py baselines/verdict/testdata/boundaries.json
"""
import json
import sys

import numpy as np
from scipy import optimize, stats


def none_crossed(z, information):
    """The chance that no look so far has a statistic above its z."""
    n = np.asarray(information, float)
    correlation = np.sqrt(np.minimum.outer(n, n) / np.maximum.outer(n, n))
    if len(n) == 1:
        return stats.norm.cdf(z[0])
    np.random.seed(1)  # the integration is quasi-random
    return stats.multivariate_normal.cdf(np.asarray(z), np.zeros(len(n)), correlation, maxpts=200_000, abseps=1e-8,
                                         releps=1e-8)


def levels(alpha, power, looks):
    times = np.asarray(looks, float) / looks[-1]
    z = []
    for k in range(len(looks)):
        goal = 1 - alpha * times[k] ** power
        if k == 0:
            z.append(float(stats.norm.isf(1 - goal)))
            continue
        z.append(float(optimize.brentq(lambda x: none_crossed(z + [x], looks[: k + 1]) - goal, 0, 8, xtol=1e-6)))
    return {"alpha": alpha, "power": power, "looks": looks,
            "levels": [float(f"{p:.4g}") for p in stats.norm.sf(z)]}


def main():
    oracle = [levels(alpha, 1.5, looks) for alpha in (0.05, 0.025, 0.01)
              for looks in ([6, 8, 10, 14, 20], [6, 10, 20], [4, 5, 6])]
    with open(sys.argv[1], "w") as out:
        json.dump(oracle, out, separators=(",", ":"))
        out.write("\n")


main()
