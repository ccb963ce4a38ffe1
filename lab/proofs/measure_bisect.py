#!/usr/bin/python3
"""Bisections of real libraries, one after another: is the slow commit named, and at what cost? Plain bisection, one
launch of each commit against a threshold midway between one launch of each end, stands beside it on the same commits.

usage: lab/proofs/measure_bisect.py BIN [TRIES [ERROR]]     BIN: bazel-bin; ERROR: the share of wrong ones, 5%
"""
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
from lab.proofs.library_repository import LibraryRepository  # noqa: E402

SERIES = "^allreduce/bytes:(4096|16384|65536)/"
COMMITS = 63


class Try:
    def __init__(self, binaries, folder, seed, error):
        self.error = error
        self.mpigauge = os.path.join(binaries, "mpigauge/mpigauge")
        self.bench = os.path.join(binaries, "benchmarks/mpigauge-bench")
        self.folder = folder
        self.repository = LibraryRepository(os.path.join(folder, "library"), commits=COMMITS,
                                            culprit=random.Random(seed).randrange(1, COMMITS + 1), seed=seed)
        self.launches = 0

    def bisect(self):
        """(the numbers of the commits that are named, launches, built)"""
        done = subprocess.run([self.mpigauge, "bisect", "--repo", self.repository.folder, "--good", "HEAD~%d" % COMMITS,
                               "--bad", "HEAD", "--build", "sh build.sh", "--series", SERIES, "--bench", self.bench,
                               "--preload", "{out}/libslow.so", "--state", os.path.join(self.folder, "state"),
                               "--jobs", "2", "--error", self.error, "--realtime", "--format", "json", "--",
                               "--passes", "4"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if not done.stdout:
            return [], 0, 0
        result = json.loads(done.stdout)
        named = [self.repository.hashes.index(one["commit"]) for one in result["commits"]]
        return (named if done.returncode == 0 else []), result["launches"], result["built_commits"]

    def build(self, i):
        checkout, out = os.path.join(self.folder, "checkout"), os.path.join(self.folder, "out")
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)
        self.repository.git("worktree", "add", "--quiet", "--force", "--detach", checkout, self.repository.hashes[i])
        done = subprocess.run(["sh", "build.sh"], cwd=checkout, env={**os.environ, "MPIGAUGE_OUT": out},
                              stderr=subprocess.DEVNULL)
        self.repository.git("worktree", "remove", "--force", checkout)
        return done.returncode == 0

    def launch(self):
        """The mean over the series of the logarithm of one launch's median."""
        self.launches += 1
        store = ["--store", os.path.join(self.folder, "plain.sqlite")]
        subprocess.run([self.mpigauge, "run", *store, "--launches", "1", "--filter", SERIES, "--bench", self.bench,
                        "--preload", os.path.join(self.folder, "out/libslow.so"), "--realtime", "--", "--passes", "4"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shown = subprocess.run([self.mpigauge, "show", "latest", *store, "--format", "json"], check=True, stdout=subprocess.PIPE)
        series = json.loads(shown.stdout)["series"]
        return sum(math.log(one["seconds"]) for one in series) / len(series)

    def plain(self):
        ends = []
        for i in (0, COMMITS):
            self.build(i)
            ends.append(self.launch())
        good, bad, middle = 0, COMMITS, sum(ends) / 2
        broken = set()
        while True:
            left = [i for i in range(good + 1, bad) if i not in broken]
            if not left:
                return list(range(good + 1, bad + 1))
            i = min(left, key=lambda i: abs(2 * i - good - bad))
            if not self.build(i):
                broken.add(i)
            elif self.launch() > middle:
                bad = i
            else:
                good = i


def main():
    binaries, tries = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20
    error = sys.argv[3] if len(sys.argv) > 3 else "5%"
    rows = []
    for seed in range(1, tries + 1):
        with tempfile.TemporaryDirectory() as folder:
            one = Try(binaries, folder, seed, error)
            begin = time.time()
            named, launches, built = one.bisect()
            seconds = time.time() - begin
            plain = one.plain()
            culprit = one.repository.culprit
            rows.append((named == [culprit], launches, seconds, built, culprit in plain, one.launches))
            print("try %2d: commit %2d: named %-8s %4d launches %4.0f s %2d built; plain %-8s %d launches; load %.1f" %
                  (seed, culprit, named, launches, seconds, built, plain, one.launches, os.getloadavg()[0]), flush=True)
    count = len(rows)
    mean = [sum(row[i] for row in rows) / count for i in range(6)]
    print("%d of %d named; %.1f launches, %.0f s, %.1f built on average; plain bisection: %d of %d, %.1f launches" %
          (sum(row[0] for row in rows), count, mean[1], mean[2], mean[3], sum(row[4] for row in rows), count, mean[5]))


if __name__ == "__main__":
    main()
