"""mpigauge-bench started by mpirun, for its tests."""
import os
import subprocess
import tempfile
import unittest

BENCH = os.path.abspath("benchmarks/mpigauge-bench")
MPIEXEC = os.path.abspath("bazel/mpi/mpiexec")
BAD_BENCH = os.path.abspath("harness/testing/bad-bench")
with open(MPIEXEC) as script:
    IS_MPICH = "mpiexec.mpich" in script.read()
QUICK = ["--passes", "2", "--observations", "5"]
# Ranks that share processors, also with other programs, may find no moment to start together.
CROWDED = ["--synchronizer=dissemination"]


def mpirun(*words, ranks=2, environment=None):
    """Runs a program under the launcher of the MPI that this was built with."""
    return subprocess.run([MPIEXEC, "-n", str(ranks), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=600,
                          env={**os.environ, **(environment or {})})


class BenchTestCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def measure(self, *words, **options):
        done = mpirun(BENCH, *QUICK, *words, **options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def refuse(self, *words, **options):
        """A mistake: exit code 4, said once."""
        done = mpirun(BENCH, *words, **options)
        self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("mpigauge-bench: "), 1, done.stderr)
        return done.stderr

    def names(self, *words):
        """The names of what would be measured."""
        done = mpirun(BENCH, "--benchmark_list_tests", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.split()
