#!/usr/bin/python3
"""How well the fitted models of the network predict, and whether the eager limit is found where it was put.

    bazel build //benchmarks:mpigauge-bench //mpigauge
    lab/proofs/network_proof.py [--launches 10] [--sweep 200] [--limits 1024,4096] [--mpirun 'mpirun -n 2'] [--format json]

Prediction: a launch measures one-way times at the sizes of the suite `network` and at others, drawn at random between
1 B and 1 MiB. The models are fitted to the former alone. The error of a model at one of the latter is its prediction over
the launch's median, less one; "measured again" are the launch's odd passes against its even ones: what no model of this
machine can undercut by much. Printed are medians over the launches.

Eager limit: with each limit the sizes between which sends without a receive stop to return, and between which the fit of
the one-way times has its break nearest to that. Beside each stands how many sizes lie between it and the truth: 0 is
right.

With --keep the records of launches stay in a folder, and those that are there already are not measured again.
"""
import argparse
import bisect
import json
import math
import os
import random
import shlex
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LARGEST = 1 << 20
NOT_MEASURED = 3  # the exit code where a series could not be
PARAMETER = {"Open MPI": "OMPI_MCA_btl_vader_eager_limit", "MPICH": "UCX_RNDV_THRESH"}


def parse_arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", default=os.path.join(HERE, "../../bazel-bin/benchmarks/mpigauge-bench"))
    parser.add_argument("--mpigauge", default=os.path.join(HERE, "../../bazel-bin/mpigauge/mpigauge"))
    parser.add_argument("--launches", type=int, default=10, help="of each kind, and of each limit")
    parser.add_argument("--sweep", type=int, default=200, help="how many sizes are predicted; 0: none")
    parser.add_argument("--limits", default="0,1024,4096,16384,32768", help="in bytes, with commas; 0: the library's own")
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="of sizes and order")
    parser.add_argument("--keep", help="a folder for the records")
    parser.add_argument("--mpirun", default="mpirun -n 2")
    parser.add_argument("--format", choices=["table", "json"], default="table", help="how the figures are printed")
    return parser.parse_args(words)


def launch(arguments, record, *words, environment=None):
    """One launch; its record, which stays in the file. One that is there already is read. Series that could not be
    measured on a busy machine have a fault in it, and are left out of what follows."""
    if os.path.exists(record):
        with open(record) as file:
            return json.load(file)["mpigauge"]
    command = shlex.split(arguments.mpirun) + [arguments.bench, "--record", record, "--passes=%d" % arguments.passes, *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env={**os.environ, **(environment or {})})
    if done.returncode not in (0, NOT_MEASURED) or not os.path.exists(record):
        sys.exit("%s\n%s: exit code %d" % (done.stdout[-2000:] + done.stderr, shlex.join(command), done.returncode))
    with open(record) as file:
        measured = json.load(file)["mpigauge"]
    faults = [one["fault"] for one in measured["series"] if one["fault"]]
    wrong = [fault["message"] for fault in faults if fault["kind"] != "no-valid-observation"]
    if wrong:
        sys.exit("%s: %s" % (record, wrong[0]))
    if faults:
        print("%s: %d of %d series left out: %s" % (record, len(faults), len(measured["series"]), faults[0]["message"]), file=sys.stderr)
    return measured


def medians(record, case):
    """Returns the median of each size of a case in a launch."""
    return {one["parameters"]["bytes"]: one["summary"]["median_seconds"] for one in record["series"]
            if one["case"] == case and not one["fault"]}


def fit(arguments, folder):
    """Returns the answer of `mpigauge network fit` about the launches in a folder, at the nearest distance."""
    command = [arguments.mpigauge, "network", "fit", "--format", "json", folder]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit("%s\n%s: exit code %d" % (done.stderr, shlex.join(command), done.returncode))
    return json.loads(done.stdout)["fits"][0]


