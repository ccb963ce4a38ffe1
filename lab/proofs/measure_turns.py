#!/usr/bin/python3
"""How much launches of one library differ: one after the other, and in turns.

    ci/bazel build //mpigauge //benchmarks:mpigauge-bench
    lab/proofs/measure_turns.py [--blocks 3] [--beside nothing,spinners,neighbour] [--json FILE]

A block is two gates of equal libraries, one with launches that take turns and one with `--turns off`, in an order drawn
with a fixed seed. So both meet the same machine. Beside them run nothing, a process that spins on each processor
(spinners), or such processes that spin for three seconds and stop for three (neighbour).

The figure of a launch one after the other is the logarithm of its median. The figure of a launch in turns is the median
over its passes of the logarithm of the pass's median, less the mean of that logarithm over the launches of its circle.
Their standard deviations are those within a gate, pooled over the blocks. Nothing else may run on the machine.
"""
import argparse
import collections
import contextlib
import json
import math
import os
import random
import signal
import statistics
import subprocess
import tempfile
import threading
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PERIOD_SECONDS = 3


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blocks", type=int, default=3, help="pairs of gates for each state of the machine")
    parser.add_argument("--beside", default="nothing,spinners,neighbour", help="the states of the machine")
    parser.add_argument("--launches", type=int, default=6, help="of each library in a gate")
    parser.add_argument("--suite", default="smoke")
    parser.add_argument("--seed", type=int, default=1, help="which of two gates comes first")
    parser.add_argument("--json", help="a file for the standard deviations of all series")
    parser.add_argument("--mpi", default="openmpi")
    parser.add_argument("--mpigauge", default=os.path.join(ROOT, "bazel-bin/mpigauge/mpigauge"))
    parser.add_argument("--bench", default=os.path.join(ROOT, "bazel-bin/benchmarks/mpigauge-bench"))
    return parser.parse_args()


@contextlib.contextmanager
def others(beside):
    """Processes that spin, one bound to each processor; those of a neighbour stop and go on every few seconds."""
    if beside == "nothing":
        yield
        return
    spinning = [subprocess.Popen(["taskset", "-c", str(processor), "sh", "-c", "while :; do :; done"])
                for processor in sorted(os.sched_getaffinity(0))]
    ended = threading.Event()

    def come_and_go():
        while True:
            for number in (signal.SIGSTOP, signal.SIGCONT):
                if ended.wait(PERIOD_SECONDS):
                    return
                for process in spinning:
                    process.send_signal(number)

    coming = threading.Thread(target=come_and_go)
    if beside == "neighbour":
        coming.start()
    try:
        yield
    finally:
        ended.set()
        if beside == "neighbour":
            coming.join()
        for process in spinning:
            process.kill()
            process.wait()


def gate(options, folder, *words):
    """Returns the records of the launches of an equal gate, its seconds, and its exit code."""
    store, records = os.path.join(folder, "store.sqlite"), os.path.join(folder, "records")
    command = [options.mpigauge, "gate", "--store", store, "--suite", options.suite,
               "--max-launches", str(options.launches), *words]
    for side in ("baseline", "candidate"):
        command += ["--%s-mpi" % side, options.mpi, "--%s-bench" % side, options.bench]
    begin = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    seconds = time.monotonic() - begin
    if done.returncode not in (0, 1, 2):
        raise SystemExit("%s\nthe gate ended with exit code %d" % (done.stdout, done.returncode))
    for run in ("latest", "latest~1"):  # both sides
        subprocess.run([options.mpigauge, "export", "--store", store, "--records", records, "--run", run],
                       check=True, stdout=subprocess.DEVNULL)
    launches = []
    for name in sorted(os.listdir(records)):
        with open(os.path.join(records, name)) as file:
            launches.append(json.load(file)["mpigauge"])
    return [launch for launch in launches if launch["status"] == "complete"], seconds, done.returncode


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


def pooled(gates):
    """By series, the standard deviation within gates; only of series that all of them have."""
    names = set.intersection(*(set(figures) for figures in gates))
    return {name: math.sqrt(statistics.fmean(statistics.variance(figures[name]) for figures in gates))
            for name in sorted(names)}


def measure(options, beside, chance):
    kinds = {"off": (apart_figures, ["--turns", "off"]), "turns": (turns_figures, [])}
    gates = {kind: [] for kind in kinds}
    with others(beside):
        for block in range(options.blocks):
            for kind in chance.sample(sorted(kinds), len(kinds)):
                figures_of, words = kinds[kind]
                with tempfile.TemporaryDirectory() as folder:
                    launches, seconds, code = gate(options, folder, *words)
                gates[kind].append(figures_of(launches))
                print("beside %s, block %d, %s: %d launches, %.0f s, exit code %d" % (
                    beside, block + 1, kind, len(launches), seconds, code), flush=True)
    return {kind: pooled(some) for kind, some in gates.items()}


def table(beside, deviations):
    """A line for each series, the one with the largest ratio first, and a line for all of them."""
    ratios = {name: deviations["off"][name] / max(deviations["turns"][name], 1e-12)
              for name in deviations["off"] if name in deviations["turns"]}
    lines = ["beside %s" % beside, "%-44s %10s %9s %6s" % ("series", "in a row", "in turns", "ratio")]
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
    chance = random.Random(options.seed)
    measured = {}
    for beside in options.beside.split(","):
        measured[beside] = measure(options, beside, chance)
        print(table(beside, measured[beside]), flush=True)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(measured, file, indent=1)


if __name__ == "__main__":
    main()
