"""The example of docs/maintain/new_case.md, as it stands there, is a case that measures."""
import json
import os
import subprocess
import unittest

EXAMPLE = os.path.abspath("benchmarks/new-case-example")
MPIEXEC = os.path.abspath("bazel/mpi/mpiexec")
NEVER_LATE = ["--synchronizer", "dissemination"]  # on a machine whose processors are shared, too


class NewCaseTest(unittest.TestCase):
    def run_example(self, ranks, *words):
        done = subprocess.run([MPIEXEC, "-n", str(ranks), EXAMPLE, *words, "--benchmark_format=json"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def test_it_measures_and_checks_its_data(self):
        for ranks in (1, 2, 3):
            series = self.run_example(ranks, *NEVER_LATE, "--passes", "2", "--observations", "3")["mpigauge"]["series"]
            self.assertEqual(series[0]["name"], "ring_shift/bytes:8/ranks:%d" % ranks)
            self.assertEqual(len(series), 8)
            self.assertTrue(all(one["verified"] and one["summary"]["median_seconds"] > 0 for one in series))

    def test_it_is_listed(self):
        only, = self.run_example(1, "--list-cases")
        self.assertEqual((only["case"], only["description"]), ("ring_shift", "MPI_Sendrecv to the right, from the left"))


if __name__ == "__main__":
    unittest.main()
