#!/usr/bin/python3
"""Writes the numbers that the tests of stats compare with, computed by SciPy.

usage: stats/make_oracle.py stats/testdata/oracle.json
"""
import json
import sys

import numpy as np
from scipy import signal, stats


def summary(rng, n, ties):
    x = np.round(rng.lognormal(0, 0.5, n), 1 if ties else 12)
    return {
        "values": x.tolist(),
        "median": float(np.median(x)),
        "trimmed_mean": float(stats.trim_mean(x, 0.25)),
        "mean": float(np.mean(x)),
        "p99": float(np.quantile(x, 0.99)),
        "standard_deviation": float(np.std(x, ddof=1)) if n > 1 else 0.0,
    }


def rank_sum(rng, m, n, shift, ties):
    a = rng.normal(0, 1, m)
    b = rng.normal(shift, 1, n)
    if ties:
        a, b = np.round(a), np.round(b)
    if m + n > 80:
        method, p = "normal", stats.mannwhitneyu(b, a, alternative="greater", method="asymptotic").pvalue
    elif ties:
        # All permutations of the midranks: exact also with ties.
        method = "permutation"
        r = stats.permutation_test(
            (b, a), lambda x, y, axis: stats.rankdata(np.concatenate([x, y], axis=axis), axis=axis)[..., :n].sum(axis=axis),
            permutation_type="independent", alternative="greater", n_resamples=np.inf, vectorized=True)
        p = r.pvalue
    else:
        method, p = "exact", stats.mannwhitneyu(b, a, alternative="greater", method="exact").pvalue
    return {"baseline": a.tolist(), "candidate": b.tolist(), "method": method, "p": float(p)}


def holm(rng, n):
    p = rng.beta(0.5, 3, n)
    order = np.argsort(p)
    adjusted = np.empty(n)
    adjusted[order] = np.minimum(1, np.maximum.accumulate((n - np.arange(n)) * p[order]))
    return {"p": p.tolist(), "adjusted": adjusted.tolist()}


