"""The script of the proofs launches, labels, replays and compares; how well predictions do is not tested here."""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.abspath("lab/examples/validate.py")
MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
MPIEXEC = os.path.abspath("bazel/mpi/mpiexec")
SERIES = "^network_(one_way|send_overhead|unmatched_send)/bytes:(8|1024|2048|4096)/"
WORDS = ["--bin", os.path.abspath("."), "--mpirun", MPIEXEC + " -n 2"]


class ValidateTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name

    def validate(self, command, *words):
        return subprocess.run([sys.executable, SCRIPT, command, self.folder, "--only", "^fan-in 500$", *WORDS, *words],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def rows(self, command, *words):
        done = self.validate(command, *words, "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def replay(self, trace):
        """Returns the answer of `mpigauge replay` about the second time that a traced launch solved its problem."""
        words = [os.path.join(self.folder, "traces/fan-in-500", trace), "--run", os.path.join(self.folder, "records/plain")]
        done = subprocess.run([MPIGAUGE, "replay", *words, "--from-barrier=5", "--to-barrier=6", "--format", "json"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["models"][0]

    def test_measured_and_predicted(self):
        for _ in range(2):
            done = self.validate("measure", "--rounds=1", "--runs=1", "--bench-words=--passes=1", "--series", SERIES)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("round 2: ", done.stderr)
        with open(os.path.join(self.folder, "traced.jsonl")) as lines:
            self.assertEqual([json.loads(line)["folder"] for line in lines], ["0001", "0002"])
        (row,) = self.rows("predict")
        self.assertEqual((row["problem"], row["launches"]), ("fan-in 500", 2))
        self.assertGreater(row["measured"], 0)
        self.assertGreater(row["predicted"], 0)
        self.assertEqual(row["traces"], 2)
        replays = [self.replay("0001"), self.replay("0002")]
        self.assertAlmostEqual(row["predicted"], statistics.median(one["parallel_seconds"] for one in replays), delta=1e-9)
        self.assertGreater(replays[0]["messages"], 400)
        impacts = self.rows("impact")
        self.assertEqual([row["change"] for row in impacts],
                         ["MPI_Send, MPI_Isend +5 us", "MPI_Recv +5 us", "eager limit 1024"])
        for row in impacts:
            self.assertTrue(row["predicted_low"] <= row["predicted"] <= row["predicted_high"], row)
        printed = self.validate("impact")
        self.assertRegex(printed.stdout, r"\n\d of 3 as asked, \d more inside what was measured, \d with a wrong sign\n$")
        # In a second no cache line came across.
        for command in ("predict", "impact"):
            done = self.validate(command, "--handover", "1000000us-2000000us")
            self.assertEqual(done.returncode, 1)
            self.assertIn("no launches or no traces of fan-in 500", done.stderr)
        for words, code in ((["--pace=1-1000"], 0), (["--pace=1-1000", "--warm-caches"], 0), (["--pace=1000-2000"], 1)):
            self.assertEqual(self.validate("predict", *words).returncode, code, words)

    def test_impossible_arguments_are_refused(self):
        self.assertIn("write it as 20ns-60ns", self.validate("predict", "--handover", "20-60").stderr)
        self.assertIn("write it as 1-1.2", self.validate("predict", "--pace", "fast").stderr)
        self.assertIn("launches.jsonl does not exist; `validate.py measure", self.validate("predict").stderr)


if __name__ == "__main__":
    unittest.main()
