#!/usr/bin/python3
"""Writes the numbers that the tests of the methods of comparison compare with, by SciPy and NumPy.

usage: stats/make_comparison_oracle.py stats/testdata/comparison.json
"""
import itertools
import json
import sys

import numpy as np
from scipy import optimize, stats


def numbers(values):
    """As Python floats with 10 digits: the last ones differ between processors."""
    return [float(f"{value:.10g}") for value in values]


def behrens_fisher(rng, m, n, shift):
    """Welch's statistic with the degrees of freedom of the smaller side."""
    a = np.array(numbers(rng.normal(0, 1, m)))
    b = np.array(numbers(rng.normal(shift, 2, n)))
    t = stats.ttest_ind(b, a, equal_var=False).statistic
    return {"baseline": a.tolist(), "candidate": b.tolist(), "p": numbers([stats.t.sf(t, min(m, n) - 1)])[0]}


def clopper_pearson(count, of):
    interval = stats.binomtest(count, of).proportion_ci(0.95, method="exact")
    return {"count": count, "of": of, "interval": numbers([interval.low, interval.high])}


def signed_rank(rng, n, ties):
    d = np.array(numbers(np.round(rng.normal(0.4, 1, n), 1) if ties else rng.normal(0.4, 1, n)))
    row = {"differences": d.tolist()}
    kept = d[d != 0]
    ranks = stats.rankdata(np.abs(kept))
    if ties and n <= 15:
        signs = np.array(list(itertools.product((0, 1), repeat=len(kept))))
        p = np.mean(signs @ ranks >= ranks[kept > 0].sum() - 1e-9)
        return row | {"method": "all signs", "p": numbers([p])[0]}
    if n > 60:
        p = stats.wilcoxon(kept, alternative="greater", mode="approx", correction=True).pvalue
        return row | {"method": "approx", "p": numbers([p])[0]}
    p = stats.wilcoxon(d, alternative="greater", mode="exact").pvalue
    # A limit is where the test of "greater" (or "less") that the location is there begins to reject at 2.5%.
    walsh = np.sort([(d[i] + d[j]) / 2 for i in range(n) for j in range(i + 1)])
    greater = lambda at: stats.wilcoxon(d - at, alternative="greater", mode="exact").pvalue
    less = lambda at: stats.wilcoxon(d - at, alternative="less", mode="exact").pvalue
    between = np.concatenate([[walsh[0] - 1], (walsh[1:] + walsh[:-1]) / 2, [walsh[-1] + 1]])
    low = [i for i, at in enumerate(between) if greater(at) <= 0.025]
    high = [i for i, at in enumerate(between) if less(at) <= 0.025]
    if low and high:
        row["interval"] = numbers([walsh[low[-1]], walsh[high[0] - 1]])
        row["level"] = numbers([1 - 2 * greater(between[low[-1]])])[0]
        row["estimate"] = numbers([np.median(walsh)])[0]
    return row | {"method": "exact", "p": numbers([p])[0]}


def within_groups(rng, groups, slopes):
    """Least squares with a column of ones for each group; held out: a group's deviations by the others' slopes."""
    group = np.repeat(np.arange(len(groups)), groups)
    x = np.array([numbers(row) for row in rng.normal(0, 1, (len(group), len(slopes))) + group[:, None]])
    y = np.array(numbers(x @ slopes + 3 * group + rng.normal(0, 0.7, len(group))))

    def fit(kept):
        ones = np.equal.outer(group[kept], np.unique(group[kept])).astype(float)
        return np.linalg.lstsq(np.column_stack([x[kept], ones]), y[kept], rcond=None)[0][:len(slopes)]

    left = varies = 0
    for one in range(len(groups)):
        own = group == one
        dx, dy = x[own] - x[own].mean(axis=0), y[own] - y[own].mean()
        left += np.sum((dy - dx @ fit(~own)) ** 2)
        varies += np.sum(dy**2)
    rows = [[int(g), v, c.tolist()] for g, v, c in zip(group, y, x)]
    return {"rows": rows, "slopes": numbers(fit(group >= 0)), "explained": numbers([1 - left / varies])[0]}


