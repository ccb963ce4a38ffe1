#!/usr/bin/python3
"""Synchronizers or presets beside each other: how well they line ranks up, how far launches differ, and their cost.

    bazel build //benchmarks:mpigauge-bench
    lab/harness/compare_methods.py [--by preset] [--launches 10] [--filter REGEX] [--mpirun 'mpirun -n 2'] [--format json]

Launches of all are interleaved in an order drawn afresh for every round. Columns: the median over launches of the
figure that is reported, and its relative standard deviation; the same deviation without what all variants have in
common in a round, which is the machine's and not the method's; the largest local time; the median spread of the starts
over the ranks; discarded observations; time per observation beyond the operation itself.
"""
import argparse
import json
import math
import os
import random
import shlex
import statistics
import subprocess
import sys

VARIANTS = {
    "synchronizer": ["round-time", "mpiperf-window", "skampi-window", "dissemination", "mpi-barrier", "none"],
    "preset": ["default", "mpptest", "skampi", "mpiperf", "commtest", "demaine", "reprompi", "osu"],
}
SUMMARY = {"median": "median_seconds", "trimmed-mean": "trimmed_mean_seconds", "mean": "mean_seconds",
           "minimum": "minimum_seconds", "p99": "p99_seconds"}
HERE = os.path.dirname(os.path.abspath(__file__))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", default=os.path.join(HERE, "../../bazel-bin/benchmarks/mpigauge-bench"))
    parser.add_argument("--filter", default="^(barrier|bcast/bytes:8|allreduce/bytes:(8|65536)|ping_pong/bytes:8)/")
    parser.add_argument("--by", choices=sorted(VARIANTS), default="synchronizer")
    parser.add_argument("--launches", type=int, default=10)
    parser.add_argument("--mpirun", default="mpirun -n 2")
    parser.add_argument("--format", choices=["table", "json"], default="table", help="how the figures are printed")
    return parser.parse_args()


def launch(arguments, variant):
    """The figures of one launch, by series."""
    words = shlex.split(arguments.mpirun) + [arguments.bench, "--" + arguments.by, variant, "--sizes=8,64K",
                                             "--benchmark_filter=" + arguments.filter, "--benchmark_format=json"]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if not done.stdout.startswith("{"):
        sys.exit("%s\n%s: exit code %d" % (done.stderr, shlex.join(words), done.returncode))
    record = json.loads(done.stdout)["mpigauge"]
    for one in record["series"]:
        if one["fault"]:
            print("%s, %s: %s" % (variant, one["name"], one["fault"]["message"]), file=sys.stderr)
        else:
            yield one["name"], figures(one, SUMMARY[record["settings"]["estimator"]])


def figures(one, estimator):
    """Returns the figures of one launch for a series."""
    passes = one["passes"]
    kept = sum(len(visit["observations_seconds"]) for visit in passes)
    median = one["summary"]["median_seconds"]
    return {"figure": one["summary"][estimator], "local": one["local_summary"]["median_seconds"],
            "spread": statistics.median(visit["start_spread_seconds"] for visit in passes),
            "late": sum(visit["late"] for visit in passes), "kept": kept,
            "overhead": statistics.median(visit["wall_seconds"] / len(visit["observations_seconds"])
                                          for visit in passes if visit["observations_seconds"]) - median}


def merged(launches):
    """Returns the figures of all launches of a variant for a series."""
    all_figures = [one["figure"] for one in launches]
    row = {key: statistics.median(one[key] for one in launches) for key in ("figure", "local", "spread", "overhead")}
    row["rsd"] = statistics.stdev(all_figures) / row["figure"] if len(launches) > 1 else 0
    kept, late = (sum(one[key] for one in launches) for key in ("kept", "late"))
    row["discarded"] = late / (kept + late)
    return row


def machine_factors(rows):
    """By round, how much slower than usual the machine was, as a logarithm: the median over the variants."""
    usual = {variant: statistics.median(one["figure"] for one in rounds.values()) for variant, rounds in rows.items()}
    numbers = {number for rounds in rows.values() for number in rounds}
    return {number: statistics.median(math.log(rounds[number]["figure"] / usual[variant])
                                      for variant, rounds in rows.items() if number in rounds) for number in numbers}


def tabulate(seen, variants):
    """By series and variant, the row of the table."""
    table = {}
    for name, rows in seen.items():
        factors = machine_factors(rows)
        for variant in variants:
            if variant not in rows:
                continue
            row = merged(list(rows[variant].values()))
            own = [math.log(one["figure"]) - factors[number] for number, one in rows[variant].items()]
            row["own_rsd"] = statistics.stdev(own) if len(own) > 1 else 0
            table.setdefault(name, {})[variant] = row
    return table


def main():
    arguments = parse_arguments()
    variants = VARIANTS[arguments.by]
    seen = {}
    for number in range(arguments.launches):
        for variant in random.sample(variants, len(variants)):
            for name, found in launch(arguments, variant):
                seen.setdefault(name, {}).setdefault(variant, {})[number] = found
        print("%d of %d rounds" % (number + 1, arguments.launches), file=sys.stderr)
    table = tabulate(seen, variants)
    if arguments.format == "json":
        print(json.dumps(table, indent=1))
        return
    print("%-28s %-15s %10s %6s %7s %10s %10s %9s %12s" % (
        "series", arguments.by, "figure us", "rsd", "own rsd", "local us", "spread ns", "discarded", "overhead us"))
    for name, rows in table.items():
        for variant, row in rows.items():
            print("%-28s %-15s %10.3f %5.1f%% %6.1f%% %10.3f %10.0f %8.1f%% %12.2f" % (
                name, variant, row["figure"] * 1e6, row["rsd"] * 100, row["own_rsd"] * 100, row["local"] * 1e6,
                row["spread"] * 1e9, row["discarded"] * 100, row["overhead"] * 1e6))


if __name__ == "__main__":
    main()
