#!/usr/bin/python3
"""How much launches of one library differ: one after the other, and in turns.

    ci/bazel build //mpigauge //benchmarks:mpigauge-bench
    lab/proofs/measure_turns.py [--blocks 3] [--beside nothing,spinners,neighbour] [--json FILE]

A block is two gates of equal libraries, one with launches that take turns and one with `--turns off`, in an order drawn
with a fixed seed. So both meet the same machine. beside.py says what runs beside them.

The figure of a launch one after the other is the logarithm of its median. The figure of a launch in turns is the median
over its passes of the logarithm of the pass's median, less the mean of that logarithm over the launches of its circle.
Their standard deviations are those within a gate, pooled over the blocks. Nothing else may run on the machine.
"""
import argparse
import collections
import math
import os
import random
import statistics
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from lab.proofs import beside, gates  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blocks", type=int, default=3, help="pairs of gates for each state of the machine")
    parser.add_argument("--beside", default="nothing,spinners,neighbour", help="the states of the machine")
    parser.add_argument("--launches", type=int, default=6, help="of each library in a gate")
    parser.add_argument("--suite", default="smoke")
    parser.add_argument("--seed", type=int, default=1, help="which of two gates comes first")
    gates.add_options(parser)
    return parser.parse_args()


def gate(options, folder, *words):
    """Returns the records of the launches of an equal gate, and its seconds."""
    store = os.path.join(folder, "store.sqlite")
    _, seconds = gates.gate(options, store, ["--suite", options.suite, "--max-launches", str(options.launches), *words])
    return [one for run in ("latest", "latest~1") for one in gates.records(options, store, run)], seconds


def apart_figures(launches):
    """By series, the logarithm of each launch's median."""
    figures = collections.defaultdict(list)
    for launch in launches:
        for series in launch["series"]:
            figures[series["name"]].append(math.log(series["summary"]["median_seconds"]))
    return figures


def turns_figures(launches):
    """By series, of each launch what is left of its passes without what all launches of its circle have in common."""
    figures = collections.defaultdict(list)
    passes = collections.defaultdict(list)  # by circle and series, the launches' logarithms
    for launch in launches:
        for series in launch["series"]:
            medians = [math.log(statistics.median(one["observations_seconds"])) for one in series["passes"]
                       if one["observations_seconds"]]
            passes[launch["settings"]["circle"], series["name"]].append(medians)
    for (_, name), rows in passes.items():
        count = min(map(len, rows))
        if len(rows) < 2 or count == 0:
            continue
        common = [statistics.fmean(row[i] for row in rows) for i in range(count)]
        figures[name] += [statistics.median(row[i] - common[i] for i in range(count)) for row in rows]
    return figures


def pooled(several):
    """By series, the standard deviation within gates; only of series that all of them have."""
    names = set.intersection(*(set(figures) for figures in several))
    return {name: math.sqrt(statistics.fmean(statistics.variance(figures[name]) for figures in several))
            for name in sorted(names)}


def measure(options, state, chance):
    kinds = {"off": (apart_figures, ["--turns", "off"]), "turns": (turns_figures, [])}
    measured = {kind: [] for kind in kinds}
    with beside.others(state):
        for block in range(options.blocks):
            for kind in chance.sample(sorted(kinds), len(kinds)):
                figures_of, words = kinds[kind]
                with tempfile.TemporaryDirectory() as folder:
                    launches, seconds = gate(options, folder, *words)
                measured[kind].append(figures_of(launches))
                print("beside %s, block %d of %d, %s: %d launches, %.0f s" % (
                    state, block + 1, options.blocks, kind, len(launches), seconds), flush=True)
    return {kind: pooled(some) for kind, some in measured.items()}


def table(state, deviations):
    """A line for each series, the one with the largest ratio first, and a line for all of them."""
    ratios = {name: deviations["off"][name] / max(deviations["turns"][name], 1e-12)
              for name in deviations["off"] if name in deviations["turns"]}
    lines = ["beside %s" % state, "%-44s %10s %9s %6s" % ("series", "in a row", "in turns", "ratio")]
    for name in sorted(ratios, key=ratios.get, reverse=True):
        lines.append("%-44s %9.2f%% %8.2f%% %6.1f" % (
            name, 100 * deviations["off"][name], 100 * deviations["turns"][name], ratios[name]))
    tenths = statistics.quantiles(ratios.values(), n=10)
    lines.append("%d series: median ratio %.1f, tenth percentile %.1f, ninetieth %.1f; medians %.2f%% and %.2f%%" % (
        len(ratios), statistics.median(ratios.values()), tenths[0], tenths[-1],
        *(100 * statistics.median(deviations[kind][name] for name in ratios) for kind in ("off", "turns"))))
    return "\n".join(lines)


def main():
    options = arguments()
    beside.end_on_signals()
    chance = random.Random(options.seed)
    measured = {}
    for state in options.beside.split(","):
        measured[state] = measure(options, state, chance)
        print(table(state, measured[state]), flush=True)
        gates.write(options.json, measured)


if __name__ == "__main__":
    main()
