"""A store in which everything is that a dashboard can show: a real run and a real gate, a history made of the real run's
records (with a step, and names that are meant to break something), a node that was left out, a real calibration."""
import contextlib
import copy
import datetime
import glob
import json
import os
import random
import sqlite3
import subprocess
import uuid

MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
BENCH = os.path.abspath("benchmarks/mpigauge-bench")
SLOW = os.path.abspath("harness/inject/libmpigauge_slow.so")

HOSTILE_CASE = "evil \"quoted\" 'single' \\back\\slash {brace} [bracket] $series ${cluster} (a|b) .* </script>"
SPACED_CASE = "one line and another"
HOSTILE_BASELINE = 'base "line" \\{|}'
HISTORY_RUNS = 20
LAUNCHES = "6"  # a side: with fewer no slowdown of one of so many series could be told


def mpigauge(*arguments, expect=0):
    """Runs a command and returns what it printed on standard output."""
    done = subprocess.run([MPIGAUGE, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    if done.returncode != expect:
        raise AssertionError("%s: exit code %d: %s%s" % (arguments, done.returncode, done.stdout, done.stderr))
    return done.stdout


def fill(store, folder):
    """Makes the store, with the help of files in a folder."""
    measure_and_judge(store)
    calibrate(store)
    leave_a_node_out(store)
    records = os.path.join(folder, "records")
    mpigauge("export", "--store", store, "--run", "latest~1", "--records", records)
    make_history(store, os.path.join(folder, "history"), read_records(records)[0])
    add_impact(store)


def measure_and_judge(store):
    measure = ["--store", store, "--launches", LAUNCHES, "--filter", "^(allreduce|bcast)/bytes:(8|4096)/|spin"]
    mpigauge("run", *measure, "--bench", BENCH, "--baseline", "release", "--", "--passes", "2")
    mpigauge("gate", *measure, "--candidate-bench", BENCH, "--baseline", "release", "--no-settle", "--tolerance", "300%",
             "--candidate-preload", SLOW, "--candidate-env", "MPIGAUGE_SLOW=MPI_Allreduce:+100us", "--", "--passes", "2",
             expect=1)


def calibrate(store):
    mpigauge("calibrate", "--store", store, "--bench", BENCH, "--interposer", SLOW, "--gates", "1", "--slowed-gates", "1",
             "--slowdowns", "50%", "--max-launches", "6", "--filter", "^allreduce/bytes:8/", "--", "--passes", "1")


def read_records(folder):
    records = []
    for name in sorted(glob.glob(os.path.join(folder, "*.json"))):
        with open(name) as file:
            records.append(json.load(file))
    return records


def import_records(store, folder, records):
    os.makedirs(folder)
    for number, record in enumerate(records):
        with open(os.path.join(folder, "%d.json" % number), "w") as file:
            json.dump(record, file)
    mpigauge("import", folder, "--store", store, "--label", "nightly")


def leave_a_node_out(store):
    """Adds a launch as `mpigauge gate --slurm` keeps it of a node whose controls were slow: one more of the
    newest run."""
    with contextlib.closing(sqlite3.connect(store)) as database, database:
        database.execute(
            "INSERT INTO launches SELECT 'bad', run_id, 99, started_at, duration_seconds, 'bad-node', 'slow', environment_id, "
            "json_set(context, '$.host_names', 'node13'), settings, selection_id, NULL, NULL FROM launches "
            "ORDER BY started_at DESC LIMIT 1")
        database.execute("UPDATE runs SET launch_count = launch_count + 1 WHERE run_id = "
                         "(SELECT run_id FROM launches WHERE launch_id = 'bad')")


def add_impact(store):
    """Adds to all gates what gates keep of the traces that they replay: two applications, one of them by a name that is
    meant to break something."""
    def application(name, ratio):
        return {"application": name, "trace": "traces", "ranks": 2, "baseline_seconds": 1, "candidate_seconds": ratio, "ratio": ratio,
                "low": ratio - 0.002, "high": ratio + 0.002, "confidence": 0.95, "hangs": None, "verdict": None, "parts": [], "notes": []}
    impact = {"applications": [application("solver", 1.013), application(HOSTILE_CASE, 0.99)], "fail_impact": None,
              "verdict": None, "sensitivity": None}
    with contextlib.closing(sqlite3.connect(store)) as database, database:
        database.execute("UPDATE gates SET comparison = json_set(comparison, '$.impact', json(?)), comparison_checksum = NULL",
                         [json.dumps(impact)])


def scaled(value, factor, name=""):
    """All that is in seconds, times a factor."""
    if isinstance(value, dict):
        return {key: scaled(one, factor, key) for key, one in value.items()}
    if isinstance(value, list):
        return [scaled(one, factor, name) for one in value]
    return value * factor if name.endswith("_seconds") and isinstance(value, float) else value


def make_history(store, folder, record):
    """Runs of days, with launches that differ by 1%, from the middle on three times as slow; bcast is there by other names.
    The last is judged against the first."""
    rng = random.Random(7)
    first_day = datetime.datetime.utcnow() - datetime.timedelta(days=HISTORY_RUNS + 1)
    records = []
    for run in range(HISTORY_RUNS):
        for launch in range(int(LAUNCHES)):
            one = copy.deepcopy(record)
            content = one["mpigauge"]
            started = first_day + datetime.timedelta(days=run, minutes=launch)
            content.update(run_id=str(uuid.UUID(int=1000 + run)), launch_id=str(uuid.UUID(int=9000 + 10 * run + launch)),
                           launch_index=launch, started_at=started.strftime("%Y-%m-%dT%H:%M:%SZ"))
            slower = run >= HISTORY_RUNS // 2
            content["series"] = [other for series in content["series"] for other in altered(series, rng, slower)]
            records.append(one)
    import_records(store, folder, records)
    first, last = (str(uuid.UUID(int=1000 + run)) for run in (0, HISTORY_RUNS - 1))
    mpigauge("baseline", "set", HOSTILE_BASELINE, first, "--store", store)
    mpigauge("gate", "--store", store, "--baseline", HOSTILE_BASELINE, "--run", last, "--no-settle", expect=1)


def altered(series, rng, slower):
    step = 3 if slower and series["family"] != "control" else 1
    names = [HOSTILE_CASE, SPACED_CASE] if series["case"] == "bcast" else [series["case"]]
    return [dict(scaled(series, rng.uniform(0.99, 1.01) * step), case=name, name=series["name"].replace("bcast", name))
            for name in names]
