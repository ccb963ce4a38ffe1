"""Kills `mpigauge ci` at random moments, a hundred times, and looks whether anything was lost, done twice or judged otherwise.

    bazel build //ci/cli:mpigauge //benchmarks:mpigauge-bench
    python3 ci/pipeline/measure_kills.py [--kills 100] [--seed 1]

Each pipeline gets a library as baseline and one with a slower algorithm as update, as in pipeline_test.py. Every finished
launch that was seen at any kill (in the store, or as a record that was not stored yet) must be in the store at the end.
"""
import argparse
import glob
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COPY = os.path.join(ROOT, "ci/testing/copy_openmpi")
LONGEST_SECONDS = 6  # until a kill

sys.path.insert(0, ROOT)
from ci.pipeline.pipeline_testing import CONFIG, SLOWER  # noqa: E402


def launches(folder):
    """Finished launches, by their ids: those of the store and those whose record is not stored yet."""
    ids = set()
    store = os.path.join(folder, "mpigauge.sqlite")
    if os.path.exists(store):
        with sqlite3.connect(store, timeout=30) as database:
            try:
                ids |= {row[0] for row in database.execute("SELECT launch_id FROM launches WHERE status = 'complete'")}
            except sqlite3.OperationalError:
                pass  # killed before the tables were made
    for path in glob.glob(os.path.join(folder, "mpigauge-ci/updates/*/*/*/*/launch-*.json")):
        with open(path) as record:
            ids.add(json.load(record)["mpigauge"]["launch_id"])
    return ids


def install(folder, name, parameters):
    prefix = os.path.join(folder, name)
    subprocess.run([COPY, prefix], check=True)
    with open(os.path.join(prefix, "etc/openmpi-mca-params.conf"), "a") as file:
        file.write(parameters)


def run(mpigauge, folder, after=None):
    """Runs the pipeline; killed `after` so many seconds. True where it was killed."""
    process = subprocess.Popen([mpigauge, "ci"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(after)
        return False
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return True


def check(mpigauge, folder, seen):
    """What is wrong at the end of a pipeline, and its verdicts."""
    wrong = []
    status = subprocess.run([mpigauge, "ci", "status", "--format", "json"], cwd=folder, stdout=subprocess.PIPE, check=True)
    verdicts = [update["verdict"] for update in json.loads(status.stdout)["updates"]]
    with sqlite3.connect(os.path.join(folder, "mpigauge.sqlite")) as database:
        stored = {row[0] for row in database.execute("SELECT launch_id FROM launches WHERE status = 'complete'")}
        twice = database.execute("SELECT run_id, launch_index FROM launches WHERE status = 'complete' "
                                 "GROUP BY run_id, launch_index HAVING count(*) > 1").fetchall()
        gates = database.execute("SELECT count(*) FROM gates").fetchone()[0]
    if seen - stored:
        wrong.append("%d finished launches lost" % len(seen - stored))
    if twice:
        wrong.append("%d launches counted twice" % len(twice))
    if gates != 1:
        wrong.append("%d gates" % gates)
    return wrong, verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mpigauge", default=os.path.join(ROOT, "bazel-bin/ci/cli/mpigauge"))
    parser.add_argument("--bench", default=os.path.join(ROOT, "bazel-bin/benchmarks/mpigauge-bench"))
    options = parser.parse_args()
    mpigauge = os.path.realpath(options.mpigauge)
    draw = random.Random(options.seed)
    kills = pipelines = 0
    faults = []
    verdicts = []
    begin = time.time()
    while kills < options.kills:
        folder = tempfile.mkdtemp(prefix="mpigauge-kills-")
        with open(os.path.join(folder, "mpigauge.toml"), "w") as file:
            file.write(CONFIG % (os.path.realpath(options.bench), "50%"))
        seen = set()
        for name, parameters in [("openmpi-1", ""), ("openmpi-2", SLOWER)]:
            install(folder, name, parameters)
            while kills < options.kills and run(mpigauge, folder, draw.uniform(0, LONGEST_SECONDS)):
                kills += 1
                seen |= launches(folder)
            run(mpigauge, folder)
        wrong, found = check(mpigauge, folder, seen)
        pipelines += 1
        faults += wrong
        verdicts.append("+".join(found))
        print("pipeline %d: %d kills so far, verdicts %s%s" % (pipelines, kills, found, ", " + "; ".join(wrong) if wrong else ""),
              flush=True)
        shutil.rmtree(folder)
    print("%d kills over %d pipelines in %.0f s: %s; verdicts: %s" %
          (kills, pipelines, time.time() - begin, "; ".join(faults) or "nothing lost, nothing twice",
           ", ".join("%s %d times" % (one, verdicts.count(one)) for one in sorted(set(verdicts)))))
    return 1 if faults or len(set(verdicts)) > 1 else 0


if __name__ == "__main__":
    sys.exit(main())
