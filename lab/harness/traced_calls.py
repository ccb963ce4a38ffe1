#!/usr/bin/python3
"""Measures the cost of a traced call: processor time of a call without the library, with it, and with other tracing
libraries.

usage: traced_calls.py [--launches N] [--calls N] [NAME=LIBRARY.so ...]      (from the workspace, after
       bazel build //simulator/trace_library:libmpigauge_trace.so //lab/harness:traced-calls //bazel/mpi:mpiexec)

Launches come in random order; of each figure the median over the launches is printed, and least and most.
"""
import argparse
import os
import random
import statistics
import subprocess
import tempfile

LIBRARY = "bazel-bin/simulator/trace_library/libmpigauge_trace.so"


def launch(mpiexec, program, calls, environment):
    with tempfile.TemporaryDirectory() as folder:
        words = [mpiexec, "-n", "1", "env", "MPIGAUGE_TRACE=" + folder] + environment + [program, str(calls)]
        done = subprocess.run(words, stdout=subprocess.PIPE, text=True, cwd=folder, timeout=300, check=True)
    return {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--launches", type=int, default=11)
    parser.add_argument("--calls", type=int, default=20000, help="in a batch; a launch has 21 batches of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("others", nargs="*", metavar="NAME=LIBRARY")
    options = parser.parse_args()
    library = "LD_PRELOAD=" + os.path.abspath(LIBRARY)
    ways = {"none": [], "trace": [library], "trace, clock off": [library, "MPIGAUGE_TRACE_CPU=off"]}
    for other in options.others:
        name, path = other.split("=", 1)
        ways[name] = ["LD_PRELOAD=" + os.path.abspath(path)]
    order = list(ways) * options.launches
    random.Random(options.seed).shuffle(order)
    mpiexec = os.path.abspath("bazel-bin/bazel/mpi/mpiexec")
    program = os.path.abspath("bazel-bin/lab/harness/traced-calls")
    results = {}
    for way in order:
        for name, value in launch(mpiexec, program, options.calls, ways[way]).items():
            results.setdefault(name, {}).setdefault(way, []).append(value)
    for name, by_way in results.items():
        for way in ways:
            values = by_way[way]
            print("%-18s %-18s %8.1f ns (%.1f to %.1f)" %
                  (name, way, statistics.median(values), min(values), max(values)))


if __name__ == "__main__":
    main()
