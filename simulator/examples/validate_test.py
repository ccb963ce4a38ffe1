"""The proofs' script from launches to tables: everything is there and fits together. Times are not judged here."""
import json
import os
import subprocess
import tempfile
import unittest

VALIDATE = os.path.abspath("simulator/examples/validate.py")
MPIEXEC = os.path.abspath("bazel/mpi/mpiexec")


class ValidateTest(unittest.TestCase):
    def run_script(self, command, folder, *words):
        done = subprocess.run(["/usr/bin/python3", VALIDATE, command, folder, "--bin", os.getcwd(), *words],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_two_rounds(self):
        only = ("--only", "^(fan-in 500|halo and allreduce 8 B)$")
        with tempfile.TemporaryDirectory() as folder:
            self.run_script("measure", folder, *only, "--rounds=2", "--runs=2", "--mpirun", MPIEXEC + " -n 2",
                            "--bench-words=--passes=1 --visit-budget=100us --synchronizer=dissemination")
            times = {row["problem"]: row for row in json.loads(self.run_script("predict", folder, *only, "--json"))}
            self.assertEqual(sorted(times), ["fan-in 500", "halo and allreduce 8 B"])
            self.assertEqual(times["fan-in 500"]["messages"], 499)
            self.assertEqual(times["fan-in 500"]["launches"], 4)
            rows = json.loads(self.run_script("impact", folder, *only, "--json"))
            self.assertIn(("MPI_Allreduce +3 us", "halo and allreduce 8 B"), [(row["change"], row["problem"]) for row in rows])
            for row in rows:
                self.assertLessEqual(row["low"], row["measured"])
                self.assertLessEqual(row["measured"], row["high"])
            # What the change is about leads the parts: three microseconds of one allreduce per step.
            allreduce = next(row for row in rows if row["change"] == "MPI_Allreduce +3 us")
            self.assertIn("allreduce", [label.split()[0] for label, _ in allreduce["parts"]])
            self.assertIn("as asked", self.run_script("predict", folder, *only))


if __name__ == "__main__":
    unittest.main()