def generated(kind, n):
    """The same as Generated in oracle.cc."""
    i = np.arange(n, dtype=np.uint64)
    with np.errstate(over="ignore"):
        z = (i + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    u = ((z ^ (z >> np.uint64(31))) >> np.uint64(11)).astype(float) * 2.0**-53
    if kind == "skewed":
        return 1 + u * u * u * u
    if kind == "ties":
        return 1 + np.floor(10 * u) / 10
    if kind == "correlated":
        return 1 + signal.lfilter([1.0], [1.0, -0.6], u)
    decay = 20 / (20 + np.arange(n, dtype=float))
    return 1 + u / 10 + 3 * decay * decay


def numbers(values):
    """As Python floats with 14 digits: the last ones differ between processors."""
    return [float(f"{value:.14g}") for value in values]


def mean_interval(x, confidence):
    if len(x) < 2:
        return None
    return numbers(stats.t.interval(confidence, len(x) - 1, loc=np.mean(x), scale=stats.sem(x)))


def quantile_interval(x, p, confidence):
    n = len(x)
    outside = (1 - confidence) / 2
    low = int(stats.binom.ppf(outside, n, p))
    high = int(stats.binom.ppf(1 - outside, n, p)) + 1
    if low < 1 or high > n:
        return None
    level = stats.binom.cdf(high - 1, n, p) - stats.binom.cdf(low - 1, n, p)
    ordered = np.sort(x)
    return numbers([ordered[low - 1], ordered[high - 1], level])


def trimmed_interval(x, confidence):
    if len(x) - 2 * int(len(x) * 0.25) < 2:
        return None
    return numbers(stats.mstats.trimmed_mean_ci(x, limits=(0.25, 0.25), alpha=1 - confidence))


def outliers(x):
    first, third = np.quantile(x, 0.25), np.quantile(x, 0.75)
    low, high = first - 1.5 * stats.iqr(x), third + 1.5 * stats.iqr(x)
    inside = x if len(x) <= 10 else x[(x >= low) & (x <= high)]
    return numbers([low, high, len(inside), np.mean(inside)])


def products(deviations, lag):
    return np.dot(deviations[lag:], deviations[: len(deviations) - lag]) if lag < len(deviations) else 0.0


def effective(deviations):
    """Geyer's initial positive sequence."""
    total = 0.0
    for m in range(256):
        pair = products(deviations, 2 * m) + products(deviations, 2 * m + 1)
        if pair <= 0:
            break
        total += pair
    inflation = 2 * total / products(deviations, 0) - 1
    return float(f"{len(deviations) / max(1.0, inflation):.10g}")


def mser(x):
    """By the definition, truncation by truncation."""
    y = np.median(x[: len(x) // 5 * 5].reshape(-1, 5), axis=1)
    errors = [np.sum((y[d:] - np.mean(y[d:])) ** 2) / (len(y) - d) ** 2 for d in range(len(y) // 2 + 1)]
    return int(np.argmin(errors)) * 5


def estimates(kind, n):
    x = generated(kind, n)
    row = {"kind": kind, "n": n, "outliers": outliers(x), "intervals": []}
    for confidence in (0.9, 0.95, 0.99):
        row["intervals"].append({
            "confidence": confidence,
            "mean": mean_interval(x, confidence),
            "median": quantile_interval(x, 0.5, confidence),
            "p99": quantile_interval(x, 0.99, confidence),
            "trimmed-mean": trimmed_interval(x, confidence),
        })
    if n > 1:
        row["relative_standard_error"] = numbers([stats.sem(x) / np.mean(x)])[0]
    if n > 4:
        deviations = x - np.mean(x)
        row["effective"] = effective(deviations)
        # The score is tau-b without its denominator.
        tau, p = stats.kendalltau(np.arange(n), x, method="asymptotic")
        counts = np.unique(x, return_counts=True)[1].astype(float)
        pairs = n * (n - 1) / 2
        score = round(tau * np.sqrt(pairs * (pairs - np.sum(counts * (counts - 1) / 2))))
        row["trend"] = [score, float(f"{p:.8g}")]
    if 5 <= n <= 1000:
        row["mser"] = mser(x)
    return row


def binomial(n, p):
    return {"n": n, "p": p, "cdf": [[k, float(f"{stats.binom.cdf(k, n, p):.10g}")]
                                    for k in sorted({0, int(n * p * 0.9), int(n * p), int(n * p * 1.01), n})]}


def line(rng, n, confidence):
    """Times in seconds of messages of n lengths, with 2% of noise."""
    x = 64.0 * 2 ** np.arange(n)
    y = np.array(numbers((3e-7 + x / 8e9) * (1 + 0.02 * rng.normal(0, 1, n))))
    fit = stats.linregress(x, y)
    t = stats.t.ppf((1 + confidence) / 2, n - 2)
    return {"x": x.tolist(), "y": y.tolist(), "confidence": confidence,
            "intercept": numbers([fit.intercept])[0], "slope": numbers([fit.slope])[0],
            "intercept_interval": numbers([fit.intercept - t * fit.intercept_stderr, fit.intercept + t * fit.intercept_stderr]),
            "slope_interval": numbers([fit.slope - t * fit.stderr, fit.slope + t * fit.stderr])}


def main():
    rng = np.random.default_rng(20261120)
    oracle = {
        "summary": [summary(rng, n, ties) for n in (1, 2, 3, 4, 5, 7, 10, 100, 1001) for ties in (False, True)],
        "rank_sum": [rank_sum(rng, m, n, s, False)
                     for m, n in ((1, 1), (3, 3), (4, 7), (10, 10), (20, 20), (12, 30), (60, 50)) for s in (0, 1)]
        + [rank_sum(rng, m, n, s, True) for m, n in ((2, 3), (4, 5), (6, 6), (60, 50)) for s in (0, 1)],
        "holm": [holm(rng, n) for n in (1, 2, 5, 50)],
        "estimates": [estimates(kind, n) for kind in ("skewed", "ties", "correlated", "warming")
                      for n in (1, 2, 3, 5, 6, 7, 10, 11, 40, 367, 368, 1000, 100000, 1000000)],
        "student": [[p, df, float(stats.t.ppf(p, df))] for p in (0.6, 0.9, 0.975, 0.995, 0.9995)
                    for df in (1, 2, 3, 9, 30, 1000, 999999)],
        "binomial": [binomial(n, p) for n in (1, 10, 100, 1000, 1000000) for p in (0.5, 0.99)],
        "lines": [line(rng, n, confidence) for n in (3, 4, 8, 15) for confidence in (0.9, 0.99)],
    }
    with open(sys.argv[1], "w") as out:
        json.dump(oracle, out, indent=None, separators=(",", ":"))
        out.write("\n")


main()
