"""Real libraries that get worse where their medians do not show it, and clocks that lie."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

from testing.allowed import needs, turns

MPI = sys.argv.pop(1)
MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
BENCH = os.path.abspath("benchmarks/mpigauge-bench")
SLOW = os.path.abspath("harness/inject/libmpigauge_slow.so")
MEMORY = os.path.abspath("harness/testing/libmpigauge_memory.so")
WRONG = os.path.abspath("harness/inject/libmpigauge_wrong.so")
CLOCK = os.path.abspath("harness/testing/libmpigauge_clock.so")
ALLREDUCE = "allreduce/bytes:8/ranks:2"


@needs(turns(4))
class WorseTest(unittest.TestCase):
    def gate(self, *words, bench=()):
        """The exit code and the comparison of a library with itself, but for what `words` do to the candidate."""
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([MPIGAUGE, "gate", "--store", os.path.join(folder, "store.sqlite"), "--baseline-mpi", MPI,
                                   "--baseline-bench", BENCH, "--candidate-mpi", MPI, "--candidate-bench", BENCH, "--filter", "^(allreduce/bytes:8/|spin/)",
                                   "--tolerance", "20%", "--max-launches", "8", "--format", "json", *words, "--",
                                   "--observations", "200", *bench], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=600)
            self.assertIn(done.returncode, (0, 1, 2), done.stderr)
            return done.returncode, json.loads(done.stdout)

    def test_a_millisecond_more_in_every_200th_call_fails(self):
        """It once passed without a note: its median moves by 2%."""
        code, comparison = self.gate("--candidate-preload", SLOW, "--candidate-env", "MPIGAUGE_SLOW=MPI_Allreduce:+1ms:every=200")
        self.assertEqual(code, 1)
        series = comparison["series"][0]
        self.assertEqual(series["name"], ALLREDUCE)
        self.assertGreater(series["mean"]["candidate_seconds"], 3 * series["mean"]["baseline_seconds"])
        self.assertIn(series["decided_by"], ("mean", "tail"))

    def test_polling_in_place_of_sleep_fails_by_processor_time(self):
        """The times are as before: both sides take a millisecond more in each call."""
        slow = "MPIGAUGE_SLOW=MPI_Allreduce:+1ms"
        code, comparison = self.gate("--baseline-preload", SLOW, "--baseline-env", slow + ":sleep",
                                     "--candidate-preload", SLOW, "--candidate-env", slow)
        self.assertEqual(code, 1, comparison["notes"])
        series = comparison["series"][0]
        self.assertEqual(series["name"], ALLREDUCE)
        self.assertIn("of processor time", series["reason"])  # polling may stretch the tail, too
        self.assertGreater(series["processor"]["candidate_seconds"], 5e-4)

    def test_more_memory_fails_once_or_call_by_call(self):
        for taken in ("init:50MB", "call:32KB"):
            code, comparison = self.gate("--candidate-preload", MEMORY, "--candidate-env", "MPIGAUGE_MEMORY=" + taken)
            self.assertEqual(code, 1, (taken, comparison["notes"]))
            self.assertGreater(comparison["memory"]["candidate_bytes"], comparison["memory"]["baseline_bytes"] + 4e6)

    def test_a_clock_that_is_slow_passes_nothing(self):
        """Everything seemed to be 20% faster, and passed."""
        code, comparison = self.gate("--candidate-preload", CLOCK)
        self.assertIn(code, (1, 2))  # reading that clock takes longer, too
        self.assertRegex(comparison["clock_doubts"][0],
                         r"^timers disagree in \d of \d launches of the candidate: rank 0: clock_monotonic_raw -20.0% beside")
        self.assertIn("work without MPI takes -", comparison["clock_doubts"][-1])

    def test_a_library_that_is_more_than_twice_as_fast_and_right_is_faster_once_it_is_checked_whole(self):
        code, comparison = self.gate("--baseline-preload", SLOW, "--baseline-env", "MPIGAUGE_SLOW=MPI_Allreduce:+50us")
        self.assertEqual((code, comparison["series"][0]["improved"]), (0, True), comparison["notes"])
        self.assertIn("one more launch checked the data of 1 series that are more than twice as fast after each operation: "
                      "they are right", comparison["notes"])

    def test_an_allreduce_that_does_nothing_fails_by_the_whole_check_where_no_launch_has_looked(self):
        code, comparison = self.gate("--candidate-preload", WRONG, "--candidate-env", "MPIGAUGE_WRONG=MPI_Allreduce:nothing:5",
                                     bench=["--verify=off"])
        self.assertEqual((code, comparison["series"][0]["broken"]), (1, "wrong data"), comparison["notes"])
        self.assertIn("in a launch with --verify=all", comparison["series"][0]["reason"])


if __name__ == "__main__":
    unittest.main()
