"""A library that is slower in cold caches only, made by an interposer: series that repeat an operation at once do not show it, and
those that compute between their messages do. Launches with it and without take turns by pairs."""
import json
import os
import statistics
import unittest

from benchmarks.bench_testing import BENCH, CROWDED, mpirun

SLOW = os.path.abspath("harness/inject/libmpigauge_slow.so")
LINES = 32  # cache lines that each MPI_Send reads, each after the other
PAIRS = 5


def fastest(lines):
    """The fastest observations of one launch, in seconds, by case."""
    done = mpirun("env", "LD_PRELOAD=" + SLOW, "MPIGAUGE_SLOW=MPI_Send:+0ns:lines=%d" % lines, BENCH, *CROWDED, "--passes=5",
                  "--benchmark_format=json", "--sizes=8", "--benchmark_filter=^network_(cold_)?one_way/bytes:8/")
    assert done.returncode == 0, done.stderr
    series = json.loads(done.stdout[:done.stdout.rindex("}") + 1])["mpigauge"]["series"]
    return {one["name"].split("/")[0]: min(min(visit["observations_seconds"]) for visit in one["passes"]) for one in series}


class ColdTruthTest(unittest.TestCase):
    def test_only_cold_series_show_it(self):
        pairs = [(fastest(0), fastest(LINES)) for _ in range(PAIRS)]
        costs = {case: statistics.median(slow[case] - fast[case] for fast, slow in pairs)
                 for case in ("network_one_way", "network_cold_one_way")}
        # A line that a cache near by holds takes a few nanoseconds; one that comes from farther takes ten times as long.
        self.assertGreater(costs["network_cold_one_way"], 3 * max(0, costs["network_one_way"]), costs)
        self.assertGreater(costs["network_cold_one_way"], LINES * 5e-9, costs)


if __name__ == "__main__":
    unittest.main()
