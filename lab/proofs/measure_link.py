#!/usr/bin/python3
"""How often a link that got a little slower is found, and how often one that did not passes.

    bazel build //mpigauge //benchmarks:mpigauge-bench
    lab/proofs/measure_link.py [--rules 50] [--repeats 10] [--mpi mpich --bench FILE]
    bazel build //testing:libmark_sockets.so && lab/proofs/measure_link.py --side-by-side

Two hosts on a switch, a rank on each, runs made in Slurm jobs. First the runs of the baseline; then runs with
and without firewall rules that match nothing on every packet's way, in an order drawn with a fixed seed, each judged
against that same baseline. Or side by side: gates of two libraries in the same allocations, of which one alone sends its
packets past the rules. Needs root, and a machine on which nothing else runs.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, ROOT)
from testing.hosts_on_a_switch import LINK_ENVIRONMENT, LINK_LAUNCH_TIMEOUT  # noqa: E402
from testing.net_cluster import NetCluster  # noqa: E402

SERIES = "ping_pong/bytes:8/ranks:2"
MARK = 109


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", type=int, default=50, help="on the way of a packet")
    parser.add_argument("--repeats", type=int, default=10, help="runs with the rules, and as many without")
    parser.add_argument("--baseline-runs", type=int, default=16, help="at least ten can judge a run")
    parser.add_argument("--launches", type=int, default=10, help="of each run")
    parser.add_argument("--tolerance", default="5%")
    parser.add_argument("--side-by-side", action="store_true", help="the way of one library is slower, not that of both")
    parser.add_argument("--max-launches", type=int, default=40, help="of each library, side by side")
    parser.add_argument("--mark-sockets", default=os.path.join(ROOT, "bazel-bin/testing/libmark_sockets.so"))
    parser.add_argument("--mpi", choices=sorted(LINK_ENVIRONMENT), default="openmpi")
    parser.add_argument("--mpigauge", default=os.path.join(ROOT, "bazel-bin/mpigauge/mpigauge"))
    parser.add_argument("--bench", default=os.path.join(ROOT, "bazel-bin/benchmarks/mpigauge-bench"),
                        help="built against that MPI")
    return parser.parse_args()


class Link:
    """Runs over the link of a cluster, and the store that they go to."""

    def __init__(self, cluster, folder, options):
        self.cluster = cluster
        self.folder = folder
        self.options = options
        self.count = 0

    def mpigauge(self, words, codes=(0,)):
        store = ["--store", os.path.join(self.folder, "store.sqlite")]
        words = self.cluster.client([os.path.realpath(self.options.mpigauge)] + words[:1] + store + words[1:])
        done = subprocess.run(words, env=self.cluster.environment, cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, universal_newlines=True)
        if done.returncode not in codes:
            raise SystemExit("%s: exit code %d\n%s%s" % (" ".join(words), done.returncode, done.stdout, done.stderr))
        return done.stdout

    def in_jobs(self, command, prefix=""):
        """The words for launches in a job; the options of the library have this prefix."""
        self.count += 1
        words = [command, "--slurm", "--folder", "job-%d" % self.count, "--nodes", "2", "--ranks", "2", "--tasks", "1",
                 "--launches", str(self.options.launches), "--filter", "^%s$" % SERIES,
                 "--%smpi" % prefix, self.options.mpi, "--%sbench" % prefix, os.path.realpath(self.options.bench),
                 "--timeout", LINK_LAUNCH_TIMEOUT]
        for name, value in LINK_ENVIRONMENT[self.options.mpi].items():
            words += ["--%senv" % prefix, "%s=%s" % (name, value)]
        return words

    def run(self):
        """A run of the baseline."""
        self.mpigauge(self.in_jobs("run"))

    def judge(self, rules):
        """A run over so many rules against the baseline: the comparison of its one series."""
        self.cluster.hosts.clear()
        if rules > 0:
            self.cluster.hosts.add_rules(rules)
        words = self.in_jobs("gate", "candidate-") + ["--baseline", "link", "--no-settle", "--tolerance",
                                                      self.options.tolerance, "--format", "json"]
        series, = json.loads(self.mpigauge(words, codes=(0, 1, 2)))["series"]
        return series

    def gate(self, rules):
        """Two libraries in the same allocations, the candidate's packets past so many rules: its one series."""
        self.cluster.hosts.clear()
        if rules > 0:
            self.cluster.hosts.add_rules(rules, mark=MARK)
        self.count += 1
        words = ["gate", "--slurm", "--folder", "gate-%d" % self.count, "--nodes", "2", "--ranks", "2", "--tasks", "1",
                 "--max-launches", str(self.options.max_launches), "--tolerance", self.options.tolerance,
                 "--filter", "^%s$" % SERIES, "--timeout", LINK_LAUNCH_TIMEOUT, "--format", "json"]
        for side, mark in [("baseline", 0), ("candidate", MARK)]:
            words += ["--%s-mpi" % side, self.options.mpi, "--%s-bench" % side, os.path.realpath(self.options.bench),
                      "--%s-preload" % side, os.path.realpath(self.options.mark_sockets)]
            for name, value in dict(LINK_ENVIRONMENT[self.options.mpi], SOCKET_MARK=mark).items():
                words += ["--%s-env" % side, "%s=%s" % (name, value)]
        series, = json.loads(self.mpigauge(words, codes=(0, 1, 2)))["series"]
        return series


def median_microseconds(values):
    return sorted(values)[len(values) // 2] * 1e6


def make_baseline(link, options):
    start = time.monotonic()
    for _ in range(options.baseline_runs):
        link.run()
    names = ["latest~%d" % i if i else "latest" for i in range(options.baseline_runs)]
    link.mpigauge(["baseline", "set", "link"] + names)
    print("baseline: %d runs of %d launches in %.0f s" % (options.baseline_runs, options.launches,
                                                         time.monotonic() - start), flush=True)


def measure(link, options):
    start = time.monotonic()
    if not options.side_by_side:
        make_baseline(link, options)
    order = [0, options.rules] * options.repeats
    random.Random(1).shuffle(order)
    verdicts = {0: [], options.rules: []}
    for rules in order:
        series = link.gate(rules) if options.side_by_side else link.judge(rules)
        verdicts[rules].append(series["verdict"])
        launches = series["candidate_launches_seconds"]
        print("%5d rules: %-12s %+6.1f%% [%+.1f%%, %+.1f%%]  %.2f us, %d launches" % (
            (rules, series["verdict"]) + tuple((series[name] - 1) * 100 for name in ("ratio", "low", "high")) +
            (median_microseconds(launches), len(launches))), flush=True)
    found, passed = verdicts[options.rules].count("fail"), verdicts[0].count("pass")
    print("%d rules: %d of %d found; 0 rules: %d of %d passed; %.0f s" % (
        options.rules, found, options.repeats, passed, options.repeats, time.monotonic() - start))
    return found == passed == options.repeats


def main():
    options = arguments()
    if options.rules < 1 or options.repeats < 1 or options.baseline_runs < 1:
        raise SystemExit("--rules, --repeats and --baseline-runs: 1 or more")
    for program in (options.mpigauge, options.bench):
        if not os.path.exists(program):
            raise SystemExit(program + ": not there; build it first, see --help")
    with NetCluster() as cluster, tempfile.TemporaryDirectory(prefix="link-") as folder:
        return 0 if measure(Link(cluster, folder, options), options) else 1


if __name__ == "__main__":
    sys.exit(main())