def reml(y, v, start):
    """Variance components by restricted maximum likelihood, of a common mean (Searle, Casella and McCulloch, 6.6)."""
    ones = np.ones((len(y), 1))

    def minus_twice_log_likelihood(logs):
        covariance = sum(c * m for c, m in zip(np.exp(logs), v))
        inverse = np.linalg.inv(covariance)
        of_mean = ones.T @ inverse @ ones
        rest = y - (ones @ np.linalg.solve(of_mean, ones.T @ inverse @ y[:, None]))[:, 0]
        return np.linalg.slogdet(covariance)[1] + np.linalg.slogdet(of_mean)[1] + rest @ inverse @ rest

    begin = np.log(start) + 0.3  # away from what is to be found
    return np.exp(optimize.minimize(minus_twice_log_likelihood, begin, method="Nelder-Mead",
                                    options={"xatol": 1e-6, "fatol": 1e-9, "maxiter": 2000}).x)


def components(rng, runs):
    """Moments by their definition: the expectation of y'Qy is trace(QV), for explicit matrices."""
    values, run_of, launch_of, nested = [], [], [], []
    launch = 0
    for r, launches in enumerate(runs):
        job = rng.normal(0, 0.01)
        nested.append([])
        for n in launches:
            y = numbers(job + rng.normal(0, 0.02) + rng.normal(0, 0.015, n))
            nested[-1].append(y)
            values += y
            run_of += [r] * n
            launch_of += [launch] * n
            launch += 1
    y = np.array(values)
    same = lambda group: np.equal.outer(group, group).astype(float)
    mean_of = lambda group: same(group) / same(group).sum(axis=1)
    run_of, launch_of, one = np.array(run_of), np.array(launch_of), np.zeros(len(y))
    q = [mean_of(run_of) - mean_of(one), mean_of(launch_of) - mean_of(run_of), np.eye(len(y)) - mean_of(launch_of)]
    v = [same(run_of), same(launch_of), np.eye(len(y))]
    expectation = np.array([[np.trace(a @ b) for b in v] for a in q])
    found = np.linalg.solve(expectation, [y @ a @ y for a in q])
    assert (found > 0).all()  # truncation at zero has a test of its own
    if len({(len(launches), *launches) for launches in runs}) == 1:  # balanced: restricted maximum likelihood agrees
        assert np.allclose(found, reml(y, v, found), rtol=1e-3)
    return {"runs": nested, "components": [float(f"{c:.8g}") for c in found]}


def main():
    rng = np.random.default_rng(20261129)
    oracle = {
        "behrens_fisher": [behrens_fisher(rng, m, n, shift) for m, n in ((2, 2), (3, 5), (10, 10), (30, 7))
                           for shift in (0, 2)],
        "clopper_pearson": [clopper_pearson(k, n) for k, n in ((0, 10), (10, 10), (1, 30), (12, 400), (150, 3000))],
        "components": [components(rng, runs) for runs in (
            [[5] * 6] * 8, [[4, 7, 1], [3, 3, 3, 9], [2, 8], [5], [6, 6, 4, 3]])],
        "signed_rank": [signed_rank(rng, n, ties) for n in (4, 6, 10, 15, 30) for ties in (False, True)
                        if not ties or n <= 15] + [signed_rank(rng, 80, True)],
        "within_groups": [within_groups(rng, groups, np.array(slopes)) for groups, slopes in (
            ([6] * 5, [1.5]), ([4, 9, 2, 7], [0.8, -0.4]), ([5, 3, 8, 6, 1, 10], [1, 0.5, 0]))],
    }
    with open(sys.argv[1], "w") as out:
        json.dump(oracle, out, separators=(",", ":"))
        out.write("\n")


main()
