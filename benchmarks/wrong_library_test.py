"""Libraries that are wrong in some calls, or beside the data, in launches as a gate makes them; and what the checks that
find them cost where a library is slow."""
import json
import os
import re
import subprocess
import sys
import time
import unittest

from benchmarks.bench_testing import BENCH, CROWDED, BenchTestCase, mpirun

WRONG = os.path.abspath("harness/inject/libmpigauge_wrong.so")
SLOW = os.path.abspath("harness/inject/libmpigauge_slow.so")
# The passes of a usual launch, and few observations.
LAUNCH = ["--passes=10", "--observations=20", "--benchmark_format=json", *CROWDED]


def series_with(wrong, pattern):
    """The series of a launch with a library that is wrong."""
    done = mpirun("env", "LD_PRELOAD=" + WRONG, "MPIGAUGE_WRONG=" + wrong, BENCH, *LAUNCH, "--benchmark_filter=" + pattern)
    # MPICH's launcher says below it how a program ended.
    return json.loads(done.stdout[:done.stdout.rindex("}") + 1])["mpigauge"]["series"]


class WrongLibraryTest(BenchTestCase):
    def faults(self, wrong, pattern="^allreduce/bytes:(8|4096)/"):
        """The kind and the text of the first fault."""
        faults = [one["fault"] for one in series_with(wrong, pattern) if one["fault"]]
        self.assertNotEqual(faults, [], wrong)
        return faults[0]["kind"], faults[0]["message"]

    def test_a_library_that_is_right_has_no_fault(self):
        self.assertEqual([one["fault"] for one in series_with("", "^(allreduce|ping_pong|scatter)/bytes:(8|4096)/") if one["fault"]], [])

    def test_data_that_do_not_arrive_each_time_are_found(self):
        for wrong in ("nothing:2", "nothing:5", "stale:3", "wrong:10"):
            kind, message = self.faults("MPI_Allreduce:" + wrong)
            self.assertEqual(kind, "wrong-data", wrong)
            got, right = re.fullmatch("element [0-9]+ is (.*), should be (.*)", message).groups()
            self.assertNotEqual(got, right, wrong)

    def test_bytes_behind_a_buffer_are_named(self):
        for count, text in ((1, "1 byte behind its end"), (64, "64 bytes behind its end")):
            kind, message = self.faults("MPI_Allreduce:overrun:%d" % count)
            self.assertEqual(kind, "wrong-data")
            self.assertIn("the receive buffer of ", message)
            self.assertIn(text, message)
        self.assertEqual(self.faults("MPI_Recv:overrun:1", "^ping_pong/bytes:8/")[0], "wrong-data")
        # The buffer has room for a second block, which nothing is received into.
        self.assertIn("data lie behind", self.faults("MPI_Scatter:overrun:64", "^scatter/bytes:4096/")[1])

    def test_an_error_that_is_only_returned_is_one(self):
        kind, message = self.faults("MPI_Allreduce:code:100")
        self.assertEqual(kind, "error")
        self.assertIn("called no error handler", message)


class SlowLibraryTest(BenchTestCase):
    def seconds(self, verify):
        begin = time.monotonic()
        done = mpirun("env", "LD_PRELOAD=" + SLOW, "MPIGAUGE_SLOW=MPI_Allreduce:*100", BENCH, "--passes=10",
                      "--benchmark_filter=^allreduce/bytes:(8|512)/", "--verify=" + verify)
        self.assertIn(done.returncode, (0, 3), done.stderr)  # 3: no start in which no rank was late
        return time.monotonic() - begin

    def test_checks_of_a_slow_library_beside_a_busy_processor_take_little_of_a_launch(self):
        """A call takes a hundred times as long, its wait for the other rank included. Checks that begin without lining
        the ranks up took minutes here, where a launch takes seconds."""
        processor = str(min(os.sched_getaffinity(0)))
        busy = subprocess.Popen(["taskset", "-c", processor, sys.executable, "-c", "while True: pass"])
        try:
            # Launches of either kind take up to ten times as long as others where more than the one loop disturbs them.
            pairs = [(self.seconds("off"), self.seconds("sample")) for _ in range(3)]
        finally:
            busy.kill()
            busy.wait()
        self.assertLess(min(sample for _, sample in pairs), 2 * max(off for off, _ in pairs), pairs)


if __name__ == "__main__":
    unittest.main()
