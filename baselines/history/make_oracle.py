#!/usr/bin/env python3
"""Change points by the textbook formulas, for change_point_test: every sum is written out, nothing is shared with the C++.

    make_oracle.py testdata/oracle.json
"""
import json
import sys

import numpy as np
from scipy import stats

MASK = (1 << 64) - 1


class SplitMix64:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def shuffle(self, values):
        for i in range(len(values), 1, -1):
            j = ((self.next() >> 32) * i) >> 32
            values[i - 1], values[j] = values[j], values[i - 1]


def divergence(left, right):
    """Matteson and James (2014), equations 5 and 6, exponent 1."""
    n, m = len(left), len(right)
    across = 2 * np.abs(left[:, None] - right[None, :]).mean()
    within_left = np.abs(left[:, None] - left[None, :]).sum() / (n * (n - 1)) if n > 1 else 0
    within_right = np.abs(right[:, None] - right[None, :]).sum() / (m * (m - 1)) if m > 1 else 0
    return m * n / (m + n) * (across - within_left - within_right)


def best_split(values, minimum):
    best = (-np.inf, 0)
    for t in range(minimum, len(values) - minimum + 1):
        for k in range(t + minimum, len(values) + 1):
            q = divergence(values[:t], values[t:k])
            if q > best[0]:
                best = (q, t)
    return best


def best_of(values, ends, minimum):
    best = (-np.inf, 0)
    begin = 0
    for end in ends:
        q, t = best_split(values[begin:end], minimum)
        if q > best[0]:
            best = (q, begin + t)
        begin = end
    return best


def e_divisive(values, level, permutations, minimum, seed):
    random = SplitMix64(seed)
    ends = [len(values)]
    points = []
    while True:
        q, t = best_of(values, ends, minimum)
        if not q > 0:
            break
        reached = 0
        for _ in range(permutations):
            permuted = values.copy()
            begin = 0
            for end in ends:
                segment = list(permuted[begin:end])
                random.shuffle(segment)
                permuted[begin:end] = segment
                begin = end
            reached += best_of(permuted, ends, minimum)[0] >= q
        p = (1 + reached) / (1 + permutations)
        if p > level:
            break
        points.append({"index": t, "p_value": p})
        ends = sorted(ends + [t])
    return sorted(points, key=lambda point: point["index"])


def t_test(left, right, ddof):
    def deviation(x):
        return np.std(x, ddof=ddof) if len(x) > 1 else 0.0

    if len(left) + len(right) <= 2:
        return 1.0
    return stats.ttest_ind_from_stats(
        np.mean(left), deviation(left), len(left), np.mean(right), deviation(right), len(right)
    ).pvalue


def windowed_t(values, window, level, minimum, ddof, left_neighbor_stays):
    points = set()
    start = 0
    while start < len(values):
        part = values[start : start + window]
        inner = []
        while True:
            edges = [0] + inner + [len(part)]
            q, t, a, b = max(
                (best_split(part[a:b], minimum) + (a, b) for a, b in zip(edges, edges[1:])), key=lambda one: one[0]
            )
            if q == -np.inf or not t_test(part[a : a + t], part[a + t : b], ddof) <= 10 * level:
                break
            inner = sorted(inner + [a + t])
        points |= {start + t for t in inner}
        start = max(start + window // 2, start + inner[-1] if inner else 0)

    def test(points, place):
        edges = [0] + points + [len(values)]
        return t_test(values[edges[place] : edges[place + 1]], values[edges[place + 1] : edges[place + 2]], ddof)

    points = sorted(points)
    p_values = [test(points, i) for i in range(len(points))]
    while points and max(p_values) >= level:
        weakest = p_values.index(max(p_values))
        del points[weakest], p_values[weakest]
        first = weakest if left_neighbor_stays else max(0, weakest - 1)
        for i in range(first, min(first + 2, len(points))):
            p_values[i] = test(points, i)
    return [{"index": i, "p_value": p} for i, p in zip(points, p_values)]


def sequences():
    random = np.random.default_rng(20261121)

    def noise(n, deviation=0.02):
        return deviation * random.standard_normal(n)

    yield "step", noise(40) + np.r_[np.zeros(20), np.full(20, 0.06)]
    yield "bump that goes back", noise(45) + np.r_[np.zeros(15), np.full(15, 0.1), np.zeros(15)]
    yield "two steps up", noise(45) + np.r_[np.zeros(15), np.full(15, 0.08), np.full(15, 0.16)]
    yield "nothing", noise(40)
    yield "one strange value", noise(30) + np.r_[np.zeros(15), 0.5, np.zeros(14)]
    yield "drift", noise(40) + np.linspace(0, 0.2, 40)
    yield "newest values only", noise(30) + np.r_[np.zeros(26), np.full(4, 0.15)]
    yield "skewed noise", random.gamma(1.0, 0.02, 40) + np.r_[np.zeros(25), np.full(15, 0.05)]
    yield "long, many small steps", noise(130) + 0.03 * (np.arange(130) // 22 % 2)
    yield "shorter than two segments", noise(5)


def split_cases():
    random = np.random.default_rng(7)
    for n in [2, 3, 5, 6, 7, 20, 51]:
        for minimum in [1, 3]:
            values = random.standard_normal(n)
            q, t = best_split(values, minimum)
            yield {
                "values": list(values),
                "minimum": minimum,
                "index": t,
                "divergence": q if np.isfinite(q) else None,
            }


def cases():
    for name, values in sequences():
        yield {
            "name": name,
            "values": list(values),
            "e_divisive": e_divisive(values, 0.05, 99, 3, 1) if len(values) < 50 else None,
            "windowed_t": windowed_t(values, 30, 0.001, 3, 1, False),
            "as_otava": windowed_t(values, 50, 0.001, 1, 0, True),
        }


with open(sys.argv[1], "w") as file:
    json.dump({"splits": list(split_cases()), "sequences": list(cases())}, file, indent=1)
    file.write("\n")
