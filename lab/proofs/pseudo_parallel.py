#!/usr/bin/python3
"""Does a trace depend on how many processors its ranks had? CPU times of the same program with a core for each rank,
on one core, and with many ranks on two cores; single traces and merged ones. Prints tables for
docs/results/2026-11-22-traces.md.

    bazel build //mpigauge //simulator/trace_library:libmpigauge_trace.so //lab/examples:all
    lab/proofs/pseudo_parallel.py [--traces 5] [--folder /tmp/traces]
"""
import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import tempfile

BIN = os.environ.get("MPIGAUGE_BIN", "bazel-bin")
PROGRAMS = {
    "halo-exchange": ["halo-exchange", "--doubles", "20000", "--steps", "300"],
    "quick-merge-sort": ["quick-merge-sort", "--elements", "1000000"],
    "fan-in-cholesky": ["fan-in-cholesky", "--order", "800"],
    "fan-out-cholesky": ["fan-out-cholesky", "--order", "800"],
}
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


def mpigauge(*words):
    return subprocess.run([os.path.join(BIN, "mpigauge/mpigauge"), *words], check=True, stdout=subprocess.PIPE, text=True,
                          env=ENVIRONMENT).stdout


def record(folder, cores, ranks, program):
    """Records a trace on these cores; returns its computed CPU seconds of each rank, and its wall-clock seconds."""
    shutil.rmtree(folder, ignore_errors=True)
    words = [os.path.join(BIN, "lab/examples", program[0]), *program[1:], "--no-check"]
    subprocess.run([os.path.join(BIN, "mpigauge/mpigauge"), "trace", "record", "-o", folder, "--", "taskset", "-c", cores,
                    "mpirun.openmpi", "--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1", "-n",
                    str(ranks), *words], check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    info = json.loads(mpigauge("trace", "info", folder, "--format", "json"))
    return info["computed_seconds"], max(info["wall_seconds"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--traces", type=int, default=5, help="of each program and placement")
    parser.add_argument("--folder", help="keep the traces here")
    parser.add_argument("--seed", type=int, default=1, help="of the order of the runs")
    arguments = parser.parse_args()
    folder = arguments.folder or tempfile.mkdtemp(prefix="traces-")
    os.makedirs(folder, exist_ok=True)
    placements = [("2 ranks, a core each", "0,1", 2), ("2 ranks on 1 core", "0", 2),
                  ("16 ranks on 2 cores", "0,1", 16), ("16 ranks on 1 core", "0", 16)]
    runs = [(program, place, index) for program in PROGRAMS for place in range(len(placements))
            for index in range(arguments.traces)]
    random.Random(arguments.seed).shuffle(runs)
    found = {}
    for program, place, index in runs:
        trace = os.path.join(folder, f"{program}-{place}-{index}")
        found[program, place, index] = record(trace, *placements[place][1:], PROGRAMS[program])
    print("| program | placement | CPU s, median of single traces | smallest | largest | merged: minimum | median | wall s |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    for program in PROGRAMS:
        for place, (name, _, _) in enumerate(placements):
            sums = [sum(found[program, place, index][0]) for index in range(arguments.traces)]
            wall = statistics.median(found[program, place, index][1] for index in range(arguments.traces))
            traces = [os.path.join(folder, f"{program}-{place}-{index}") for index in range(arguments.traces)]
            merged = {}
            for estimator in ("min", "median"):
                output = os.path.join(folder, f"{program}-{place}-{estimator}")
                shutil.rmtree(output, ignore_errors=True)
                merged[estimator] = json.loads(mpigauge("trace", "merge", *traces, "-o", output, "--estimator",
                                                        estimator, "--format", "json"))["computed_seconds"]
            print(f"| {program} | {name} | {statistics.median(sums):.4f} | {min(sums):.4f} | {max(sums):.4f} | "
                  f"{merged['min']:.4f} | {merged['median']:.4f} | {wall:.3f} |", flush=True)


if __name__ == "__main__":
    main()
