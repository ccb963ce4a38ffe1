#!/usr/bin/python3
"""Predictions for the example programs, and what happens.

    bazel build //simulator/examples:all //benchmarks:mpigauge-bench //ci/cli:mpigauge
    simulator/examples/validate.py measure FOLDER --rounds 8       launches of everything, in random order
    simulator/examples/validate.py predict FOLDER                  times: predicted, measured
    simulator/examples/validate.py impact FOLDER                   what changes cost: predicted, measured
    simulator/examples/validate.py topologies FOLDER               4, 8 and 16 ranks on networks
"""
import argparse

import launches


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    measure = commands.add_parser("measure")
    launches.add_options(measure)
    measure.add_argument("--rounds", type=int, default=8)
    trace = commands.add_parser("trace-many")
    launches.add_options(trace)
    trace.add_argument("--rounds", type=int, default=3)
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    launcher = launches.Launcher(arguments)
    if arguments.command == "measure":
        launches.measure(launcher, arguments.rounds)
    elif arguments.command == "trace-many":
        launches.trace_pseudo_parallel(launcher, arguments.rounds)


if __name__ == "__main__":
    main()
