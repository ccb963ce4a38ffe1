#!/usr/bin/env python3
"""Computes the numbers that the fits are compared with, by other means than theirs: SciPy's constrained least squares
and Huber loss, and all segmentations of a few points one by one. Writes JSON to the file that is named."""
import itertools
import json
import math
import sys

import numpy as np
from scipy.optimize import least_squares, lsq_linear


def noise(index):
    """From -1 to below 1, the same everywhere."""
    return math.modf(math.sin(12.9898 * (index + 1)) * 43758.5453)[0]


def significant(value, digits=10):
    return float(f"{value:.{digits}g}") if abs(value) > 1e-18 else 0.0


def relative(x1, x2, y, scale):
    return np.column_stack([x1 / scale, x2 / scale]), y / scale


def plain(x1, x2, y, scale):
    a, b = relative(x1, x2, y, scale)
    norms = np.linalg.norm(a, axis=0)
    return lsq_linear(a / norms, b, (0, np.inf), tol=1e-14).x / norms


def huber(x1, x2, y, scale):
    """The loss is minimized for a given deviation, then that is estimated again, until nothing moves."""
    a, b = relative(x1, x2, y, scale)
    norms = np.linalg.norm(a, axis=0)
    a = a / norms
    fit = lsq_linear(a, b, (0, np.inf), tol=1e-14).x
    for _ in range(200):
        sizes = np.sort(np.abs(b - a @ fit))
        sigma = max(1e-4, 1.4826 * sizes[len(sizes) // 2])
        after = least_squares(lambda p: a @ p - b, fit, loss="huber", f_scale=1.345 * sigma,
                              bounds=(-1e-300, np.inf), xtol=1e-15, ftol=1e-15, gtol=1e-15).x
        still = np.allclose(after, fit, rtol=1e-11)
        fit = after
        if still:
            break
    return fit / norms


def line_case(name, x1, x2, y):
    x1, x2, y = (np.array(values, dtype=float) for values in (x1, x2, y))
    return {"name": name, "x1": x1.tolist(), "x2": x2.tolist(), "y": y.tolist(),
            "plain": [significant(v) for v in plain(x1, x2, y, y)],
            "huber": [significant(v, 7) for v in huber(x1, x2, y, y)]}


def lines():
    sizes = [float(2**k) for k in range(21)]
    ones = [1.0] * len(sizes)
    noisy = [(1e-6 + 1e-10 * s) * (1 + 0.05 * noise(i)) for i, s in enumerate(sizes)]
    outliers = [t * (4 if i in (3, 15) else 1) for i, t in enumerate(noisy)]
    blocks = [math.ceil(s / 1500) for s in sizes]
    saw = [(2e-6 * b + 1e-9 * s) * (1 + 0.02 * noise(40 + i)) for i, (b, s) in enumerate(zip(blocks, sizes))]
    falling = [5e-6 - 1e-12 * s + 1e-8 * noise(i) for i, s in enumerate(sizes)]
    return [line_case("noisy", ones, sizes, noisy), line_case("outliers", ones, sizes, outliers),
            line_case("saw", blocks, sizes, saw), line_case("falling", ones, sizes, falling)]


def line_cost(x, y):
    """Returns the cost of a line that does not fall, however it begins."""
    a = np.column_stack([np.ones_like(x), x]) / y[:, None]
    norms = np.linalg.norm(a, axis=0)
    fit = lsq_linear(a / norms, np.ones_like(y), ([-np.inf, 0], [np.inf, np.inf]), tol=1e-14)
    return 2 * fit.cost


def best_segments(x, y, least, resolution):
    n = len(x)
    best = None
    for pieces in range(1, n // least + 1):
        for breaks in itertools.combinations(range(1, n), pieces - 1):
            edges = [0, *breaks, n]
            if min(np.diff(edges)) < least:
                continue
            squares = sum(line_cost(x[a:b], y[a:b]) for a, b in zip(edges, edges[1:]))
            criterion = n * math.log(squares / n + resolution**2) + (4 * pieces - 2) * math.log(n)
            if best is None or criterion < best[0]:
                best = (criterion, edges, squares)
    return best


def segments():
    x = np.array([float(round(2 ** (1.25 * k))) for k in range(16)])
    cases = []
    for name, truth, size in (
            ("one", lambda s: 1e-6 + 1e-10 * s, 0.02),
            ("jump", lambda s: 1e-6 + 1e-10 * s if s <= 500 else 4e-6 + 1e-10 * s, 0.02),
            ("three", lambda s: 1e-6 if s <= 40 else 2e-6 + 1e-10 * s if s <= 3000 else 1e-6 + 2e-9 * s, 0.01)):
        y = np.array([truth(s) * (1 + size * noise(100 * len(name) + i)) for i, s in enumerate(x)])
        criterion, edges, squares = best_segments(x, y, 3, 1e-3)
        cases.append({"name": name, "bytes": x.tolist(), "seconds": y.tolist(), "edges": edges,
                      "criterion": significant(criterion, 8), "squares": significant(squares, 8)})
    return cases


def main():
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        json.dump({"lines": lines(), "segments": segments()}, out)
        out.write("\n")


if __name__ == "__main__":
    main()
