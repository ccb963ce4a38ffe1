#!/usr/bin/python3
"""Predictions for the example programs, and what happens.

    bazel build //lab/examples:all //simulator/trace_library:all \
        //harness/inject:all //benchmarks:mpigauge-bench //mpigauge
    lab/examples/validate.py measure FOLDER --rounds 8    launches of everything, in random order
    lab/examples/validate.py predict FOLDER               times: predicted, measured
    lab/examples/validate.py predict FOLDER --handover 20ns-60ns    the same, of one state of the machine
    lab/examples/validate.py impact FOLDER                what changes of the library cost: predicted, measured
    lab/examples/validate.py trace-many FOLDER            4, 8 and 16 ranks on the processors that there are
    lab/examples/validate.py topologies FOLDER            these on networks, and SimGrid's SMPI beside it

On a machine that others use: measure --prefix 'chrt -f 10' --bench-words='--passes=4 --realtime'
"""
import argparse
import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import launches
import predictions
import topologies
from states import State


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, rounds in (("measure", 8), ("trace-many", 3)):
        command = commands.add_parser(name)
        launches.add_options(command)
        command.add_argument("--rounds", type=int, default=rounds)
    commands.choices["measure"].add_argument("--runs", type=int, default=3,
                                             help="launches of each example in a round: they differ more than the others")
    for name in ("predict", "impact", "topologies"):
        command = commands.add_parser(name)
        launches.add_options(command)
        command.add_argument("--network", default="table", help="what messages cost between measured sizes")
        command.add_argument("--format", choices=["table", "json"], default="table")
    commands.choices["topologies"].add_argument("--estimator", default="auto", help="of bursts over traces: min, median or auto")
    for name in ("predict", "impact"):
        commands.choices[name].add_argument("--warm-caches", action="store_true", help="messages cost what they do one after the other")
        commands.choices[name].add_argument("--handover", default="", help="only where a cache line took so long, such as 20ns-60ns")
        commands.choices[name].add_argument("--pace", default="", help="only where the examples' arithmetic took so many times as long as it did at the best, such as 1-1.2")
    return parser.parse_args()


def answer(arguments, launcher):
    """The rows of what was asked for, and the function that prints them."""
    if arguments.command == "topologies":
        return topologies.compare(launcher, arguments.estimator), topologies.print_topologies
    costs = ["--network", arguments.network] + ["--warm-caches"] * arguments.warm_caches
    state = State(arguments.handover, arguments.pace).compare_with(predictions.all_lines(launcher))
    if arguments.command == "predict":
        return predictions.predict(launcher, costs, state), predictions.print_predictions
    return predictions.impacts(launcher, costs, state), predictions.print_impacts


def main():
    arguments = parse_arguments()
    launcher = launches.Launcher(arguments)
    if arguments.command == "measure":
        launches.measure(launcher, arguments.rounds, arguments.runs)
    elif arguments.command == "trace-many":
        launches.trace_pseudo_parallel(launcher, arguments.rounds)
    else:
        rows, print_rows = answer(arguments, launcher)
        print(json.dumps(rows, indent=1)) if arguments.format == "json" else print_rows(rows)


if __name__ == "__main__":
    main()
