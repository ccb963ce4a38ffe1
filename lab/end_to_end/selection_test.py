"""Another algorithm is asked of the MPI library: `mpigauge compare` says so at its series, and at no other."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

MPI = sys.argv.pop(1)
MPIGAUGE = os.path.abspath("mpigauge/mpigauge")
BENCH = os.path.abspath("benchmarks/mpigauge-bench")
TUNING = {
    "openmpi": {"OMPI_MCA_coll_tuned_use_dynamic_rules": "1", "OMPI_MCA_coll_tuned_allreduce_algorithm": "1"},
    "mpich": {"MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM": "recursive_doubling"},
}[MPI]
CHANGE = {
    "openmpi": "coll_tuned_allreduce_algorithm 0 (ignore) -> 1 (basic_linear)",
    "mpich": "MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM 0 -> 3 (recursive_doubling)",
}[MPI]


class SelectionTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.store = os.path.join(folder.name, "store.sqlite")

    def mpigauge(self, command, *words, codes=(0,)):
        done = subprocess.run([MPIGAUGE, command, "--store", self.store, *words], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=600)
        self.assertIn(done.returncode, codes, done.stdout + done.stderr)
        return done.stdout

    def measure(self, *words):
        self.mpigauge("run", "--mpi", MPI, "--bench", BENCH, "--launches", "3", "--suite", "full", "--filter",
                      "^(allreduce|reduce|bcast|iallreduce)/bytes:8/", *words, "--", "--passes", "2")

    def compare(self, *words):
        return self.mpigauge("compare", "latest~1", "latest", "--allow-different=tuning_parameters", *words,
                             codes=(0, 1, 2))

    def test_another_algorithm_is_said_at_its_series_and_nowhere_else(self):
        self.measure()
        self.measure(*[f"--env={name}={value}" for name, value in TUNING.items()])
        comparison = json.loads(self.compare("--format", "json"))
        suspects = {series["case"]: series["suspects"] for series in comparison["series"]}
        self.assertEqual(suspects, {"allreduce": [CHANGE], "reduce": [], "bcast": [], "iallreduce": []})
        changed = {change["name"] for change in comparison["selection_changes"]}
        self.assertEqual(len(changed), len(TUNING), changed)
        self.assertIn("allreduce: " + CHANGE, self.compare())
        self.assertIn("allreduce: " + CHANGE, self.compare("--format", "markdown"))

    def test_two_runs_of_one_library_have_selected_the_same(self):
        self.measure()
        self.measure()
        comparison = json.loads(self.compare("--format", "json"))
        self.assertEqual(comparison["selection_changes"], [])
        self.assertEqual([note for note in comparison["notes"] if "selected" in note], [])


if __name__ == "__main__":
    unittest.main()