def grid_sizes(arguments):
    """The sizes of the suite."""
    command = shlex.split(arguments.mpirun) + [arguments.bench, "--benchmark_list_tests", "--benchmark_filter=^network_one_way/"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit("%s\n%s: exit code %d" % (done.stderr, shlex.join(command), done.returncode))
    return sorted({int(name.split("/")[1].split(":")[1]) for name in done.stdout.split()})


# --- prediction ----------------------------------------------------------------------------------------------------
def draw_sizes(count):
    """Sizes drawn evenly over their logarithms."""
    sizes = set()
    while len(sizes) < count:
        sizes.add(round(2 ** random.uniform(0, math.log2(LARGEST))))
    return sorted(sizes)


def predicted(model, size):
    """Returns the one-way time of a model at a size: by the last piece that begins at or before it."""
    starts = [piece["from_bytes"] for piece in model["pieces"]]
    piece = model["pieces"][max(bisect.bisect_right(starts, size) - 1, 0)]
    block = model["parameters"].get("block_bytes")
    blocks = max(math.ceil(size / block["value"]), 1) if block else 1
    return blocks * piece["seconds"]["value"] + size * piece["seconds_per_byte"]["value"]


def errors(pairs):
    """Returns the errors of pairs of a stated and a true value."""
    away = sorted(abs(said / there - 1) for said, there in pairs)
    return {"median": statistics.median(away), "rms": math.sqrt(statistics.fmean(one * one for one in away)),
            "p95": away[min(len(away) - 1, math.ceil(0.95 * len(away)) - 1)], "largest": away[-1]}


def write_without(sizes, record, file):
    """Writes a launch as if these sizes had not been measured."""
    kept = {**record, "series": [one for one in record["series"] if one["parameters"]["bytes"] not in sizes]}
    with open(file, "w") as out:
        json.dump({"mpigauge": kept}, out)


def halves(record, sizes):
    """Pairs of what every other pass of a launch says of a size, and what the remaining ones say."""
    for one in record["series"]:
        if one["parameters"]["bytes"] not in sizes or one["fault"]:
            continue
        both = [[time for visit in one["passes"][first::2] for time in visit["observations_seconds"]] for first in (0, 1)]
        if all(both):
            yield tuple(map(statistics.median, both))


def predict(arguments, folder):
    """Errors of each model, and of another measurement: the medians over the launches."""
    grid = grid_sizes(arguments)
    drawn = set(draw_sizes(arguments.sweep)) - set(grid)
    words = ("--benchmark_filter=^network_one_way/", "--sizes=" + ",".join(map(str, sorted(drawn.union(grid)))))
    rows = {}
    for number in range(arguments.launches):
        record = launch(arguments, os.path.join(folder, "sweep%d.json" % number), *words)
        known = os.path.join(folder, "known%d" % number)
        os.makedirs(known, exist_ok=True)
        write_without(drawn, record, os.path.join(known, "launch.json"))
        truth = {size: time for size, time in medians(record, "network_one_way").items() if size in drawn}
        for model in fit(arguments, known)["models"]:
            if model["kind"] != "loggps":  # it has the overheads, which are not measured here
                pairs = [(predicted(model, size), time) for size, time in truth.items()]
                rows.setdefault(model["kind"], []).append(errors(pairs))
        rows.setdefault("measured again", []).append(errors(list(halves(record, drawn))))
        print("prediction: %d of %d launches" % (number + 1, arguments.launches), file=sys.stderr)
    return {"sizes": len(drawn), "launches": arguments.launches, "library": record["environment"]["context"]["mpi_library_version"],
            "errors": {kind: {key: statistics.median(one[key] for one in found) for key in found[0]}
                       for kind, found in rows.items()}}


# --- eager limit ---------------------------------------------------------------------------------------------------
def cell_of(sizes, limit):
    """The neighbouring sizes of which the first is at most the limit, and the second above it."""
    place = bisect.bisect_right(sizes, limit)
    return [sizes[place - 1], sizes[place]]


def direct_cell(records):
    """The sizes between which sends without a receive stop to return, in most launches; nothing where all do or none
    does."""
    returned = {}
    for record in records:
        for one in record["series"]:
            if one["case"] == "network_unmatched_send" and not one["fault"]:
                values = [visit["counters"]["returned"] for visit in one["passes"]]
                returned.setdefault(one["parameters"]["bytes"], []).append(statistics.median(values))
    sizes = sorted(returned)
    back = [statistics.median(returned[size]) >= 0.5 for size in sizes]
    if all(back) or not back[0]:
        return None
    first_not = back.index(False)
    return [sizes[first_not - 1], sizes[first_not]]


def cells_apart(sizes, one, other):
    return abs(sizes.index(one[0]) - sizes.index(other[0]))


def locate(arguments, folder):
    """Returns for each limit where the direct test and the fit find it."""
    limits = [int(limit) for limit in arguments.limits.split(",")]
    records = {limit: [] for limit in limits}
    for number in range(arguments.launches):
        for limit in random.sample(limits, len(limits)):
            of_limit = os.path.join(folder, "limit%d" % limit)
            os.makedirs(of_limit, exist_ok=True)
            # The record says which library it is; a variable of another one is not looked at.
            environment = {name: str(limit) for name in PARAMETER.values()} if limit else {}
            records[limit].append(launch(arguments, os.path.join(of_limit, "%d.json" % number),
                                         "--benchmark_filter=^network_(one_way|unmatched_send)/", environment=environment))
        print("eager limit: %d of %d rounds" % (number + 1, arguments.launches), file=sys.stderr)
    return [locate_one(limit, records[limit], fit(arguments, os.path.join(folder, "limit%d" % limit))) for limit in limits]


def locate_one(limit, records, found):
    sizes = sorted(medians(records[0], "network_one_way"))
    direct = direct_cell(records)
    row = {"limit": limit or None, "direct": direct, "eager_limit_bytes": found.get("eager_limit_bytes")}
    # The library's headers count as well: the truth is in the cell that ends with the limit.
    truth = cell_of(sizes, limit - 1) if limit else direct
    if truth is None:
        return row
    row["truth"] = truth
    row["direct_cells_off"] = cells_apart(sizes, direct, truth) if direct else None
    cells = [([one["last_bytes_before"], one["first_bytes_after"]], one["jump_seconds"]) for one in found["switches"]]
    if cells:
        nearest = min(cells, key=lambda cell: cells_apart(sizes, cell[0], truth))
        row.update(fitted=nearest[0], fitted_cells_off=cells_apart(sizes, nearest[0], truth), jump_seconds=nearest[1],
                   switches=[cell for cell, _ in cells])
    return row


# --- what is printed -----------------------------------------------------------------------------------------------
def show_prediction(found):
    print("%s: %d sizes between 1 B and 1 MiB, medians over %d launches" % (found["library"], found["sizes"], found["launches"]))
    print("%-20s %8s %8s %8s %8s" % ("one way by", "median", "rms", "p95", "largest"))
    for kind, row in found["errors"].items():
        print("%-20s %7.1f%% %7.1f%% %7.1f%% %7.1f%%" % (kind, *(row[key] * 100 for key in ("median", "rms", "p95", "largest"))))


def show_limits(rows):
    def cell(one):
        return "%d | %d" % tuple(one) if one else "-"

    columns = "%10s  %-18s %4s %14s  %-18s %4s  %10s  %s"
    print(columns % ("limit", "direct test", "off", "largest eager", "fit", "off", "jump us", "all breaks of the fit"))
    for row in rows:
        print(columns % (
            row["limit"] or "(its own)", cell(row["direct"]), row.get("direct_cells_off", "-"), row["eager_limit_bytes"] or "-", cell(row.get("fitted")),
            row.get("fitted_cells_off", "-"), "%.3f" % (row["jump_seconds"] * 1e6) if "jump_seconds" in row else "-",
            ", ".join(cell(one) for one in row.get("switches", []))))


def main():
    arguments = parse_arguments()
    random.seed(arguments.seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or temporary
        os.makedirs(folder, exist_ok=True)
        found = {"prediction": predict(arguments, folder) if arguments.sweep else None, "limits": locate(arguments, folder) if arguments.limits else []}
    if arguments.format == "json":
        print(json.dumps(found, indent=1))
        return
    if found["prediction"]:
        show_prediction(found["prediction"])
    if found["limits"]:
        show_limits(found["limits"])


if __name__ == "__main__":
    main()
