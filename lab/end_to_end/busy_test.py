"""A library with a thread that spins, as progress threads do, from the command line to the exit code, with the MPI that
the benchmark program was built with: openmpi or mpich. In turns it would make the baseline slower, too. Operations here
take longer than the time slices of the kernel: the median of shorter ones is that between two slices of the thread."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

MPI = sys.argv.pop(1)
MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
BENCH = os.path.abspath("benchmarks/mpigauge-bench")
SPIN = os.path.abspath("harness/testing/libmpigauge_spin.so")
FAIL = 1


class BusyTest(unittest.TestCase):
    def test_a_library_that_spins_while_it_waits_takes_no_turns_and_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "gate.json")
            ranks = str(max(2, len(os.sched_getaffinity(0))))  # no processor is left for the thread
            words = [MPIGAUGE, "gate", "--store", os.path.join(folder, "store.sqlite"), "-n", ranks, "--baseline-mpi", MPI,
                     "--baseline-bench", BENCH, "--candidate-mpi", MPI, "--candidate-bench", BENCH, "--candidate-label",
                     "spins", "--candidate-preload", SPIN, "--turns", "3", "--output", "json:" + path, "--filter",
                     "^allreduce/", "--", "--sizes", "16M", "--passes", "2", "--observations", "5"]
            done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=600)
            self.assertTrue(os.path.exists(path), done.stdout + done.stderr)
            with open(path) as file:
                comparison = json.load(file)
        notes = "\n".join(comparison["notes"])
        self.assertIn("launches did not take turns: those of spins took", notes)
        self.assertEqual((done.returncode, comparison["verdict"]), (FAIL, "fail"), done.stdout)
        self.assertGreater(comparison["series"][0]["ratio"], 1.5)


if __name__ == "__main__":
    unittest.main()
