#!/usr/bin/python3
"""How quick a store is: a SQLite file beside a PostgreSQL server on this machine, both with all their syncing.

    bazel build //mpigauge //benchmarks:mpigauge-bench
    lab/benches/measure_rates.py [--launches 200] [--writers 8] [--suite smoke]

One launch is measured and copied, as launches of runs of ten; then each kind of store imports all of them by one
process and by several at once, and answers some commands. Seconds are the smallest of three, since other programs on
the machine only ever add to them.
"""
import argparse
import copy
import json
import os
import subprocess
import sys
import tempfile
import time
import uuid

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, ROOT)
from testing.postgres import Postgres  # noqa: E402

MPIGAUGE = os.path.join(ROOT, "bazel-bin/mpigauge/mpigauge")
BENCH = os.path.join(ROOT, "bazel-bin/benchmarks/mpigauge-bench")
RUN_LAUNCHES = 10


def seconds(words, parallel=1):
    """Returns how many seconds `parallel` processes take at once; {} in a word is the number of the process."""
    start = time.monotonic()
    processes = [subprocess.Popen([word.replace("{}", str(i)) for word in words], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True) for i in range(parallel)]
    for process in processes:
        _, err = process.communicate()
        if process.returncode not in (0, 2):
            raise SystemExit("%s: %s" % (words, err))
    return time.monotonic() - start


def make_records(folder, options):
    """One folder for each writer; the number of series."""
    subprocess.run([MPIGAUGE, "--store", folder + "/one.sqlite", "run", "--bench", BENCH, "--launches", "1", "--suite",
                    options.suite, "--keep-records", folder + "/one"], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    with open(os.path.join(folder, "one", os.listdir(folder + "/one")[0])) as file:
        record = json.load(file)
    for i in range(options.launches):
        part = os.path.join(folder, "records", str(i * options.writers // options.launches))
        os.makedirs(part, exist_ok=True)
        fresh = copy.copy(record)
        fresh["mpigauge"] = {**record["mpigauge"], "launch_id": str(uuid.uuid4()), "launch_index": i % RUN_LAUNCHES,
                             "run_id": "run-%04d" % (i // RUN_LAUNCHES)}
        with open(os.path.join(part, "%05d.json" % i), "w") as file:
            json.dump(fresh, file)
    return len(record["mpigauge"]["series"]), record["mpigauge"]["series"][0]["name"]


def measure(new_store, folder, series, options):
    records = folder + "/records/"
    everything = [records + part for part in os.listdir(records)]
    answer = {}

    def add(name, act):
        answer[name] = min(act() for _ in range(3))

    last = {}

    def into_new(words, parallel=1):
        last["store"] = new_store()
        return seconds([MPIGAUGE, "--store", last["store"], *words], parallel)

    add("read the files only (compare two)", lambda: seconds([MPIGAUGE, "--store", "/none", "compare", *[everything[0]] * 2]))
    add("import, %d processes" % options.writers, lambda: into_new(["import", records + "{}"], options.writers))
    add("import, one process", lambda: into_new(["import", *everything]))
    store = ["--store", last["store"]]
    add("import again: all there", lambda: seconds([MPIGAUGE, *store, "import", *everything]))
    add("compare two runs", lambda: seconds([MPIGAUGE, *store, "compare", "run-0000", "run-0001"]))
    add("history of a series", lambda: seconds([MPIGAUGE, *store, "history", series]))
    add("runs", lambda: seconds([MPIGAUGE, *store, "runs"]))
    add("store copy from a file", lambda: seconds([MPIGAUGE, "store", "copy", folder + "/full.sqlite", new_store()]))
    return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--launches", type=int, default=200)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--suite", default="smoke")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        count, series = make_records(folder, options)
        seconds([MPIGAUGE, "--store", folder + "/full.sqlite", "import",
                 *[folder + "/records/" + part for part in os.listdir(folder + "/records")]])
        with Postgres(safe=True) as server:
            kinds = {"SQLite": lambda: os.path.join(folder, uuid.uuid4().hex + ".sqlite"),
                     "PostgreSQL": lambda: server.new_database("rate_" + uuid.uuid4().hex)}
            columns = {kind: measure(new_store, folder, series, options) for kind, new_store in kinds.items()}
    print("%d launches of %d series, load %.1f" % (options.launches, count, os.getloadavg()[0]))
    for what in columns["SQLite"]:
        one, other = columns["SQLite"][what], columns["PostgreSQL"][what]
        print("%-36s %8.2f s %8.2f s" % (what, one, other), end="")
        rate = options.launches * count
        print("  %9.0f %9.0f results/s" % (rate / one, rate / other) if "import" in what or "copy" in what else "")


main()
