#!/usr/bin/python3
"""Cases beside plain loops that make the same MPI calls (plain_loops.cc), in the same launches.

    bazel build //lab/harness:overhead-bench
    lab/harness/compare_with_plain.py [--launches 10] [--passes 20] [--mpirun 'mpirun -n 2'] [--format json]

The figure is the ratio of the medians of a launch, case over plain loop; the table shows its median over the launches,
and the lowest and the highest. Collectives have launches of their own, in which both are lined up by MPI_Barrier; their
time is the slowest rank's own.
"""
import argparse
import json
import os
import re
import shlex
import statistics
import subprocess
import sys

SIZES = (8, 4096, 1048576)
COLLECTIVES = ("bcast", "allreduce", "alltoall")
HERE = os.path.dirname(os.path.abspath(__file__))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", default=os.path.join(HERE, "../../bazel-bin/lab/harness/overhead-bench"))
    parser.add_argument("--cases", default=".", help="a regular expression: which cases")
    parser.add_argument("--launches", type=int, default=10)
    parser.add_argument("--passes", type=int, default=20)
    parser.add_argument("--mpirun", default="mpirun -n 2")
    parser.add_argument("--format", choices=["table", "json"], default="table", help="how the figures are printed")
    return parser.parse_args()


def run(arguments, *words):
    command = shlex.split(arguments.mpirun) + [arguments.bench, *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit("%s\n%s: exit code %d" % (done.stdout[-2000:] + done.stderr, shlex.join(command), done.returncode))
    return done.stdout


def compared_cases(arguments):
    """The cases that have a plain loop."""
    listed = run(arguments, "--benchmark_list_tests", "--benchmark_filter=^plain_").split()
    cases = [name.split("/")[0][len("plain_"):] for name in listed if name.startswith("plain_")]
    return list(dict.fromkeys(case for case in cases if re.search(arguments.cases, case)))


def medians(arguments, cases, synchronizer, times):
    """Makes one launch, and returns the median of each series in seconds, by case and size."""
    wanted = "^(plain_)?(%s)/bytes:(%s)/" % ("|".join(cases), "|".join(map(str, SIZES)))
    text = run(arguments, "--synchronizer=" + synchronizer, "--passes=%d" % arguments.passes, "--reruns=0",
               "--benchmark_format=json", "--benchmark_filter=" + wanted)
    return {(one["case"], one["parameters"]["bytes"]): statistics.median(time for visit in one["passes"] for time in visit[times])
            for one in json.loads(text)["mpigauge"]["series"]}


def main():
    arguments = parse_arguments()
    cases = compared_cases(arguments)
    groups = [([case for case in cases if case not in COLLECTIVES], "round-time", "observations_seconds"),
              ([case for case in cases if case in COLLECTIVES], "mpi-barrier", "local_seconds")]
    ratios = {(case, size): [] for case in cases for size in SIZES}
    plain = {key: [] for key in ratios}
    for launch in range(arguments.launches):
        print("launch %d of %d" % (launch + 1, arguments.launches), file=sys.stderr)
        found = {}
        for group in groups:
            if group[0]:
                found.update(medians(arguments, *group))
        for case, size in ratios:
            plain[case, size].append(found["plain_" + case, size])
            ratios[case, size].append(found[case, size] / found["plain_" + case, size])
    rows = [{"case": case, "bytes": size, "plain_seconds": statistics.median(plain[case, size]),
             "ratio": statistics.median(values), "lowest": min(values), "highest": max(values)}
            for (case, size), values in ratios.items()]
    if arguments.format == "json":
        print(json.dumps(rows, indent=2))
        return
    print("%-26s %9s %12s %8s %8s %8s" % ("case", "bytes", "plain us", "ratio", "lowest", "highest"))
    for row in rows:
        print("%-26s %9d %12.3f %8.3f %8.3f %8.3f" % (row["case"], row["bytes"], row["plain_seconds"] * 1e6, row["ratio"],
                                                      row["lowest"], row["highest"]))


if __name__ == "__main__":
    main()
