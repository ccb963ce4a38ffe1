#!/usr/bin/python3
"""The cost of visits: their warm-up, the passing on of a turn, and how much the references beside them explain.

    ci/bazel build //mpigauge //benchmarks:mpigauge-bench
    lab/proofs/measure_visits.py warm-up       a gate in turns without a warm-up: its first observations, by series
    lab/proofs/measure_visits.py turn          pairs of circles with few passes and with many: what a turn costs
    lab/proofs/measure_visits.py references    stored runs, each judged by the others: shares explained, and verdicts

`warm-up` prints under "needs" how many observations pass until the medians stay within 3% of the second half of their
visits. The cost that `turn` prints includes what each further pass adds to the writing of a launch's record.

Libraries are equal, so all differences are the machine's. `references` makes --runs runs, in each of the --states in
turn; each of them is judged once by all others, as `mpigauge gate --run` does it, once with the references and once
without them. Nothing else may run on the machine. If this program is interrupted or killed, so is what it has started.
"""
import argparse
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from lab.proofs import beside, gates, visit_figures  # noqa: E402


def arguments(words):
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--suite", default="smoke")
    common.add_argument("--filter", help="only these series")
    gates.add_options(common)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    parsers = {kind: kinds.add_parser(kind, parents=[common]) for kind in KINDS}
    for kind in ("warm-up", "turn"):
        parsers[kind].add_argument("--beside", default="nothing", choices=beside.STATES)
        parsers[kind].add_argument("--turns", default="6", help="launches of each library")
    parsers["warm-up"].add_argument("--repeats", type=int, default=1, help="gates")
    parsers["warm-up"].add_argument("--passes", type=int, default=30, help="visits of a series in a launch")
    parsers["turn"].add_argument("--repeats", type=int, default=3, help="pairs of circles")
    parsers["turn"].add_argument("--few", type=int, default=5, help="passes of one circle of a pair")
    parsers["turn"].add_argument("--many", type=int, default=25, help="passes of the other one")
    parsers["references"].add_argument("--runs", type=int, default=15, help="at least eleven")
    parsers["references"].add_argument("--launches", type=int, default=6, help="of a run")
    parsers["references"].add_argument("--states", default="nothing,spinners", help="the machine's states of the runs")
    return parser.parse_args(words)


def selection(options):
    return ["--suite", options.suite] + (["--filter", options.filter] if options.filter else [])


def one_circle(options, folder, name, bench_words):
    """The records of the launches of a gate that has one circle, and its seconds."""
    store = os.path.join(folder, name + ".sqlite")
    words = selection(options) + ["--turns", options.turns, "--max-launches", options.turns]
    _, seconds = gates.gate(options, store, words, bench_words)
    records = [one for run in ("latest", "latest~1") for one in gates.records(options, store, run)]
    circles = {one["settings"].get("circle", "") for one in records}
    if len(circles) != 1 or "" in circles:
        raise SystemExit("the launches did not take turns in one circle; is there memory for %s of each?" % options.turns)
    return records, seconds


def warm_up(options):
    records = []
    progress = gates.Progress(options.repeats)
    with tempfile.TemporaryDirectory(prefix="visits-") as folder, beside.others(options.beside):
        for number in range(options.repeats):
            words = ["--passes", str(options.passes), "--warm-up", "0"]
            some, seconds = one_circle(options, folder, str(number), words)
            records += some
            progress.step("%d launches, %.0f s" % (len(some), seconds))
    table = visit_figures.warm_up(records)
    print(visit_figures.warm_up_text(table))
    gates.write(options.json, table)


def turn(options):
    turns = []
    progress = gates.Progress(2 * options.repeats)
    with tempfile.TemporaryDirectory(prefix="visits-") as folder, beside.others(options.beside):
        for number in range(options.repeats):
            pair = []
            for passes in (options.few, options.many):
                records, seconds = one_circle(options, folder, "%d-%d" % (number, passes), ["--passes", str(passes)])
                pair.append(visit_figures.circle(records))
                progress.step("%d passes: %d visits, %.1f s of them inside, %.1f s in all" % (
                    passes, pair[-1]["visits"], pair[-1]["inside_seconds"], seconds))
            turns.append(visit_figures.turn(*pair))
            gates.write(options.json, turns)
    print(visit_figures.turn_text(turns))


def make_runs(options, store):
    """Makes the runs of `references`; returns their ids, the oldest first."""
    states = options.states.split(",")
    progress = gates.Progress(options.runs)
    for number in range(options.runs):
        state = states[number % len(states)]
        command = [options.mpigauge, "run", "--store", store, "--mpi", options.mpi, "--bench",
                   os.path.abspath(options.bench), "--launches", str(options.launches)]
        with beside.others(state):
            gates.call(command + selection(options))
        progress.step("a run beside %s" % state)
    listed = json.loads(gates.call([options.mpigauge, "runs", "--store", store, "--format", "json"]))
    return [one["run_id"] for one in reversed(listed)]


def store_without_references(options, store, other, runs, folder):
    for run in runs:
        records = os.path.join(folder, run)
        gates.call([options.mpigauge, "export", "--store", store, "--records", records, "--run", run])
        for path in gates.paths(records):
            gates.write(path, visit_figures.without_references(gates.read(path)))
        gates.call([options.mpigauge, "import", "--store", other, records])


def judged(options, store, runs):
    """Judges each run by all others; returns the comparisons."""
    comparisons = []
    for run in runs:
        others = [one for one in runs if one != run]
        gates.call([options.mpigauge, "baseline", "set", "--store", store, "others", *others])
        comparisons.append(json.loads(gates.call(
            [options.mpigauge, "gate", "--store", store, "--baseline", "others", "--run", run, "--no-settle", "--format",
             "json"], codes=(0, 1, 2))))
    return comparisons


def references(options):
    with tempfile.TemporaryDirectory(prefix="visits-") as folder:
        store, plain = os.path.join(folder, "store.sqlite"), os.path.join(folder, "plain.sqlite")
        runs = make_runs(options, store)
        store_without_references(options, store, plain, runs, folder)
        comparisons = judged(options, store, runs)
        figures = {"series": visit_figures.explained(comparisons), "with": visit_figures.verdicts(comparisons),
                   "without": visit_figures.verdicts(judged(options, plain, runs))}
    print(visit_figures.explained_text(figures["series"]))
    for kind in ("without", "with"):
        print("%s the references: gates %s, series %s" % (kind, figures[kind]["gates"], figures[kind]["series"]))
    gates.write(options.json, figures)


KINDS = {"warm-up": warm_up, "turn": turn, "references": references}


def main():
    options = arguments(sys.argv[1:])
    beside.end_on_signals()
    KINDS[options.kind](options)


if __name__ == "__main__":
    main()
